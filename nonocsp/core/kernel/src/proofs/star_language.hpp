// The lines that satisfy a clue with stars, for the checker of proofs: a deterministic automaton.
//
// Written for the checker alone, as `CheckedLine`.  The states of a nondeterministic automaton stand in a row, and a
// cell leads at most three of them further; a star has two, one in its cells and one behind its last one, which is not
// of the next block's colour.  The subset construction (Rabin and Scott, 1959) makes it deterministic.  Of a set with a
// star, only what is from the star on is kept: whatever follows earlier states follows the star as well.
#pragma once

#include <cstdint>
#include <vector>

#include "search/base/puzzle.hpp"

namespace nonocsp {

struct StarLanguage {
    StarLanguage(const Clue& clue, int length, int colours);

    std::int32_t states() const { return static_cast<std::int32_t>(accepts.size()); }
    std::int32_t to(std::int32_t state, int colour) const {
        return next[static_cast<std::size_t>(state) * (colours + 1) + colour];
    }

    int colours;
    std::vector<std::int32_t> next;  ///< state, colour -> state, or -1; the first state is 0
    std::vector<char> accepts;       ///< by state
};

}  // namespace nonocsp
