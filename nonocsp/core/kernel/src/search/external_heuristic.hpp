// A decision heuristic from outside the kernel, or an observer of the search.
//
// The search asks it at every decision, after propagation to the fixpoint.  Whatever it answers, the search
// stays complete: a decision is an open literal, and learning and backtracking do the rest.  An observer leaves every
// decision to the kernel, and the search does the same work without it; it also sees the assumptions of probing that
// fail, and the attempts of lucky phases.
#pragma once

#include "search/cdcl_engine.hpp"

namespace nonocsp {

class ExternalHeuristic {
public:
    virtual ~ExternalHeuristic() = default;

    virtual bool only_observes() const = 0;
    /// For an observer, after propagation to the fixpoint and before a decision.
    virtual void look(const CdclEngine& cdcl) = 0;
    /// The next decision: an open literal, or no_literal to leave it to the kernel's own heuristic, whose activities
    /// and phases it may read.  It may throw, which ends the search.
    virtual Literal decide(const CdclEngine& cdcl, const DecisionHeuristic& own) = 0;
    /// At a leaf of the tree, before anything is taken back: a conflict, or null at a solution.
    virtual void on_leaf(const CdclEngine& cdcl, const Conflict* conflict) = 0;
    /// After a conflict of this level, when the trail had this depth; `learned` is null if nothing was learned.
    virtual void on_conflict(const CdclEngine& cdcl, int level, std::size_t trail, const Learned* learned) = 0;
    virtual void on_restart() = 0;

    const char* technique = "";  ///< what took the latest decision; empty for the order of the search
};

}  // namespace nonocsp
