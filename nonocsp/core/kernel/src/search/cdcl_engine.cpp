// Propagation to the fixpoint, and learning from the conflicts it meets.
#include "search/cdcl_engine.hpp"

#include <algorithm>

namespace nonocsp {

bool CdclEngine::start() {
    if (budget.ended()) return false;
    const double begun = now();
    Worklist waiting(grid.lines());
    for (int line = 0; line < grid.lines(); ++line) waiting.push(line);
    const bool is_feasible = nonocsp::propagate(grid, waiting, budget, stats);
    stats.seconds_propagate += now() - begun;
    if (!is_feasible) return false;
    // Most puzzles end here, and need none of what search needs.
    if (grid.is_decided()) return true;
    if (!variables.number(grid, budget)) return false;
    explainer.start();
    grow(variables.size());
    return true;
}

void CdclEngine::grow(Variable count) {
    variables.grow(count);
    assignment.grow(count);
    clauses.grow(count);
    analysis.grow(count);
    if (heuristic_) heuristic_->grow(count);
}

/// Cheap propagators first: cells and nogoods for every new literal, and only at their fixpoint one changed line.
bool CdclEngine::propagate() {
    while (true) {
        while (assignment.has_pending()) {
            const Literal l = assignment.next_pending();
            if (assignment.has_pending()) clauses.prefetch(assignment.peek_pending());
            if (variable(l) < variables.of_cells() && !propagate_cell(l, variables, assignment, conflict_))
                return false;
            if (!clauses.propagate(l, assignment, budget, conflict_)) return false;
        }
        if (assignment.changed_lines.empty()) return true;
        if (!lines_.propagate(assignment.changed_lines.pop(), conflict_)) return false;
    }
}

bool CdclEngine::add_unit(Literal l) {
    if (assignment.is_false(l)) return false;
    if (assignment.is_open(l)) assignment.enqueue(l, {});
    return propagate();
}

void CdclEngine::back_to(int level) {
    if (heuristic_) assignment.back_to(level, [&](Literal l) { heuristic_->unassigned(l); });
    else assignment.back_to(level, [](Literal) {});
}

bool CdclEngine::analyse(Learned& learned) {
    explainer.forget_if_many();
    int deepest = 0;
    for (Literal l : conflict_.literals) deepest = std::max(deepest, assignment[variable(l)].level);
    if (deepest == 0) return false;
    back_to(deepest);
    learned = analysis.analyse(conflict_.literals);
    if (proof) learned.step = proof->clause(learned.clause, conflict_);
    return true;
}

Reason CdclEngine::add_learned(const Learned& learned, bool is_permanent) {
    const Reason reason = clauses.add(learned.clause, learned.lbd, is_permanent);
    if (proof) proof->stored(learned.step, learned.clause, reason);
    return reason;
}

void CdclEngine::reduce() {
    if (proof) proof->catch_up();
    const auto moves = clauses.reduce(assignment);
    if (proof) proof->moved(moves);
}

void CdclEngine::assert_learned(const Learned& learned, bool is_permanent) {
    Reason reason;
    if (learned.clause.size() > 1) reason = add_learned(learned, is_permanent);
    assignment.enqueue(learned.clause[0], reason);
}

std::size_t CdclEngine::bytes() const {
    return grid.bytes() + variables.bytes() + static_cast<std::size_t>(variables.size()) * 64 + clauses.bytes() +
           explainer.bytes();
}

}  // namespace nonocsp
