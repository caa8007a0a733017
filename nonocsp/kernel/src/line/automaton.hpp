// Minimal explanations of a line, and the list of its placements, by the automaton of its clue.
//
// An explanation is a set of removed candidates that makes the line infeasible.  The deletion filter drops them one
// at a time and tests feasibility after each.  Here one pass from left to right does all tests: with the sets of
// states that can still accept computed from the right, removals are dropped or kept while the set of states that
// the kept ones allow is carried along.  A removal is
// needed exactly when giving the candidate back would let the carried set meet the accepting set.  The
// result is minimal (no removal in it can be left out) at the cost of two passes over the line.
#pragma once

#include <memory>
#include <vector>

#include "line/clue.hpp"
#include "line/tighten.hpp"
#include "base/bitset.hpp"

namespace nonocsp {

/// "Colour palette[paint] is not possible in this cell of the line."
struct Removal {
    int cell;
    int paint;
};

namespace detail {

/// The automaton of a clue, with the masks at hand.  P = 2 paints is the black-and-white case, known when
/// compiling so that its loops unroll; P = 0 takes any number.
template <int W, int P = 0>
class Automaton {
public:
    explicit Automaton(const LineClue& clue) : clue_(clue), unknown_lengths_(clue.unknown_lengths) {
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
    BitSet<W> settle(BitSet<W> states) const {
        if (unknown_lengths_) states |= (states & BitSet<W>::load(clue_.skip.data())).up(1);
        return states;
    }
    /// The mirror of settle: add the states whose free step leads into the set.
    BitSet<W> unsettle(BitSet<W> states) const {
        if (unknown_lengths_) states |= states.down(1) & BitSet<W>::load(clue_.skip.data());
        return states;
    }

    BitSet<W> start() const { return settle(BitSet<W>::single(0)); }
    BitSet<W> accept() const { return unsettle(BitSet<W>::single(clue_.states - 1)); }

    /// States after reading `paint`, not yet settled.
    BitSet<W> read(BitSet<W> states, int paint) const {
        return (states & advance(paint)).up(1) | (states & loop(paint));
    }
    /// States from which reading `paint` leads into `states`, not yet unsettled.
    BitSet<W> unread(BitSet<W> states, int paint) const {
        return (states.down(1) & advance(paint)) | (states & loop(paint));
    }

    /// The same for a cell and all its candidates, settled.
    BitSet<W> read_cell(BitSet<W> states, const Word* planes, int cell) const {
        BitSet<W> next = BitSet<W>::none();
        for (int p = 0; p < paints(); ++p) next |= read(states, p).only_if(in_plane(planes, p, cell));
        return settle(next);
    }
    BitSet<W> unread_cell(BitSet<W> states, const Word* planes, int cell) const {
        BitSet<W> before = BitSet<W>::none();
        for (int p = 0; p < paints(); ++p) before |= unread(states, p).only_if(in_plane(planes, p, cell));
        return unsettle(before);
    }

    static bool in_plane(const Word* planes, int paint, int cell) {
        return planes[static_cast<std::size_t>(paint) * W + (W == 1 ? 0 : cell >> 6)] >> (cell & 63) & 1;
    }

private:
    const LineClue& clue_;
    const bool unknown_lengths_;
    BitSet<W> advance_[P > 0 ? P : 1], loop_[P > 0 ? P : 1];
};

/// accepting[i]: the states from which cells i .. n-1 can still be read to the end.
template <int W, int P>
void accepting_states(const Automaton<W, P>& automaton, int cells, const Word* planes, BitSet<W>* accepting) {
    accepting[cells] = automaton.accept();
    for (int i = cells - 1; i >= 0; --i) accepting[i] = automaton.unread_cell(accepting[i + 1], planes, i);
}

/// alive[i]: the states that some placement passes before cell i, free steps not yet taken.
template <int W, int P>
void alive_states(const Automaton<W, P>& automaton, int cells, const Word* planes, BitSet<W>* accepting, BitSet<W>* alive) {
    accepting_states(automaton, cells, planes, accepting);
    alive[0] = BitSet<W>::single(0);
    for (int i = 0; i < cells; ++i) {
        BitSet<W> next = BitSet<W>::none();
        for (int p = 0; p < automaton.paints(); ++p)
            next |= automaton.read(automaton.settle(alive[i]), p).only_if(automaton.in_plane(planes, p, i));
        alive[i + 1] = next & accepting[i + 1];
    }
}

template <int W, int P>
void explain_by_reading(const LineClue& clue, const Word* open, const Word* known, LineScratch& scratch,
                        std::vector<Removal>& because) {
    using Set = BitSet<W>;
    const Automaton<W, P> automaton(clue);
    const int n = clue.cells, paints = automaton.paints();
    Set* const accepting = scratch.at_least<W>(n + 1);
    accepting_states(automaton, n, known, accepting);

    Set states = automaton.start();
    for (int i = 0; i < n && states.any(); ++i) {
        Set next = automaton.read_cell(states, known, i);
        for (int p = 0; p < paints; ++p) {
            if (automaton.in_plane(known, p, i) || !automaton.in_plane(open, p, i)) continue;
            const Set more = automaton.settle(automaton.read(states, p));
            if ((more & accepting[i + 1]).any()) because.push_back({i, p});
            else next |= more;
        }
        states = next;
    }
}

}  // namespace detail

/// A minimal set of removals that leaves the line without a placement.
///
/// `open` are the candidates if nothing were known, `known` the candidates now; the line must be infeasible
/// under `known`.  Appends to `because` those removals (in open, not in known) that are needed.
template <int W>
void explain(const LineClue& clue, const Word* open, const Word* known, LineScratch& scratch,
             std::vector<Removal>& because) {
    if (clue.impossible) return;
    if (clue.paints() == 2) detail::explain_by_reading<W, 2>(clue, open, known, scratch, because);
    else detail::explain_by_reading<W, 0>(clue, open, known, scratch, because);
}

/// The placements of a line that agree with its candidates, one by one, in lexicographic order of their
/// colours (blank first).  Memory is linear in the line; each placement costs at most O(cells) steps.
class Placements {
public:
    virtual ~Placements() = default;
    /// The paints of the next placement, or nullptr after the last.
    virtual const int* next() = 0;
};

template <int W>
class PlacementList final : public Placements {
public:
    PlacementList(const LineClue& clue, const Word* planes)
        : clue_(clue), planes_(planes, planes + static_cast<std::size_t>(clue.paints()) * W) {
        if (clue.impossible) {
            done_ = true;
            return;
        }
        accepting_.resize(clue.cells + 1);
        const detail::Automaton<W> automaton(clue);
        detail::accepting_states(automaton, clue.cells, planes_.data(), accepting_.data());
        states_.resize(clue.cells + 1);
        choice_.assign(clue.cells, -1);
        states_[0] = automaton.start();
        done_ = !(states_[0] & accepting_[0]).any();
    }

    const int* next() override {
        if (done_) return nullptr;
        const detail::Automaton<W> automaton(clue_);
        const int n = clue_.cells, paints = clue_.paints();
        int i = started_ ? n - 1 : 0;
        started_ = true;
        while (i >= 0 && i < n) {
            int p = choice_[i] + 1;
            for (; p < paints; ++p) {
                if (!automaton.in_plane(planes_.data(), p, i)) continue;
                const BitSet<W> next = automaton.settle(automaton.read(states_[i], p));
                if (!(next & accepting_[i + 1]).any()) continue;
                states_[i + 1] = next;
                break;
            }
            if (p < paints) choice_[i++] = p;
            else choice_[i--] = -1;
        }
        done_ = i < 0;
        return done_ ? nullptr : choice_.data();
    }

private:
    const LineClue& clue_;
    std::vector<Word> planes_;
    std::vector<BitSet<W>> accepting_, states_;
    std::vector<int> choice_;
    bool started_ = false;
    bool done_ = false;
};

inline std::unique_ptr<Placements> list_placements(const LineClue& clue, const Word* planes) {
    return with_words(clue.words, [&]<int W>() -> std::unique_ptr<Placements> {
        return std::make_unique<PlacementList<W>>(clue, planes);
    });
}

}  // namespace nonocsp
