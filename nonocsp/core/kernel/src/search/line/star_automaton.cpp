// The automaton of a clue with stars: any number of blocks of any lengths and colours.
//
// A nondeterministic automaton guesses which cell is the last one that a star takes: its colour must not be that of the
// next block.  It would accept some strings on several paths, which must not be counted twice, so it is made
// deterministic by the subset construction (Rabin and Scott, 1959).  In a set with a star, what comes before the star
// adds no string and is left out: without unknown lengths the sets stay as few as the positions of the clue.
//
// Cost: states x paints x the size of a set.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "search/line/clue.hpp"

namespace nonocsp {

namespace {

/// The positions of a clue that cells lead to, one by one.  Position 0 has read nothing.
class StarPositions {
public:
    StarPositions(const LineClue& line, const Clue& clue) : paints_(line.paints()) {
        add();
        std::vector<int> ends{0}, entrances{0};  // where the clue up to here may be complete, where a block may begin
        int before = 0;                          // the paint of the last block
        lead(ends, 0, 0);
        for (std::size_t j = 0; j < clue.blocks.size(); ++j) {
            const Block& block = clue.blocks[j];
            const Block* const next = j + 1 < clue.blocks.size() ? &clue.blocks[j + 1] : nullptr;
            if (block.length == star) {
                const int inside = add(), last = add(), avoided = next ? line.paint[next->colour] : -1;
                is_star_[inside] = 1;
                for (int p = 0; p < paints_; ++p) {
                    const bool may_follow = p == 0 || p != before;
                    lead({inside}, p, inside);
                    if (may_follow) lead(ends, p, inside);
                    if (!next || p == avoided) continue;
                    lead({inside}, p, last);
                    if (may_follow) lead(ends, p, last);
                }
                entrances = {last};
                if (j == 0 || (next && avoided != before)) entrances.insert(entrances.end(), ends.begin(), ends.end());
                ends.push_back(inside);
                continue;
            }
            before = line.paint[block.colour];
            int state = 0;
            for (int i = 0; i < std::max(block.length, 1); ++i) {
                state = add();
                lead(entrances, before, state);
                entrances = {state};
            }
            if (!block.length) lead({state}, before, state);
            ends = {state};
            if (next && (next->joint == Joint::attached || next->length == star)) continue;
            const int gap = add();
            lead({state, gap}, 0, gap);
            ends.push_back(gap);
            entrances = next && needs_gap(block, *next) ? std::vector{gap} : ends;
        }
        for (const int end : ends) is_end_[end] = 1;
    }

    /// The positions behind a cell, without those that a star makes needless.
    std::vector<int> read(const std::vector<int>& positions, int paint) const {
        std::vector<int> found;
        for (const int from : positions)
            found.insert(found.end(), ways_[from * paints_ + paint].begin(), ways_[from * paints_ + paint].end());
        std::sort(found.begin(), found.end());
        found.erase(std::unique(found.begin(), found.end()), found.end());
        const auto newest = std::find_if(found.rbegin(), found.rend(), [&](int p) { return is_star_[p]; });
        if (newest != found.rend()) found.erase(found.begin(), newest.base() - 1);
        return found;
    }
    bool accepts(const std::vector<int>& positions) const {
        return std::any_of(positions.begin(), positions.end(), [&](int p) { return is_end_[p]; });
    }

private:
    int add() {
        ways_.resize(ways_.size() + paints_);
        is_star_.push_back(0);
        is_end_.push_back(0);
        return static_cast<int>(is_end_.size()) - 1;
    }
    void lead(const std::vector<int>& from, int paint, int to) {
        for (const int state : from) ways_[state * paints_ + paint].push_back(to);
    }

    int paints_;
    std::vector<std::vector<int>> ways_;  ///< position x paint: the positions that the cell leads to
    std::vector<char> is_star_, is_end_;
};

}  // namespace

void LineClue::make_star_automaton(const Clue& clue) {
    constexpr std::size_t most_states = std::min(20'000, 64 * most_words);
    const StarPositions positions(*this, clue);
    std::map<std::vector<int>, int> numbers{{{0}, 0}};
    std::vector<const std::vector<int>*> sets{&numbers.begin()->first};
    for (std::size_t s = 0; s < sets.size(); ++s)
        for (int p = 0; p < paints(); ++p) {
            std::vector<int> to = positions.read(*sets[s], p);
            if (to.empty()) {
                next.push_back(-1);
                continue;
            }
            const auto [at, is_new] = numbers.try_emplace(std::move(to), static_cast<int>(sets.size()));
            if (is_new) sets.push_back(&at->first);
            if (sets.size() > most_states)
                throw std::overflow_error("a clue with '*' has more than " + std::to_string(most_states) + " states");
            next.push_back(at->second);
        }
    states = static_cast<int>(sets.size());
    words = words_for(std::max(cells + 1, states));
    accepting.assign(words, 0);
    for (int s = 0; s < states; ++s)
        if (positions.accepts(*sets[s])) accepting[s / 64] |= Word{1} << (s % 64);
}

}  // namespace nonocsp
