// The automaton of a clue, read a set of states at a time.
//
// A nondeterministic finite automaton whose states form a chain (line/clue.hpp): reading a cell from either end is a
// few operations on sets.  Cost of a pass over a line: cells x paints such operations.
#pragma once

#include "search/line/clue.hpp"

namespace nonocsp {

/// The automaton of a clue, with the masks at hand.  P = 2 paints is the black-and-white case, known when
/// compiling so that its loops unroll; P = 0 takes any number, and clues with stars.
template <int W, int P = 0>
class LineAutomaton {
public:
    explicit LineAutomaton(const LineClue& clue)
        : clue_(clue), unknown_lengths_(clue.unknown_lengths && !clue.has_stars()) {
        if constexpr (P > 0)
            for (int p = 0; p < P; ++p) {
                advance_[p] = BitSet<W>::load(&clue.advance[p * W]);
                loop_[p] = BitSet<W>::load(&clue.loop[p * W]);
            }
    }

    int paints() const { return P > 0 ? P : clue_.paints(); }
    BitSet<W> advance(int paint) const {
        if constexpr (P > 0) return advance_[paint];
        else return BitSet<W>::load(&clue_.advance[static_cast<std::size_t>(paint) * W]);
    }
    BitSet<W> loop(int paint) const {
        if constexpr (P > 0) return loop_[paint];
        else return BitSet<W>::load(&clue_.loop[static_cast<std::size_t>(paint) * W]);
    }

    /// Add the states reached by free steps.
    BitSet<W> closure(BitSet<W> states) const {
        if (unknown_lengths_) states |= (states & BitSet<W>::load(clue_.skip.data())).up(1);
        return states;
    }
    /// The mirror of closure: add the states whose free step leads into the set.
    BitSet<W> backward_closure(BitSet<W> states) const {
        if (unknown_lengths_) states |= states.down(1) & BitSet<W>::load(clue_.skip.data());
        return states;
    }

    BitSet<W> start() const { return closure(BitSet<W>::single(0)); }
    BitSet<W> accept() const {
        if (clue_.has_stars()) return BitSet<W>::load(clue_.accepting.data());
        return backward_closure(BitSet<W>::single(clue_.states - 1));
    }

    /// States after reading `paint`, not yet closed.
    BitSet<W> read(BitSet<W> states, int paint) const {
        if constexpr (P == 0)
            if (clue_.has_stars()) return read_by_table(states, paint);
        return (states & advance(paint)).up(1) | (states & loop(paint));
    }
    /// States from which reading `paint` leads into `states`, not yet closed.
    BitSet<W> unread(BitSet<W> states, int paint) const {
        if constexpr (P == 0)
            if (clue_.has_stars()) return unread_by_table(states, paint);
        return (states.down(1) & advance(paint)) | (states & loop(paint));
    }

    /// The same for a cell and all its candidates, closed.
    BitSet<W> read_cell(BitSet<W> states, const Word* planes, int cell) const {
        BitSet<W> next = BitSet<W>::none();
        for (int p = 0; p < paints(); ++p) next |= read(states, p).only_if(in_plane(planes, p, cell));
        return closure(next);
    }
    BitSet<W> unread_cell(BitSet<W> states, const Word* planes, int cell) const {
        BitSet<W> before = BitSet<W>::none();
        for (int p = 0; p < paints(); ++p) before |= unread(states, p).only_if(in_plane(planes, p, cell));
        return backward_closure(before);
    }

    static bool in_plane(const Word* planes, int paint, int cell) {
        return planes[static_cast<std::size_t>(paint) * W + (W == 1 ? 0 : cell >> 6)] >> (cell & 63) & 1;
    }

private:
    int next(int state, int paint) const {
        return clue_.next[static_cast<std::size_t>(state) * clue_.paints() + paint];
    }
    BitSet<W> read_by_table(BitSet<W> states, int paint) const {
        BitSet<W> result = BitSet<W>::none();
        each_bit(states.word, W, [&](int state) {
            if (const int to = next(state, paint); to >= 0) result.insert(to);
        });
        return result;
    }
    BitSet<W> unread_by_table(BitSet<W> states, int paint) const {
        BitSet<W> result = BitSet<W>::none();
        for (int state = 0; state < clue_.states; ++state)
            if (const int to = next(state, paint); to >= 0 && states.has(to)) result.insert(state);
        return result;
    }

    const LineClue& clue_;
    const bool unknown_lengths_;
    BitSet<W> advance_[P > 0 ? P : 1], loop_[P > 0 ? P : 1];
};

/// accepting[i]: the states from which cells i .. n-1 can still be read to the end.
template <int W, int P>
void accepting_states(const LineAutomaton<W, P>& automaton, int cells, const Word* planes, BitSet<W>* accepting) {
    accepting[cells] = automaton.accept();
    for (int i = cells - 1; i >= 0; --i) accepting[i] = automaton.unread_cell(accepting[i + 1], planes, i);
}

/// alive[i]: the states that some placement passes before cell i, free steps not yet taken.
template <int W, int P>
void alive_states(const LineAutomaton<W, P>& automaton, int cells, const Word* planes, BitSet<W>* accepting,
                  BitSet<W>* alive) {
    accepting_states(automaton, cells, planes, accepting);
    alive[0] = BitSet<W>::single(0);
    for (int i = 0; i < cells; ++i) {
        BitSet<W> next = BitSet<W>::none();
        for (int p = 0; p < automaton.paints(); ++p)
            next |= automaton.read(automaton.closure(alive[i]), p).only_if(automaton.in_plane(planes, p, i));
        alive[i + 1] = next & accepting[i + 1];
    }
}

}  // namespace nonocsp
