// Minimal explanations of an infeasible line.
//
// An explanation is a set of removed candidates that makes the line infeasible.  The deletion filter drops them one
// at a time and tests feasibility after each.  Here one pass from left to right does all tests: with the sets of
// states that can still accept computed from the right, removals are dropped or kept while the set of states that
// the kept ones allow is carried along.  A removal is needed exactly when giving the candidate back would let the
// carried set meet the accepting set.  The result is minimal (no removal in it can be left out) at the cost of two
// passes over the line.
#pragma once

#include <vector>

#include "search/line/automaton.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

/// "Colour palette[paint] is not possible in this cell of the line."
struct Removal {
    int cell;
    int paint;
};

namespace detail {

template <int W, int P>
void explain_by_reading(const LineClue& clue, const Word* open, const Word* known, LineScratch& scratch,
                        std::vector<Removal>& because) {
    using Set = BitSet<W>;
    const LineAutomaton<W, P> automaton(clue);
    const int n = clue.cells, paints = automaton.paints();
    Set* const accepting = scratch.at_least<W>(n + 1);
    accepting_states(automaton, n, known, accepting);

    Set states = automaton.start();
    for (int i = 0; i < n && states.any(); ++i) {
        Set next = automaton.read_cell(states, known, i);
        for (int p = 0; p < paints; ++p) {
            if (automaton.in_plane(known, p, i) || !automaton.in_plane(open, p, i)) continue;
            const Set more = automaton.closure(automaton.read(states, p));
            if ((more & accepting[i + 1]).any()) because.push_back({i, p});
            else next |= more;
        }
        states = next;
    }
}

}  // namespace detail

/// A minimal set of removals that leaves the line without a placement.
///
/// `open` are the candidates if nothing were known, `known` the candidates now; the line must be infeasible
/// under `known`.  Appends to `because` those removals (in open, not in known) that are needed.
template <int W>
void explain(const LineClue& clue, const Word* open, const Word* known, LineScratch& scratch,
             std::vector<Removal>& because) {
    if (clue.impossible) return;
    if (clue.paints() == 2 && !clue.has_stars()) detail::explain_by_reading<W, 2>(clue, open, known, scratch, because);
    else detail::explain_by_reading<W, 0>(clue, open, known, scratch, because);
}

}  // namespace nonocsp
