// An upper bound on the number of solutions of a component: its relaxations and their weights, potentials beside them.
//
// The technique is that of hoelder_bound.hpp.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <vector>

#include "bounds/potential_bound.hpp"
#include "bounds/relaxation.hpp"

namespace nonocsp {

class ComponentUpperBound {
public:
    /// The cells by rows, and along the lines of the second direction.
    ComponentUpperBound(std::array<CellSequence, 2> sequences, Budget& budget);
    ComponentUpperBound(const ComponentUpperBound&) = delete;

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
        std::size_t columns;  ///< that it keeps beside all rows: lines of any other direction
    };
    /// A relaxation of a cell, and the cell's index in it.
    struct Cover {
        std::uint32_t member, index;
    };

    std::size_t links() const;
    static double exponent(std::size_t part, std::size_t whole);
    void begin_line_by_line(Budget& budget);
    bool begin_jointly(Budget& budget);
    /// That which the relaxations have.
    const CellSequence& sequence() const { return sequences_[is_turned_]; }
    void find_covers();
    bool coarsen(Budget& budget);
    bool merge(Budget& budget);
    void sweep(bool down, Budget& budget);
    void exclude(std::size_t cell);
    void agree(std::size_t cell);
    double bound();

    const std::array<CellSequence, 2> sequences_;
    bool is_turned_ = false;
    const std::size_t cells_ = sequences_[0].cells.size();
    std::vector<std::size_t> options_ = std::vector<std::size_t>(cells_);  ///< cell -> candidates
    std::vector<PotentialBound> potentials_;                               ///< by rows and by columns, or none
    std::vector<Member> members_;
    std::vector<std::vector<Cover>> covers_;   ///< by cell
    std::vector<std::vector<char>> excluded_;  ///< by cell and candidate
    std::vector<double> shares_, mean_, factor_;
    std::size_t limit_;  ///< links of the relaxations
    bool is_joint_ = false, is_done_ = false;
    bool is_coarsest_ = false;  ///< relaxations can gain no more
    double log_bound_ = std::numeric_limits<double>::infinity();
};

}  // namespace nonocsp
