// The main loop: propagate, learn from conflicts, restart and simplify, decide.
#include "search/cdcl_search.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

/// Everything before search.  False if there is no solution, or the budget has ended.
bool CdclSearch::start() {
    if (!cdcl_.start()) return false;
    if (cdcl_.variables.size() == 0) return true;
    // Most dives need no help, and cost less than probing everything.
    if (!probe(options_.guidance && options_.dives && decides_itself()) || !bounds_.run()) return false;
    if (options_.seed) heuristic_.randomise_order();
    if (options_.lucky && lucky_.run()) return true;
    if (budget_.ended()) return false;
    if (options_.guidance && !cdcl_.assignment.is_complete()) {
        const double begun = now();
        beliefs_.suggest(heuristic_);
        if (decides_itself()) dives_.begin();
        stats_.seconds_guide += now() - begun;
    }
    return !budget_.ended();
}

bool CdclSearch::is_probing_due() const {
    return options_.probing && cdcl_.variables.size() > 0 && !probing_.is_done();
}

/// Probe at level 0, or go on with it.  False if there is no solution, or the budget has ended.
bool CdclSearch::probe(bool is_brief) {
    if (!is_probing_due()) return true;
    const double begun = now();
    const bool is_feasible = probing_.run(is_brief);
    stats_.seconds_probe += now() - begun;
    return is_feasible;
}

/// Start, which cannot be resumed.
bool CdclSearch::begin() {
    budget_.end_at_turn(true);
    const bool is_feasible = start();
    budget_.end_at_turn(false);
    restarts_.start();
    return is_feasible;
}

Outcome CdclSearch::next(std::uint8_t* cells) {
    if (budget_.ended() || budget_.look()) return budget_.why();
    bool is_feasible = stage_ != Stage::finished;
    if (stage_ == Stage::fresh) {
        is_feasible = begin();
    } else if (stage_ == Stage::solved) {
        is_feasible = leave_solution();
    }
    stage_ = Stage::searching;
    const double begun = now();
    const Outcome outcome = is_feasible ? search(cells) : budget_.ended() ? budget_.why() : Outcome::exhausted;
    stats_.seconds_search += now() - begun;
    if (outcome == Outcome::solution) {
        stage_ = Stage::solved;
        ++solutions_;
    }
    if (outcome == Outcome::exhausted) {
        stage_ = Stage::finished;
        if (cdcl_.proof) cdcl_.proof->conclude();
    }
    if (cdcl_.proof) cdcl_.proof->flush();
    return outcome;
}

/// Go on after a solution.  False if there is no other one.
bool CdclSearch::leave_solution() {
    // A proof says what is excluded, and knows no prefix.
    if (options_.learning && (solutions_ == 1 || cdcl_.proof))
        return enumeration_.block_solution() && lucky_.run_again();
    if (!enumeration_.is_active() && !simplify_first()) return false;
    return enumeration_.leave_solution();
}

/// An enumeration never returns to the root: the last chance for probing and bounds.  False if the budget has ended.
bool CdclSearch::simplify_first() {
    if (!is_probing_due() && !bounds_.is_due(true)) return true;
    const std::vector<Literal> solution = cdcl_.assignment.trail();
    cdcl_.back_to(0);
    if (!probe(false) || !bounds_.run(true)) return false;
    for (Literal l : solution) {
        if (!cdcl_.assignment.is_open(l)) continue;
        cdcl_.assignment.decide(l);
        if (!cdcl_.propagate()) return false;
    }
    return true;
}

bool CdclSearch::adopt(const std::uint8_t* cells) {
    const bool is_fresh = stage_ == Stage::fresh, is_solved = stage_ == Stage::solved;
    stage_ = Stage::searching;
    // Not the step of an enumeration: its prefix does not survive the return to level 0.
    if ((is_fresh && !begin()) || (is_solved && !enumeration_.block_solution())) return false;
    dives_.stop();
    cdcl_.back_to(0);
    if (!cdcl_.propagate()) return false;
    std::vector<Variable> order(cdcl_.variables.of_cells());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(),
                     [&](Variable v, Variable w) { return heuristic_.activity(v) > heuristic_.activity(w); });
    for (Variable v : order) {
        if (!cdcl_.assignment.is_open(positive(v))) continue;
        const OpenCell& cell = cdcl_.variables.cell(v);
        const int colour = cells[cdcl_.grid.board().cell(cell.row, cell.column)];
        const Literal l = cdcl_.variables.has_colour(cdcl_.grid, cell.row, cell.column, colour);
        if (l < 0 || cdcl_.assignment.is_false(l)) return false;
        if (!cdcl_.assignment.is_open(l)) continue;
        cdcl_.assignment.decide(l);
        if (!cdcl_.propagate()) return false;
    }
    stage_ = Stage::solved;
    ++solutions_;
    return true;
}

/// The main loop: what is done after a conflict, at a restart, and else before a decision, in this order.
Outcome CdclSearch::search(std::uint8_t* cells) {
    while (true) {
        if (!cdcl_.propagate()) {
            const bool is_feasible = budget_.ended() || resolve();
            if (budget_.ended()) return budget_.why();
            if (!is_feasible) return Outcome::exhausted;
            continue;
        }
        if (is_restart_due()) {
            restart();
            const bool is_feasible = (!sharing_.is_active() || sharing_.synchronise()) &&
                                     (!order_encoding_.is_due() || order_encoding_.add()) && probe(false) &&
                                     bounds_.run();
            if (is_feasible) guide_again();
            if (budget_.memory(cdcl_.bytes() + sharing_.bytes())) return budget_.why();
            if (!is_feasible) return Outcome::exhausted;
            continue;
        }
        if (restarts_.is_reduction_due()) {
            restarts_.reduced();
            cdcl_.reduce();
            if (budget_.memory(cdcl_.bytes())) return budget_.why();
        }
        if (budget_.is_turn_over()) return Outcome::turn_over;
        const Literal decision = decide();
        if (budget_.ended()) return budget_.why();
        if (decision == no_literal) {
            if (external_) external_->on_leaf(cdcl_, nullptr);
            cdcl_.grid.read_off(cells);
            if (cdcl_.proof) cdcl_.proof->solution(cells);
            return Outcome::solution;
        }
        if (budget_.node(stats_.nodes + 1)) return budget_.why();
        ++stats_.nodes;
        if (budget_.spend(50)) return budget_.why();
        cdcl_.assignment.decide(decision);
    }
}

/// Learn from a conflict and backjump.  False if there is no further solution.
bool CdclSearch::resolve() {
    const Assignment& assignment = cdcl_.assignment;
    ++stats_.conflicts;
    if (external_) external_->on_leaf(cdcl_, &cdcl_.conflict());
    if (assignment.level() == 0) return false;
    const int from = assignment.level();
    const std::size_t depth = assignment.trail().size();
    const auto flip = [&] {
        const bool is_feasible = enumeration_.flip_deepest();
        if (external_) external_->on_conflict(cdcl_, from, depth, nullptr);
        return is_feasible;
    };
    if (!options_.learning || enumeration_.is_in_prefix()) return flip();
    Learned learned;
    if (!cdcl_.analyse(learned)) return false;
    if (enumeration_.is_in_prefix()) return flip();
    // In the prefix of an enumeration a unit clause is not of level 0; it may have to be found again.
    cdcl_.back_to(std::max(learned.back, enumeration_.prefix()));
    stats_.backtracks += from - assignment.level();
    cdcl_.assert_learned(learned);
    if (sharing_.is_active()) sharing_.give(learned);
    if (external_) external_->on_conflict(cdcl_, from, depth, &learned);
    return true;
}

bool CdclSearch::is_restart_due() {
    if (enumeration_.is_active() || dives_.is_active() || cdcl_.assignment.is_complete()) return false;
    return is_probing_due() || restarts_.is_due();
}

void CdclSearch::restart() {
    ++stats_.restarts;
    cdcl_.back_to(0);
    restarts_.restarted();
}

/// After a restart and what it simplified: which guidance the next decisions have.
void CdclSearch::guide_again() {
    // Once a solution is known, proving matters more than finding.
    if (solutions_) dives_.stop();
    else if (decides_itself()) dives_.restart();
    if (external_) external_->on_restart();
}

Literal CdclSearch::decide() {
    if (external_) {
        const Literal l = external_->decide(cdcl_, heuristic_);
        // It may have taken long, which counted work does not show.
        if (budget_.look() || l != no_literal) return l;
    }
    if (dives_.is_active())
        if (const Literal l = dives_.decide(); l != no_literal) return taken_by("dive", l);
    return taken_by("", heuristic_.next(cdcl_.assignment));
}

Literal CdclSearch::taken_by(const char* technique, Literal decision) {
    if (observer_ && decision != no_literal) observer_->technique = technique;
    return decision;
}

}  // namespace nonocsp
