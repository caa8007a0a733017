// An algorithm portfolio that compiles all solutions of a puzzle.
//
// Members take turns, and keep their state between turns, until one of them has all solutions:
//
// - a search for two solutions (verdict_search.hpp), which starts alone, and leaves when it has two;
// - search compilers in several orientations (halving.hpp);
// - frontier compilers, by rows and by columns (frontier_pair.hpp).
//
// Proven bounds become better beside them (count_bounds.hpp).
//
// No cheap feature predicts which member wins.  Turns are measured in counted work, so the schedule is deterministic.
// The search for two solutions gets as much work as all compilers together, and frontiers get about as much time as the
// search compilers, or twice as much where they only count.
//
// Gomes and Selman, "Algorithm portfolios" (2001).
#pragma once

#include <optional>
#include <vector>

#include "counting/count_bounds.hpp"
#include "counting/frontier_pair.hpp"
#include "counting/halving.hpp"
#include "counting/verdict_search.hpp"

namespace nonocsp {

class Portfolio {
public:
    /// The clock of the limits starts here.  Puzzle and givens must outlive the portfolio.  With `only_count` the
    /// solutions are counted, and written down only by members that cannot do without.
    Portfolio(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
              bool only_count);
    ~Portfolio();

    /// Give turns to the members for about this much work, in rough nanoseconds.  True at the end: all solutions are
    /// known, or a limit has ended the work.
    bool run(std::uint64_t work);

    /// Why the work has ended; `exhausted` if all solutions are known.
    Outcome outcome() const;
    /// Solutions proven to exist so far.  It never falls.
    const BigUnsigned& lower_bound();
    /// A proven upper bound on their number, if there is one yet.  It never rises.
    const std::optional<BigUnsigned>& upper_bound() const { return bounds_.upper(); }
    /// All solutions, when they are known, or only their number.  To be called once.
    void finish(SolutionSet& result);

    /// The work of the search for two solutions, of the search compilers, and of the frontiers up to their last step.
    std::vector<Stats> stats() const;

private:
    bool is_over() const;
    bool is_known() const { return winner_ || is_counted_ || search_.is_exhausted(); }
    std::uint64_t work_of_compilers() const { return halving_.budget().work() + frontiers_.work(); }
    std::uint64_t work() const { return search_.budget.work() + work_of_compilers() + bounds_.work(); }
    bool run_turn();
    void begin_bounds();
    bool is_frontier_turn() const;

    CountTask task_;
    VerdictSearch search_;
    Halving halving_;
    FrontierPair frontiers_;
    CountBounds bounds_;
    OrientedCompilation* winner_ = nullptr;
    bool is_counted_ = false;  ///< the two bounds agree, and no more is asked for
};

}  // namespace nonocsp
