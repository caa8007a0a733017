// The domains of the block positions of a line: every run that a block has in some placement.
//
// A person looks at a line like this: the first and the last place of a block, the cells that it covers in all of its
// places.  Two passes over the blocks, forwards and backwards, find where each may begin given the cells before it, and
// where it may end given the cells after it; a run that both allow belongs to a placement.  Cost: blocks times cells
// (for unknown lengths the runs, whose number can grow with the square of the cells).
#pragma once

#include <algorithm>
#include <bitset>
#include <compare>
#include <map>
#include <utility>
#include <vector>

#include "search/base/puzzle.hpp"

namespace nonocsp {

/// The colours that a cell may have, or cannot have.
using Colours = std::bitset<256>;

/// A place of a block, or any range of cells; empty if it does not start before it ends.
struct Run {
    int start, end;
    bool has(int cell) const { return start <= cell && cell < end; }
    friend auto operator<=>(const Run&, const Run&) = default;
};

class BlockRuns {
public:
    /// The clue has no stars and outlives this.
    BlockRuns(const std::vector<Block>& clue, std::vector<Colours> cells);

    const std::vector<Colours>& cells() const { return cells_; }
    int length() const { return static_cast<int>(cells_.size()); }
    /// All runs of a block, ascending; none where no placement is.
    const std::vector<Run>& of(int block) const { return runs_[block]; }
    /// The cells that a block covers in all of its runs.
    Run covered(int block) const;
    /// The cells from the first to the last that a block can cover.
    Run reach(int block) const;
    /// Which blocks of a colour can cover a cell, each with every run that does.
    std::vector<std::pair<int, Run>> over(int cell, int colour) const;
    /// The maximal runs of cells that may have a colour, or that are known to have it.
    std::vector<Run> stretches(int colour) const;
    std::vector<Run> painted(int colour) const;

private:
    using Positions = std::vector<char>;  ///< of the boundaries between cells: 0 is before the first
    template <bool Up>
    Positions spread(Positions positions, int colour) const;
    template <bool Up>
    Positions between(const Positions& positions, int block) const;
    int room(int cell, int colour) const;

    const std::vector<Block>& clue_;
    std::vector<Colours> cells_;
    std::map<int, std::vector<int>> room_;  ///< colour -> cells in a row, from each, that may have it
    std::vector<std::vector<Run>> runs_;
};

/// Cells that satisfy a condition, as maximal runs.
template <class Has>
std::vector<Run> runs_where(int cells, Has&& has) {
    std::vector<Run> found;
    for (int cell = 0; cell < cells; ++cell) {
        if (!has(cell)) continue;
        if (!found.empty() && found.back().end == cell) ++found.back().end;
        else found.push_back({cell, cell + 1});
    }
    return found;
}

}  // namespace nonocsp
