// Puzzles as plain data.
//
// Colour 0 is blank, block colours are 1 .. colours.  Lines are numbered rows first: line i < rows is
// row i, line rows + j is column j.
#pragma once

#include <cstdint>
#include <vector>

namespace nonocsp {

/// A run of cells of one colour.  Length 0 stands for an unknown length of at least one cell.
struct Block {
    std::int32_t length;
    std::uint8_t colour;
};

/// The blocks of one line in order.  An absent clue leaves its line unconstrained.
struct Clue {
    bool absent = false;
    std::vector<Block> blocks;
};

struct Puzzle {
    int rows = 0;
    int columns = 0;
    int colours = 1;
    std::vector<Clue> clues;  ///< rows first, then columns

    int lines() const { return rows + columns; }
    int length(int line) const { return line < rows ? columns : rows; }
};

/// Colours still possible in each cell before solving starts: per cell, row by row,
/// `words_per_cell(colours)` words whose bit c is set if colour c is possible.
struct Givens {
    std::vector<std::uint64_t> candidates;

    static int words_per_cell(int colours) { return colours / 64 + 1; }
};

/// The longest line the kernel takes, in cells.
inline constexpr int longest_line = 10'239;

/// Throws std::invalid_argument with the fault unless the puzzle is well formed.
/// A clue that does not fit its line is well formed: the puzzle has no solution.
void validate(const Puzzle& puzzle, const Givens* givens);

}  // namespace nonocsp
