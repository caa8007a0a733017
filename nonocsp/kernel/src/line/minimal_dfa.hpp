// The strings of colours that the undecided cells of a line may spell, as an automaton read from either end.
//
// Cells that are decided are left out, and states of the clue's automaton after which the same strings may follow are
// one state here, so this is the smallest automaton of these strings.  Where the line falls apart, it has one state.
//
// Read from the right, a state is the set of those states, read from the left, from which the rest read so far leads
// to the end; so two readers that come from both ends fit together if the one's state is in the other's set.
//
// Hopcroft's smallest automaton comes for free here, for the states lie in layers: one pass from the right, after
// Revuz, "Minimisation of acyclic deterministic automata in linear time" (1992).  Cost: cells x states x candidates.
#pragma once

#include <cstdint>
#include <vector>

#include "line/clue.hpp"

namespace nonocsp {

class MinimalLineDfa {
public:
    static constexpr std::uint8_t none = 255;
    /// More states than this before one cell are too many to be worth the while.
    static constexpr int most_states = 64;

    /// From these candidates tightening would remove nothing.
    MinimalLineDfa(const LineClue& clue, const Word* planes);

    bool is_too_large() const { return is_too_large_; }
    /// Undecided cells.
    int cells() const { return static_cast<int>(colours_.size()); }
    /// Of these, the number of the one that is the i-th cell of the line.
    std::uint32_t number(int i) const { return number_[i]; }
    /// The candidates of the k-th undecided cell, in rising order.
    const std::vector<std::uint8_t>& colours(int k) const { return colours_[k]; }

    /// States from the left, before the k-th undecided cell (or behind the last), and where they lead to, for every
    /// state and candidate: a state or none.
    int states(int k) const { return states_[k]; }
    const std::vector<std::uint8_t>& next(int k) const { return next_[k]; }

    /// The same from the right: the sets of states that fit, and, for every state behind the cell and candidate, the
    /// state before it.
    const std::vector<Word>& fitting(int k) const { return fitting_[k]; }
    const std::vector<std::uint8_t>& before(int k) const { return before_[k]; }

private:
    template <int W>
    void read(const LineClue& clue, const Word* planes);
    void read_back();

    bool is_too_large_ = false;
    std::vector<std::uint32_t> number_;
    std::vector<std::vector<std::uint8_t>> colours_;
    std::vector<int> states_;
    std::vector<std::vector<std::uint8_t>> next_, before_;
    std::vector<std::vector<Word>> fitting_;
};

}  // namespace nonocsp
