// Falsifying the literals of a nogood one by one.
#include "search/vivification.hpp"

#include <algorithm>

namespace nonocsp {

bool Vivification::run() {
    is_due_ = false;
    const std::uint64_t begun = cdcl_.budget.work();
    const double most = cdcl_.options.vivification_effort * static_cast<double>(begun);
    if (!cdcl_.propagate()) return false;
    collect();
    bool is_feasible = true;
    for (const ClauseRef ref : refs_) {
        if (static_cast<double>(work_ + cdcl_.budget.work() - begun) > most) break;
        is_feasible = vivify(ref);
        if (!is_feasible) break;
    }
    cdcl_.clauses.ignore(no_clause);
    back_to(0);
    work_ += cdcl_.budget.work() - begun;
    return is_feasible && cdcl_.propagate();
}

void Vivification::collect() {
    refs_ = cdcl_.clauses.to_vivify();
    occurrences_.assign(2 * static_cast<std::size_t>(cdcl_.variables.size()), 0);
    for (const ClauseRef ref : refs_)
        for (const Literal l : cdcl_.clauses[ref]) ++occurrences_[l];
    marks_.assign(cdcl_.variables.size(), 0);
}

/// False if there is no solution, or the budget has ended.
bool Vivification::vivify(ClauseRef ref) {
    const Assignment& assignment = cdcl_.assignment;
    ClauseDatabase::Clause clause = cdcl_.clauses[ref];
    clause.is_vivified() = true;
    literals_.assign(clause.begin(), clause.end());
    for (const Literal l : literals_)
        if (assignment.is_true(l) && assignment[variable(l)].level == 0) return true;
    // Frequent literals first, so that the next nogood may begin with the same decisions.
    std::sort(literals_.begin(), literals_.end(), [&](Literal a, Literal b) {
        return occurrences_[a] != occurrences_[b] ? occurrences_[a] > occurrences_[b] : a < b;
    });
    const int common = common_decisions(ref);
    back_to(common);
    cdcl_.clauses.ignore(ref);
    step_ = 0;
    if (!falsify(static_cast<std::size_t>(common))) return false;
    if (!is_shorter()) return true;
    if (cdcl_.proof && step_ == 0) step_ = cdcl_.proof->clause(kept_, {all_false(), {Reason::clause, ref}});
    back_to(0);
    ++cdcl_.stats.vivified;
    if (kept_.size() > 1) {
        cdcl_.shorten(ref, kept_, step_);
        return true;
    }
    cdcl_.clauses.ignore(no_clause);
    return !kept_.empty() && cdcl_.add_unit(kept_[0]);
}

std::vector<Literal> Vivification::all_false() const {
    std::vector<Literal> negations;
    for (const Literal l : literals_) negations.push_back(negated(l));
    return negations;
}

/// The decisions of the last nogood that serve this one: it must have had no part in what they imply.
int Vivification::common_decisions(ClauseRef ref) const {
    const Assignment& assignment = cdcl_.assignment;
    const int most = std::min(assignment.level(), static_cast<int>(literals_.size()));
    int common = 0;
    while (common < most && assignment.decision(common + 1) == negated(literals_[common])) ++common;
    for (const Literal l : literals_) {
        const Assignment::State& state = assignment[variable(l)];
        if (assignment.is_true(l) && state.reason.kind == Reason::clause && state.reason.index == ref)
            common = std::min(common, state.level - 1);
    }
    return common;
}

/// Make the literals from this one on false, and find those to keep.  False if the budget has ended.
bool Vivification::falsify(std::size_t from) {
    Assignment& assignment = cdcl_.assignment;
    kept_.assign(literals_.begin(), literals_.begin() + static_cast<std::ptrdiff_t>(from));
    for (std::size_t i = from; i < literals_.size(); ++i) {
        const Literal l = literals_[i];
        if (assignment.is_false(l)) continue;
        if (assignment.is_true(l)) {
            keep_decisions_behind({l});
            kept_.push_back(l);
            if (cdcl_.proof && is_shorter()) step_ = cdcl_.proof->implication(kept_, l);
            return true;
        }
        kept_.push_back(l);
        assignment.decide(negated(l));
        if (cdcl_.propagate()) continue;
        if (cdcl_.budget.ended()) return false;
        keep_decisions_behind(cdcl_.conflict().literals);
        if (cdcl_.proof && is_shorter()) step_ = cdcl_.proof->clause(kept_, cdcl_.conflict());
        back_to(assignment.level() - 1);
        return true;
    }
    return true;
}

/// Keep the literals whose decisions imply these true literals.
void Vivification::keep_decisions_behind(const std::vector<Literal>& literals) {
    const Assignment& assignment = cdcl_.assignment;
    kept_.clear();
    mark(literals);
    for (std::size_t at = assignment.trail().size(); at-- > assignment.levels()[0].start;) {
        const Literal l = assignment.trail()[at];
        if (!marks_[variable(l)]) continue;
        marks_[variable(l)] = false;
        if (assignment[variable(l)].reason.kind == Reason::decision) {
            kept_.push_back(negated(l));
            continue;
        }
        reason_.clear();
        cdcl_.explainer.append_reason(l, reason_);
        mark(reason_);
    }
}

/// Mark what depends on decisions.
void Vivification::mark(const std::vector<Literal>& literals) {
    for (const Literal l : literals)
        if (cdcl_.assignment[variable(l)].level > 0) marks_[variable(l)] = true;
}

}  // namespace nonocsp
