// Upper bounds by potentials, on a board whose cells lie on lines of any directions.
//
// As potential_bound.hpp, but each strip is a single line, read cell by cell, and every other line that crosses the
// strip comes in at its worst state.  What matters of the cells ahead is a value for every vector t of states of the
// lines that are within the strip: its own, and those of which it has more cells to come,
//
//     b_k(t) = max over states s of the lines that come in at cell k of
//              sum over its candidates of b_k+1(t') prod l(s'_j) / prod l(s_i),
//
// where lines i come in at cell k and lines j leave behind it.  A worst state may depend on those of the lines that
// came in behind: the bound is weaker for it, and still a bound.
//
// Where d directions cross the strips, a potential begins as the d-th root of the number of completions: for d = 2 and
// hexagons the first bound is then no worse than the root of the product of the placements of both directions, by the
// inequality of Cauchy and Schwarz.
//
// Steps have momentum (Polyak 1964), and lengths by the squares of the gradients so far (AdaGrad: Duchi, Hazan and
// Singer 2011).
//
// Cost of a step: cells x vectors of states of the cell's lines x candidates.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "estimation/board_restricted_frontier.hpp"
#include "line/reordered_line.hpp"

namespace nonocsp {

class BoardPotentialBound {
public:
    /// Strips are the lines of the cells' first places, and neighbours in their order.
    BoardPotentialBound(const Frontier::Lines& lines, ReorderedLines swept, const std::vector<BoardCell>& cells);

    /// The logarithm of the best bound so far, rounded up.
    double log_bound() const { return log_bound_; }
    /// Take at least one step, for about this much work.  Returns the work.
    std::uint64_t improve(std::uint64_t work, std::size_t memory, Budget& budget);
    int steps() const { return steps_; }
    /// Steps gain little, or take too much work or memory.
    bool is_done() const { return is_done_; }
    std::size_t bytes() const;

private:
    /// A line at a cell.
    struct Axis {
        const std::uint16_t* next = nullptr;         ///< by state and candidate; null: a single state
        std::size_t states = 1;
        std::size_t before = 0, behind = 0;          ///< its potentials where it comes in or leaves; else those of 1
        std::size_t stride = 0, stride_behind = 0;   ///< in the vectors before the cell and behind it, if it is there
    };
    /// A line that goes on beside a cell.
    struct Spectator {
        std::size_t states, stride, stride_behind;
    };
    struct Place {
        std::array<Axis, 3> axes;
        std::vector<Spectator> spectators;
        std::size_t candidates, vectors;
    };
    /// A candidate of a cell for states of its lines: the factor, and where the vectors behind it begin.
    struct Link {
        double factor;
        std::size_t there, candidate;
    };

    void arrange(const std::vector<BoardCell>& cells);
    std::size_t boundary(std::size_t line, std::size_t step, double share);
    void find_states(std::size_t d, const Axis& axis, std::size_t candidates);
    void prepare(const Place& place);
    template <class Visit>
    void each_state(const Place& place, Visit&& visit);
    double pass(std::size_t first, std::size_t last, Budget& budget);
    void descend(std::size_t first, std::size_t last);
    void step(Budget& budget);

    const Frontier::Lines& lines_;
    const ReorderedLines swept_;
    std::vector<Place> places_;                       ///< cell by cell
    std::vector<std::size_t> strips_;                 ///< where each strip's places begin, and the end
    std::vector<std::vector<std::size_t>> boundaries_;   ///< line -> cells of it before -> its potentials, or none
    std::vector<double> potentials_, factors_;        ///< logarithms, powers; by boundary and state
    std::vector<char> is_fixed_;                      ///< where a boundary has one state: the potential is 1
    std::vector<double> gradient_, momentum_, squares_;
    std::vector<std::vector<double>> values_;         ///< of a strip, by place and vector
    std::vector<std::vector<std::uint32_t>> worst_;   ///< the same: the states taken
    std::vector<double> scales_;                      ///< by place of a strip
    std::array<std::vector<double>, 3> weights_;      ///< of a place, by line, state and candidate
    std::array<std::vector<std::size_t>, 3> moves_;   ///< the same: what they add to the vector behind
    std::array<std::vector<std::size_t>, 3> states_;  ///< of a place, by line: those to look at
    std::vector<std::size_t> here_, there_;           ///< of a place: the vectors of its spectators
    std::vector<Link> pairs_, links_;
    std::vector<double> sums_, share_, next_share_;
    std::size_t most_bytes_ = 0;                      ///< of a strip's values
    std::uint64_t most_work_ = 0, work_ = 0;          ///< of a step at most, and of the steps of a turn
    double log_bound_ = std::numeric_limits<double>::infinity();
    double log_bound_before_ = log_bound_;            ///< at the last look at the gain
    bool is_done_ = false;
    int steps_ = 0;
};

}  // namespace nonocsp
