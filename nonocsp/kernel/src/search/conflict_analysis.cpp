// A learned clause is derived from a conflict.
#include "search/conflict_analysis.hpp"

#include <limits>

namespace nonocsp {

Learned ConflictAnalysis::analyse(const std::vector<Literal>& conflict) {
    Learned learned;
    resolve_to_first_uip(conflict, learned.clause);
    if (options_.minimise) minimise(learned.clause);
    for (Variable v : marked_) marks_[v] = unseen;
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
            mark(v, in_clause);
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

/// Drop every literal whose reasons lead back to the others.
void ConflictAnalysis::minimise(std::vector<Literal>& clause) {
    ++stamp_;
    for (std::size_t i = 1; i < clause.size(); ++i) level_stamps_[assignment_[variable(clause[i])].level] = stamp_;
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause.size(); ++i)
        if (!is_implied(negated(clause[i]))) clause[kept++] = clause[i];
    clause.resize(kept);
}

/// Whether the true literal `l` follows from literals marked as of the clause.  Depth first without recursion: a stack
/// of literals, each followed by the reasons still to be visited.
bool ConflictAnalysis::is_implied(Literal l) {
    if (assignment_[variable(l)].reason.kind == Reason::decision) return false;
    struct Frame {
        Literal literal;
        std::size_t from, next, end;  // its reasons in stack_
    };
    std::vector<Frame> frames;
    stack_.clear();
    const auto push = [&](Literal literal) {
        const std::size_t from = stack_.size();
        explainer_.append_reason(literal, stack_);
        frames.push_back({literal, from, from, stack_.size()});
    };
    push(l);
    while (!frames.empty()) {
        Frame& frame = frames.back();
        bool fails = false;
        Literal deeper = no_literal;
        while (frame.next < frame.end) {
            const Literal reason = stack_[frame.next++];
            const Variable v = variable(reason);
            const Assignment::State& state = assignment_[v];
            if (state.level == 0 || marks_[v] == in_clause || marks_[v] == implied) continue;
            fails = marks_[v] == not_implied || state.reason.kind == Reason::decision ||
                    level_stamps_[state.level] != stamp_;
            if (!fails) deeper = reason;
            break;
        }
        if (deeper != no_literal) {
            push(deeper);
            continue;
        }
        if (fails) {
            // Everything on the way here depends on what cannot be derived.
            for (std::size_t i = 1; i < frames.size(); ++i) mark(variable(frames[i].literal), not_implied);
            return false;
        }
        if (frames.size() > 1) mark(variable(frame.literal), implied);
        stack_.resize(frame.from);
        frames.pop_back();
    }
    return true;
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
