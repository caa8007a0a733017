// Minimal reasons made of cells: the deletion filter for minimal unsatisfiable subsets.
//
// People need one reason for all conclusions of a step, made of whole cells.  (Reasons made of single missing
// candidates are found in one pass by line/minimal_explanation.hpp.)  Each cell is removed in turn, preferred ones
// last, and restored if the conclusion no longer follows.  Cost: a tightening for each known cell.
#pragma once

#include <vector>

#include "search/line/tighten.hpp"

namespace nonocsp {

/// Finds the reason why none of `excluded` is in a placement, or (nullptr) why there is no placement.
///
/// `known` are the candidates; that an excluded candidate is missing itself does not count.  `order` has the cells
/// that may be in the reason, preferred ones first.  False if the conclusion is not forced.
template <int W>
bool find_reason(const LineClue& clue, const Word* known, const Word* excluded, const std::vector<int>& order,
                 LineScratch& scratch, std::vector<int>& because) {
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * W;
    std::vector<Word> some(words), without, tight;
    const auto forces = [&](const std::vector<Word>& planes) {
        if (!excluded) return !feasible<W>(clue, planes.data(), scratch);
        tight = planes;
        if (!tighten<W>(clue, tight.data(), scratch)) return true;
        for (std::size_t at = 0; at < words; ++at)
            if (tight[at] & excluded[at]) return false;
        return true;
    };
    because.clear();
    for (int p = 0; p < clue.paints(); ++p) BitSet<W>::first(clue.cells).store(&some[static_cast<std::size_t>(p) * W]);
    if (forces(some)) return true;
    for (int cell : order)
        for (int p = 0; p < clue.paints(); ++p)
            if (!is_candidate(clue, known, p, cell) && !(excluded && is_candidate(clue, excluded, p, cell)))
                some[static_cast<std::size_t>(p) * W + cell / 64] &= ~(Word{1} << (cell % 64));
    if (!forces(some)) return false;
    for (auto cell = order.rbegin(); cell != order.rend(); ++cell) {
        without = some;
        for (int p = 0; p < clue.paints(); ++p)
            without[static_cast<std::size_t>(p) * W + *cell / 64] |= Word{1} << (*cell % 64);
        if (forces(without)) some.swap(without);
        else because.push_back(*cell);
    }
    return true;
}

}  // namespace nonocsp
