// Numbering what is still open.
//
// Only cells that the first propagation leaves open get variables, so the search structures are as large
// as the undecided part of the puzzle, however large the puzzle is.
#include "search/learning.hpp"

namespace nonocsp {

bool LearningSearch::number_cells() {
    const int rows = grid_.rows(), columns = grid_.columns();
    in_search_.assign(grid_.lines(), 0);
    std::size_t open = 0, variables = 0;
    std::vector<int> first_open;
    for (int row = 0; row < rows; ++row) {
        if (budget_.spend(static_cast<std::uint64_t>(columns) * 5)) return false;
        for (int column = 0; column < columns; ++column) {
            const int n = grid_.candidates(row, column);
            if (n < 2) continue;
            in_search_[row] = in_search_[rows + column] = 1;
            ++open;
            variables += n == 2 ? 1 : n;
        }
    }
    std::size_t line_entries = 0, root_words = 0;
    lacks_from_.assign(grid_.lines(), 0);
    for (int line = 0; line < grid_.lines(); ++line) {
        lacks_from_[line] = line_entries;
        if (in_search_[line]) line_entries += static_cast<std::size_t>(grid_.length(line)) * grid_.clue(line).paints();
        root_words += static_cast<std::size_t>(grid_.clue(line).paints()) * grid_.clue(line).words;
    }
    const std::size_t bytes = open * sizeof(OpenCell) + line_entries * sizeof(Literal) + root_words * sizeof(Word) +
                              variables * (2 * sizeof(Removes) + 2 * sizeof(std::vector<int>) + 96);
    if (budget_.memory(grid_.bytes() + bytes)) return false;
    if (variables > std::size_t{1} << 29) {
        budget_.memory(~std::uint64_t{0});
        return false;
    }

    cells_.reserve(open);
    lacks_.assign(line_entries, no_literal);
    removes_.resize(2 * variables);
    cell_of_.resize(variables);
    root_.clear();
    for (int line = 0; line < grid_.lines(); ++line)
        root_.insert(root_.end(), grid_.planes(line),
                     grid_.planes(line) + static_cast<std::size_t>(grid_.clue(line).paints()) * grid_.clue(line).words);

    Variable next = 0;
    std::vector<int> colours;
    for (int row = 0; row < rows; ++row) {
        if (budget_.spend(static_cast<std::uint64_t>(columns) * 20)) return false;
        for (int column = 0; column < columns; ++column) {
            colours.clear();
            const LineClue &across = grid_.clue(row), &down = grid_.clue(rows + column);
            for (int p = 0; p < across.paints(); ++p)
                if (grid_.has(row, p, column)) colours.push_back(across.palette[p]);
            if (colours.size() < 2) continue;
            const int n = colours.size() == 2 ? 1 : static_cast<int>(colours.size());
            for (int i = 0; i < static_cast<int>(colours.size()); ++i) {
                // Two candidates: "not the lower" is the positive literal, "not the higher" the negative one.
                const Literal lacks = n == 1 ? (i == 0 ? positive(next) : negative(next)) : negative(next + i);
                const int colour = colours[i], row_paint = across.paint[colour], column_paint = down.paint[colour];
                lacks_[lacks_from_[row] + static_cast<std::size_t>(column) * across.paints() + row_paint] = lacks;
                lacks_[lacks_from_[rows + column] + static_cast<std::size_t>(row) * down.paints() + column_paint] = lacks;
                Removes& removes = removes_[lacks];
                removes.colour = static_cast<std::int16_t>(colour);
                removes.row_bit = static_cast<std::uint8_t>(column % 64);
                removes.column_bit = static_cast<std::uint8_t>(row % 64);
                removes.row_word = static_cast<std::uint32_t>(grid_.plane_word(row, row_paint, column));
                removes.column_word = static_cast<std::uint32_t>(grid_.plane_word(rows + column, column_paint, row));
            }
            for (int i = 0; i < n; ++i) cell_of_[next + i] = static_cast<std::int32_t>(cells_.size());
            cells_.push_back({row, column, next, n});
            next += n;
        }
    }
    has_open_cells_ = in_search_;
    for (int line = 0; line < grid_.lines(); ++line)
        if (grid_.clue(line).absent) in_search_[line] = 0;

    because_.assign(1, 0);
    cell_variables_ = next;
    grow_variables(next);
    return true;
}

/// Room for so many variables; new ones are open.
void LearningSearch::grow_variables(Variable variables) {
    const std::size_t n = variables;
    removes_.resize(2 * n);
    cell_of_.resize(n, -1);
    value_.resize(2 * n, 0);
    level_.resize(n, 0);
    when_.resize(n, 0);
    reason_.resize(n);
    explained_.resize(n, 0);
    trail_.reserve(n);
    nogoods_.grow(variables);
    order_.grow(variables);
    phase_.resize(n, 0);
    target_.resize(n, -1);
    seen_.resize(n, 0);
    level_stamp_.resize(n + 2, 0);
}

/// The literal "this cell has this colour", or `always` or `never`.
Literal LearningSearch::has_colour(int row, int column, int colour) const {
    const int paint = grid_.clue(row).paint[colour];
    if (paint < 0) return never;
    const Literal lacks = lacks_.empty() ? no_literal
                          : has_open_cells_[row]
                              ? lacks_[lacks_from_[row] + static_cast<std::size_t>(column) * grid_.clue(row).paints() + paint]
                              : no_literal;
    if (lacks >= 0) return negated(lacks);
    return grid_.has(row, paint, column) ? always : never;
}

void LearningSearch::assume(Literal l, bool closed) {
    level_starts_.push_back(trail_.size());
    closed_.push_back(closed);
    set(l, {});
}

void LearningSearch::set(Literal l, Reason reason) {
    const Variable v = variable(l);
    value_[l] = 1;
    value_[negated(l)] = -1;
    level_[v] = level();
    when_[v] = static_cast<std::int32_t>(trail_.size());
    reason_[v] = reason;
    explained_[v] = 0;
    trail_.push_back(l);
    ++stats_.propagations;
    const Removes& removes = removes_[l];
    if (removes.colour < 0) return;
    Word* planes = grid_.all_planes();
    planes[removes.row_word] &= ~(Word{1} << removes.row_bit);
    planes[removes.column_word] &= ~(Word{1} << removes.column_bit);
    const OpenCell& cell = cells_[cell_of_[v]];
    const int row = cell.row, column = grid_.rows() + cell.column;
    const int author = reason.kind == Reason::line ? static_cast<int>(reason.index) : -1;
    if (row != author && in_search_[row]) dirty_.push(row);
    if (column != author && in_search_[column]) dirty_.push(column);
}

void LearningSearch::back_to(int level) {
    if (level >= this->level()) return;
    const std::size_t keep = level_starts_[level];
    Word* planes = grid_.all_planes();
    while (trail_.size() > keep) {
        const Literal l = trail_.back();
        trail_.pop_back();
        const Variable v = variable(l);
        value_[l] = value_[negated(l)] = 0;
        phase_[v] = is_positive(l);
        const Removes& removes = removes_[l];
        if (removes.colour >= 0) {
            planes[removes.row_word] |= Word{1} << removes.row_bit;
            planes[removes.column_word] |= Word{1} << removes.column_bit;
        }
        order_.insert(v);
    }
    level_starts_.resize(level);
    closed_.resize(level);
    pending_ = keep;
    dirty_.clear();
}

}  // namespace nonocsp
