// All solutions, one by one, without ever writing one down.
//
// After a solution the deepest decision that has not been flipped yet is flipped, as in plain
// backtracking; the levels up to it become a prefix that learning may not undo.  Below the prefix the
// search learns and jumps as ever.  Nogoods are implied by the puzzle alone, never by the solutions already
// given, and nothing is stored per solution: memory does not grow with their number, and the order is a
// function of puzzle, options and seed.  Gebser, Kaufmann, Neumann and Schaub, "Conflict-driven answer set
// enumeration" (2007).
//
// When only one more solution is wanted, the first is excluded by a permanent nogood instead: its decisions,
// which imply all of it.  That leaves restarts and jumps free, which proofs of uniqueness need.
#include "search/learning.hpp"

namespace nonocsp {

/// Take back levels until one whose decision has its other side left, and go there.  False if there is none.
bool LearningSearch::flip_last_open() {
    while (level() > 0) {
        const bool closed = closed_.back();
        const Literal decision = trail_[level_starts_.back()];
        back_to(level() - 1);
        ++stats_.backtracks;
        if (closed) continue;
        assume(negated(decision), true);
        closed_level_ = level();
        return true;
    }
    closed_level_ = 0;
    return false;
}

/// Forbid the picture found, for good.  False if it was implied by the puzzle alone: then it is unique.
bool LearningSearch::exclude_this_solution() {
    if (level() == 0) return false;
    Learned learned;
    for (int l = level(); l > 0; --l) learned.clause.push_back(negated(trail_[level_starts_[l - 1]]));
    learned.levels = level();
    const int back = level() - 1;
    back_to(back);
    if (learned.clause.size() == 1) {
        set(learned.clause[0], {});
        return true;
    }
    const NogoodRef ref = keep(learned, true);
    set(learned.clause[0], {Reason::nogood, ref});
    return true;
}

}  // namespace nonocsp
