// The propagators of cells and lines.
//
// A line propagates its whole domain: tightening removes every candidate that no placement supports (line/tighten.hpp).
// A cell with a variable for each candidate takes exactly one of them.  The clauses have their own
// (clause_database.hpp).
#pragma once

#include <vector>

#include "search/explainer.hpp"

namespace nonocsp {

/// Exactly one colour for the cell of a literal.  On a conflict false, and `conflict` is true literals that contradict
/// each other.
bool propagate_cell(Literal l, const Variables& variables, Assignment& assignment, Conflict& conflict);

class LinePropagator {
public:
    LinePropagator(Grid& grid, const Variables& variables, Assignment& assignment, Explainer& explainer, Budget& budget,
                   Stats& stats)
        : grid_(grid),
          variables_(variables),
          assignment_(assignment),
          explainer_(explainer),
          budget_(budget),
          stats_(stats) {}

    /// Tighten a line.  On a conflict false, and `conflict` explains it; false and empty if the budget has ended.
    bool propagate(int line, Conflict& conflict);

private:
    Grid& grid_;
    const Variables& variables_;
    Assignment& assignment_;
    Explainer& explainer_;
    Budget& budget_;
    Stats& stats_;
    LineScratch scratch_;
    std::vector<Word> before_;
};

}  // namespace nonocsp
