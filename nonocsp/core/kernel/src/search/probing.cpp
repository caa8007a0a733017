// Probing every open cell until a round finds nothing.
#include "search/probing.hpp"

#include <algorithm>
#include <stdexcept>

#include "search/line/marginals.hpp"

namespace nonocsp {

namespace {

/// Counted work of one call, and of the time in it without a new fact: half a second, and a tenth.
constexpr std::uint64_t most_probing = 500'000'000, patience = 100'000'000;

}  // namespace

void Probing::start() {
    changed_.assign(cdcl_.grid.lines(), 1);
    noted_ = known_ = cdcl_.assignment.trail().size();
    begun_ = cdcl_.budget.work();
    for (int line = 0; line < cdcl_.grid.lines(); ++line)
        if (cdcl_.variables.is_active(line)) round_work_ += LineMarginals::work(cdcl_.grid.clue(line));
}

/// Whether probing before a dive goes on: what it decides must make up for its work.
bool Probing::is_worth_more() const {
    const double found = static_cast<double>(cdcl_.assignment.trail().size() - known_);
    const double share = found / static_cast<double>(cdcl_.variables.of_cells() - known_);
    const double rounds = cdcl_.options.probe_lead + cdcl_.options.probe_gain * share;
    return static_cast<double>(cdcl_.budget.work() - begun_) < rounds * static_cast<double>(round_work_);
}

bool Probing::run(bool is_brief) {
    if (changed_.empty()) start();
    const Assignment& assignment = cdcl_.assignment;
    const Variable variables = cdcl_.variables.of_cells();
    const std::uint64_t last_work = cdcl_.budget.work() + most_probing;
    std::uint64_t hopeless = cdcl_.budget.work() + patience;
    // Positions may have got variables since the last call.
    marks_.resize(2 * static_cast<std::size_t>(cdcl_.variables.size()), 0);
    implied_.resize(marks_.size(), 0);
    note_changes();
    for (; !is_done_; ++round_, next_ = 0) {
        for (; next_ < variables; ++next_) {
            if (!assignment.is_open(positive(next_))) continue;
            if (is_brief && !is_worth_more()) return true;
            if (cdcl_.budget.work() > std::min(last_work, hopeless)) {
                is_done_ = true;
                return true;
            }
            if (!has_changed(cdcl_.variables.cell(next_))) continue;
            const std::size_t before = assignment.trail().size();
            if (!probe_variable(next_)) return false;
            if (assignment.trail().size() == before) continue;
            hopeless = cdcl_.budget.work() + patience;
            note_changes();
        }
        is_done_ = !is_fruitful_;
        is_fruitful_ = false;
    }
    return true;
}

/// Whether a line of the cell has changed since the round before.
bool Probing::has_changed(const OpenCell& cell) const {
    bool has = false;
    cell.each_place([&](int line, int) { has |= changed_[line] >= round_; });
    return has;
}

bool Probing::probe_variable(Variable v) {
    const std::size_t before = cdcl_.assignment.trail().size();
    const bool may_hold = cannot_fail(positive(v)), may_fail = cannot_fail(negative(v));
    if (!may_hold && !probe_literal(positive(v), if_true_)) return false;
    if (!may_fail && cdcl_.assignment.is_open(positive(v)) && !probe_literal(negative(v), if_false_)) return false;
    return may_hold || may_fail || cdcl_.assignment.trail().size() > before || fix_common(v);
}

/// What followed in this round from an assumption that did not fail.
bool Probing::cannot_fail(Literal l) const { return implied_[l] == round_ && cdcl_.grid.colours() == 1; }

/// Assume `l` and collect what follows.  If it fails, its negation (or a stronger fact) is added.
bool Probing::probe_literal(Literal l, std::vector<Literal>& implied) {
    implied.clear();
    ++cdcl_.stats.probes;
    cdcl_.assignment.decide(l);
    if (cdcl_.propagate()) {
        const std::vector<Literal>& trail = cdcl_.assignment.trail();
        implied.assign(trail.begin() + static_cast<std::ptrdiff_t>(cdcl_.assignment.levels()[0].start), trail.end());
        for (Literal consequence : implied) implied_[consequence] = round_;
        cdcl_.back_to(0);
        return true;
    }
    if (cdcl_.budget.ended()) return false;
    ++cdcl_.stats.conflicts;
    const std::size_t depth = cdcl_.assignment.trail().size();
    if (observer_) {
        observer_->technique = "probe";
        observer_->on_leaf(cdcl_, &cdcl_.conflict());
    }
    Learned learned;
    if (!cdcl_.analyse(learned)) return false;
    cdcl_.back_to(0);
    if (observer_) observer_->on_conflict(cdcl_, 1, depth, &learned);
    ++cdcl_.stats.probe_facts;
    return cdcl_.add_unit(learned.clause[0]);
}

/// Add what follows from both sides.
bool Probing::fix_common(Variable v) {
    ++mark_;
    for (Literal l : if_true_) marks_[l] = mark_;
    std::erase_if(if_false_, [&](Literal l) { return marks_[l] != mark_; });
    if (cdcl_.proof && !if_false_.empty() && !prove_common(v)) return false;
    for (Literal l : if_false_) {
        ++cdcl_.stats.probe_facts;
        if (!cdcl_.add_unit(l)) return false;
    }
    return true;
}

/// Propagate both sides again, and write why what is common to them follows.  False if the budget has ended.
bool Probing::prove_common(Variable v) {
    std::vector<StepId> if_true, if_false;
    for (const bool side : {true, false}) {
        const Literal l = side ? positive(v) : negative(v);
        cdcl_.assignment.decide(l);
        if (!cdcl_.propagate()) {
            if (!cdcl_.budget.ended()) throw std::logic_error("nonocsp kernel: a probe failed the second time only");
            return false;
        }
        for (const Literal common : if_false_)
            (side ? if_true : if_false).push_back(cdcl_.proof->implication({negated(l), common}, common));
        cdcl_.back_to(0);
    }
    for (std::size_t i = 0; i < if_false_.size(); ++i) cdcl_.proof->unit(if_false_[i], if_true[i], if_false[i]);
    return true;
}

void Probing::note_changes() {
    const std::vector<Literal>& trail = cdcl_.assignment.trail();
    for (; noted_ < trail.size(); ++noted_) {
        is_fruitful_ = true;
        if (variable(trail[noted_]) >= cdcl_.variables.of_cells()) continue;
        cdcl_.variables.cell(variable(trail[noted_])).each_place([&](int line, int) { changed_[line] = round_ + 1; });
    }
}

}  // namespace nonocsp
