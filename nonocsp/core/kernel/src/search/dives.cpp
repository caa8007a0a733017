// Deciding the most certain cells first.
#include "search/dives.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// A step is longer where more cells are open, as it costs messages over the whole board (see dives.hpp).
constexpr std::size_t cells_of_a_huge_board = 30'000;
/// Rounds of belief propagation from step to step, and the share of the open cells that a step decides at most.
constexpr int rounds_of_beliefs = 5;
constexpr double longest_step = 0.05;

}  // namespace

void Dives::restart() {
    is_active_ = false;
    if (cdcl_.stats.conflicts < next_dive_ || !begin()) return;
    if (!beliefs_.refine()) return;
    beliefs_.disturb();
    // Each gap is longer than the one before by the length of a dive.
    next_dive_ = end_ + static_cast<std::uint64_t>(cdcl_.options.dive_conflicts) * ++dives_;
}

bool Dives::begin() {
    is_active_ = cdcl_.options.dives && beliefs_.prepare();
    end_ = cdcl_.stats.conflicts + cdcl_.options.dive_conflicts;
    candidates_.clear();
    next_ = 0;
    return is_active_;
}

bool Dives::is_huge() const { return cdcl_.variables.cells().size() > cells_of_a_huge_board; }

bool Dives::is_stale() const {
    const std::size_t length = cdcl_.assignment.trail().size();
    // A large board takes shorter steps: beliefs far from what has just been decided are still changing.
    const double longest = is_huge() ? longest_step * open_ : std::max(100.0, 0.01 * open_);
    return next_ >= candidates_.size() || length < asked_at_ ||
           length - asked_at_ > std::max(4.0, std::min(longest_step * open_, longest));
}

Literal Dives::decide() {
    if (cdcl_.stats.conflicts >= end_) is_active_ = false;
    if (!is_active_ || (is_stale() && !refresh())) return no_literal;
    while (next_ < candidates_.size()) {
        const Variable v = candidates_[next_++].variable;
        if (!cdcl_.assignment.is_open(positive(v))) continue;
        return beliefs_.belief(v) > 0.5f || cdcl_.variables.cell(v).variables > 1 ? positive(v) : negative(v);
    }
    return no_literal;
}

/// Exchange messages and collect the most certain open variables.  False if the budget has ended.
bool Dives::refresh() {
    if (!beliefs_.exchange(rounds_of_beliefs)) return false;
    candidates_.clear();
    for (Variable v = 0; v < cdcl_.variables.of_cells(); ++v)
        if (cdcl_.assignment.is_open(positive(v))) candidates_.push_back({beliefs_.certainty(v), v});
    const std::size_t steps = is_huge() ? 40 : 250;
    const std::size_t wanted = std::min(candidates_.size(), std::max<std::size_t>(32, candidates_.size() / steps));
    std::partial_sort(candidates_.begin(), candidates_.begin() + static_cast<std::ptrdiff_t>(wanted), candidates_.end(),
                      [](const Candidate& a, const Candidate& b) {
                          return a.certainty != b.certainty ? a.certainty > b.certainty : a.variable < b.variable;
                      });
    open_ = candidates_.size();
    candidates_.resize(wanted);
    asked_at_ = cdcl_.assignment.trail().size();
    next_ = 0;
    return true;
}

}  // namespace nonocsp
