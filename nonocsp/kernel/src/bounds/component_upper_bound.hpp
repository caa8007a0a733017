// An upper bound on the number of solutions of a component: its relaxations and their weights, potentials beside them.
//
// The technique is that of hoelder_bound.hpp.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "bounds/board_potential_bound.hpp"
#include "bounds/potential_bound.hpp"
#include "bounds/relaxation.hpp"

namespace nonocsp {

class ComponentUpperBound {
public:
    /// The cells are in the order of their rows; those of a rectangle have no steps.
    ComponentUpperBound(const Relaxation::Lines& lines, std::vector<BoardCell> cells, bool is_rectangle,
                        Budget& budget);

    /// The logarithm of the best bound so far, rounded up.
    double log_bound() const { return log_bound_; }
    bool is_done() const { return is_done_; }
    /// Sweep, merge relaxations, and step potentials.
    void improve(Budget& budget, std::size_t memory);
    std::size_t bytes() const;

private:
    struct Member {
        std::unique_ptr<Relaxation> relaxation;
        double exponent;
        std::size_t columns;  ///< or lines of any other direction, that it keeps beside all rows
    };
    /// A relaxation of a cell, and the cell's index in it.
    struct Cover {
        std::uint32_t member, index;
    };

    std::size_t links() const;
    std::vector<std::uint32_t> lines_of(std::size_t from, std::size_t to) const;
    static double exponent(std::size_t part, std::size_t whole);
    void begin_line_by_line(Budget& budget);
    bool begin_jointly(Budget& budget);
    std::size_t directions() const { return static_cast<std::size_t>(cells_[0].directions); }
    void turn();
    void order_lines();
    void find_covers();
    bool coarsen(Budget& budget);
    bool merge(Budget& budget);
    void sweep(bool down, Budget& budget);
    void exclude(std::size_t cell);
    void agree(std::size_t cell);
    double bound();

    const Relaxation::Lines& lines_;
    std::vector<BoardCell> cells_;             ///< in the order of the relaxations; those of a rectangle have no steps
    std::vector<std::size_t> options_;         ///< cell -> candidates
    const bool is_rectangle_;
    ReorderedLines swept_;                         ///< in the order of the cells
    std::vector<PotentialBound> potentials_;   ///< by rows and by columns
    std::vector<BoardPotentialBound> board_potentials_;  ///< the same on a board, at first
    std::vector<Member> members_;
    std::vector<std::vector<Cover>> covers_;   ///< by cell
    std::vector<std::vector<char>> excluded_;  ///< by cell and candidate
    std::vector<double> shares_, mean_, factor_;
    std::size_t limit_;
    bool is_joint_ = false, is_done_ = false;
    bool is_coarsest_ = false;  ///< relaxations are done with
    double log_bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace nonocsp
