// From a contradiction to a nogood.
//
// Going back over the trail, every literal of the current level is replaced by its reason until one is
// left, the first unique implication point: without it the contradiction would not have come.  The nogood
// found forbids it together with literals of earlier levels, so after going back it forces its opposite.
// Literals that the others imply are then dropped (Sorensson and Biere, "Minimizing learned clauses", 2009).
#include "search/learning.hpp"

namespace nonocsp {

/// From conflict_ to a clause that is false now.  False if the contradiction holds without any assumption.
bool LearningSearch::analyse(Learned& learned) {
    forget_reasons_if_many();
    int deepest = 0;
    for (Literal l : conflict_) deepest = std::max(deepest, level_[variable(l)]);
    if (deepest == 0) return false;
    // A contradiction that does not need the current level belongs to an earlier one.
    if (deepest < level()) back_to(deepest);

    learned.clause.assign(1, no_literal);
    int open = 0;
    std::size_t at = trail_.size();
    reason_work_ = conflict_;
    while (true) {
        for (Literal l : reason_work_) {
            const Variable v = variable(l);
            if (seen_[v] || level_[v] == 0) continue;
            seen_[v] = 1;
            to_clear_.push_back(v);
            if (options_.activity) order_.bump(v);
            if (level_[v] == level()) ++open;
            else learned.clause.push_back(negated(l));
        }
        while (!seen_[variable(trail_[--at])]) {}
        const Literal l = trail_[at];
        if (--open == 0) {
            learned.clause[0] = negated(l);
            break;
        }
        reason_work_.clear();
        append_reason(l, reason_work_);
        if (reason_[variable(l)].kind == Reason::nogood) note_use(nogoods_[reason_[variable(l)].index]);
    }
    if (options_.minimise) minimise(learned.clause);
    for (Variable v : to_clear_) seen_[v] = 0;
    to_clear_.clear();

    learned.back = 0;
    for (std::size_t i = 1; i < learned.clause.size(); ++i)
        if (const int l = level_[variable(learned.clause[i])]; l > learned.back) {
            learned.back = l;
            std::swap(learned.clause[1], learned.clause[i]);
        }
    learned.levels = count_levels(learned.clause);
    note_levels(learned.levels);
    ++stats_.learned;
    stats_.learned_literals += learned.clause.size();
    order_.decay(options_.activity_decay);
    return true;
}

namespace {
enum : char { unseen = 0, in_clause = 1, implied = 2, not_implied = 3 };
}

/// Drop every literal whose reason leads back to the others.
void LearningSearch::minimise(std::vector<Literal>& clause) {
    ++stamp_;
    for (std::size_t i = 1; i < clause.size(); ++i) level_stamp_[level_[variable(clause[i])]] = stamp_;
    std::size_t kept = 1;
    for (std::size_t i = 1; i < clause.size(); ++i)
        if (!is_implied(negated(clause[i]))) clause[kept++] = clause[i];
    clause.resize(kept);
}

/// Whether the true literal `l` follows from literals of the clause (seen_ == in_clause).  Depth first
/// without recursion: a stack of literals, each followed by the reasons still to be looked at.
bool LearningSearch::is_implied(Literal l) {
    if (reason_[variable(l)].kind == Reason::decision) return false;
    struct Frame {
        Literal literal;
        std::size_t from, next, end;  // its reasons in stack_
    };
    std::vector<Frame> frames;
    stack_.clear();
    const auto push = [&](Literal literal) {
        const std::size_t from = stack_.size();
        append_reason(literal, stack_);
        frames.push_back({literal, from, from, stack_.size()});
    };
    push(l);
    while (!frames.empty()) {
        Frame& frame = frames.back();
        bool hopeless = false;
        Literal deeper = no_literal;
        while (frame.next < frame.end) {
            const Literal because = stack_[frame.next++];
            const Variable v = variable(because);
            if (level_[v] == 0 || seen_[v] == in_clause || seen_[v] == implied) continue;
            if (seen_[v] == not_implied || reason_[v].kind == Reason::decision || level_stamp_[level_[v]] != stamp_) {
                hopeless = true;
                break;
            }
            deeper = because;
            break;
        }
        if (deeper != no_literal) {
            push(deeper);
            continue;
        }
        if (hopeless) {
            // Everything on the way here depends on what cannot be derived.
            for (std::size_t i = 1; i < frames.size(); ++i) {
                const Variable v = variable(frames[i].literal);
                seen_[v] = not_implied;
                to_clear_.push_back(v);
            }
            return false;
        }
        if (frames.size() > 1) {
            const Variable v = variable(frame.literal);
            seen_[v] = implied;
            to_clear_.push_back(v);
        }
        stack_.resize(frame.from);
        frames.pop_back();
    }
    return true;
}

int LearningSearch::count_levels(const std::vector<Literal>& clause) {
    ++stamp_;
    int levels = 0;
    for (Literal l : clause)
        if (std::uint32_t& mark = level_stamp_[level_[variable(l)]]; mark != stamp_) {
            mark = stamp_;
            ++levels;
        }
    return levels;
}

/// A nogood that takes part in a contradiction is worth keeping; the fewer levels it spans now, the longer.
void LearningSearch::note_use(Nogoods::Nogood nogood) {
    if (nogood.used() < 0 || nogood.levels() <= 2) return;
    ++stamp_;
    int levels = 0;
    for (Literal l : nogood)
        if (std::uint32_t& mark = level_stamp_[level_[variable(l)]]; mark != stamp_) {
            mark = stamp_;
            if (++levels >= nogood.levels()) break;
        }
    nogood.levels() = std::min(nogood.levels(), levels);
    nogood.used() = nogood.levels() <= 6 ? 2 : 1;
}

/// Into the store; the second literal must be of the level that comes next after the first one's.
NogoodRef LearningSearch::keep(const Learned& learned, bool permanent) {
    return nogoods_.add(learned.clause, learned.levels, permanent);
}

}  // namespace nonocsp
