// The exact number of placements of a line, by dynamic programming.
//
// Counts pass 10^40 on lines of 150 cells, and the variable ordering compares them, so they are exact.  The program
// over (blocks laid, boundary) needs only additions:
// ways(j, p) = ways(j, p-1) if cell p-1 may be blank, plus ways(j-1, start) if block j may end at p.
// One machine word is enough up to 62 cells; longer lines use a row of limbs.  Cost O(cells x blocks)
// additions.
#pragma once

#include <cstdint>
#include <vector>

#include "search/base/big_unsigned.hpp"
#include "search/base/bitset.hpp"
#include "search/line/clue.hpp"

namespace nonocsp {

/// The number of placements that agree with the candidates (`planes`: one set of cells per paint, of
/// clue.words words each).
BigUnsigned count(const LineClue& clue, const Word* planes);

}  // namespace nonocsp
