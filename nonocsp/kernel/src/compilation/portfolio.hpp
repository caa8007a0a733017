// An algorithm portfolio that compiles all solutions of a puzzle.
//
// Members take turns, and keep their state between turns, until one of them has all solutions:
//
// - a search for two solutions, with restarts and guidance: the fastest proof that there is one solution or none.  It
//   starts alone, and leaves when it has two;
// - search compilers (compiler.cpp), in up to four orientations;
// - frontier compilers (frontier.cpp), by rows and by columns.
//
// No cheap feature predicts which member wins.  Turns are measured in counted work, so the schedule is deterministic.
// The search for two solutions gets as much work as all compilers together, and frontiers get about as much time as the
// search compilers.
//
// The search compilers count the same solutions, so the one that has counted more after the same number of nodes is
// nearer to its end.  The original orientation runs alone for 50,000 nodes, which most puzzles do not need.  Then the
// other three run to 12,000, the best two of all four to 50,000, and the best one to the end: successive halving
// (Karnin, Koren and Somekh, "Almost optimal exploration in multi-armed bandits", 2013).  Of the two frontiers, the one
// with the cheaper next step moves.
//
// Gomes and Selman, "Algorithm portfolios" (2001).
#pragma once

#include <memory>
#include <vector>

#include "base/big_unsigned.hpp"
#include "base/budget.hpp"
#include "base/options.hpp"
#include "base/puzzle.hpp"

namespace nonocsp {

struct SolutionSet;

class Portfolio {
public:
    /// The clock of the limits starts here.  Puzzle and givens must outlive the portfolio.
    Portfolio(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits);
    ~Portfolio();

    /// Give turns to the members for about this much work, in rough nanoseconds.  True at the end: all solutions are
    /// known, or a limit has ended the work.
    bool run(std::uint64_t work);

    /// Why the work has ended; `exhausted` if all solutions are known.
    Outcome outcome() const;
    /// Solutions proven to exist so far.  It never falls.
    const BigUnsigned& lower_bound();
    /// All solutions, when they are known.  To be called once.
    void finish(SolutionSet& result);

    /// The work of the search for two solutions, and that of all compilers.
    const Stats& search_stats() const;
    const Stats& compiler_stats() const;
    std::uint64_t peak_memory() const;

private:
    struct VerdictSearch;
    struct Member;
    struct SearchMember;
    struct FrontierMember;

    bool is_over() const;
    std::uint64_t work() const;
    void run_turn();
    void run_search_compiler();
    SearchMember& next_search_compiler();
    void begin_round();
    void enter(bool by_columns, bool backwards);
    void keep_best(std::size_t number);
    bool run_frontier_compiler();
    void enter_frontier_compilers();
    std::uint64_t frontier_bytes(const FrontierMember* except = nullptr) const;

    const Puzzle& puzzle_;
    const Givens* givens_;
    const Options options_;
    const std::uint64_t nodes_;  ///< the limit on the nodes of all members together
    Budget budget_;  ///< of all compilers
    Stats stats_;      ///< of all compilers
    std::unique_ptr<VerdictSearch> search_;
    std::vector<std::unique_ptr<SearchMember>> search_compilers_;
    int round_ = 0;                     ///< of the search compilers
    std::uint64_t mark_ = 0;            ///< the nodes to which each runs in this round
    std::vector<std::unique_ptr<FrontierMember>> frontier_compilers_;
    bool has_frontiers_ = false;        ///< they have entered
    std::uint64_t frontier_work_ = 0;
    Member* winner_ = nullptr;
    BigUnsigned bound_;
};

}  // namespace nonocsp
