// The transition of a packed state at one cell.
//
// The states of two lines of the cell are looked up together: for every pair of them and every candidate of the cell
// the table says what they become, or that the candidate is impossible.  Lines with many states make it large: 64 by 64
// states in four colours take 256 KB.  The product with a third line would be too large, so its own table is chained.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "counting/frontier/layout.hpp"

namespace nonocsp {

/// The states of a line that a candidate of a cell leads to; by state and candidate, or MinimalLineDfa::none.
inline const std::vector<std::uint8_t>& steps_at(const CellSequence& sequence, const CellSequence::Place& place,
                                                 bool from_above) {
    const MinimalLineDfa& dfa = sequence.dfa(place);
    return from_above ? dfa.next(static_cast<int>(place.k)) : dfa.before(static_cast<int>(place.k));
}

/// Calls `visit(a, b, candidate, to_a, to_b)` for the states a and b of two lines and each candidate that is possible.
template <class Visit>
void each_joint_step(const std::vector<std::uint8_t>& first, const std::vector<std::uint8_t>& second,
                     std::size_t candidates, Visit&& visit) {
    for (std::uint64_t a = 0; a < first.size() / candidates; ++a)
        for (std::uint64_t b = 0; b < second.size() / candidates; ++b)
            for (std::size_t c = 0; c < candidates; ++c) {
                const std::uint8_t to_a = first[a * candidates + c], to_b = second[b * candidates + c];
                if (to_a != MinimalLineDfa::none && to_b != MinimalLineDfa::none) visit(a, b, c, to_a, to_b);
            }
}

/// The transition at a cell of two lines whose fields are the last of a state: what a pair of digits, that of the
/// second line before that of the first, becomes for each candidate.
struct PairTransition {
    static constexpr std::uint16_t nowhere = 0xffff;

    std::vector<std::uint16_t> to;
    std::size_t candidates = 1;

    PairTransition(const CellSequence& sequence, const CellSequence::Cell& cell, int first_bits, bool from_above)
        : candidates(sequence.colours(cell).size()) {
        const auto& second = steps_at(sequence, cell.places[1], from_above);
        to.assign(second.size() << first_bits, nowhere);
        each_joint_step(steps_at(sequence, cell.places[0], from_above), second, candidates,
                        [&](std::uint64_t a, std::uint64_t b, std::size_t c, std::uint8_t to_a, std::uint8_t to_b) {
                            to[(b << first_bits | a) * candidates + c] =
                                static_cast<std::uint16_t>(to_b << first_bits | to_a);
                        });
    }
    /// Digits of this many bits together stay unchanged.
    explicit PairTransition(int bits) {
        for (unsigned pair = 0; pair < 1u << bits; ++pair) to.push_back(static_cast<std::uint16_t>(pair));
    }
    std::size_t entries() const { return to.size(); }
    std::size_t bytes() const { return to.capacity() * sizeof(to[0]); }
};

/// The transition at a cell of any lines, wherever their fields are.
template <int W>
struct CellTransition {
    /// No difference is odd, as the lowest bit of every word stays free.
    static constexpr std::uint64_t nowhere = 1;
    struct Change {
        std::uint64_t first, second;
    };

    Field first, second, third;
    int second_bits = 0;  ///< of the states before this cell
    std::size_t candidates = 0;
    std::vector<Change> changes;               ///< by the states of two lines and candidate: to add to their words
    std::vector<std::uint64_t> third_changes;  ///< by state and candidate; empty without a third line
    const std::vector<std::uint8_t>* colours = nullptr;

    CellTransition(const CellSequence& sequence, const CellSequence::Cell& cell, const Layout& layout, bool from_above)
        : candidates(sequence.colours(cell).size()), colours(&sequence.colours(cell)) {
        const std::vector<std::uint8_t> alone(candidates, 0);
        const std::vector<std::uint8_t>* steps[3] = {&alone, &alone, &alone};
        Field fields[3];
        for (std::uint32_t n = 0; n < cell.lines; ++n) {
            fields[n] = layout.of(cell.places[n].line);
            steps[n] = &steps_at(sequence, cell.places[n], from_above);
        }
        first = fields[0];
        second = fields[1];
        third = fields[2];
        second_bits = width(steps[1]->size() / candidates);
        changes.assign(steps[0]->size() << second_bits, {nowhere, 0});
        each_joint_step(*steps[0], *steps[1], candidates,
                        [&](std::uint64_t a, std::uint64_t b, std::size_t c, std::uint8_t to_a, std::uint8_t to_b) {
                            changes[(a << second_bits | b) * candidates + c] = {(to_a - a) << first.shift,
                                                                                (to_b - b) << second.shift};
                        });
        if (steps[2] == &alone) return;
        third_changes.assign(steps[2]->size(), nowhere);
        each_joint_step(*steps[2], alone, candidates,
                        [&](std::uint64_t a, std::uint64_t, std::size_t c, std::uint8_t to, std::uint8_t) {
                            third_changes[a * candidates + c] = (to - a) << third.shift;
                        });
    }

    std::size_t entries() const { return changes.size() + third_changes.size(); }
    std::size_t bytes() const {
        return changes.capacity() * sizeof(Change) + third_changes.capacity() * sizeof(third_changes[0]);
    }
    /// The bytes of the transition of a cell with all its lines.
    static std::size_t bytes(const CellSequence& sequence, const CellSequence::Cell& cell, bool from_above) {
        const std::size_t candidates = sequence.colours(cell).size();
        std::size_t states[3] = {1, 1, 0};
        for (std::uint32_t n = 0; n < cell.lines; ++n)
            states[n] =
                sequence.states(cell.places[n].line, static_cast<int>(cell.places[n].k) + !from_above, from_above);
        return sizeof(CellTransition) + ((states[0] * candidates) << width(states[1])) * sizeof(Change) +
               states[2] * candidates * sizeof(std::uint64_t);
    }

    /// Calls `lead(candidate, state)` for every successor.
    template <class Lead>
    void each(const State<W>& state, Lead&& lead) const {
        const Change* change =
            &changes[(first.template of<W>(state) << second_bits | second.template of<W>(state)) * candidates];
        const auto lead_all = [&](auto&& lead_on) {
            for (std::size_t c = 0; c < candidates; ++c) {
                if (change[c].first == nowhere) continue;
                State<W> next = state;
                next[W == 1 ? 0 : first.word] += change[c].first;
                next[W == 1 ? 0 : second.word] += change[c].second;
                lead_on(c, next);
            }
        };
        if (third_changes.empty()) return lead_all(lead);
        const std::uint64_t* const chained = &third_changes[third.template of<W>(state) * candidates];
        lead_all([&](std::size_t c, State<W>& next) {
            if (chained[c] == nowhere) return;
            next[W == 1 ? 0 : third.word] += chained[c];
            lead(c, next);
        });
    }

private:
    static int width(std::size_t states) { return static_cast<int>(std::bit_width(states - 1)); }
};

/// Calls `visit(state, place)` for the states of a list or a set, until it returns false.
template <class Packed, class Visit>
bool each_state(const std::vector<Packed>& states, Visit&& visit) {
    for (std::size_t i = 0; i < states.size(); ++i)
        if (!visit(states[i], i)) return false;
    return true;
}
template <int W, class Visit>
bool each_state(const StateSet<W>& states, Visit&& visit) {
    for (std::uint32_t slot = 0; slot < states.capacity(); ++slot)
        if (states.is_full(slot) && !visit(states[slot], slot)) return false;
    return true;
}

}  // namespace nonocsp
