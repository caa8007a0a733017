// The cheapest levels of lines that avoid all conflicts known so far.
//
// A conflict says that lines contradict each other as long as none of them is above its level.  The cheapest way to
// raise lines so that each conflict has one that is raised is a minimum-cost hitting set; asking for it again after
// every new conflict is the implicit hitting set algorithm (Reiter, "A theory of diagnosis from first principles",
// 1987; Davies and Bacchus, "Solving MaxSAT by solving a sequence of simpler SAT instances", 2011).
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "base/budget.hpp"
#include "readings/doubtful_clue.hpp"

namespace nonocsp {

/// Lines with levels: not all of them can be at most at theirs.
using LineConflict = std::vector<std::pair<int, int>>;

class HittingSets {
public:
    /// `steps` has for each line the cost of each of its levels, from 0, rising.
    HittingSets(std::vector<std::vector<Cost>> steps, Budget& budget) : steps_(std::move(steps)), budget_(budget) {}

    void add(LineConflict conflict);

    /// The levels of least cost that avoid all conflicts; none if every way costs `most` or more.
    std::optional<std::vector<int>> cheapest(int most);
    /// Their cost.  No levels that avoid the conflicts cost less, if `is_proven()`.
    int cost() const { return best_cost_; }
    /// Whether the search for them was complete; it is bounded.
    bool is_proven() const { return is_proven_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    bool is_hit(const LineConflict& conflict) const;
    int raising(const std::pair<int, int>& one) const;
    int bound(const LineConflict*& next);
    void branch(int cost);

    std::vector<std::vector<Cost>> steps_;
    Budget& budget_;
    std::vector<LineConflict> conflicts_;  ///< the shortest first
    std::uint64_t bytes_ = 0;              ///< of the conflicts

    std::vector<int> levels_, highest_, best_;
    std::vector<int> used_;  ///< by the bound, with the number of the node that used it
    int best_cost_ = 0, nodes_ = 0;
    bool is_proven_ = true;
};

}  // namespace nonocsp
