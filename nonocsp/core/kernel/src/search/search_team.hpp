// A portfolio of searches for the verdict and the first picture, each in a thread of its own.
//
// The first member is the search as it runs alone.  When it has counted some work, others join it, which differ in
// seed and techniques, and all exchange facts and short nogoods (exchange.hpp).  The first to find a picture or a proof
// ends the turn of all.
// A member that runs out of memory frees its own, and the others go on.
//
// Only while a call of `next` runs do threads run.  For the second picture every member first adopts the one that was
// found and excludes it, so that whatever is learned from then on follows from the puzzle and that exclusion, in all
// members alike; nogoods from before follow from the puzzle alone.  After two
// pictures the first member goes on alone, which keeps enumeration in one place.
//
// Gomes and Selman, "Algorithm portfolios" (2001); Hamadi, Jabbour and Sais, "ManySAT" (2009).
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "search/cdcl_search.hpp"
#include "search/exchange.hpp"

namespace nonocsp {

/// Add the work of another thread; peak memory and threads are the maximum.
void add(Stats& sum, const Stats& stats);

class SearchTeam {
public:
    /// Budget and stats are those of the first member, and the budget's limits say how many there are.
    SearchTeam(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats,
               SharedBudget& shared);
    ~SearchTeam();

    /// As CdclSearch::next.
    Outcome next(std::uint8_t* cells);
    /// The work of the members that joined, up to the end of the last call.
    const Stats& joined_stats() const { return joined_stats_; }

private:
    struct Member;

    Outcome run_all();
    void run(std::size_t number);
    void drop(std::size_t number);
    void wait_for_others();
    void make(std::size_t number);
    bool adopt_pictures(Member& member);
    Outcome conclude();
    void disband();

    const Puzzle& puzzle_;
    const Givens* const givens_;
    const Options options_;
    SharedBudget& shared_;
    Exchange exchange_;
    std::atomic<std::size_t> active_;  ///< members that have not run out of memory
    std::vector<std::unique_ptr<Member>> members_;
    std::vector<std::vector<std::uint8_t>> pictures_;  ///< found by the team
    std::size_t given_ = 0;                            ///< of these, returned
    bool have_joined_ = false, is_disbanded_ = false;
    Stats joined_stats_;
};

}  // namespace nonocsp
