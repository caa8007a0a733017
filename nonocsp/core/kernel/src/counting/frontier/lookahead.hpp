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
// Ranges of the sorted states are shared out among the threads of a crew, each with caches of its own.  Whether a state
// is refuted depends on nothing but the state.
//
// Cost: about a microsecond a state, as much as advancing it by some ten cells.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <thread>
#include <vector>

#include "counting/frontier/layout.hpp"
#include "counting/frontier/state_ranges.hpp"
#include "search/base/crew.hpp"
#include "search/grid/propagation.hpp"
#include "search/line/tightening_cache.hpp"

namespace nonocsp {

/// A line of a sequence at some boundary, and the field of its states.
struct OpenLine {
    std::uint32_t line;
    int k;  ///< the boundary is before its k-th cell
    Field field;
};

/// The lines with several states before a cell, read from above or from below.
inline std::vector<OpenLine> open_lines(const CellSequence& sequence, const Layout& layout, std::size_t at,
                                        bool from_above) {
    std::vector<OpenLine> result;
    const std::vector<int> k = sequence.boundaries(at, from_above);
    for (std::uint32_t line = 0; line < k.size(); ++line)
        if (k[line] >= 0 && sequence.states(line, k[line], from_above) > 1)
            result.push_back({line, k[line], layout.of(line)});
    return result;
}

class LookAhead {
public:
    /// The lines of the sequence, which must outlive it; the grid is at decision level 0.
    LookAhead(const Grid& grid, const CellSequence& sequence, Budget& budget, Stats& stats, Crew& crew);

    /// Choose the boundary, and the direction: from the upper frontier down or from the lower one up.
    void start_at(const std::vector<OpenLine>& open, bool is_upper);

    /// Keep the states that propagation does not refute, sorted.  Invalid if the budget has ended.
    template <int W>
    void keep_possible(std::vector<State<W>>& states) {
        // Each range begins with an empty prefix, so which states share the work of one does not depend on threads.
        const std::vector<std::size_t> begins =
            divide_into_ranges<W>(states, std::min(states.size() / states_per_range, most_ranges));
        std::vector<std::size_t> kept(begins.size() - 1);
        each_part<W>(kept.size(), states.size(), [&](std::size_t range, int, auto&& keep) {
            const std::span<State<W>> mine(states.data() + begins[range], begins[range + 1] - begins[range]);
            std::sort(mine.begin(), mine.end(), is_before<W>);
            kept[range] = keep(mine);
        });
        if (budget_.ended()) return;
        std::size_t size = 0;
        for (std::size_t range = 0; range < kept.size(); ++range) {
            std::copy_n(states.data() + begins[range], kept[range], states.data() + size);
            size += kept[range];
        }
        states.resize(size);
    }
    /// Share out parts of states: `each(part, thread, keep_possible)` is called for each part, and
    /// `keep_possible(range)` moves those of its sorted states that are not refuted to the front, and returns their
    /// number.
    template <int W, class Each>
    void each_part(std::size_t parts, std::size_t states, Each&& each) {
        const std::vector<std::size_t> depths = arrange(W);
        begin_sharing(states);
        crew_.share(parts, [&](std::size_t part, int thread) {
            Propagator& propagator = propagators_[static_cast<std::size_t>(thread)];
            each(part, thread, [&](auto range) { return propagator.template keep_possible<W>(range, depths); });
        });
        end_sharing();
    }
    /// Bytes in use, and the most that it will use with this many open lines.
    std::size_t bytes() const;
    std::size_t bytes_with(std::size_t open) const {
        return bytes() + propagators_.size() * (open + 1) * root_.size() * sizeof(Word);
    }

private:
    static constexpr std::size_t none = ~std::size_t{0};
    /// A range takes some milliseconds.
    static constexpr std::size_t states_per_range = 4096, most_ranges = 1024;

    /// A line of these cells, numbered here in its own way.
    struct Line {
        std::uint32_t line;  ///< in the grid
        std::size_t at;      ///< where its planes begin
        const LineClue* clue;
        std::size_t from_depth = 0;  ///< it is tightened from this depth on

        std::size_t words() const { return static_cast<std::size_t>(clue->paints()) * clue->words; }
    };
    /// Where a bit of a plane stands in a line that crosses there.
    struct Across {
        std::uint32_t bit, line;

        std::uint32_t word() const { return bit / 64; }
        Word keep() const { return ~(Word{1} << bit % 64); }
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
        std::vector<Effect> effects;  ///< by state
    };

    /// What one thread needs to propagate states.
    class Propagator {
    public:
        explicit Propagator(LookAhead& owner);

        /// Move those sorted states that are not refuted to the front; returns their number.
        template <int W, class Entry>
        std::size_t keep_possible(std::span<Entry> states, const std::vector<std::size_t>& depths) {
            start();
            std::size_t kept = 0, refuted = none;  // the depth at which the previous state was refuted
            State<W> previous{};
            for (Entry& entry : states) {
                const State<W> state = packed_state(entry);
                std::size_t depth = 0;
                if (&entry != states.data()) {
                    int w = W - 1;
                    while (state[w] == previous[w]) --w;
                    depth = depths[static_cast<std::size_t>(64 * w + 63 - std::countl_zero(state[w] ^ previous[w]))];
                }
                previous = state;
                if (refuted < depth) continue;
                const std::vector<LineEffects>& effects = owner_.effects_;
                while (depth < effects.size() && assign(depth, effects[depth].field.template of<W>(state))) ++depth;
                if (has_ended_) break;
                refuted = depth < effects.size() ? depth : none;
                if (refuted == none) states[kept++] = entry;
            }
            return kept;
        }
        std::size_t bytes() const;

        std::uint64_t work = 0, tightenings = 0;  ///< since they were last counted

    private:
        void start();
        bool assign(std::size_t depth, std::uint64_t state);
        template <std::size_t crossings>
        bool propagate(Word* planes, std::size_t depth);
        void spend(std::uint64_t more);

        LookAhead& owner_;
        std::vector<TighteningCache> caches_;  ///< by line
        std::vector<Word> planes_;             ///< by depth: with the states of this many open lines assigned
        Worklist waiting_;
        LineScratch scratch_;
        std::uint64_t next_look_ = 0;
        bool has_ended_ = false;
    };

    const Across* across(std::size_t bit) const { return &across_[crossings_ * bit]; }
    LineEffects line_effects(const OpenLine& line, bool is_upper);
    static void fix(Effect& effect, const LineClue& clue, int i, std::uint8_t colour);
    std::vector<std::size_t> arrange(int words);
    void begin_sharing(std::size_t states);
    bool end_sharing();
    bool look();

    const CellSequence& sequence_;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    std::vector<std::uint32_t> numbers_;  ///< line of the grid -> its number here
    std::vector<Line> lines_;
    std::size_t crossings_ = 1;   ///< of a cell of a line, at most
    std::vector<Across> across_;  ///< by bit of the planes and crossing
    std::vector<Word> root_;      ///< the planes before any state is assigned
    std::vector<LineEffects> effects_;
    std::size_t bytes_ = 0, effect_bytes_ = 0;  ///< of all but propagators and effects; of the effects
    bool is_upper_ = true;
    LineScratch scratch_;
    std::vector<Propagator> propagators_;  ///< by thread
    std::thread::id budget_thread_;        ///< the one that may look at the budget
    std::atomic<bool> has_ended_ = false;  ///< what it found there
};

}  // namespace nonocsp
