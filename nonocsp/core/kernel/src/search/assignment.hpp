// The assignment: the trail of true literals, level by level, and the candidates that it leaves in the grid.
//
// Every literal that becomes true goes on the trail, and the candidate that it excludes goes from the planes of all
// its lines; backtracking restores them.  Literals wait on the trail for unit propagation, and lines that lost a
// candidate wait for tightening, each in the order in which they came.
#pragma once

#include <vector>

#include "search/grid/propagation.hpp"
#include "search/literal.hpp"
#include "search/variables.hpp"

namespace nonocsp {

class Assignment {
public:
    /// What is known of a variable; meaningless while it is open.
    struct State {
        std::int32_t level = 0;     ///< decision level
        std::int32_t position = 0;  ///< on the trail
        Reason reason;
    };
    struct Level {
        std::size_t start;  ///< position of its decision on the trail
        bool is_flipped;    ///< the other side of its decision is done
    };

    Assignment(Grid& grid, const Variables& variables, Stats& stats)
        : changed_lines(grid.lines()), grid_(grid), variables_(variables), stats_(stats) {}

    /// Add variables up to this number; new ones are open.
    void grow(Variable variables) {
        values_.resize(2 * static_cast<std::size_t>(variables), 0);
        states_.resize(variables);
        trail_.reserve(variables);
    }

    int level() const { return static_cast<int>(levels_.size()); }
    bool is_true(Literal l) const { return values_[l] > 0; }
    bool is_false(Literal l) const { return values_[l] < 0; }
    bool is_open(Literal l) const { return values_[l] == 0; }
    bool is_complete() const { return trail_.size() == states_.size(); }
    /// Literal -> 1 true, -1 false, 0 open.
    const std::int8_t* values() const { return values_.data(); }
    State& operator[](Variable v) { return states_[v]; }
    const State& operator[](Variable v) const { return states_[v]; }
    const std::vector<Literal>& trail() const { return trail_; }
    const std::vector<Level>& levels() const { return levels_; }
    /// The decision of a level, from 1 on.
    Literal decision(int level) const { return trail_[levels_[level - 1].start]; }

    /// Open a level without a decision.
    void open_level(bool is_flipped = false) { levels_.push_back({trail_.size(), is_flipped}); }
    void decide(Literal l, bool is_flipped = false) {
        open_level(is_flipped);
        enqueue(l, {});
    }
    /// Make an open literal true.
    void enqueue(Literal l, Reason reason);
    /// Undo all levels above this one; calls `unassigned(l)` for every literal that leaves the trail, latest first.
    template <class Unassigned>
    void back_to(int level, Unassigned&& unassigned);

    /// Whether literals wait for unit propagation, and the first of them.
    bool has_pending() const { return pending_ < trail_.size(); }
    Literal next_pending() { return trail_[pending_++]; }
    Literal peek_pending() const { return trail_[pending_]; }
    /// Lines that wait for tightening.
    Worklist changed_lines;

private:
    Grid& grid_;
    const Variables& variables_;
    Stats& stats_;
    std::vector<std::int8_t> values_;
    std::vector<State> states_;
    std::vector<Literal> trail_;
    std::vector<Level> levels_;
    std::size_t pending_ = 0;
};

inline void Assignment::enqueue(Literal l, Reason reason) {
    const Variable v = variable(l);
    values_[l] = 1;
    values_[negated(l)] = -1;
    states_[v] = {level(), static_cast<std::int32_t>(trail_.size()), reason};
    trail_.push_back(l);
    ++stats_.propagations;
    if (v >= variables_.of_cells()) return;
    const Variables::Exclusion& excluded = variables_.exclusion(l);
    if (excluded.colour < 0) return;
    Word* planes = grid_.all_planes();
    excluded.each_bit([&](std::uint32_t word, Word bit) { planes[word] &= ~bit; });
    // A line is as tight as it can be after what it has forced itself.
    const int author = reason.kind == Reason::line ? static_cast<int>(reason.index) : -1;
    variables_.cell(v).each_place([&](int line, int) {
        if (line != author && variables_.is_active(line)) changed_lines.push(line);
    });
}

template <class Unassigned>
void Assignment::back_to(int level, Unassigned&& unassigned) {
    if (level >= this->level()) return;
    const std::size_t kept = levels_[level].start;
    Word* planes = grid_.all_planes();
    while (trail_.size() > kept) {
        const Literal l = trail_.back();
        trail_.pop_back();
        values_[l] = values_[negated(l)] = 0;
        unassigned(l);
        if (variable(l) >= variables_.of_cells()) continue;
        const Variables::Exclusion& excluded = variables_.exclusion(l);
        if (excluded.colour >= 0) excluded.each_bit([&](std::uint32_t word, Word bit) { planes[word] |= bit; });
    }
    levels_.erase(levels_.begin() + level, levels_.end());
    pending_ = kept;
    changed_lines.clear();
}

}  // namespace nonocsp
