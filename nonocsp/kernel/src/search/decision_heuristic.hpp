// The decision heuristic: VSIDS activities, saved phases and target phases.
//
// The open variable that took part in most recent conflicts is decided first (activities with exponentially growing
// bumps, as in MiniSat).  It gets the phase that it had in the longest assignment without conflict (target phase; Biere
// and Fleury, "Chasing target phases", 2020), else the one it had last (saved phase), else that of belief propagation.
//
// Tried and dropped: decay by 0.8 in focused mode only.  Decay by 0.9 beat 0.95 by a quarter on the hard set.
#pragma once

#include <vector>

#include "base/options.hpp"
#include "search/assignment.hpp"
#include "search/vsids_heap.hpp"

namespace nonocsp {

class DecisionHeuristic {
public:
    explicit DecisionHeuristic(const Options& options) : options_(options) {}

    /// Add variables up to this number, without activity.
    void grow(Variable variables) {
        order_.grow(variables);
        phases_.resize(variables, 0);
        targets_.resize(variables, -1);
    }
    /// Small random activities from the seed, which reorder cells of about equal certainty.  Amplitudes that only break
    /// ties left all seeds with the same search.
    void randomise_order();
    /// Prefer a phase, and decide the variable earlier by this much activity.  To be followed by `reorder`.
    void suggest(Variable v, bool phase, double activity) {
        phases_[v] = phase;
        order_.activity[v] += activity;
    }
    void reorder() { order_.reorder(); }

    void bump(Variable v) {
        if (options_.activity) order_.bump(v);
    }
    void decay() { order_.decay(options_.activity_decay); }
    /// The literal has left the trail.
    void unassigned(Literal l) {
        if (options_.phase_saving) phases_[variable(l)] = is_positive(l);
        order_.insert(variable(l));
    }

    /// The literal of an open variable that is decided first.
    Literal preferred(Variable v, bool use_targets) const {
        const bool phase = options_.target_phases && use_targets && targets_[v] >= 0 ? targets_[v] : phases_[v];
        return phase ? positive(v) : negative(v);
    }
    /// The activity of a variable; a conflict adds 1 now.
    double activity(Variable v) const { return order_.activity[v] / order_.unit(); }
    /// The next decision, or no_literal if the assignment is complete.
    Literal next(const Assignment& assignment, bool use_targets);

    /// Save the assignment below the level of a conflict if it is the longest so far.
    void save_targets(const Assignment& assignment);
    void forget_targets();

private:
    const Options& options_;
    VsidsHeap order_;
    std::vector<char> phases_;          ///< variable -> prefer its positive literal
    std::vector<std::int8_t> targets_;  ///< variable -> target phase, or -1
    std::size_t target_length_ = 0;
};

}  // namespace nonocsp
