// Transposing and mirroring puzzles.
#include "search/base/orientation.hpp"

#include <algorithm>

namespace nonocsp {

std::vector<Orientation> Orientation::all(const Board& board) {
    if (!board.is_rectangle()) return {{}};
    return {{}, {.by_columns = true}, {.backwards = true}, {.by_columns = true, .backwards = true}};
}

Orientation Orientation::along(const Board& board, bool columns) {
    if (board.is_rectangle()) return {.by_columns = columns};
    return {.direction = columns};
}

Puzzle Orientation::apply(const Puzzle& puzzle) const {
    Puzzle result = puzzle;
    if (by_columns) {
        std::swap(result.rows, result.columns);
        std::rotate(result.clues.begin(), result.clues.begin() + puzzle.rows, result.clues.end());
    }
    if (backwards) {
        const auto columns = result.clues.begin() + result.rows;
        std::reverse(result.clues.begin(), columns);
        for (auto clue = columns; clue != result.clues.end(); ++clue) clue->reverse();
    }
    return result;
}

std::unique_ptr<Givens> Orientation::apply(const Puzzle& puzzle, const Givens* givens) const {
    if (!givens) return nullptr;
    auto result = std::make_unique<Givens>();
    const std::size_t words = static_cast<std::size_t>(Givens::words_per_cell(puzzle.colours));
    result->candidates.resize(givens->candidates.size());
    for (std::size_t cell = 0; cell < puzzle.cells(); ++cell)
        std::copy_n(&givens->candidates[original_cell(puzzle, static_cast<std::uint32_t>(cell)) * words], words,
                    &result->candidates[cell * words]);
    return result;
}

std::uint32_t Orientation::original_cell(const Puzzle& puzzle, std::uint32_t cell) const {
    if (is_original()) return cell;
    const std::uint32_t rows = static_cast<std::uint32_t>(by_columns ? puzzle.columns : puzzle.rows);
    const std::uint32_t columns = static_cast<std::uint32_t>(by_columns ? puzzle.rows : puzzle.columns);
    std::uint32_t row = cell / columns;
    const std::uint32_t column = cell % columns;
    if (backwards) row = rows - 1 - row;
    return by_columns ? column * rows + row : row * columns + column;
}

}  // namespace nonocsp
