// Puzzles as plain data.
//
// Colour 0 is blank, block colours are 1 .. colours.  Lines are numbered rows first: line i < rows is
// row i, in a rectangle line rows + j is column j.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/base/board.hpp"

namespace nonocsp {

/// How a block meets the one before it.
enum class Joint : std::uint8_t {
    by_colour,  ///< a blank between them if they have one colour
    attached,   ///< no blank; their colours differ
    loose,      ///< no blank is needed, though they have one colour; their lengths are known
};

/// The length of a block that stands for any number of blocks of any lengths and colours; its own colour is 0.
inline constexpr std::int32_t star = -1;

/// A run of cells of one colour.  Length 0 stands for an unknown length of at least one cell.
struct Block {
    std::int32_t length;
    std::uint8_t colour;
    Joint joint = Joint::by_colour;
};

/// Whether a blank must be between two consecutive blocks.
inline bool needs_gap(const Block& before, const Block& block) {
    return before.colour == block.colour && block.joint == Joint::by_colour;
}

/// The blocks of one line in order.  An absent clue leaves its line unconstrained.
struct Clue {
    bool absent = false;
    std::vector<Block> blocks;

    bool has_stars() const {
        return std::any_of(blocks.begin(), blocks.end(), [](const Block& block) { return block.length == star; });
    }

    /// Read it from the other end.
    void reverse();
};

struct Puzzle : Board {
    int colours = 1;
    std::vector<Clue> clues;  ///< of all lines
};

/// Colours still possible in each cell before solving starts: per cell, in order,
/// `words_per_cell(colours)` words whose bit c is set if colour c is possible.
struct Givens {
    std::vector<std::uint64_t> candidates;

    static int words_per_cell(int colours) { return colours / 64 + 1; }
};

/// Throws std::invalid_argument with the fault unless the lengths, colours and joints of a clue can be.
void validate(const Clue& clue, int colours);

/// Throws std::invalid_argument with the fault unless the puzzle is well formed.
/// A clue that does not fit its line is well formed: the puzzle has no solution.
void validate(const Puzzle& puzzle, const Givens* givens);

}  // namespace nonocsp
