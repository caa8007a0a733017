// An algorithm portfolio that compiles all solutions of a puzzle.
//
// Members take turns, and keep their state between turns, until one of them has all solutions:
//
// - a search for two solutions, with restarts and guidance: the fastest proof that there is one solution or none.  It
//   starts alone, and leaves when it has two;
// - search compilers (components/compiler.hpp), in up to four orientations;
// - frontier compilers (frontier/frontier.hpp), by rows and by columns.
//
// On a board that is no rectangle only the first two, and one orientation.
//
// No cheap feature predicts which member wins.  Turns are measured in counted work, so the schedule is deterministic.
// The search for two solutions gets as much work as all compilers together, and frontiers get about as much time as the
// search compilers, or twice as much where they only count.
//
// The search compilers count the same solutions, so the one that has counted more after the same number of nodes is
// nearer to its end.  The original orientation runs alone for 50,000 nodes, which most puzzles do not need.  Then the
// other three run to 12,000, the best two of all four to 50,000, and the best one to the end: successive halving
// (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).  Of the two frontiers, the one
// with fewer states to come moves.
//
// With several threads, a long step of a frontier begins in another thread as soon as the one before is done, while
// search still earns it; then this thread helps with it.  The threads share out its look-ahead
// (frontier/lookahead.hpp).  The step counts when search has earned it, so schedule, winner and diagram are those of
// one thread.
//
// Gomes and Selman, "Algorithm portfolios" (2001).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/big_unsigned.hpp"
#include "base/budget.hpp"
#include "base/crew.hpp"
#include "base/options.hpp"
#include "base/puzzle.hpp"

namespace nonocsp {

struct SolutionSet;
struct Orientation;
class RestrictedCount;
class HoelderBound;

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
    const std::optional<BigUnsigned>& upper_bound();
    /// All solutions, when they are known, or only their number.  To be called once.
    void finish(SolutionSet& result);

    /// The work of the search for two solutions, of the search compilers, and of the frontiers up to their last step.
    std::vector<Stats> stats() const;

private:
    struct VerdictSearch;
    struct Member;
    struct SearchMember;
    struct FrontierMember;

    void finish_winner(SolutionSet& result);
    bool is_over() const;
    std::uint64_t cells() const { return puzzle_.cells(); }
    bool is_bounding_turn() const;
    void improve_bounds(std::uint64_t work);
    void improve_lower_bound();
    void tighten_upper_bound(const std::optional<BigUnsigned>& bound);
    std::uint64_t work() const;
    bool run_turn();
    void run_search_compiler();
    SearchMember& next_search_compiler();
    void begin_round();
    void enter(const Orientation& orientation);
    void keep_best(std::size_t number);
    bool run_frontier_compiler();
    bool is_frontier_turn();
    void enter_frontier_compilers();
    void choose_step();
    void take_step();
    bool step_is_done();
    void limit_nodes_of_step();
    void finish_step();
    void end_step();
    std::uint64_t frontier_bytes(const FrontierMember* except = nullptr) const;

    const Puzzle& puzzle_;
    const Givens* givens_;
    const Options options_;
    const bool only_count_;
    const std::uint64_t nodes_;  ///< the limit on the nodes of all members together
    SharedBudget shared_;     ///< of all compilers
    Budget budget_;           ///< of the search compilers
    Stats stats_;             ///< of the search compilers
    std::unique_ptr<VerdictSearch> search_;
    std::vector<std::unique_ptr<SearchMember>> search_compilers_;
    int round_ = 0;                     ///< of the search compilers
    std::uint64_t mark_ = 0;            ///< the nodes to which each runs in this round
    std::vector<std::unique_ptr<FrontierMember>> frontier_compilers_;
    bool has_frontiers_ = false;        ///< they have entered
    Member* winner_ = nullptr;
    BigUnsigned bound_;
    std::optional<BigUnsigned> upper_;  ///< the best upper bound
    bool is_counted_ = false;           ///< the two bounds agree, and no more is asked for
    std::unique_ptr<HoelderBound> upper_bound_;
    std::unique_ptr<RestrictedCount> restricted_;  ///< lower bounds, on the puzzle as the upper bound sees it
    std::size_t restricted_width_ = 0;             ///< states of its run
    std::uint64_t restricted_work_ = 0;            ///< of the upper bound's count of work
    bool has_bounded_ = false;                     ///< the last turn of the bounds had nothing to do

    // Of the frontiers, for the thread that takes the step.
    Budget frontier_budget_;
    Stats frontier_stats_;
    bool is_step_possible_ = true;

    // Of the frontiers, up to their last step.
    FrontierMember* next_ = nullptr;    ///< the one that takes the next step
    std::uint64_t next_cost_ = 0;
    std::uint64_t frontier_work_ = 0, frontier_bytes_ = 0;
    Stats frontier_stats_so_far_;
    Crew crew_;                         ///< destroyed first
};

}  // namespace nonocsp
