// Looking ahead from the states of a front: which of them does propagation refute?
//
// A state says of every line between the fronts where its automaton is.  Whatever way led there, what the line still
// allows is the same; so any one way is put into the planes, and the lines that hear of it are tightened until nothing
// changes or one has no placement left.  What each state of a line removes from the lines that cross it is worked out
// once for all packed states.
//
// States are gone through in the order of their fields, line by line as down a tree, so that what several begin with
// is propagated once.  A line that has not been told its state yet is not tightened: in its planes the cells before
// the front are open, and what it would say of them the ways that led here do not bear.  What the lines come to is
// remembered (line/memory.hpp), for few questions are new.
//
// Cost: about a microsecond a state, as much as going on with it for some ten cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "count/frontier.hpp"
#include "count/frontier_fit.hpp"
#include "base/grid.hpp"
#include "line/memory.hpp"

namespace nonocsp {

/// A line at some boundary, and the field of its states.
struct OpenLine {
    std::uint32_t line;
    int k;         ///< the boundary is before its k-th undecided cell
    Field field;
};

class LookAhead {
public:
    /// The lines of these cells, of a grid without any decision.
    LookAhead(const Grid& grid, const Frontier::Lines& lines, const std::vector<Frontier::Cell>& cells, Budget& budget,
              Stats& stats);

    /// Look from here on, from the upper front down or from the lower one up.
    void stand(const std::vector<OpenLine>& open, bool is_upper);

    /// Of these states, keep those that propagation does not refute, in another order.  To be thrown away if the budget
    /// has ended.
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
        std::size_t kept = 0, refuted = none;  // the depth at which the state before was refuted
        State<W> before{};
        for (std::size_t i = 0; i < states.size(); ++i) {
            const State<W> state = states[i];
            std::size_t depth = 0;
            if (i) {
                int w = W - 1;
                while (state[w] == before[w]) --w;
                depth = depths[static_cast<std::size_t>(64 * w + 63 - std::countl_zero(state[w] ^ before[w]))];
            }
            before = state;
            if (refuted < depth) continue;
            while (depth < tellers_.size() && tell(depth, tellers_[depth].field.template of<W>(state))) ++depth;
            if (budget_.ended()) return;
            refuted = depth < tellers_.size() ? depth : none;
            if (refuted == none) states[kept++] = state;
        }
        states.resize(kept);
    }
    /// Memory, and what there will be at most when it looks from so many open lines.
    std::size_t bytes() const { return bytes_ + planes_.capacity() * sizeof(Word) + news_bytes_; }
    std::size_t bytes_with(std::size_t open) const { return bytes() + (open + 1) * root_.size() * sizeof(Word); }

private:
    static constexpr std::size_t none = ~std::size_t{0};

    /// A line of these cells. Their numbers here are not those of the grid.
    struct Line {
        std::uint32_t line;               ///< in the grid
        std::size_t at;                   ///< where its planes begin
        Word others_keep;                 ///< all but its place in the lines that cross it
        std::vector<int> undecided;       ///< the places of its undecided cells
        LineMemory memory;
        std::size_t wakes = 0;            ///< the depth from which on it is tightened
    };
    /// Where a bit of a plane stands in the line that crosses there.
    struct Across {
        std::uint32_t word, line;
    };
    /// What a state of a line tells.
    struct News {
        std::vector<Word> planes;
        std::vector<std::pair<std::size_t, Word>> removed;  ///< word, and the bits that stay
        std::vector<std::uint32_t> lines;                   ///< which hear of it
    };
    /// An open line, and what it tells.
    struct Teller {
        std::uint32_t line;
        int k;
        Field field;
        std::vector<News> news;           ///< by state
    };

    Teller teller(const OpenLine& line, bool is_upper);
    void put(News& news, const Line& line, int k, std::uint8_t colour) const;
    std::vector<std::size_t> arrange(int words);
    bool tell(std::size_t depth, std::uint64_t state);
    bool propagate(Word* planes, std::size_t depth);

    const Frontier::Lines& line_dfas_;
    Budget& budget_;
    Stats& stats_;
    std::vector<std::uint32_t> numbers_;  ///< line of the grid -> its number here
    std::vector<Line> lines_;
    std::vector<Across> across_;          ///< by bit of the planes
    std::vector<Word> root_;              ///< the planes before anything is told
    std::vector<Word> planes_;            ///< by depth: when so many of the open lines have told their states
    std::vector<Teller> tellers_;
    std::size_t bytes_ = 0, news_bytes_ = 0;  ///< of all but the planes; of what is told
    bool is_upper_ = true;
    Worklist waiting_;
    LineScratch scratch_;
};

}  // namespace nonocsp
