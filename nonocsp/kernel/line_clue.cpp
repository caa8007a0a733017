// Preparing a clue: palette, shapes and automaton masks, in time linear in the line.
#include "line_clue.hpp"

#include <algorithm>

namespace nonocsp {

int words_for(int bits) {
    for (int words : {1, 2, 4, 10, 40, 160})
        if (bits <= 64 * words) return words;
    return 320;
}

LineClue::LineClue(const Clue& clue, int cells, int colours)
    : cells(cells), absent(clue.absent), paint(colours + 1, -1) {
    // Too long?  Asked first and in 64 bits: a clue may have a million blocks of any length.
    std::int64_t least = 0;
    if (!absent) {
        for (std::size_t j = 0; j < clue.blocks.size(); ++j) {
            least += std::max(clue.blocks[j].length, 1);
            if (j && clue.blocks[j].colour == clue.blocks[j - 1].colour) ++least;
        }
        impossible = least > cells;
    }

    std::vector<bool> occurs(colours + 1, absent);
    occurs[0] = true;
    if (!absent && !impossible)
        for (const Block& block : clue.blocks) occurs[block.colour] = true;
    for (int colour = 0; colour <= colours; ++colour)
        if (occurs[colour]) {
            paint[colour] = static_cast<std::int16_t>(palette.size());
            palette.push_back(static_cast<std::uint8_t>(colour));
        }

    if (impossible) {
        words = words_for(cells + 1);
        return;
    }

    if (!absent)
        for (std::size_t j = 0; j < clue.blocks.size(); ++j) {
            const Block& block = clue.blocks[j];
            LineBlock b{block.length, paint[block.colour], -1, false, false};
            if (j && clue.blocks[j - 1].colour == block.colour) b.gap_before = blocks.back().gap_after = true;
            blocks.push_back(b);
            if (block.length) shapes.push_back({b.paint, b.length});
            else unknown_lengths = true;
        }

    const auto less = [](const Shape& a, const Shape& b) {
        return a.paint != b.paint ? a.paint < b.paint : a.length < b.length;
    };
    std::sort(shapes.begin(), shapes.end(), less);
    shapes.erase(std::unique(shapes.begin(), shapes.end(),
                             [](const Shape& a, const Shape& b) { return a.paint == b.paint && a.length == b.length; }),
                 shapes.end());
    for (LineBlock& b : blocks)
        if (b.length)
            b.shape = static_cast<int>(
                std::lower_bound(shapes.begin(), shapes.end(), Shape{b.paint, b.length}, less) - shapes.begin());

    // The pattern: which token leads from each state to the next.
    enum : int { free_step = -1 };
    std::vector<int> token;
    std::vector<std::pair<int, int>> loops;  // (state, paint)
    if (absent) {
        for (int p = 0; p < paints(); ++p) loops.push_back({0, p});
    } else {
        loops.push_back({0, 0});
        for (std::size_t j = 0; j < blocks.size(); ++j) {
            const LineBlock& b = blocks[j];
            for (int i = 0; i < std::max(b.length, 1); ++i) token.push_back(b.paint);
            if (!b.length) loops.push_back({static_cast<int>(token.size()), b.paint});
            if (b.gap_after) token.push_back(0);
            else if (!b.length) token.push_back(free_step);
            loops.push_back({static_cast<int>(token.size()), 0});
        }
    }
    states = static_cast<int>(token.size()) + 1;
    words = words_for(std::max(cells + 1, states));
    advance.assign(static_cast<std::size_t>(paints()) * words, 0);
    loop.assign(advance.size(), 0);
    skip.assign(words, 0);
    for (std::size_t s = 0; s < token.size(); ++s) {
        Word* mask = token[s] == free_step ? skip.data() : &advance[static_cast<std::size_t>(token[s]) * words];
        mask[s / 64] |= Word{1} << (s % 64);
    }
    for (auto [state, p] : loops)
        loop[static_cast<std::size_t>(p) * words + state / 64] |= Word{1} << (state % 64);
}

}  // namespace nonocsp
