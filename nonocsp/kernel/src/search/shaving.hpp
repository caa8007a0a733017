// Shaving: failed literals of block positions and cells, tried again during the search.
//
// Probing before the search (probing.hpp) knows neither positions nor nogoods.  With both, between restarts, the least
// and the greatest start of every block are assumed in turn until one does not fail, and then both sides of every open
// cell.  What fails is false for good.  One pass costs little and often fixes many positions at once.  Passes become
// rarer, and counted work bounds them; a pass that is cut short is continued by the next.  Passes before a thousand
// conflicts cost short searches more than they gain; while no solution is known more conflicts come first, as first
// solutions of some tournament puzzles took twice as long and more.
// Martin and Shmoys, "A new approach to computing optimal schedules for the job-shop scheduling problem" (1996), for
// shaving bounds.
#pragma once

#include "search/order_encoding.hpp"

namespace nonocsp {

class Shaving {
public:
    Shaving(CdclEngine& cdcl, const OrderEncoding& positions) : cdcl_(cdcl), positions_(positions) {}

    /// Whether blocks have positions, and the search has had enough conflicts since the last pass.
    bool is_due(bool has_solution) const;
    /// Shave at level 0.  False if there is no solution, or the budget has ended.
    bool run();

private:
    bool shave_block(std::size_t block);
    bool probe_cell(Variable v);
    bool assume(Literal l, bool& has_failed);

    CdclEngine& cdcl_;
    const OrderEncoding& positions_;
    static constexpr std::uint64_t wait = 5000;   ///< conflicts before the first pass if no solution is known
    static constexpr std::uint64_t gap = 1000;    ///< conflicts before the first pass; growth of the gaps after it
    std::uint64_t passes_ = 0, next_pass_ = gap;  ///< passes so far; conflicts before the next
    std::uint64_t work_ = 0;                      ///< counted work of all passes
    std::size_t next_ = 0;                        ///< where the next pass begins: blocks, then variables of cells
};

}  // namespace nonocsp
