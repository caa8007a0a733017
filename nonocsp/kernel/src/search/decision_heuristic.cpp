// Choosing the next decision.
#include "search/decision_heuristic.hpp"

#include <algorithm>

#include "base/random.hpp"

namespace nonocsp {

void DecisionHeuristic::randomise_order() {
    Random random(options_.seed);
    for (double& activity : order_.activity) activity = 0.05 * uniform(random);
    order_.reorder();
}

Literal DecisionHeuristic::next(const Assignment& assignment, bool use_targets) {
    while (!order_.empty()) {
        const Variable v = order_.pop();
        if (assignment.is_open(positive(v))) return preferred(v, use_targets);
    }
    return no_literal;
}

void DecisionHeuristic::save_targets(const Assignment& assignment) {
    if (!options_.target_phases || assignment.level() == 0) return;
    const std::size_t length = assignment.levels().back().start;
    if (length <= target_length_) return;
    target_length_ = length;
    for (std::size_t i = 0; i < length; ++i) {
        const Literal l = assignment.trail()[i];
        targets_[variable(l)] = is_positive(l);
    }
}

void DecisionHeuristic::forget_targets() {
    std::fill(targets_.begin(), targets_.end(), -1);
    target_length_ = 0;
}

}  // namespace nonocsp
