// Construction of a grid.
#include "grid/grid.hpp"

#include <algorithm>
#include <stdexcept>

namespace nonocsp {

Grid::Grid(const Puzzle& puzzle, const Givens* givens, Budget& budget, View view)
    : rows_(puzzle.rows), columns_(puzzle.columns), colours_(puzzle.colours) {
    clues_.reserve(lines());
    offset_.reserve(lines());
    std::size_t words = 0;
    for (int line = 0; line < lines(); ++line) {
        clues_.emplace_back(puzzle.clues[line], length(line), colours_);
        const LineClue& clue = clues_.back();
        offset_.push_back(words);
        words += static_cast<std::size_t>(clue.paints()) * clue.words;
        bytes_ += sizeof(LineClue) + clue.blocks.size() * sizeof(LineBlock) + clue.shapes.size() * sizeof(Shape) +
                  (clue.advance.size() + clue.loop.size() + clue.skip.size()) * sizeof(Word) +
                  clue.paint.size() * sizeof(clue.paint[0]);
        if (budget.spend(1000 + 20 * clue.blocks.size())) return;
    }
    bytes_ += words * sizeof(Word);
    if (budget.memory(bytes_)) return;
    planes_.assign(words, 0);

    // A colour is open where both palettes have it.  Whole words at a time: which lines of the other
    // direction have the colour does not depend on the line.
    for (int colour = 0; colour <= colours_; ++colour) {
        std::vector<Word> in_rows((rows_ + 63) / 64), in_columns((columns_ + 63) / 64);
        const auto has = [&](int line) {
            switch (view) {
                case View::crossed: return clues_[line].paint[colour] >= 0;
                case View::alone: return true;
            }
            throw std::logic_error("nonocsp kernel: unknown view");
        };
        for (int i = 0; i < rows_; ++i)
            if (has(i)) in_rows[i / 64] |= Word{1} << (i % 64);
        for (int j = 0; j < columns_; ++j)
            if (has(rows_ + j)) in_columns[j / 64] |= Word{1} << (j % 64);
        for (int line = 0; line < lines(); ++line) {
            const int paint = clues_[line].paint[colour];
            if (paint < 0) continue;
            const std::vector<Word>& open = line < rows_ ? in_columns : in_rows;
            std::copy(open.begin(), open.end(), planes(line) + static_cast<std::size_t>(paint) * clues_[line].words);
        }
    }
    if (!givens) return;
    const int per_cell = Givens::words_per_cell(colours_);
    for (int row = 0; row < rows_; ++row) {
        if (budget.spend(10 * static_cast<std::uint64_t>(columns_) * (colours_ + 1))) return;
        for (int column = 0; column < columns_; ++column) {
            const std::uint64_t* given =
                &givens->candidates[(static_cast<std::size_t>(row) * columns_ + column) * per_cell];
            for (int colour = 0; colour <= colours_; ++colour)
                if (!(given[colour / 64] >> (colour % 64) & 1)) remove(row, column, colour);
        }
    }
}

bool Grid::is_decided() const {
    for (int row = 0; row < rows_; ++row) {
        int candidates = 0;
        for (int i = 0; i < clues_[row].paints() * clues_[row].words; ++i) candidates += std::popcount(planes(row)[i]);
        if (candidates != columns_) return false;
    }
    return true;
}

int Grid::candidates(int row, int column) const {
    int n = 0;
    for (int p = 0; p < clues_[row].paints(); ++p) n += has(row, p, column);
    return n;
}

int Grid::first_candidate(int row, int column) const {
    for (int p = 0; p < clues_[row].paints(); ++p)
        if (has(row, p, column)) return clues_[row].palette[p];
    return 0;
}

void Grid::read_off(std::uint8_t* cells) const {
    std::fill(cells, cells + static_cast<std::size_t>(rows_) * columns_, 0);
    for (int row = 0; row < rows_; ++row)
        for (int p = 1; p < clues_[row].paints(); ++p)
            each_bit(planes(row) + static_cast<std::size_t>(p) * clues_[row].words, clues_[row].words, [&](int column) {
                cells[static_cast<std::size_t>(row) * columns_ + column] = clues_[row].palette[p];
            });
}

}  // namespace nonocsp
