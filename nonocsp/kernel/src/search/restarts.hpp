// Restarts and the schedule of database reductions.
//
// The search alternates between two modes (as in CaDiCaL): in stable mode it restarts by Luby's sequence and follows
// target phases, in focused mode it restarts when the LBD of recent learned clauses is worse than their average
// (Audemard and Simon, "Glucose", 2009) and follows saved phases.
//
// Tried and dropped: turns of 200 or 300 conflicts instead of 1000 (better on single pictures, worse on tournament
// sets).
#pragma once

#include "base/options.hpp"
#include "search/conflict_analysis.hpp"

namespace nonocsp {

class Restarts {
public:
    Restarts(const Options& options, const Stats& stats, LbdAverages& averages)
        : options_(options), stats_(stats), averages_(averages) {}

    /// When the search begins.
    void start();
    /// Stay in focused mode, where modes do not alternate.
    void focus() { is_focused_ = true; }
    bool is_focused() const { return is_focused_; }
    bool is_due();
    /// After a restart: change the mode if it has had its share of conflicts.
    void restarted();

    bool is_reduction_due() const { return options_.reduce && stats_.conflicts >= next_reduction_; }
    void reduced();

private:
    const Options& options_;
    const Stats& stats_;
    LbdAverages& averages_;
    std::uint64_t conflicts_at_restart_ = 0;
    std::uint64_t wait_ = 0;  ///< conflicts from one restart to the next in stable mode; 0: not yet known
    bool is_focused_ = false;
    std::uint64_t next_change_ = 0, turns_ = 1;
    std::uint64_t next_reduction_ = 0, reductions_ = 0;
};

}  // namespace nonocsp
