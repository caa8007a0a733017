// How many placements a line has: exactly, whatever the size.
//
// Counts pass 10^40 on lines of 150 cells, and the order of variables depends on comparing them, so they
// are kept exact.  A dynamic program over (blocks laid, boundary) needs nothing but additions:
// ways(j, p) = ways(j, p-1) if cell p-1 may be blank, plus ways(j-1, start) if block j may end at p.
// One machine word is enough up to 62 cells; longer lines use a row of limbs.  Cost O(cells x blocks)
// additions.
#pragma once

#include <cstdint>
#include <vector>

#include "line_clue.hpp"
#include "words.hpp"

namespace nonocsp {

/// An exact natural number: limbs of 64 bits, least first, no leading zero limb.
struct Count {
    std::vector<std::uint64_t> limbs;

    friend bool operator==(const Count&, const Count&) = default;
    friend bool operator<(const Count& a, const Count& b);
    bool is_zero() const { return limbs.empty(); }
    bool is_one() const { return limbs.size() == 1 && limbs[0] == 1; }
    double approximately() const;
};

/// The number of placements that agree with the candidates (`planes`: one set of cells per paint, of
/// clue.words words each).
Count count(const LineClue& clue, const Word* planes);

}  // namespace nonocsp
