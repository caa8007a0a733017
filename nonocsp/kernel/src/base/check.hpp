// Is this picture a solution?  Asked of every picture before it leaves the kernel.
//
// The answer comes from the clues alone, run by run, and shares no code with the solver: a fault in
// propagation, learning or bookkeeping cannot pass unnoticed.
#pragma once

#include <cstdint>

#include "base/puzzle.hpp"

namespace nonocsp {

/// `cells`: the colours, row by row.
bool is_solution(const Puzzle& puzzle, const Givens* givens, const std::uint8_t* cells);

}  // namespace nonocsp
