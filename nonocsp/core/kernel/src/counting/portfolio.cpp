// Whose turn it is.
#include "counting/portfolio.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Work that the search for two solutions gets before compilation starts, and in each later turn; rough nanoseconds.
constexpr std::uint64_t first_search_turn = 100'000'000, search_turn = 10'000'000;

/// Nodes of the first search compiler before frontiers enter.
constexpr std::uint64_t frontiers_enter = 3000;

/// Work of frontiers for each unit of work of the search compilers.  Both get about the same time, as search takes
/// longer than it counts.  Frontiers that only count have cheaper steps and won on three random pictures
/// measured, so they get twice as much.
constexpr std::uint64_t frontier_share = 2, counting_share = 4;

/// What a limit on nodes leaves to some members when others have used this many.
std::uint64_t nodes_left(const Limits& limits, std::uint64_t used) {
    return limits.nodes - std::min(limits.nodes, used);
}

}  // namespace

Portfolio::Portfolio(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
                     bool only_count)
    : task_{puzzle, givens, options, limits, only_count},
      search_(task_),
      halving_(task_),
      frontiers_(task_, halving_.budget()),
      bounds_(task_) {}

Portfolio::~Portfolio() { task_.shared.end(Outcome::stopped); }

bool Portfolio::run(std::uint64_t turn) {
    for (const std::uint64_t until = work() + turn; !is_over() && work() < until;)
        if (!run_turn()) break;
    if (!is_over()) return false;
    frontiers_.end_step();
    if (search_.is_exhausted()) bounds_.set(static_cast<std::uint64_t>(search_.found()));
    if (!is_known() && bounds_.is_late_turn_due(outcome())) {
        begin_bounds();
        bounds_.run();
    }
    return true;
}

Outcome Portfolio::outcome() const {
    if (is_known()) return Outcome::exhausted;
    return search_.ends_all() ? search_.budget.why() : task_.shared.why.load();
}

bool Portfolio::is_over() const { return is_known() || search_.ends_all() || task_.shared.has_ended; }

const BigUnsigned& Portfolio::lower_bound() {
    if (!is_counted_) {
        bounds_.raise(static_cast<std::uint64_t>(search_.found()));
        bounds_.raise(halving_.lower_bound(search_.found() > 0));
    }
    return bounds_.lower();
}

void Portfolio::finish(SolutionSet& result) {
    if (is_counted_) {
        result.count = bounds_.lower();
        return;
    }
    if (winner_) {
        winner_->finish(task_, result);
    } else {
        result.base = search_.first();
        result.count = static_cast<std::uint64_t>(search_.found());
    }
    bounds_.set(result.count);
    is_counted_ = true;  // the winner has given its diagram away
}

std::vector<Stats> Portfolio::stats() const {
    std::vector<Stats> result{search_.stats, halving_.stats(), frontiers_.stats()};
    for (Stats& stats : result)
        stats.peak_memory = std::max(halving_.budget().peak_memory(), search_.budget.peak_memory());
    return result;
}

/// False if a step of a frontier takes longer than a turn.
bool Portfolio::run_turn() {
    if (bounds_.is_due(search_.budget.work() + work_of_compilers())) {
        if (!bounds_.has_begun()) begin_bounds();
        bounds_.run();
        is_counted_ = task_.only_count && bounds_.lower() == bounds_.upper();
        return true;
    }
    const std::uint64_t searched = search_.budget.work();
    if (search_.is_active() && (searched < first_search_turn || searched <= work_of_compilers())) {
        search_.budget.limit_nodes(nodes_left(task_.limits, task_.shared.nodes));
        search_.run(searched ? search_turn : first_search_turn);
        return true;
    }
    const std::uint64_t nodes = nodes_left(task_.limits, search_.stats.nodes);
    Budget& budget = halving_.budget();
    budget.limit_nodes(nodes);
    // A search that has left holds no memory.
    budget.set_aside(frontiers_.bytes() + (search_.is_active() ? search_.budget.peak_memory() : 0) + bounds_.bytes());
    if (is_frontier_turn()) {
        const bool is_done = frontiers_.run(nodes);
        winner_ = frontiers_.winner();
        return is_done;
    }
    winner_ = halving_.run(search_.found() > 0);
    bounds_.raise(halving_.bound_of_all());
    return true;
}

/// Bounds start from what search has found of the cells.
void Portfolio::begin_bounds() { bounds_.begin(halving_.facts(), halving_.budget().seconds_left(), is_over()); }

/// Whether the search compilers have earned the next step of a frontier.
bool Portfolio::is_frontier_turn() const {
    const bool alone = task_.options.compilation == Compilation::frontier;
    if (task_.options.compilation == Compilation::search) return false;
    if (!alone && halving_.first_nodes() < frontiers_enter) return false;
    const std::uint64_t share = task_.only_count ? counting_share : frontier_share;
    return frontiers_.has_step() &&
           (alone || frontiers_.work() + frontiers_.cost() <= share * halving_.budget().work());
}

}  // namespace nonocsp
