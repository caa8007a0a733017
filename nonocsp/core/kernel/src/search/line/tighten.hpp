// Tightening one line, bit-parallel.
//
// After(j) is the set of boundaries that can be reached with the first j blocks laid to the left and
// any blanks behind them.  From After(j-1) to After(j) takes the mask of positions where block j fits
// (a log-shift AND over the cells that may take its colour, shared by all blocks of one shape), one
// shift by its length, and one addition that floods through the cells that may be blank (none between
// blocks that are attached to each other).  The backward
// pass is the same on the mirrored line.  Where both meet lie the starts that belong to a placement;
// their union, shape by shape, smeared by the length, is what the line still supports.
//
// Cost O(blocks + shapes log length) operations on whole lines.  Forward pass alone: feasibility.
#pragma once

#include <algorithm>
#include <tuple>
#include <vector>

#include "search/base/bitset.hpp"
#include "search/line/automaton.hpp"
#include "search/line/clue.hpp"
#include "search/line/tighten_word.hpp"

namespace nonocsp {

/// Working memory for the functions on lines: for each width an array of sets, which grows to the largest need.
class LineScratch {
public:
    template <int W>
    BitSet<W>* at_least(std::size_t sets) {
        auto& array = std::get<std::vector<BitSet<W>>>(arrays_);
        if (array.size() < sets) array.resize(sets);
        return array.data();
    }

private:
    template <class... Widths>
    static std::tuple<std::vector<BitSet<Widths::value>>...> arrays(std::tuple<Widths...>);
    decltype(arrays(LineWidths{})) arrays_;
};

namespace detail {

/// Positions from which `want` cells in a row lie in the mask, given those for `have` cells in a row.
template <int W>
BitSet<W> lengthen(BitSet<W> runs, int have, int want) {
    while (have < want) {
        const int step = std::min(have, want - have);
        runs &= runs.down(step);
        have += step;
    }
    return runs;
}

/// All cells covered by blocks of one length that start in `starts`.
template <int W>
BitSet<W> smear(BitSet<W> starts, int length) {
    for (int have = 1; have < length;) {
        const int step = std::min(have, length - have);
        starts |= starts.up(step);
        have += step;
    }
    return starts;
}

/// The positions where each shape fits.
template <int W>
void fit_shapes(const std::vector<Shape>& shapes, const BitSet<W>* planes, BitSet<W>* fits) {
    int paint = -1, have = 1;
    BitSet<W> runs = BitSet<W>::none();
    for (std::size_t s = 0; s < shapes.size(); ++s) {
        const Shape& shape = shapes[s];
        if (shape.paint != paint) {
            paint = shape.paint;
            have = 1;
            runs = planes[paint];
        }
        runs = lengthen(runs, have, shape.length);
        have = shape.length;
        fits[s] = runs;
    }
}

/// One block further: from where it may begin to the boundaries where it may end.
template <int W>
BitSet<W> lay(const LineBlock& block, BitSet<W> begin, const BitSet<W>* planes, const BitSet<W>* fits) {
    if (block.length) return (begin & fits[block.shape]).up(block.length);
    const BitSet<W>& plane = planes[block.paint];
    return spread((begin & plane).up(1), plane);
}

}  // namespace detail

namespace detail {

/// Whether every cell has a candidate, which is all that an absent clue asks.
template <int W>
bool has_candidates(const LineClue& clue, const Word* planes) {
    BitSet<W> some = BitSet<W>::none();
    for (int p = 0; p < clue.paints(); ++p) some |= BitSet<W>::load(planes + p * W);
    return some == BitSet<W>::first(clue.cells);
}

/// The same from the automaton, cell by cell: for clues with stars.
template <int W>
bool tighten_by_reading(const LineClue& clue, Word* planes, LineScratch& scratch) {
    const LineAutomaton<W> automaton(clue);
    BitSet<W>* const accepting = scratch.at_least<W>(clue.cells + 1);
    accepting_states(automaton, clue.cells, planes, accepting);
    BitSet<W> states = automaton.start();
    if (!(states & accepting[0]).any()) return false;
    for (int i = 0; i < clue.cells; ++i) {
        BitSet<W> next = BitSet<W>::none();
        for (int p = 0; p < clue.paints(); ++p) {
            if (!automaton.in_plane(planes, p, i)) continue;
            const BitSet<W> to = automaton.read(states, p) & accepting[i + 1];
            if (to.any()) next |= to;
            else planes[static_cast<std::size_t>(p) * W + i / 64] &= ~(Word{1} << (i % 64));
        }
        states = next;
    }
    return true;
}

/// The forward pass: After(0) .. After(k).
template <int W>
void lay_forward(const LineClue& clue, const BitSet<W>* plane, const BitSet<W>* fits, BitSet<W>* after) {
    after[0] = spread(BitSet<W>::single(0), plane[0]);
    for (const LineBlock& block : clue.blocks) {
        const BitSet<W> begin = block.gap_before ? (*after & plane[0]).up(1) : *after;
        *++after = lay<W>(block, begin, plane, fits);
        if (!block.attached_after) *after = spread(*after, plane[0]);
    }
}

}  // namespace detail

/// Removes from `planes` (one set of cells per paint) every candidate that no placement supports.
/// Returns false, and leaves the planes alone, if there is no placement at all.
template <int W>
bool tighten(const LineClue& clue, Word* planes_in_memory, LineScratch& scratch) {
    using Set = BitSet<W>;
    if (clue.impossible) return false;
    const int n = clue.cells, paints = clue.paints(), k = static_cast<int>(clue.blocks.size());
    const int shapes = static_cast<int>(clue.shapes.size());
    if (clue.absent) return detail::has_candidates<W>(clue, planes_in_memory);
    if (clue.has_stars()) return detail::tighten_by_reading<W>(clue, planes_in_memory, scratch);
    if constexpr (W == 1)
        if (clue.is_plain) return detail::tighten_one_word(clue, planes_in_memory);

    Set* const plane = scratch.at_least<W>(3 * paints + 3 * shapes + k + 1);  // per paint: the candidates
    Set* const mirror = plane + paints;                                       // per paint: the same, mirrored
    Set* const cover = mirror + paints;                                       // per paint: the supported candidates
    Set* const fits = cover + paints;                                         // per shape: where it fits
    Set* const fits_mirror = fits + shapes;
    Set* const starts = fits_mirror + shapes;  // per shape: the starts that belong to a placement
    Set* const after = starts + shapes;        // After(0) .. After(k)

    for (int p = 0; p < paints; ++p) plane[p] = Set::load(planes_in_memory + p * W);
    detail::fit_shapes<W>(clue.shapes, plane, fits);
    detail::lay_forward<W>(clue, plane, fits, after);
    if (!after[k].has(n)) return false;

    for (int p = 0; p < paints; ++p) mirror[p] = plane[p].mirrored(n);
    std::fill(cover, cover + paints, Set::none());
    std::fill(starts, starts + shapes, Set::none());
    detail::fit_shapes<W>(clue.shapes, mirror, fits_mirror);
    const Set blank = plane[0];
    Set reach = spread(Set::single(0), mirror[0]);
    Set before = reach.mirrored(n + 1);  // boundaries from which the blocks not yet met can be laid
    cover[0] = after[k] & before.down(1);
    for (int j = k - 1; j >= 0; --j) {
        const LineBlock& block = clue.blocks[j];
        const Set begin = block.gap_before ? (after[j] & blank).up(1) : after[j];
        const Set end = block.gap_after ? blank & before.down(1) : before;
        const Set begin_mirror = block.gap_after ? (reach & mirror[0]).up(1) : reach;
        const Set end_mirror = detail::lay<W>(block, begin_mirror, mirror, fits_mirror);
        if (block.length) {
            starts[block.shape] |= begin & fits[block.shape] & end.down(block.length);
        } else {
            // A cell belongs to the block if the block can have begun by then and can end later.
            const Set begun = begin | detail::lay<W>(block, begin, plane, fits);
            const Set ends = spread(begin_mirror, mirror[block.paint]).mirrored(n + 1);
            cover[block.paint] |= begun & plane[block.paint] & ends.down(1);
        }
        reach = block.attached_before ? end_mirror : spread(end_mirror, mirror[0]);
        before = reach.mirrored(n + 1);
        if (!block.attached_before) cover[0] |= after[j] & before.down(1);
    }
    cover[0] &= blank;
    for (int s = 0; s < shapes; ++s) cover[clue.shapes[s].paint] |= detail::smear(starts[s], clue.shapes[s].length);
    for (int p = 0; p < paints; ++p) cover[p].store(planes_in_memory + p * W);
    return true;
}

/// Whether any placement agrees with the candidates.  About half the cost of tightening.
template <int W>
bool feasible(const LineClue& clue, const Word* planes_in_memory, LineScratch& scratch) {
    using Set = BitSet<W>;
    if (clue.impossible) return false;
    if (clue.absent) return detail::has_candidates<W>(clue, planes_in_memory);
    if (clue.has_stars()) {
        const LineAutomaton<W> automaton(clue);
        BitSet<W> states = automaton.start();
        for (int i = 0; i < clue.cells && states.any(); ++i) states = automaton.read_cell(states, planes_in_memory, i);
        return (states & automaton.accept()).any();
    }
    const int paints = clue.paints(), shapes = static_cast<int>(clue.shapes.size());
    Set* const plane = scratch.at_least<W>(paints + shapes);
    Set* const fits = plane + paints;
    for (int p = 0; p < paints; ++p) plane[p] = Set::load(planes_in_memory + p * W);
    detail::fit_shapes<W>(clue.shapes, plane, fits);
    Set reach = spread(Set::single(0), plane[0]);
    for (const LineBlock& block : clue.blocks) {
        const Set begin = block.gap_before ? (reach & plane[0]).up(1) : reach;
        reach = detail::lay<W>(block, begin, plane, fits);
        if (!block.attached_after) reach = spread(reach, plane[0]);
    }
    return reach.has(clue.cells);
}

/// Where each block of known length may start, over all placements: `starts[j]` for block j.  False if there is no
/// placement.  Unknown lengths are not allowed.
template <int W>
bool possible_starts(const LineClue& clue, const Word* planes_in_memory, BitSet<W>* starts) {
    using Set = BitSet<W>;
    if (clue.impossible) return false;
    const int n = clue.cells, k = static_cast<int>(clue.blocks.size());
    std::vector<Set> plane(clue.paints()), mirror(clue.paints()), fits(clue.shapes.size()),
        fits_mirror(clue.shapes.size());
    for (int p = 0; p < clue.paints(); ++p) {
        plane[p] = Set::load(planes_in_memory + p * W);
        mirror[p] = plane[p].mirrored(n);
    }
    detail::fit_shapes<W>(clue.shapes, plane.data(), fits.data());
    detail::fit_shapes<W>(clue.shapes, mirror.data(), fits_mirror.data());
    Set reach = spread(Set::single(0), plane[0]);
    for (int j = 0; j < k; ++j) {
        const LineBlock& block = clue.blocks[j];
        starts[j] = (block.gap_before ? (reach & plane[0]).up(1) : reach) & fits[block.shape];
        reach = starts[j].up(block.length);
        if (!block.attached_after) reach = spread(reach, plane[0]);
    }
    if (!reach.has(n)) return false;
    reach = spread(Set::single(0), mirror[0]);
    for (int j = k - 1; j >= 0; --j) {
        const LineBlock& block = clue.blocks[j];
        const Set begin = block.gap_after ? (reach & mirror[0]).up(1) : reach;
        starts[j] &= begin.mirrored(n + 1).down(block.length);
        reach = detail::lay<W>(block, begin, mirror.data(), fits_mirror.data());
        if (!block.attached_before) reach = spread(reach, mirror[0]);
    }
    return true;
}

}  // namespace nonocsp
