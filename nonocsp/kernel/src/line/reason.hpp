// The cells of a line that force a conclusion, none of which can be spared.
//
// People want one reason for all that a step concludes, of cells rather than of single missing candidates (which
// line/automaton.hpp finds in one sweep).  Cell after cell is forgotten, those that are rather kept last, and put back
// where the conclusion no longer follows.  A tightening for each known cell.
#pragma once

#include <vector>

#include "line/tighten.hpp"

namespace nonocsp {

/// Finds the reason why none of `excluded` is in a placement, or (nullptr) why there is no placement.
///
/// `known` are the candidates; what they tell of an excluded candidate itself does not count.  `order` names the cells
/// that may be in the reason, those that are rather kept first.  False if it is not forced.
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
        for (int p = 0; p < clue.paints(); ++p) without[static_cast<std::size_t>(p) * W + *cell / 64] |= Word{1} << (*cell % 64);
        if (forces(without)) some.swap(without);
        else because.push_back(*cell);
    }
    return true;
}

}  // namespace nonocsp
