// Consequences: cells, nogoods and lines until nothing changes.
//
// Cheap ones first: the other colours of a cell, then the watched nogoods, and only when both are at rest
// one waiting line, whose new literals go round again.  Every propagator leaves conflict_ filled with true
// literals that cannot hold together when it fails.
#include "search/learning.hpp"

namespace nonocsp {

/// False on a contradiction, told in conflict_; also when the budget has ended (conflict_ is then empty).
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
    for (const Nogoods::Watch pair : nogoods_.pairs(falsified)) {
        if (is_true(pair.blocker)) continue;
        Nogoods::Nogood nogood = nogoods_[pair.ref];
        if (is_false(pair.blocker)) {
            conflict_ = {negated(nogood[0]), negated(nogood[1])};
            return false;
        }
        // The literal that a nogood forces stands first in it.
        if (nogood[0] == falsified) std::swap(nogood[0], nogood[1]);
        set(pair.blocker, {Reason::nogood, pair.ref});
    }
    std::vector<Nogoods::Watch>& watches = nogoods_.watches(falsified);
    budget_.spend(5 * watches.size());
    std::int32_t* const data = nogoods_.data();
    const std::int8_t* const value = value_.data();
    Nogoods::Watch *kept = watches.data(), *const end = kept + watches.size();
    const auto close = [&] { watches.resize(static_cast<std::size_t>(kept - watches.data())); };
    for (const Nogoods::Watch* at = kept; at < end;) {
        const Nogoods::Watch watch = *at++;
        if (value[watch.blocker] > 0) {
            *kept++ = watch;
            continue;
        }
        Nogoods::Nogood nogood(data + watch.ref);
        Literal* const literals = nogood.begin();
        // Whichever of the two watched ones is not the false one.
        const Literal first = literals[0] ^ literals[1] ^ falsified;
        const std::int8_t first_value = value[first];
        if (first_value > 0) {
            *kept++ = {watch.ref, first};
            continue;
        }
        Literal *other = literals + 2, *const last = nogood.end();
        while (other < last && value[*other] < 0) ++other;
        if (other < last) {
            literals[0] = first;
            literals[1] = *other;
            *other = falsified;
            nogoods_.watches(literals[1]).push_back({watch.ref, first});
            continue;
        }
        literals[0] = first;
        literals[1] = falsified;
        *kept++ = {watch.ref, first};
        if (first_value < 0) {
            while (at < end) *kept++ = *at++;
            close();
            conflict_.clear();
            for (Literal literal : nogood) conflict_.push_back(negated(literal));
            if (nogood.used() >= 0) nogood.used() = 1;
            return false;
        }
        set(first, {Reason::nogood, watch.ref});
    }
    close();
    return true;
}

bool LearningSearch::propagate_line(int line) {
    const LineClue& clue = grid_.clue(line);
    ++stats_.tightenings;
    if (budget_.spend(tighten_work(clue))) {
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
