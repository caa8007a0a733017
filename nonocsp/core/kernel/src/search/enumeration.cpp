// The step from one solution to the next.
#include "search/enumeration.hpp"

namespace nonocsp {

bool Enumeration::leave_solution() {
    is_active_ = true;
    return flip_deepest();
}

bool Enumeration::flip_deepest() {
    Assignment& assignment = cdcl_.assignment;
    while (assignment.level() > 0) {
        const bool is_flipped = assignment.levels().back().is_flipped;
        const Literal decision = assignment.decision(assignment.level());
        cdcl_.back_to(assignment.level() - 1);
        ++cdcl_.stats.backtracks;
        if (is_flipped) continue;
        assignment.decide(negated(decision), true);
        prefix_ = assignment.level();
        return true;
    }
    prefix_ = 0;
    return false;
}

bool Enumeration::block_solution() {
    const int level = cdcl_.assignment.level();
    if (level == 0) return false;
    Learned blocking;
    for (int l = level; l > 0; --l) blocking.clause.push_back(negated(cdcl_.assignment.decision(l)));
    blocking.lbd = level;
    if (cdcl_.proof) blocking.step = cdcl_.proof->excluded(blocking.clause);
    cdcl_.back_to(level - 1);
    cdcl_.assert_learned(blocking, true);
    return true;
}

}  // namespace nonocsp
