// Upper bounds by potentials: one column after another, rows joined by a potential of their states.
//
// Read the cells column by column.  What matters of the columns read is the vector s of the states of all rows.  For
// positive potentials L_j(s), products over the rows of l_ij(s_i), that are 1 at both ends, the number of solutions is
// at most the product over the columns j of
//
//     M_j = max over s of the sum over placements of column j of L_j+1(s') / L_j(s),
//
// where s' are the row states behind the column: by induction, from the last column, L_j(s) M_j .. M_n bounds the
// number of ways to complete the picture from s.  M_j is bounded by a pass over the cells of the column, which takes in each
// row and state of the column the row state that is worst there:
//
//     b_i(t) = max over s_i of sum over colours c of l_i,j+1(s_i c) / l_ij(s_i) b_i+1(t c).
//
// The logarithm of the bound is convex in those of the potentials, and its subgradient is how often the worst pictures
// of a column pass a row state behind it, minus how often those of the next column do before it.  A step against it
// changes all potentials; the best bound counts.
//
// All numbers are non-negative sums, products and quotients, so relative rounding errors only add up and are bounded.
// Cost of a step: cells x states of the row x states of the column x candidates.
#pragma once

#include <vector>

#include "compilation/relaxation.hpp"

namespace nonocsp {

class PotentialBound {
public:
    /// Of a component, whose cells are in row-major order; they must outlive the bound.
    PotentialBound(const Relaxation::Lines& lines, std::vector<Frontier::Cell> cells);

    /// The logarithm of the bound for the potentials as they are, rounded up; then a step to better ones.
    double step();
    /// Rough work of a step, in nanoseconds.
    std::uint64_t work() const { return work_; }

private:
    /// A cell: its automata's links, and where its numbers begin.
    struct Place {
        const std::uint8_t *row, *column;   ///< by state and candidate: the next state
        int row_states, column_states, candidates;
        std::size_t before, behind;         ///< its row's potentials
    };

    double pass(std::size_t first, std::size_t last);

    std::vector<Place> places_;             ///< column by column
    std::vector<std::size_t> columns_;      ///< where each column begins, and the end
    std::vector<double> potentials_, gradient_;  ///< logarithms; by row, boundary and state
    std::vector<char> is_fixed_;            ///< at the ends of rows, where the potential is 1
    std::vector<double> values_;            ///< of a column, by cell and column state
    std::vector<std::uint8_t> worst_;       ///< the same: the row state taken
    std::vector<double> share_, next_share_;
    std::uint64_t work_ = 0;
    int steps_ = 0;
};

}  // namespace nonocsp
