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

#include "people/readings/doubtful_clue.hpp"
#include "search/base/budget.hpp"

namespace nonocsp {

/// Lines with levels, in the order of lines: not all of them can be at most at theirs.
using LineConflict = std::vector<std::pair<int, int>>;

class HittingSets {
public:
    /// `steps` has for each line the cost of each of its levels, from 0, rising.
    HittingSets(std::vector<std::vector<Cost>> steps, Budget& budget) : steps_(std::move(steps)), budget_(budget) {}

    void add(LineConflict conflict);
    /// Lines that are in every conflict; none if there is none.
    std::vector<int> common_lines() const;

    /// The levels of least cost that avoid all conflicts; none if every way costs `most` or more.  Levels of at most
    /// `free` cost nothing, and no line is below them.
    std::optional<std::vector<int>> cheapest(int most, Cost free = 0);
    /// The highest level of a line that costs less than `most`; 0 if none does.
    int below(int line, int most) const;
    /// The same for every line, where the conflicts have to be avoided, too.
    std::vector<int> highest(int most);
    /// Their cost.  No levels that avoid the conflicts cost less, if `is_proven()`.
    int cost() const { return best_cost_; }
    /// Whether the search for them was complete; it is bounded.
    bool is_proven() const { return is_proven_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    /// Conflicts that are not hit yet.
    using Open = std::vector<const LineConflict*>;
    Open begin(Cost free);
    Open left_by(int line, const Open& open) const;
    int raising(const std::pair<int, int>& one) const;
    int bound(const Open& open, const LineConflict*& next);
    std::vector<std::pair<int, int>> ways_of(const LineConflict& conflict, const Open& open) const;
    void branch(int cost, const Open& open);

    std::vector<std::vector<Cost>> steps_;
    Budget& budget_;
    std::vector<LineConflict> conflicts_;  ///< the shortest first
    std::uint64_t bytes_ = 0;              ///< of the conflicts

    std::vector<int> levels_, lowest_, highest_, best_;
    std::vector<int> used_;  ///< with the number of the last bound that used the line
    int best_cost_ = 0, nodes_ = 0, bounds_ = 0;
    bool is_proven_ = true;
};

}  // namespace nonocsp
