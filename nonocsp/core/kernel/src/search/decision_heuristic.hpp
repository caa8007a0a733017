// The decision heuristic: VSIDS activities and saved phases.
//
// The open variable that took part in most recent conflicts is decided first (activities with exponentially growing
// bumps, as in MiniSat).  It gets the phase that it had last (Pipatsrisawat and Darwiche, 2007), else that of belief
// propagation.
//
// Tried and dropped: the phases of the longest assignment without conflict (Biere and Fleury, "Chasing target phases",
// 2020; benchmarks/log/2026-11-28-tuning.md).  Decay by 0.9 beat 0.95 by a quarter on a set of hard puzzles.
#pragma once

#include <vector>

#include "search/assignment.hpp"
#include "search/base/options.hpp"
#include "search/vsids_heap.hpp"

namespace nonocsp {

class DecisionHeuristic {
public:
    explicit DecisionHeuristic(const Options& options) : options_(options) {}

    /// Add variables up to this number, without activity.
    void grow(Variable variables) {
        order_.grow(variables);
        phases_.resize(variables, 0);
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
    void decay() { order_.decay(0.9); }
    /// The literal has left the trail.
    void unassigned(Literal l) {
        phases_[variable(l)] = is_positive(l);
        order_.insert(variable(l));
    }

    /// The literal of an open variable that is decided first.
    Literal preferred(Variable v) const { return phases_[v] ? positive(v) : negative(v); }
    /// The activity of a variable; a conflict adds 1 now.
    double activity(Variable v) const { return order_.activity[v] / order_.unit(); }
    /// The next decision, or no_literal if the assignment is complete.
    Literal next(const Assignment& assignment);

private:
    const Options& options_;
    VsidsHeap order_;
    std::vector<char> phases_;  ///< variable -> prefer its positive literal
};

}  // namespace nonocsp
