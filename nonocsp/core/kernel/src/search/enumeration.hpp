// From one solution to the next.
//
// The first is excluded by a permanent blocking clause: it negates the decisions, which imply the whole picture.  That
// leaves restarts and jumps free, which the proof that there is no other needs.  All others are enumerated without
// blocking clauses: after a solution the deepest decision that has not been flipped yet is flipped, as in plain
// backtracking; the levels up to it become a prefix that backjumping may not undo.  Below the prefix the search learns
// and jumps as before. Learned nogoods are implied by the puzzle and the first exclusion, and nothing is stored for a
// solution: memory does not grow with their number, and the order is a function of puzzle, options and seed.  Gebser,
// Kaufmann, Neumann and Schaub, "Conflict-driven answer set enumeration" (2007).
//
// Tried and dropped: blocking clauses for the first 2, 10 or 100 solutions.
#pragma once

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class Enumeration {
public:
    explicit Enumeration(CdclEngine& cdcl) : cdcl_(cdcl) {}

    /// The current solution has been returned: go on to the next, and from now on protect the prefix.
    bool leave_solution();
    /// Undo levels up to the deepest decision that has not been flipped, and flip it.  False if there is none.
    bool flip_deepest();
    /// Exclude the current solution for good.  False if it has no decision: then it is the only one.
    bool block_solution();

    /// Whether the current level belongs to the prefix.
    bool is_in_prefix() const { return is_active_ && cdcl_.assignment.level() <= prefix_; }
    bool is_active() const { return is_active_; }
    /// The deepest level that backjumping may not undo.
    int prefix() const { return prefix_; }

private:
    CdclEngine& cdcl_;
    bool is_active_ = false;
    int prefix_ = 0;
};

}  // namespace nonocsp
