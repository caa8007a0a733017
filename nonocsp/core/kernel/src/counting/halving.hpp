// Search compilers in all orientations, and which of them goes on.
//
// They count the same solutions, so the one that has counted more after the same number of nodes is nearer to its end.
// The original orientation runs alone for 50,000 nodes, which most puzzles do not need.  Then the others run to 12,000,
// the best two of all to 50,000, and the best one to the end: successive halving (Karnin, Koren and Somekh, "Almost
// optimal exploration in multi-armed bandits", 2013).
#pragma once

#include "counting/components/compiler.hpp"
#include "counting/count_task.hpp"

namespace nonocsp {

class Halving {
public:
    explicit Halving(CountTask& task) : task_(task), budget_(task.limits, &task.shared) {}

    /// One turn.  The compiler that has all solutions, or null.  `is_satisfiable`: a solution is known.
    OrientedCompilation* run(bool is_satisfiable);
    /// Solutions proven by those that are left; and by all, when some left.
    BigUnsigned lower_bound(bool is_satisfiable) const;
    const BigUnsigned& bound_of_all() const { return bound_of_all_; }
    /// Nodes of the first one so far.
    std::uint64_t first_nodes() const { return members_.empty() ? 0 : members_[0]->nodes; }
    /// What the original orientation has found without any decision; null if that is not known.
    std::unique_ptr<Givens> facts() const;
    Budget& budget() { return budget_; }
    const Budget& budget() const { return budget_; }
    const Stats& stats() const { return stats_; }

private:
    struct Member : OrientedCompilation {
        using OrientedCompilation::OrientedCompilation;

        Compiler compiler{compilation};
        std::uint64_t nodes = 0;  ///< given so far
        BigUnsigned counted;      ///< solutions, when it was compared
    };

    Member& next();
    void begin_round();
    void enter(const Orientation& orientation);
    void keep_best(std::size_t number);

    CountTask& task_;
    Budget budget_;
    Stats stats_;
    std::vector<std::unique_ptr<Member>> members_;
    int round_ = 0;
    std::uint64_t mark_ = 0;  ///< the nodes to which each runs in this round
    bool is_satisfiable_ = false;
    BigUnsigned bound_of_all_;
};

}  // namespace nonocsp
