// The orientation in which a puzzle is compiled: by rows or by columns, from the first line or from the last.
//
// Row-major order makes residual problems coincide, and which side counts as the rows is free: one orientation may have
// a tenth of the residual problems of another.  So a compiler works on a transposed or mirrored copy of the puzzle, and
// its cell numbers are translated back at the end.  Any other board than a rectangle is compiled as it is given; only
// frontiers, which decide its cells along the lines of a direction, have a choice there.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/base/puzzle.hpp"

namespace nonocsp {

struct Orientation {
    bool by_columns = false;  ///< transposed
    bool backwards = false;   ///< last row first
    int direction = 0;        ///< of the lines along which a frontier decides cells

    /// All in which search may compile a puzzle; the original one first.
    static std::vector<Orientation> all(const Board& board);
    /// That in which a frontier decides cells along the rows, or along the lines of the second direction.
    static Orientation along(const Board& board, bool columns);

    bool is_original() const { return !by_columns && !backwards; }
    Puzzle apply(const Puzzle& puzzle) const;
    std::unique_ptr<Givens> apply(const Puzzle& puzzle, const Givens* givens) const;
    /// The cell number in the original puzzle (the one given) of a cell of the oriented puzzle.
    std::uint32_t original_cell(const Puzzle& puzzle, std::uint32_t cell) const;
};

}  // namespace nonocsp
