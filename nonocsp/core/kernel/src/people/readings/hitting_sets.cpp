#include "people/readings/hitting_sets.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

constexpr int most_branches = 2000;

}  // namespace

void HittingSets::add(LineConflict conflict) {
    bytes_ += sizeof(conflict) + conflict.size() * sizeof(conflict[0]);
    budget_.memory(bytes_);
    const auto place =
        std::upper_bound(conflicts_.begin(), conflicts_.end(), conflict,
                         [](const LineConflict& a, const LineConflict& b) { return a.size() < b.size(); });
    conflicts_.insert(place, std::move(conflict));
}

std::vector<int> HittingSets::common_lines() const {
    std::vector<std::size_t> count(steps_.size(), 0);
    for (const LineConflict& conflict : conflicts_)
        for (const auto& [line, level] : conflict) ++count[line];
    std::vector<int> common;
    for (std::size_t line = 0; line < count.size(); ++line)
        if (count[line] && count[line] == conflicts_.size()) common.push_back(static_cast<int>(line));
    return common;
}

/// What it costs to raise a line above its level in a conflict; `no_path` where it cannot be.
int HittingSets::raising(const std::pair<int, int>& one) const {
    const auto [line, level] = one;
    if (level + 1 > highest_[line]) return no_path;
    return steps_[line][level + 1] - (levels_[line] > lowest_[line] ? steps_[line][levels_[line]] : Cost{0});
}

/// A lower bound of what these conflicts cost: those without common lines, each by its cheapest way.  `next` is the one
/// with the fewest ways.
int HittingSets::bound(const Open& open, const LineConflict*& next) {
    ++bounds_;
    int total = 0, fewest = no_path;
    next = nullptr;
    for (const LineConflict* const conflict : open) {
        int ways = 0, least = no_path;
        bool is_apart = true;
        for (const auto& one : *conflict) {
            const int cost = raising(one);
            ways += cost < no_path;
            least = std::min(least, cost);
            is_apart &= used_[one.first] != bounds_;
        }
        if (ways < fewest) {
            fewest = ways;
            next = conflict;
        }
        if (!ways) return no_path;
        if (!is_apart) continue;
        total += least;
        for (const auto& one : *conflict) used_[one.first] = bounds_;
    }
    return total;
}

/// Those of the conflicts that a line at its level does not hit.
HittingSets::Open HittingSets::left_by(int line, const Open& open) const {
    Open left;
    for (const LineConflict* const conflict : open) {
        const auto one = std::lower_bound(conflict->begin(), conflict->end(), std::pair{line, 0});
        if (one == conflict->end() || one->first != line || levels_[line] <= one->second) left.push_back(conflict);
    }
    return left;
}

/// The ways to hit a conflict: cheap ones first, and of these the ones that hit most others.
std::vector<std::pair<int, int>> HittingSets::ways_of(const LineConflict& conflict, const Open& open) const {
    std::vector<int> level(steps_.size(), -1), common(steps_.size(), 0);
    for (const auto& [line, its] : conflict) level[line] = its;
    for (const LineConflict* const other : open)
        for (const auto& [line, its] : *other) common[line] += level[line] == its;
    std::vector<std::pair<double, std::pair<int, int>>> ranked;
    for (const auto& one : conflict)
        if (raising(one) < no_path) ranked.push_back({static_cast<double>(raising(one) + 1) / common[one.first], one});
    std::sort(ranked.begin(), ranked.end());
    std::vector<std::pair<int, int>> ways;
    for (const auto& [rank, one] : ranked) ways.push_back(one);
    return ways;
}

void HittingSets::branch(int cost, const Open& open) {
    if (++nodes_ > most_branches || budget_.spend(20 * open.size())) {
        is_proven_ = false;
        return;
    }
    const LineConflict* next = nullptr;
    if (cost + bound(open, next) >= best_cost_) return;
    if (!next) {
        best_ = levels_;
        best_cost_ = cost;
        return;
    }
    std::vector<std::pair<int, int>> closed;
    for (const auto& one : ways_of(*next, open)) {
        const auto [line, level] = one;
        const int raised = raising(one), from = levels_[line];
        levels_[line] = level + 1;
        branch(cost + raised, left_by(line, open));
        levels_[line] = from;
        // Every way that is left does without this one.
        closed.push_back({line, highest_[line]});
        highest_[line] = std::min(highest_[line], level);
    }
    for (auto undone = closed.rbegin(); undone != closed.rend(); ++undone) highest_[undone->first] = undone->second;
}

HittingSets::Open HittingSets::begin(Cost free) {
    lowest_.clear();
    highest_.clear();
    for (int line = 0; line < static_cast<int>(steps_.size()); ++line) {
        lowest_.push_back(below(line, free + 1));
        highest_.push_back(static_cast<int>(steps_[line].size()) - 1);
    }
    levels_ = lowest_;
    used_.assign(steps_.size(), 0);
    bounds_ = 0;
    Open open;
    for (const LineConflict& conflict : conflicts_)
        if (std::none_of(conflict.begin(), conflict.end(),
                         [&](const auto& one) { return levels_[one.first] > one.second; }))
            open.push_back(&conflict);
    return open;
}

int HittingSets::below(int line, int most) const {
    const auto& steps = steps_[line];
    return std::max(0, static_cast<int>(std::lower_bound(steps.begin(), steps.end(), most) - steps.begin()) - 1);
}

std::vector<int> HittingSets::highest(int most) {
    const Open open = begin(0);
    std::vector<int> found = levels_;
    const LineConflict* next = nullptr;
    for (int line = 0; line < static_cast<int>(steps_.size()); ++line) {
        int& level = levels_[line];
        const auto costs = [&] {
            budget_.spend(20 * open.size());
            return steps_[line][level] + bound(left_by(line, open), next);
        };
        // A higher level avoids more conflicts, so the sum need not rise with it.
        level = below(line, most);
        while (level > 0 && costs() >= most) --level;
        found[line] = level;
        level = 0;
    }
    return found;
}

std::optional<std::vector<int>> HittingSets::cheapest(int most, Cost free) {
    const Open open = begin(free);
    best_.clear();
    best_cost_ = most;
    nodes_ = 0;
    is_proven_ = true;
    branch(0, open);
    if (best_.empty()) return std::nullopt;
    return best_;
}

}  // namespace nonocsp
