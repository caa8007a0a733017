// Consequences: cells, nogoods and lines until nothing changes.
//
// Cheap ones first: the other colours of a cell, then the watched nogoods, and only when both are at rest
// one waiting line, whose new literals go round again.  Every propagator leaves conflict_ filled with true
// literals that cannot hold together when it fails.
#include "learning.hpp"

namespace nonocsp {

/// False on a contradiction, told in conflict_; also when the control has ended (conflict_ is then empty).
bool LearningSearch::propagate() {
    while (true) {
        while (pending_ < trail_.size()) {
            const Literal l = trail_[pending_++];
            if ((variable(l) < cell_variables_ && !propagate_cell(l)) || !propagate_nogoods(l)) return false;
        }
        if (dirty_.empty()) return true;
        if (!propagate_line(dirty_.pop())) return false;
    }
}

/// Exactly one colour: for cells with a variable for each colour.
bool LearningSearch::propagate_cell(Literal l) {
    const OpenCell& cell = cells_[cell_of_[variable(l)]];
    if (cell.variables == 1) return true;
    if (is_positive(l)) {
        for (Variable v = cell.first; v < cell.first + cell.variables; ++v) {
            if (v == variable(l) || is_true(negative(v))) continue;
            if (is_true(positive(v))) {
                conflict_ = {l, positive(v)};
                return false;
            }
            set(negative(v), {Reason::other, static_cast<std::uint32_t>(l)});
        }
        return true;
    }
    Variable left = -1;
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v) {
        if (is_true(negative(v))) continue;
        if (left >= 0 || is_true(positive(v))) return true;
        left = v;
    }
    if (left >= 0) {
        set(positive(left), {Reason::only, 0});
        return true;
    }
    conflict_.clear();
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v) conflict_.push_back(negative(v));
    return false;
}

bool LearningSearch::propagate_nogoods(Literal l) {
    const Literal falsified = negated(l);
    std::vector<Nogoods::Watch>& watches = nogoods_.watches(falsified);
    control_.spend(5 * watches.size());
    std::size_t kept = 0;
    for (std::size_t i = 0; i < watches.size(); ++i) {
        const Nogoods::Watch watch = watches[i];
        if (is_true(watch.blocker)) {
            watches[kept++] = watch;
            continue;
        }
        Nogoods::Nogood nogood = nogoods_[watch.ref];
        if (nogood[0] == falsified) std::swap(nogood[0], nogood[1]);
        const Literal first = nogood[0];
        if (first != watch.blocker && is_true(first)) {
            watches[kept++] = {watch.ref, first};
            continue;
        }
        const int size = nogood.size();
        int other = 2;
        while (other < size && is_false(nogood[other])) ++other;
        if (other < size) {
            std::swap(nogood[1], nogood[other]);
            nogoods_.watches(nogood[1]).push_back({watch.ref, first});
            continue;
        }
        watches[kept++] = {watch.ref, first};
        if (is_false(first)) {
            while (++i < watches.size()) watches[kept++] = watches[i];
            watches.resize(kept);
            conflict_.clear();
            for (Literal literal : nogood) conflict_.push_back(negated(literal));
            if (nogood.used() >= 0) nogood.used() = 1;
            return false;
        }
        set(first, {Reason::nogood, watch.ref});
    }
    watches.resize(kept);
    return true;
}

bool LearningSearch::propagate_line(int line) {
    const LineClue& clue = grid_.clue(line);
    ++stats_.tightenings;
    if (control_.spend(tighten_work(clue))) {
        conflict_.clear();
        return false;
    }
    const Literal* lacks = &lacks_[lacks_from_[line]];
    const int paints = clue.paints();
    const bool alive = tighten_line(grid_, line, scratch_, before_, [&](int cell, int colour) {
        set(lacks[cell * paints + clue.paint[colour]], {Reason::line, static_cast<std::uint32_t>(line)});
    });
    if (!alive) explain_line(line, no_literal, conflict_ = {});
    return alive;
}

/// Make a literal true for good.  Only at level 0.
bool LearningSearch::settle(Literal l) {
    if (is_false(l)) return false;
    if (is_open(l)) set(l, {});
    return propagate();
}

}  // namespace nonocsp
