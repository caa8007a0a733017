// Lucky phases: solutions along the simplest orders, without search.
//
// From each corner of the grid, row by row, every open cell is decided for its lowest colour, or every one for its
// highest, with propagation; the first conflict ends the attempt.  Sparse pictures in which blocks slide freely
// (permutations, staircases) often have a solution "sorted" towards a corner.  Cost otherwise: eight short runs up to
// their first conflict, about as much as probing eight cells.  On large boards with many solutions conflicts come late,
// so the work of all runs is limited in proportion to the open cells.  After the lucky phases of Biere's CaDiCaL.
#pragma once

#include <cstdint>
#include <vector>

#include "search/cdcl_engine.hpp"
#include "search/external_heuristic.hpp"

namespace nonocsp {

class Lucky {
public:
    /// The observer may be null.
    Lucky(CdclEngine& cdcl, ExternalHeuristic* observer) : cdcl_(cdcl), observer_(observer) {}

    /// Try them at level 0.  True if the assignment is complete now; else the search is at level 0 again, or the budget
    /// has ended.
    bool run();
    /// When the first solution is excluded, another corner may have another one.  False if there is none.
    bool run_again();

private:
    bool follow(const std::vector<std::int32_t>& order, bool highest);

    CdclEngine& cdcl_;
    ExternalHeuristic* const observer_;
    bool has_succeeded_ = false;
    std::uint64_t last_work_ = 0;  ///< counted work at which the attempts end
};

}  // namespace nonocsp
