// The ways to sweep a puzzle: by rows or by columns, from the first on or from the last.
//
// Row-major order makes residuals meet, but which of a puzzle's sides are its rows is a matter of how one holds it,
// and one way may leave a tenth of the residuals of another.  A puzzle is compiled held in one of four ways, and its
// cells are told by their usual numbers again afterwards.
#pragma once

#include <cstdint>
#include <memory>

#include "base/puzzle.hpp"

namespace nonocsp {

struct Sweep {
    bool by_columns = false;
    bool backwards = false;

    Puzzle held(const Puzzle& puzzle) const;
    std::unique_ptr<Givens> held(const Puzzle& puzzle, const Givens* givens) const;
    /// The usual number of a cell of the held puzzle; the puzzle is the usual one.
    std::uint32_t usual(const Puzzle& puzzle, std::uint32_t cell) const;
};

}  // namespace nonocsp
