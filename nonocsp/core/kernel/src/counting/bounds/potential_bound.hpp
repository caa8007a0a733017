// Upper bounds by potentials: one strip of columns after another, rows joined by a potential of their states.
//
// Read the cells strip by strip.  What matters of the strips read is the vector s of the states of all rows.  For
// positive potentials L_j(s), products over the rows of l_ij(s_i), that are 1 at both ends, the number of solutions is
// at most the product over the strips j of
//
//     M_j = max over s of the sum over the pictures of strip j of L_j+1(s') / L_j(s),
//
// where s' are the row states behind the strip: by induction, from the last strip, L_j(s) M_j .. M_n bounds the
// number of ways to complete the picture from s.  M_j is bounded by a pass over the rows of the strip, which takes in
// each row and for each vector t of the states of its columns the row state that is worst there:
//
//     b_i(t) = max over s_i of sum over colours c of the row's cells of l_i,j+1(s_i c) / l_ij(s_i) b_i+1(t c).
//
// The logarithm of the bound is convex in those of the potentials, and its subgradient is how often the worst pictures
// of a strip pass a row state behind it, minus how often those of the next strip do before it.  A step against it
// changes all potentials; the best bound counts.
//
// Strips are single columns at first.  Wider ones never make the bound worse, for the same potentials: the columns of
// a strip are counted together, and rows are at their worst only between strips.
//
// All numbers are non-negative sums, products and quotients, so relative rounding errors only add up and are bounded.
// Cost of a step: cells x states of the row x vectors of states of the strip's columns x candidates.
#pragma once

#include <limits>
#include <vector>

#include "counting/frontier/cell_sequence.hpp"
#include "search/base/budget.hpp"

namespace nonocsp {

class PotentialBound {
public:
    /// The component's sequence keeps its rotation, and outlives the bound.  After the end of the budget nothing more
    /// is done.
    PotentialBound(const CellSequence& sequence, Budget& budget);

    /// The logarithm of the best bound so far, rounded up.
    double log_bound() const { return log_bound_; }
    /// Take at least one step, for about this much work, and make strips wider if that gains little.  Returns the work.
    std::uint64_t improve(std::uint64_t work, std::size_t memory, Budget& budget);
    /// Strips are as wide as may be, and steps gain little.
    bool is_done() const { return is_done_; }
    std::size_t bytes() const;

private:
    /// A cell in a strip: the links of its automata, and the vectors as (high x column's state x low).
    struct Place {
        const std::uint8_t *row, *column;  ///< by state and candidate: the next state
        int row_states, row_next, column_states, column_next, candidates;
        std::size_t high, low;
    };
    /// The cells of a row in a strip.
    struct Row {
        std::size_t first, last;            ///< places
        std::size_t before, behind;         ///< its potentials
        std::size_t vectors, vectors_next;  ///< of column states, before it and behind it
    };

    const MinimalLineDfa& dfa(std::uint32_t line) const { return *sequence_.lines[line].dfa; }
    void begin_with_completions(std::uint32_t line);
    std::size_t vectors(const std::vector<std::uint32_t>& columns) const;
    void arrange(const std::vector<std::vector<std::uint32_t>>& strips, Budget& budget);
    /// Make strips wider, of at most this many vectors of column states.
    bool widen(std::size_t most_vectors, std::uint64_t most_work, Budget& budget);
    void step(Budget& budget);
    template <bool down>
    void cross(const Place& place);
    double pass(std::size_t first, std::size_t last);
    void descend(std::size_t first, std::size_t last);

    const CellSequence& sequence_;
    const std::vector<CellSequence::Cell>& cells_ = sequence_.cells;  ///< row by row
    std::vector<std::vector<std::uint32_t>> by_column_;               ///< line -> its cells
    std::vector<std::size_t> boundaries_;              ///< by line: the potentials of a row's first boundary
    std::vector<std::vector<std::uint32_t>> columns_;  ///< of each strip
    std::vector<Place> places_;                        ///< strip by strip, row by row
    std::vector<Row> rows_;
    std::vector<std::size_t> strips_;                      ///< where each strip's rows begin, and the end
    std::vector<double> potentials_, factors_, gradient_;  ///< logarithms, powers; by row, boundary and state
    std::vector<char> is_fixed_;                           ///< where a boundary has one state: the potential is 1
    std::vector<std::vector<double>> values_;              ///< of a strip, by row and vector
    std::vector<std::vector<std::uint8_t>> worst_;         ///< the same: the row state taken
    std::vector<double> scales_;                           ///< by row of a strip
    std::vector<double> current_, beyond_;                 ///< of a pass: before a cell and behind it
    std::vector<double> share_;
    std::size_t vectors_ = 1;             ///< of column states in a strip, at most, unless it is a single column
    std::size_t most_rows_ = 0;           ///< in a strip
    std::uint64_t work_ = 0, spent_ = 0;  ///< of a step, and of all
    double log_bound_ = std::numeric_limits<double>::infinity();
    bool is_done_ = false;
    int steps_ = 0, steps_since_ = 0;  ///< of all widths, and of this one
};

}  // namespace nonocsp
