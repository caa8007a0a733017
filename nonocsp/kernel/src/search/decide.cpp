// What to assume next, and when to start over.
//
// The most active open variable gets the phase that it had in the longest assignment without conflict
// (target phase), else the one it had last, else the guess of the guide.  Restarts come by Luby's sequence;
// targets are forgotten now and then, so that one misleading assignment cannot hold the search for long.
//
// Tried and dropped: faster fading (0.8) in eager turns only; turns of 200 or 300 conflicts instead of 1000
// (better on single pictures, worse on tournament sets).  Fading by 0.9 beat 0.95 by a quarter on the hard set.
#include <algorithm>

#include "search/learning.hpp"

namespace nonocsp {

/// A little random activity, by the seed: it reorders cells of which the guide is about equally sure.  Amplitudes
/// that only break ties left all seeds with the same search.
void LearningSearch::scatter() {
    std::uint64_t state = options_.seed;
    for (double& activity : order_.activity) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        activity = 0.05 * static_cast<double>(state >> 40) / (1 << 24);
    }
    order_.reorder();
}

/// The next decision, or no_literal if every variable is settled.
Literal LearningSearch::decide() {
    if (diving_)
        if (const Literal l = dive(); l != no_literal) return l;
    while (!order_.empty()) {
        const Variable v = order_.pop();
        if (!is_open(positive(v))) continue;
        return is_preferred_positive(v) ? positive(v) : negative(v);
    }
    return no_literal;
}

bool LearningSearch::is_preferred_positive(Variable v) const {
    if (options_.target_phases && !eager_ && target_[v] >= 0) return target_[v];
    return phase_[v];
}

/// Called at a conflict: remember the assignment below it if it is the longest so far.
void LearningSearch::note_phases() {
    if (!options_.target_phases || level() == 0) return;
    const std::size_t sound = level_starts_.back();
    if (sound <= target_length_) return;
    target_length_ = sound;
    for (std::size_t i = 0; i < sound; ++i) target_[variable(trail_[i])] = is_positive(trail_[i]);
}

namespace {

/// Luby's sequence 1 1 2 1 1 2 4 ..., from i = 1.
std::uint64_t luby(std::uint64_t i) {
    while (true) {
        std::uint64_t k = 1;
        while ((std::uint64_t{1} << k) - 1 < i) ++k;
        if ((std::uint64_t{1} << k) - 1 == i) return std::uint64_t{1} << (k - 1);
        i -= (std::uint64_t{1} << (k - 1)) - 1;
    }
}

}  // namespace

bool LearningSearch::restart_due() {
    if (!options_.restarts || enumerating_ || diving_) return false;
    if (trail_.size() == reason_.size()) return false;  // a solution
    // The end of a turn is a restart too: nogoods may get better for long, and eager turns must end all the same.
    if (options_.alternate && stats_.conflicts >= next_change_) return true;
    if (eager_) return stats_.conflicts - conflicts_at_restart_ >= 10 && levels_lately_ > 1.1 * levels_overall_;
    if (!restart_after_) restart_after_ = luby(stats_.restarts + 1) * options_.restart_unit;
    return stats_.conflicts - conflicts_at_restart_ >= restart_after_;
}

/// Take the turn of the other manner, patient or eager, when this one has had its share of conflicts.
void LearningSearch::change_manner() {
    if (!options_.alternate || stats_.conflicts < next_change_) return;
    eager_ = !eager_;
    if (!eager_) ++manner_turns_;
    next_change_ = stats_.conflicts + static_cast<std::uint64_t>(options_.alternate_unit) * manner_turns_;
    levels_lately_ = levels_overall_;
}

/// Running means of the worth of what is learned, for eager restarts.
void LearningSearch::note_levels(int levels) {
    levels_lately_ += (levels - levels_lately_) / 32;
    levels_overall_ += (levels - levels_overall_) / 8192;
    if (stats_.learned < 64) levels_overall_ = levels_lately_;
}

/// False if the puzzle turns out to have no further solution.
bool LearningSearch::restart() {
    ++stats_.restarts;
    conflicts_at_restart_ = stats_.conflicts;
    restart_after_ = 0;
    back_to(0);
    change_manner();
    if (positions_due() && !add_positions()) return false;
    if (stats_.restarts % 8 == 0) {
        std::fill(target_.begin(), target_.end(), -1);
        target_length_ = 0;
    }
    consider_dive();
    return true;
}

void LearningSearch::reduce() {
    ++reductions_;
    next_reduction_ = stats_.conflicts + options_.reduce_first + options_.reduce_first / 8 * reductions_;
    const auto locked = [&](NogoodRef ref) {
        const Literal first = nogoods_[ref][0];
        const Reason reason = reason_[variable(first)];
        return is_true(first) && reason.kind == Reason::nogood && reason.index == ref;
    };
    nogoods_.reduce(locked, [&](Literal first, NogoodRef to) { reason_[variable(first)].index = to; });
}

}  // namespace nonocsp
