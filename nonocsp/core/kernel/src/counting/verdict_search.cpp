// Turns of the search for two solutions.
#include "counting/verdict_search.hpp"

#include <stdexcept>

#include "search/base/solution_checker.hpp"

namespace nonocsp {

void VerdictSearch::run(std::uint64_t work) {
    budget.begin_turn(work);
    while ((outcome_ = search_->next(cells_.data())) == Outcome::solution) {
        if (!is_solution(task_.puzzle, task_.givens, cells_.data()))
            throw std::logic_error("nonocsp kernel: a picture failed its check");
        ++found_;
        if (found_ == 1) first_ = cells_;
        else if (first_ == cells_) throw std::logic_error("nonocsp kernel: the same picture came twice");
        if (found_ == 2) break;
    }
    if (!is_active()) search_.reset();
}

}  // namespace nonocsp
