// Propagation: tightening every line until nothing changes.
//
// Domain consistency on lines by a queue, as AC-3 does on arcs (Mackworth, "Consistency in networks of relations",
// 1977): a line that loses a candidate waits to be tightened.
#pragma once

#include <vector>

#include "search/grid/grid.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

/// Lines waiting to be tightened, first in, first out, each at most once.
class Worklist {
public:
    explicit Worklist(int lines) : ring_(lines + 1), waiting_(lines, 0) {}

    bool empty() const { return head_ == tail_; }
    void push(int line) {
        if (waiting_[line]) return;
        waiting_[line] = 1;
        ring_[tail_] = line;
        if (++tail_ == ring_.size()) tail_ = 0;
    }
    int pop() {
        const int line = ring_[head_];
        if (++head_ == ring_.size()) head_ = 0;
        waiting_[line] = 0;
        return line;
    }
    void clear() {
        while (!empty()) pop();
    }

private:
    std::vector<int> ring_;
    std::vector<char> waiting_;
    std::size_t head_ = 0, tail_ = 0;
};

/// Tighten one line of the grid and call `removed(cell, colour)` for every candidate that goes.  The line's own
/// planes are already changed when it is called, those of the crossing lines not.  False if the line has no
/// placement left.
template <class Removed>
bool tighten_line(Grid& grid, int line, LineScratch& scratch, std::vector<Word>& before, Removed&& removed) {
    const LineClue& clue = grid.clue(line);
    Word* planes = grid.planes(line);
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * clue.words;
    before.assign(planes, planes + words);
    if (!with_words(clue.words, [&]<int W>() { return tighten<W>(clue, planes, scratch); })) return false;
    for (int p = 0; p < clue.paints(); ++p)
        for (int w = 0; w < clue.words; ++w) {
            const std::size_t at = static_cast<std::size_t>(p) * clue.words + w;
            for (Word gone = before[at] & ~planes[at]; gone; gone &= gone - 1)
                removed(64 * w + std::countr_zero(gone), static_cast<int>(clue.palette[p]));
        }
    return true;
}

/// Rough work of tightening a line once, in nanoseconds.
inline std::uint64_t tighten_work(const LineClue& clue) {
    if (clue.has_stars()) return 50 + 2 * static_cast<std::uint64_t>(clue.cells) * clue.states * clue.paints();
    return 50 + static_cast<std::uint64_t>(clue.words) * (10 * clue.blocks.size() + 10 * clue.paints());
}

/// Tighten the waiting lines until nothing changes, for good (nothing is kept to take it back).
/// False if some line has no placement; also false, with budget.ended(), if a limit was reached.
bool propagate(Grid& grid, Worklist& waiting, Budget& budget, Stats& stats);

}  // namespace nonocsp
