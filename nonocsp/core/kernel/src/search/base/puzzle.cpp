// Validation of puzzles that come from outside.
#include "search/base/puzzle.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace nonocsp {

namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

}  // namespace

void Clue::reverse() {
    std::reverse(blocks.begin(), blocks.end());
    if (blocks.empty()) return;
    for (std::size_t j = blocks.size() - 1; j > 0; --j) blocks[j].joint = blocks[j - 1].joint;
    blocks[0].joint = Joint::by_colour;
}

void validate(const Clue& clue, int colours) {
    const Block* before = nullptr;
    for (const Block& block : clue.blocks) {
        if (block.length == star) {
            if (block.colour || block.joint != Joint::by_colour) refuse("a star has a colour or a joint");
            before = nullptr;
            continue;
        }
        if (block.length < 0) refuse("a block has a negative length");
        if (block.colour < 1 || block.colour > colours)
            refuse("a block has colour " + std::to_string(block.colour) + ", expected 1 to " + std::to_string(colours));
        if (block.joint == Joint::attached && (!before || before->colour == block.colour))
            refuse("a block is attached to none of another colour");
        if (block.joint == Joint::loose &&
            (!before || before->colour != block.colour || !before->length || !block.length))
            refuse("a block is loose beside none of its colour and known length");
        before = &block;
    }
}

void validate(const Puzzle& puzzle, const Givens* givens) {
    if (puzzle.rows < 1 || puzzle.columns < 1) refuse("a puzzle needs at least one row and one column");
    if (puzzle.is_rectangle() && (puzzle.rows > longest_line || puzzle.columns > longest_line))
        refuse("a line may have at most " + std::to_string(longest_line) + " cells");
    if (puzzle.colours < 0 || puzzle.colours > 255) refuse("a puzzle has 0 to 255 block colours");
    if (puzzle.clues.size() != static_cast<std::size_t>(puzzle.lines()))
        refuse("a puzzle needs one clue for each line");
    for (const Clue& clue : puzzle.clues) validate(clue, puzzle.colours);
    if (givens && givens->candidates.size() != puzzle.cells() * Givens::words_per_cell(puzzle.colours))
        refuse("givens need a candidate set for every cell");
}

}  // namespace nonocsp
