// Restarts and the schedule of database reductions.
//
// The search restarts by Luby's sequence (Luby, Sinclair and Zuckerman, "Optimal speedup of Las Vegas algorithms",
// 1993).  One thread of three in a team restarts instead when the LBD of recent learned clauses is worse than their
// average (Audemard and Simon, "Glucose", 2009).
//
// Tried and dropped: turns of both, as in CaDiCaL; they made no difference on whole sets
// (benchmarks/log/2026-11-28-tuning.md).
#pragma once

#include "search/base/options.hpp"
#include "search/conflict_analysis.hpp"

namespace nonocsp {

class Restarts {
public:
    Restarts(const Options& options, const Stats& stats, const LbdAverages& averages)
        : options_(options), stats_(stats), averages_(averages) {}

    /// When the search begins.
    void start();
    /// Restart by LBD.
    void follow_lbd() { follows_lbd_ = true; }
    bool is_due();
    void restarted();

    bool is_reduction_due() const { return stats_.conflicts >= next_reduction_; }
    void reduced();

private:
    const Options& options_;
    const Stats& stats_;
    const LbdAverages& averages_;
    std::uint64_t conflicts_at_restart_ = 0;
    std::uint64_t wait_ = 0;  ///< conflicts from one restart to the next; 0: not yet known
    bool follows_lbd_ = false;
    std::uint64_t next_reduction_ = 0, reductions_ = 0;
};

}  // namespace nonocsp
