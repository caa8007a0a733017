// Look-ahead in a frontier: which of its states does propagation refute?
//
// A state gives, for every line across the frontier, the state of its automaton.  The line allows the same whatever
// path led there, so any one path is written into the planes, and the affected lines are tightened to a fixpoint or a
// contradiction.  What each state of a line removes from the lines that cross it is computed once for all packed
// states.
//
// States are visited in sorted order, line by line as in a trie, so that a common prefix is propagated once.  A line
// whose state has not been assigned yet is not tightened: its cells before the frontier are open in the planes, and
// conclusions about them would be unsound.  Results of tightening are cached (line/tightening_cache.hpp), as few inputs
// are new.
//
// Cost: about a microsecond a state, as much as advancing it by some ten cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "compilation/frontier.hpp"
#include "compilation/frontier_join.hpp"
#include "grid/propagation.hpp"
#include "line/tightening_cache.hpp"

namespace nonocsp {

/// A line at some boundary, and the field of its states.
struct OpenLine {
    std::uint32_t line;
    int k;         ///< the boundary is before its k-th undecided cell
    Field field;
};

class LookAhead {
public:
    /// The lines of these cells; the grid is at decision level 0.
    LookAhead(const Grid& grid, const Frontier::Lines& lines, const std::vector<Frontier::Cell>& cells, Budget& budget,
              Stats& stats);

    /// Choose the boundary, and the direction: from the upper frontier down or from the lower one up.
    void start_at(const std::vector<OpenLine>& open, bool is_upper);

    /// Keep the states that propagation does not refute, in another order.  Invalid if the budget has ended.
    template <int W>
    void keep_possible(std::vector<State<W>>& states) {
        const auto last_word_first = [](const State<W>& a, const State<W>& b) {
            for (int w = W; w-- > 1;)
                if (a[w] != b[w]) return a[w] < b[w];
            return a[0] < b[0];
        };
        if (budget_.spend(20 * states.size())) return;
        std::sort(states.begin(), states.end(), last_word_first);
        const std::vector<std::size_t> depths = arrange(W);
        std::size_t kept = 0, refuted = none;  // the depth at which the previous state was refuted
        State<W> previous{};
        for (std::size_t i = 0; i < states.size(); ++i) {
            const State<W> state = states[i];
            std::size_t depth = 0;
            if (i) {
                int w = W - 1;
                while (state[w] == previous[w]) --w;
                depth = depths[static_cast<std::size_t>(64 * w + 63 - std::countl_zero(state[w] ^ previous[w]))];
            }
            previous = state;
            if (refuted < depth) continue;
            while (depth < effects_.size() && assign(depth, effects_[depth].field.template of<W>(state))) ++depth;
            if (budget_.ended()) return;
            refuted = depth < effects_.size() ? depth : none;
            if (refuted == none) states[kept++] = state;
        }
        states.resize(kept);
    }
    /// Bytes in use, and the most that it will use with this many open lines.
    std::size_t bytes() const { return bytes_ + planes_.capacity() * sizeof(Word) + effect_bytes_; }
    std::size_t bytes_with(std::size_t open) const { return bytes() + (open + 1) * root_.size() * sizeof(Word); }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    /// A line of these cells, numbered here in its own way.
    struct Line {
        std::uint32_t line;               ///< in the grid
        std::size_t at;                   ///< where its planes begin
        Word others_keep;                 ///< mask of all but its place in the lines that cross it
        std::vector<int> undecided;       ///< the places of its undecided cells
        TighteningCache cache;
        std::size_t from_depth = 0;            ///< it is tightened from this depth on
    };
    /// Where a bit of a plane stands in the line that crosses there.
    struct Across {
        std::uint32_t word, line;
    };
    /// What a state of a line implies.
    struct Effect {
        std::vector<Word> planes;
        std::vector<std::pair<std::size_t, Word>> removed;  ///< word, and the bits that stay
        std::vector<std::uint32_t> lines;                   ///< that are affected
    };
    /// The effects of an open line's states.
    struct LineEffects {
        std::uint32_t line;
        int k;
        Field field;
        std::vector<Effect> effects;          ///< by state
    };

    LineEffects line_effects(const OpenLine& line, bool is_upper);
    void fix(Effect& effect, const Line& line, int k, std::uint8_t colour) const;
    std::vector<std::size_t> arrange(int words);
    bool assign(std::size_t depth, std::uint64_t state);
    bool propagate(Word* planes, std::size_t depth);

    const Frontier::Lines& line_dfas_;
    Budget& budget_;
    Stats& stats_;
    std::vector<std::uint32_t> numbers_;  ///< line of the grid -> its number here
    std::vector<Line> lines_;
    std::vector<Across> across_;          ///< by bit of the planes
    std::vector<Word> root_;              ///< the planes before any state is assigned
    std::vector<Word> planes_;            ///< by depth: with the states of this many open lines assigned
    std::vector<LineEffects> effects_;
    std::size_t bytes_ = 0, effect_bytes_ = 0;  ///< of all but planes and effects; of the effects
    bool is_upper_ = true;
    Worklist waiting_;
    LineScratch scratch_;
};

}  // namespace nonocsp
