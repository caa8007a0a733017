// Construction of a grid.
#include "search/grid/grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace nonocsp {

Grid::Grid(const Puzzle& puzzle, const Givens* givens, Budget& budget, View view)
    : board_(puzzle), colours_(puzzle.colours) {
    clues_.reserve(lines());
    offset_.reserve(lines());
    std::size_t words = 0;
    for (int line = 0; line < lines(); ++line) {
        clues_.emplace_back(puzzle.clues[line], length(line), colours_);
        const LineClue& clue = clues_.back();
        offset_.push_back(words);
        words += static_cast<std::size_t>(clue.paints()) * clue.words;
        bytes_ += sizeof(LineClue) + clue.blocks.size() * sizeof(LineBlock) + clue.shapes.size() * sizeof(Shape) +
                  (clue.advance.size() + clue.loop.size() + clue.skip.size() + clue.next.size()) * sizeof(Word) +
                  clue.paint.size() * sizeof(clue.paint[0]);
        if (budget.spend(1000 + 20 * clue.blocks.size())) return;
    }
    bytes_ += words * sizeof(Word);
    if (budget.memory(bytes_)) return;
    planes_.assign(words, 0);

    if (board_.is_rectangle()) fill_rectangle(view);
    else fill_board(view);
    if (!givens) return;
    const int per_cell = Givens::words_per_cell(colours_);
    const std::uint64_t* given = givens->candidates.data();
    for (int row = 0; row < rows(); ++row) {
        if (budget.spend(10 * static_cast<std::uint64_t>(length(row)) * (colours_ + 1))) return;
        for (int i = 0; i < length(row); ++i, given += per_cell)
            for (int colour = 0; colour <= colours_; ++colour)
                if (!(given[colour / 64] >> (colour % 64) & 1)) remove(row, i, colour);
    }
}

/// A colour is open where both palettes have it.  Whole words at a time: which lines of the other direction have the
/// colour does not depend on the line.
void Grid::fill_rectangle(View view) {
    for (int colour = 0; colour <= colours_; ++colour) {
        std::vector<Word> in_rows((rows() + 63) / 64), in_columns((columns() + 63) / 64);
        const auto has = [&](int line) {
            switch (view) {
                case View::crossed: return clues_[line].paint[colour] >= 0;
                case View::alone: return true;
            }
            throw std::logic_error("nonocsp kernel: unknown view");
        };
        for (int i = 0; i < rows(); ++i)
            if (has(i)) in_rows[i / 64] |= Word{1} << (i % 64);
        for (int j = 0; j < columns(); ++j)
            if (has(rows() + j)) in_columns[j / 64] |= Word{1} << (j % 64);
        for (int line = 0; line < lines(); ++line) {
            const int paint = clues_[line].paint[colour];
            if (paint < 0) continue;
            const std::vector<Word>& open = line < rows() ? in_columns : in_rows;
            std::copy(open.begin(), open.end(), planes(line) + static_cast<std::size_t>(paint) * clues_[line].words);
        }
    }
}

void Grid::fill_board(View view) {
    for (int line = 0; line < lines(); ++line)
        for (std::uint8_t colour : clues_[line].palette)
            for (int i = 0; i < length(line); ++i) restore_in(line, colour, i);
    if (view == View::alone) return;
    for (int line = 0; line < lines(); ++line)
        for (int colour = 0; colour <= colours_; ++colour)
            if (clues_[line].paint[colour] < 0)
                for (int i = 0; i < length(line); ++i) remove(line, i, colour);
}

bool Grid::is_decided() const {
    for (int row = 0; row < rows(); ++row) {
        int candidates = 0;
        for (int i = 0; i < clues_[row].paints() * clues_[row].words; ++i) candidates += std::popcount(planes(row)[i]);
        if (candidates != length(row)) return false;
    }
    return true;
}

int Grid::candidates(int line, int i) const {
    int n = 0;
    for (int p = 0; p < clues_[line].paints(); ++p) n += has(line, p, i);
    return n;
}

int Grid::first_candidate(int line, int i) const {
    for (int p = 0; p < clues_[line].paints(); ++p)
        if (has(line, p, i)) return clues_[line].palette[p];
    return 0;
}

void Grid::read_off(std::uint8_t* cells) const {
    std::fill(cells, cells + board_.cells(), 0);
    for (int row = 0; row < rows(); cells += length(row), ++row)
        for (int p = 1; p < clues_[row].paints(); ++p)
            each_bit(planes(row) + static_cast<std::size_t>(p) * clues_[row].words, clues_[row].words,
                     [&](int i) { cells[i] = clues_[row].palette[p]; });
}

}  // namespace nonocsp
