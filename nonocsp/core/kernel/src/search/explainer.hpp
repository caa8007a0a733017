// Lazy explanations: the reason of a true literal, computed on demand and minimal.
//
// Nothing is stored when a line forces a literal.  When conflict analysis asks, the candidates of the line just before
// are rebuilt from the positions on the trail, the conclusion is negated, and the pass of line/minimal_explanation.hpp
// returns a minimal set of excluded candidates that leaves the line no placement.  (Deletion of the latest literals
// first, one feasibility test each, gave as many conflicts and took longer.)  A computed reason is remembered as long
// as its literal stays true.  Literals of level 0 need no reason and appear in none.
#pragma once

#include <vector>

#include "search/clause_database.hpp"
#include "search/line/minimal_explanation.hpp"

namespace nonocsp {

class Explainer {
public:
    Explainer(const Grid& grid, const Variables& variables, Assignment& assignment, ClauseDatabase& clauses,
              Budget& budget, Stats& stats)
        : grid_(grid),
          variables_(variables),
          assignment_(assignment),
          clauses_(clauses),
          budget_(budget),
          stats_(stats) {}

    /// Called once the cells have been numbered.
    void start() { root_.assign(grid_.planes(0), grid_.planes(0) + grid_.words()); }
    /// Append true literals that together force the true literal `l`.
    void append_reason(Literal l, std::vector<Literal>& reason);
    /// Append true literals that leave the line no placement or, with a conclusion, that force it.
    void append_explanation(int line, Literal conclusion, std::vector<Literal>& explanation);
    /// Drop the computed reasons if they take too much memory.  No reason may be in use.
    void forget_if_many();
    std::size_t bytes() const { return reasons_.capacity() * sizeof(Literal) + root_.capacity() * sizeof(Word); }

private:
    template <int W>
    void explain(int line, Literal conclusion, std::vector<Literal>& explanation);
    template <int W>
    void rebuild_candidates(int line, Literal conclusion);

    const Grid& grid_;
    const Variables& variables_;
    Assignment& assignment_;
    ClauseDatabase& clauses_;
    Budget& budget_;
    Stats& stats_;

    std::vector<Literal> reasons_ = {0};  ///< computed reasons: length, then literals; place 0 is none
    std::vector<Word> root_;              ///< the planes when the cells were numbered

    std::vector<Word> known_, open_;  ///< planes of the line: with what the assignment excludes, and without
    std::vector<Removal> removals_;
    LineScratch scratch_;
};

}  // namespace nonocsp
