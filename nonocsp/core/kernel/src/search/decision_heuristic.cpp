// Choosing the next decision.
#include "search/decision_heuristic.hpp"

#include "search/base/random.hpp"

namespace nonocsp {

void DecisionHeuristic::randomise_order() {
    Random random(options_.seed);
    for (double& activity : order_.activity) activity = 0.05 * uniform(random);
    order_.reorder();
}

Literal DecisionHeuristic::next(const Assignment& assignment) {
    while (!order_.empty()) {
        const Variable v = order_.pop();
        if (assignment.is_open(positive(v))) return preferred(v);
    }
    return no_literal;
}

}  // namespace nonocsp
