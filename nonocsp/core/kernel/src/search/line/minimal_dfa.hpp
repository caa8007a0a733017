// The minimal deterministic automaton of a line's undecided cells, readable from one end or from both.
//
// It accepts the colour strings that the undecided cells may spell; decided cells are left out.  Where the line falls
// apart it has one state.  Read from the right, a state is the set of the left states from which the rest leads to
// acceptance (the subset construction of the reversed automaton), so readers from both ends are compatible if the one's
// state is in the other's set.
//
// The automaton is acyclic and layered by cell, so one pass from the right minimises it: Revuz, "Minimisation of
// acyclic deterministic automata in linear time" (1992).  Cost: cells x states x candidates.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/line/clue.hpp"

namespace nonocsp {

class MinimalLineDfa {
public:
    static constexpr std::uint8_t none = 255;
    /// Lines with more states than this before one cell are too large to be read from both ends, as a set of states is
    /// one word; or from the left alone, as a state is one byte.
    static constexpr int most_states = 64, most_from_left = none;

    /// The candidates are tightened.
    MinimalLineDfa(const LineClue& clue, const Word* planes, bool only_from_left = false);

    /// The same undecided cells without the clue: each may have any of its candidates.
    MinimalLineDfa without_clue() const;

    /// Some of its cells, independent of the others, in the order in which they are decided (reordered_line.cpp).
    MinimalLineDfa reordered(const std::vector<std::uint32_t>& order) const;

    bool is_too_large() const { return is_too_large_; }
    /// It is only for readers from the left.
    bool is_large() const { return *std::max_element(states_.begin(), states_.end()) > most_states; }
    std::size_t bytes() const;
    /// Undecided cells.
    int cells() const { return static_cast<int>(colours_.size()); }
    /// Where the k-th of them lies in the line; and, unless they are reordered, which of them is its i-th cell.
    int place(int k) const { return places_[k]; }
    std::uint32_t number(int i) const {
        return static_cast<std::uint32_t>(std::lower_bound(places_.begin(), places_.end(), i) - places_.begin());
    }
    /// The candidates of the k-th undecided cell, in rising order.
    const std::vector<std::uint8_t>& colours(int k) const { return colours_[k]; }

    /// Reading from the left: the number of states before the k-th undecided cell (k = cells(): after the last), and
    /// the successor of every state and candidate, or none.
    int states(int k) const { return states_[k]; }
    const std::vector<std::uint8_t>& next(int k) const { return next_[k]; }

    /// Reading from the right, which a line that is read from the left alone does not allow: the set of left states
    /// that are compatible with each state, and the state before the cell for every state behind it and candidate, or
    /// none.
    const std::vector<Word>& compatible(int k) const { return compatible_[k]; }
    const std::vector<std::uint8_t>& before(int k) const { return before_[k]; }

private:
    MinimalLineDfa() = default;
    template <int W>
    void read(const LineClue& clue, const Word* planes);
    void read(const MinimalLineDfa& line, const std::vector<std::uint32_t>& order);
    void determinise_backwards();
    std::size_t limit() const { return only_from_left_ ? most_from_left : most_states; }

    bool is_too_large_ = false, only_from_left_ = false;
    std::vector<int> places_;
    std::vector<std::vector<std::uint8_t>> colours_;
    std::vector<int> states_;
    std::vector<std::vector<std::uint8_t>> next_, before_;
    std::vector<std::vector<Word>> compatible_;
};

}  // namespace nonocsp
