// Numbering the open cells.
#include "search/variables.hpp"

namespace nonocsp {

bool Variables::number(const Grid& grid, Budget& budget) {
    if (!allocate(grid, budget)) return false;
    std::vector<int> colours;
    for (int row = 0; row < grid.rows(); ++row) {
        if (budget.spend(static_cast<std::uint64_t>(grid.length(row)) * 20)) return false;
        for (int column = 0; column < grid.length(row); ++column) {
            colours.clear();
            const LineClue& across = grid.clue(row);
            for (int p = 0; p < across.paints(); ++p)
                if (grid.has(row, p, column)) colours.push_back(across.palette[p]);
            if (colours.size() > 1) add_cell(grid, row, column, colours);
        }
    }
    return true;
}

/// Measure what the tables need, ask the budget, and make them.
bool Variables::allocate(const Grid& grid, Budget& budget) {
    has_open_cells_.assign(grid.lines(), 0);
    std::size_t open = 0, variables = 0;
    for (int row = 0; row < grid.rows(); ++row) {
        if (budget.spend(static_cast<std::uint64_t>(grid.length(row)) * 5)) return false;
        for (int column = 0; column < grid.length(row); ++column) {
            const int n = grid.candidates(row, column);
            if (n < 2) continue;
            has_open_cells_[row] = 1;
            grid.each_crossing(row, column, [&](int other, int) { has_open_cells_[other] = 1; });
            ++open;
            variables += n == 2 ? 1 : n;
        }
    }
    std::size_t entries = 0, plane_words = 0;
    first_excluding_.assign(grid.lines(), 0);
    is_active_ = has_open_cells_;
    for (int line = 0; line < grid.lines(); ++line) {
        const LineClue& clue = grid.clue(line);
        first_excluding_[line] = entries;
        if (has_open_cells_[line]) entries += static_cast<std::size_t>(clue.cells) * clue.paints();
        plane_words += static_cast<std::size_t>(clue.paints()) * clue.words;
        if (clue.absent) is_active_[line] = 0;
    }
    const std::size_t bytes = open * sizeof(OpenCell) + entries * sizeof(Literal) + plane_words * sizeof(Word) +
                              variables * (2 * sizeof(Exclusion) + 2 * sizeof(std::vector<int>) + 96);
    if (budget.memory(grid.bytes() + bytes)) return false;
    if (variables > std::size_t{1} << 29) {
        budget.memory(~std::uint64_t{0});
        return false;
    }
    cells_.reserve(open);
    excluding_.assign(entries, no_literal);
    exclusions_.resize(2 * variables);
    cell_of_.reserve(variables);
    return true;
}

void Variables::add_cell(const Grid& grid, int row, int column, const std::vector<int>& colours) {
    OpenCell cell{row, column, -1, 0, -1, 0, of_cells_, 0};
    grid.each_crossing(row, column, [&](int other, int place) {
        (cell.down < 0 ? cell.down : cell.third) = other;
        (cell.third < 0 ? cell.down_index : cell.third_index) = place;
    });
    const int n = colours.size() == 2 ? 1 : static_cast<int>(colours.size());
    const Variable first = of_cells_;
    for (int i = 0; i < static_cast<int>(colours.size()); ++i) {
        // The positive literal of two candidates excludes the lower, the negative one the higher.
        const Literal l = n > 1 ? negative(first + i) : i == 0 ? positive(first) : negative(first);
        const int colour = colours[i];
        cell.each_place([&](int line, int index) {
            const LineClue& clue = grid.clue(line);
            const std::size_t at = static_cast<std::size_t>(index) * clue.paints() + clue.paint[colour];
            excluding_[first_excluding_[line] + at] = l;
        });
        const auto word = [&](int line, int index) {
            return static_cast<std::uint32_t>(grid.plane_word(line, grid.clue(line).paint[colour], index));
        };
        Exclusion& exclusion = exclusions_[l];
        exclusion.colour = static_cast<std::int16_t>(colour);
        exclusion.row_bit = static_cast<std::uint8_t>(column % 64);
        exclusion.down_bit = static_cast<std::uint8_t>(cell.down_index % 64);
        exclusion.third_bit = static_cast<std::uint8_t>(cell.third_index % 64);
        exclusion.row_word = word(row, column);
        exclusion.down_word = word(cell.down, cell.down_index);
        if (cell.third >= 0) exclusion.third_word = word(cell.third, cell.third_index);
    }
    cell_of_.resize(cell_of_.size() + n, static_cast<std::int32_t>(cells_.size()));
    cell.variables = n;
    cells_.push_back(cell);
    of_cells_ += n;
}

void Variables::grow(Variable variables) {
    exclusions_.resize(2 * static_cast<std::size_t>(variables));
    cell_of_.resize(variables, -1);
}

Literal Variables::has_colour(const Grid& grid, int line, int i, int colour) const {
    const LineClue& clue = grid.clue(line);
    const int paint = clue.paint[colour];
    if (paint < 0) return never;
    const Literal excluding = has_open_cells_[line] ? exclusions_of(line)[i * clue.paints() + paint] : no_literal;
    if (excluding != no_literal) return negated(excluding);
    return grid.has(line, paint, i) ? always : never;
}

std::size_t Variables::bytes() const {
    return cells_.capacity() * sizeof(OpenCell) + excluding_.capacity() * sizeof(Literal) +
           exclusions_.capacity() * sizeof(Exclusion) + cell_of_.capacity() * sizeof(std::int32_t);
}

}  // namespace nonocsp
