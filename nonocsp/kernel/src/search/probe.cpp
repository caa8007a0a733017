// Probing: assume each colour of each open cell in turn, propagate, and look.
//
// An assumption that fails is false for good.  What follows from both sides of a literal holds for good.
// Repeated while it is fruitful, probing settles many puzzles outright and gives the others a better
// start; a cell in whose lines nothing changed since is not probed again.  Counted work bounds it: on huge
// puzzles search is the better spender.
#include "search/learning.hpp"

namespace nonocsp {

/// Assume `l` and note what follows.  If it fails, its opposite (or the stronger fact found) is settled.
/// False if the puzzle has no solution, or the budget has ended.
bool LearningSearch::probe_literal(Literal l, std::vector<Literal>& implied) {
    implied.clear();
    ++stats_.probes;
    assume(l);
    if (propagate()) {
        implied.assign(trail_.begin() + static_cast<std::ptrdiff_t>(level_starts_[0]), trail_.end());
        back_to(0);
        return true;
    }
    if (budget_.ended()) return false;
    ++stats_.conflicts;
    Learned learned;
    if (!analyse(learned)) return false;
    back_to(0);
    ++stats_.probe_facts;
    return settle(learned.clause[0]);
}

/// False if the puzzle has no solution, or the budget has ended.
bool LearningSearch::probe() {
    const Variable variables = cell_variables_;
    std::vector<std::uint64_t> changed(grid_.lines(), 1);
    std::vector<Literal> yes, no, common;
    std::vector<std::uint32_t> mark(2 * static_cast<std::size_t>(variables), 0);
    std::uint32_t stamp = 0;
    std::uint64_t round = 1;
    std::size_t settled = trail_.size();
    const std::uint64_t last_work = budget_.work() + static_cast<std::uint64_t>(options_.probe_effort * 1e9);
    const auto note_changes = [&] {
        for (; settled < trail_.size(); ++settled) {
            const OpenCell& cell = cells_[cell_of_[variable(trail_[settled])]];
            changed[cell.row] = changed[grid_.rows() + cell.column] = round + 1;
        }
    };
    for (bool fruitful = true; fruitful; ++round) {
        fruitful = false;
        for (Variable v = 0; v < variables; ++v) {
            if (!is_open(positive(v))) continue;
            if (budget_.work() > last_work) return true;
            const OpenCell& cell = cells_[cell_of_[v]];
            if (std::max(changed[cell.row], changed[grid_.rows() + cell.column]) < round) continue;
            const std::size_t before = trail_.size();
            if (!probe_literal(positive(v), yes)) return false;
            if (is_open(positive(v)) && !probe_literal(negative(v), no)) return false;
            if (trail_.size() == before) {
                ++stamp;
                for (Literal l : yes) mark[l] = stamp;
                for (Literal l : no)
                    if (mark[l] == stamp) {
                        ++stats_.probe_facts;
                        if (!settle(l)) return false;
                    }
            }
            if (trail_.size() > before) {
                fruitful = true;
                note_changes();
            }
        }
    }
    return true;
}

}  // namespace nonocsp
