// The placements of a line, one by one.
//
// Depth first over the cells, never into a state that cannot accept, so no branch is a dead end.
#pragma once

#include <memory>
#include <vector>

#include "search/line/automaton.hpp"

namespace nonocsp {

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
        const LineAutomaton<W> automaton(clue);
        accepting_states(automaton, clue.cells, planes_.data(), accepting_.data());
        states_.resize(clue.cells + 1);
        choice_.assign(clue.cells, -1);
        states_[0] = automaton.start();
        done_ = !(states_[0] & accepting_[0]).any();
    }

    const int* next() override {
        if (done_) return nullptr;
        const LineAutomaton<W> automaton(clue_);
        const int n = clue_.cells, paints = clue_.paints();
        int i = started_ ? n - 1 : 0;
        started_ = true;
        while (i >= 0 && i < n) {
            int p = choice_[i] + 1;
            for (; p < paints; ++p) {
                if (!automaton.in_plane(planes_.data(), p, i)) continue;
                const BitSet<W> next = automaton.closure(automaton.read(states_[i], p));
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
