// Luck: one glance along the simplest orders.
//
// From each corner of the grid, row by row, every open cell gets its lowest colour, or every one its highest, and
// the lines draw their consequences; the first contradiction ends the attempt.  Sparse pictures in which blocks
// slide freely (permutations, staircases) often have a solution "sorted" towards a corner, which this finds
// without any search.  Cost where there is no
// luck: eight short runs down to their first contradiction, about as much as probing eight cells.
// After "lucky phases" in Biere's CaDiCaL.
#include <algorithm>
#include <numeric>

#include "search/learning.hpp"

namespace nonocsp {

/// True if every cell is decided now; else the search is back at level 0 (or the budget has ended).
bool LearningSearch::is_lucky() {
    std::vector<std::int32_t> order(cells_.size());
    for (const bool up : {false, true})
        for (const bool left : {false, true}) {
            std::iota(order.begin(), order.end(), 0);
            std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
                const OpenCell &x = cells_[a], &y = cells_[b];
                if (x.row != y.row) return (x.row < y.row) != up;
                return x.column != y.column && (x.column < y.column) != left;
            });
            for (const bool high : {false, true}) {
                if (follow(order, high)) return had_luck_ = true;
                if (budget_.ended()) return false;
                back_to(0);
            }
        }
    return false;
}

/// The first solution excluded, another corner may have another one.  False if there is no further solution.
bool LearningSearch::try_luck_again() {
    if (!had_luck_) return true;
    back_to(0);
    if (!propagate()) return budget_.ended();
    is_lucky();
    return true;
}

/// Decide the cells in this order.  False at the first contradiction.
bool LearningSearch::follow(const std::vector<std::int32_t>& order, bool high) {
    for (std::int32_t i : order) {
        const OpenCell& cell = cells_[i];
        // Of many colours, the highest or lowest still open; a cell that is decided has none.
        Variable chosen = -1;
        for (Variable v = cell.first; v < cell.first + cell.variables && (high || chosen < 0); ++v)
            if (is_open(positive(v))) chosen = v;
        if (chosen < 0) continue;
        if (budget_.node(stats_.nodes + 1) || budget_.spend(50)) return false;
        ++stats_.nodes;
        assume(cell.variables > 1 || high ? positive(chosen) : negative(chosen));
        if (!propagate()) {
            if (!budget_.ended()) ++stats_.conflicts;
            return false;
        }
    }
    return true;
}

}  // namespace nonocsp
