// Consequences of a literal in its cell, and of changed candidates in a line.
#include "search/line_propagator.hpp"

namespace nonocsp {

bool propagate_cell(Literal l, const Variables& variables, Assignment& assignment, Conflict& conflict) {
    const OpenCell& cell = variables.cell(variable(l));
    if (cell.variables == 1) return true;
    const Variable end = cell.first + cell.variables;
    if (is_positive(l)) {
        for (Variable v = cell.first; v < end; ++v) {
            if (v == variable(l) || assignment.is_true(negative(v))) continue;
            if (assignment.is_true(positive(v))) {
                conflict = {{l, positive(v)}, Reason(Reason::only)};
                return false;
            }
            assignment.enqueue(negative(v), Reason(l));
        }
        return true;
    }
    Variable left = -1;
    for (Variable v = cell.first; v < end; ++v) {
        if (assignment.is_true(negative(v))) continue;
        if (left >= 0 || assignment.is_true(positive(v))) return true;
        left = v;
    }
    if (left >= 0) {
        assignment.enqueue(positive(left), Reason(Reason::only));
        return true;
    }
    conflict = {{}, Reason(Reason::only)};
    for (Variable v = cell.first; v < end; ++v) conflict.literals.push_back(negative(v));
    return false;
}

bool LinePropagator::propagate(int line, Conflict& conflict) {
    const LineClue& clue = grid_.clue(line);
    ++stats_.tightenings;
    conflict = {{}, {Reason::line, static_cast<std::uint32_t>(line)}};
    if (budget_.spend(tighten_work(clue))) return false;
    const Literal* exclusions = variables_.exclusions_of(line);
    const int paints = clue.paints();
    const bool is_feasible = tighten_line(grid_, line, scratch_, before_, [&](int i, int colour) {
        assignment_.enqueue(exclusions[i * paints + clue.paint[colour]],
                            {Reason::line, static_cast<std::uint32_t>(line)});
    });
    if (!is_feasible) explainer_.append_explanation(line, no_literal, conflict.literals);
    return is_feasible;
}

}  // namespace nonocsp
