// A learned clause is derived from a conflict.
#include "search/conflict_analysis.hpp"

#include <limits>

namespace nonocsp {

Learned ConflictAnalysis::analyse(const std::vector<Literal>& conflict) {
    Learned learned;
    resolve_to_first_uip(conflict, learned.clause);
    for (Variable v : marked_) marks_[v] = false;
    marked_.clear();

    for (std::size_t i = 1; i < learned.clause.size(); ++i)
        if (const int level = assignment_[variable(learned.clause[i])].level; level > learned.back) {
            learned.back = level;
            std::swap(learned.clause[1], learned.clause[i]);
        }
    learned.lbd = lbd(learned.clause, std::numeric_limits<int>::max());
    average(learned.lbd);
    ++stats_.learned;
    stats_.learned_literals += learned.clause.size();
    if (heuristic_) heuristic_->decay();
    return learned;
}

void ConflictAnalysis::resolve_to_first_uip(const std::vector<Literal>& conflict, std::vector<Literal>& clause) {
    const int level = assignment_.level();
    clause.assign(1, no_literal);
    int open = 0;
    std::size_t at = assignment_.trail().size();
    reason_ = conflict;
    while (true) {
        for (Literal l : reason_) {
            const Variable v = variable(l);
            const int its_level = assignment_[v].level;
            if (marks_[v] || its_level == 0) continue;
            marks_[v] = true;
            marked_.push_back(v);
            if (heuristic_) heuristic_->bump(v);
            if (its_level == level) ++open;
            else clause.push_back(negated(l));
        }
        while (!marks_[variable(assignment_.trail()[--at])]) {
        }
        const Literal l = assignment_.trail()[at];
        if (--open == 0) {
            clause[0] = negated(l);
            return;
        }
        reason_.clear();
        explainer_.append_reason(l, reason_);
        const Reason reason = assignment_[variable(l)].reason;
        if (reason.kind == Reason::clause) bump(clauses_[reason.index]);
    }
}

/// Distinct decision levels among the literals, at most `most`.
template <class Literals>
int ConflictAnalysis::lbd(Literals&& literals, int most) {
    ++stamp_;
    int levels = 0;
    for (const Literal l : literals)
        if (std::uint32_t& stamp = level_stamps_[assignment_[variable(l)].level]; stamp != stamp_) {
            stamp = stamp_;
            if (++levels >= most) break;
        }
    return levels;
}

/// A nogood that takes part in a conflict survives reductions, for longer if its LBD is now small.
void ConflictAnalysis::bump(ClauseDatabase::Clause clause) {
    if (clause.used() < 0 || clause.lbd() <= 2) return;
    clause.lbd() = lbd(clause, clause.lbd());
    clause.used() = clause.lbd() <= 6 ? 2 : 1;
}

void ConflictAnalysis::average(int lbd) {
    averages.fast += (lbd - averages.fast) / 32;
    averages.slow += (lbd - averages.slow) / 8192;
    if (stats_.learned < 64) averages.slow = averages.fast;
}

}  // namespace nonocsp
