// Tightening a black-and-white line of one machine word.
//
// The same two passes as in line/tighten.hpp, for the lines of nearly all puzzles.  The cost there is latency, not
// arithmetic: each pass is one long chain of dependent operations, and the loops over shapes are hard to predict.
// Here both passes run interleaved in one loop, the mirrored fits are the reversed fits, and the shapes are smeared
// together, the longest first, each by its difference to the next.
//
// Cost: about k (blocks) steps of two interleaved chains, k + 1 reversals, log(longest) shifts.
#pragma once

#include "search/base/bitset.hpp"
#include "search/line/clue.hpp"

namespace nonocsp::detail {

/// As `tighten`, for one word and a plain clue.
inline bool tighten_one_word(const LineClue& clue, Word* planes) {
    constexpr int most_blocks = 32;  // a word holds at most 63 cells
    const int n = clue.cells, k = static_cast<int>(clue.blocks.size()), shapes = static_cast<int>(clue.shapes.size());
    const LineBlock* const blocks = clue.blocks.data();
    const Shape* const shape = clue.shapes.data();
    const Word blank = planes[0], blank_mirror = reversed(blank) >> (64 - n);
    const auto flood = [](Word from, Word through) { return from | (through ^ (through + (from & through))); };

    Word fits[most_blocks], fits_mirror[most_blocks], starts[most_blocks];
    Word runs = planes[1];
    for (int s = 0, have = 1; s < shapes; ++s) {
        for (const int want = shape[s].length; have < want;) {
            const int step = have < want - have ? have : want - have;
            runs &= runs >> step;
            have += step;
        }
        fits[s] = runs;
        fits_mirror[s] = reversed(runs) >> (63 - n + have);
        starts[s] = 0;
    }

    // after[j]: boundaries reached by the first j blocks; before[j]: from the right, by all but the first j, mirrored.
    Word laid[most_blocks], after[most_blocks + 1], before[most_blocks + 1];
    Word reach = after[0] = flood(1, blank), reach_mirror = before[k] = flood(1, blank_mirror);
    Word begin = reach, begin_mirror = reach_mirror;
    for (int j = 0, i = k - 1; j < k; ++j, --i) {
        laid[j] = begin & fits[blocks[j].shape];
        reach = after[j + 1] = flood(laid[j] << blocks[j].length, blank);
        begin = (reach & blank) << 1;
        reach_mirror = before[i] =
            flood((begin_mirror & fits_mirror[blocks[i].shape]) << blocks[i].length, blank_mirror);
        begin_mirror = (reach_mirror & blank_mirror) << 1;
    }
    if (!(reach >> n & 1)) return false;

    Word end = reversed(before[k]) >> (63 - n);  // boundaries where the next block to the left may end
    Word bright = after[k] & end >> 1;
    for (int j = k - 1; j >= 0; --j) {
        starts[blocks[j].shape] |= laid[j] & end >> blocks[j].length;
        const Word gap = reversed(before[j]) >> (63 - n) >> 1;
        bright |= after[j] & gap;
        end = gap & blank;
    }
    Word dark = 0;
    for (int s = shapes - 1; s >= 0; --s) {
        dark |= starts[s];
        const int want = s ? shape[s].length - shape[s - 1].length + 1 : shape[s].length;
        for (int have = 1; have < want;) {
            const int step = have < want - have ? have : want - have;
            dark |= dark << step;
            have += step;
        }
    }
    planes[0] = bright & blank;
    planes[1] = dark;
    return true;
}

}  // namespace nonocsp::detail
