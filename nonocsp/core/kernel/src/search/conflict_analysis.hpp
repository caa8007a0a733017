// Conflict analysis: first unique implication point, literal block distance.
//
// Going back over the trail, every literal of the conflict's level is resolved with its reason until one is left, the
// first unique implication point (Marques-Silva and Sakallah, "GRASP", 1996; Moskewicz et al., "Chaff", 2001).  The
// nogood found forbids it together with literals of earlier levels, so after backjumping it implies the opposite.
//
// Tried and dropped: removing literals that the others imply (Sorensson and Biere, "Minimizing learned clauses", 2009).
// Explanations of lines are minimal already: work, proofs and times stayed the same
// (benchmarks/log/2026-11-28-tuning.md).
#pragma once

#include <vector>

#include "search/decision_heuristic.hpp"
#include "search/explainer.hpp"

namespace nonocsp {

/// A learned clause.
struct Learned {
    std::vector<Literal> clause;  ///< the asserting literal first, then one of the level to go back to
    int back = 0;                 ///< the level at which it asserts
    int lbd = 0;                  ///< distinct decision levels among its literals
    StepId step = 0;              ///< in the proof, if one is written
};

/// Exponential moving averages of the LBD of learned clauses, for restarts.
struct LbdAverages {
    double fast = 0, slow = 0;
};

class ConflictAnalysis {
public:
    /// The heuristic may be null: then no activity is bumped.
    ConflictAnalysis(Assignment& assignment, ClauseDatabase& clauses, Explainer& explainer,
                     DecisionHeuristic* heuristic, Stats& stats)
        : assignment_(assignment), clauses_(clauses), explainer_(explainer), heuristic_(heuristic), stats_(stats) {}

    void grow(Variable variables) {
        marks_.resize(variables, false);
        level_stamps_.resize(static_cast<std::size_t>(variables) + 2, 0);
    }
    /// Learn from true literals that no solution has together, one of which at least is of the current level.
    Learned analyse(const std::vector<Literal>& conflict);

    LbdAverages averages;

private:
    void resolve_to_first_uip(const std::vector<Literal>& conflict, std::vector<Literal>& clause);
    template <class Literals>
    int lbd(Literals&& literals, int most);
    void bump(ClauseDatabase::Clause clause);
    void average(int lbd);

    Assignment& assignment_;
    ClauseDatabase& clauses_;
    Explainer& explainer_;
    DecisionHeuristic* const heuristic_;
    Stats& stats_;

    std::vector<char> marks_;  ///< variable -> resolved, or of the clause
    std::vector<Variable> marked_;
    std::vector<Literal> reason_;
    std::vector<std::uint32_t> level_stamps_;
    std::uint32_t stamp_ = 0;
};

}  // namespace nonocsp
