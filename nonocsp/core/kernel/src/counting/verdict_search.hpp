// The search for two solutions, with restarts and guidance: the fastest proof that there is one solution or none.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counting/count_task.hpp"
#include "search/cdcl_search.hpp"

namespace nonocsp {

class VerdictSearch {
public:
    explicit VerdictSearch(const CountTask& task)
        : budget(task.limits),
          task_(task),
          search_(std::make_unique<CdclSearch>(task.puzzle, task.givens, task.options, budget, stats)),
          cells_(task.puzzle.cells()) {}

    bool is_active() const { return outcome_ == Outcome::turn_over; }
    /// There are no solutions but those found.
    bool is_exhausted() const { return outcome_ == Outcome::exhausted; }
    /// Time, nodes or the caller ended it; without enough memory it leaves the work to the others.
    bool ends_all() const { return budget.ended() && budget.why() != Outcome::limit_memory; }
    int found() const { return found_; }
    /// The first solution, where one was found.
    const std::vector<std::uint8_t>& first() const { return first_; }

    /// Search for this much work.
    void run(std::uint64_t work);

    Budget budget;
    Stats stats;

private:
    const CountTask& task_;
    std::unique_ptr<CdclSearch> search_;
    Outcome outcome_ = Outcome::turn_over;
    std::vector<std::uint8_t> cells_, first_;
    int found_ = 0;
};

}  // namespace nonocsp
