// Trying every corner with the lowest and the highest colours.
#include "search/lucky.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

namespace {

/// Work for each open cell that all attempts together may take: two complete assignments of 100x100 cells.
constexpr std::uint64_t most_work_a_cell = 2'500;

}  // namespace

bool Lucky::run() {
    const std::vector<OpenCell>& cells = cdcl_.variables.cells();
    last_work_ = cdcl_.budget.work() + most_work_a_cell * cells.size();
    std::vector<std::int32_t> order(cells.size());
    for (const bool up : {false, true})
        for (const bool left : {false, true}) {
            std::iota(order.begin(), order.end(), 0);
            std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
                const OpenCell &x = cells[a], &y = cells[b];
                if (x.row != y.row) return (x.row < y.row) != up;
                return x.column != y.column && (x.column < y.column) != left;
            });
            for (const bool highest : {false, true}) {
                if (follow(order, highest)) return has_succeeded_ = true;
                if (cdcl_.budget.ended()) return false;
                if (observer_) observer_->on_restart();
                cdcl_.back_to(0);
                if (cdcl_.budget.work() > last_work_) return false;
            }
        }
    return false;
}

bool Lucky::run_again() {
    if (!has_succeeded_) return true;
    cdcl_.back_to(0);
    if (!cdcl_.propagate()) return cdcl_.budget.ended();
    run();
    return true;
}

/// Decide the cells in this order.  False at the first conflict, or when the work is done.
bool Lucky::follow(const std::vector<std::int32_t>& order, bool highest) {
    for (std::int32_t i : order) {
        const OpenCell& cell = cdcl_.variables.cells()[i];
        // The highest or lowest colour that is still open; a decided cell has none.
        Variable chosen = -1;
        for (Variable v = cell.first; v < cell.first + cell.variables && (highest || chosen < 0); ++v)
            if (cdcl_.assignment.is_open(positive(v))) chosen = v;
        if (chosen < 0) continue;
        if (cdcl_.budget.work() > last_work_) return false;
        if (cdcl_.budget.node(cdcl_.stats.nodes + 1) || cdcl_.budget.spend(50)) return false;
        ++cdcl_.stats.nodes;
        if (observer_) {
            observer_->look(cdcl_);
            observer_->technique = "lucky";
        }
        cdcl_.assignment.decide(cell.variables > 1 || highest ? positive(chosen) : negative(chosen));
        if (!cdcl_.propagate()) {
            if (cdcl_.budget.ended()) return false;
            ++cdcl_.stats.conflicts;
            if (observer_) observer_->on_leaf(cdcl_, &cdcl_.conflict());
            return false;
        }
    }
    return true;
}

}  // namespace nonocsp
