// The solution checker, run on every picture before it leaves the kernel.
//
// It compares runs with clues and shares no code with the solver, so that no fault in propagation, learning or
// bookkeeping passes unnoticed.
#pragma once

#include <cstdint>

#include "search/base/puzzle.hpp"

namespace nonocsp {

/// `cells`: their colours, in order.
bool is_solution(const Puzzle& puzzle, const Givens* givens, const std::uint8_t* cells);

}  // namespace nonocsp
