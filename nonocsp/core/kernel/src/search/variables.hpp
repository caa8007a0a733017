// The variables of the search: the cells that the first propagation leaves open.
//
// Only open cells get variables, so the search is as large as the undecided part of the puzzle, however large the
// puzzle is.  Later techniques may add variables of their own, which exclude no candidate (order_encoding.cpp).
#pragma once

#include <vector>

#include "search/base/budget.hpp"
#include "search/grid/grid.hpp"
#include "search/literal.hpp"

namespace nonocsp {

/// A cell with two candidates or more when the search begins; its variables are first .. first + variables - 1.
struct OpenCell {
    std::int32_t row, column;         ///< its row, and its index there
    std::int32_t down, down_index;    ///< its line of the second direction, and its index there
    std::int32_t third, third_index;  ///< of the third; -1 if there is none
    Variable first;
    std::int32_t variables;

    /// Call `f(line, i)` for each of its lines.
    template <class F>
    void each_place(F&& f) const {
        f(row, column);
        f(down, down_index);
        if (third >= 0) f(third, third_index);
    }
};

class Variables {
public:
    /// The candidate that a literal excludes, and its bits in the planes of the grid.
    struct Exclusion {
        std::int16_t colour = -1;  ///< -1: none
        std::uint8_t row_bit = 0, down_bit = 0, third_bit = 0;
        std::uint32_t row_word = 0, down_word = 0, third_word = 0;  ///< a third word is never 0

        /// Call `f(word, bit)` for each of them.
        template <class F>
        void each_bit(F&& f) const {
            f(row_word, Word{1} << row_bit);
            f(down_word, Word{1} << down_bit);
            if (third_word) f(third_word, Word{1} << third_bit);
        }
    };

    /// Number the open cells of a propagated grid.  False if the budget does not allow it.
    bool number(const Grid& grid, Budget& budget);
    /// Add variables up to this number.
    void grow(Variable variables);

    Variable size() const { return static_cast<Variable>(cell_of_.size()); }
    /// Variables below this number belong to cells.
    Variable of_cells() const { return of_cells_; }
    const std::vector<OpenCell>& cells() const { return cells_; }
    const OpenCell& cell(Variable v) const { return cells_[cell_of_[v]]; }
    const Exclusion& exclusion(Literal l) const { return exclusions_[l]; }

    /// The literal that excludes a paint from a cell of a line, by cell and paint, or no_literal.
    const Literal* exclusions_of(int line) const { return &excluding_[first_excluding_[line]]; }
    /// The index in a line of the cell that a literal is about.
    int index_in(int line, Literal l) const {
        const OpenCell& cell = this->cell(variable(l));
        return line == cell.row ? cell.column : line == cell.down ? cell.down_index : cell.third_index;
    }
    /// Whether a line has open cells and a clue.
    bool is_active(int line) const { return is_active_[line]; }
    /// The literal "cell i of the line has this colour", or `always` or `never`.  At level 0, or of an open cell.
    Literal has_colour(const Grid& grid, int line, int i, int colour) const;

    std::size_t bytes() const;

private:
    bool allocate(const Grid& grid, Budget& budget);
    void add_cell(const Grid& grid, int row, int column, const std::vector<int>& colours);

    std::vector<OpenCell> cells_;
    std::vector<std::int32_t> cell_of_;         ///< variable -> index of its cell; -1: none
    std::vector<Exclusion> exclusions_;         ///< literal -> what it excludes
    std::vector<Literal> excluding_;            ///< line, cell, paint -> the literal that excludes it
    std::vector<std::size_t> first_excluding_;  ///< line -> its part of excluding_
    std::vector<char> has_open_cells_, is_active_;
    Variable of_cells_ = 0;
};

}  // namespace nonocsp
