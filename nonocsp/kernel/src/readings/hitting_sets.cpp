#include "readings/hitting_sets.hpp"

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

bool HittingSets::is_hit(const LineConflict& conflict) const {
    return std::any_of(conflict.begin(), conflict.end(),
                       [&](const auto& one) { return levels_[one.first] > one.second; });
}

/// What it costs to raise a line above its level in a conflict; `no_path` where it cannot be.
int HittingSets::raising(const std::pair<int, int>& one) const {
    const auto [line, level] = one;
    if (level + 1 > highest_[line]) return no_path;
    return steps_[line][level + 1] - steps_[line][levels_[line]];
}

/// A lower bound of what the conflicts still cost: those without common lines, each by its cheapest way.  `next` is
/// the one with the fewest ways.
int HittingSets::bound(const LineConflict*& next) {
    int total = 0, fewest = no_path;
    next = nullptr;
    for (const LineConflict& conflict : conflicts_) {
        if (is_hit(conflict)) continue;
        int ways = 0, least = no_path;
        bool is_apart = true;
        for (const auto& one : conflict) {
            const int cost = raising(one);
            ways += cost < no_path;
            least = std::min(least, cost);
            is_apart &= used_[one.first] != nodes_;
        }
        if (ways < fewest) {
            fewest = ways;
            next = &conflict;
        }
        if (!ways) return no_path;
        if (!is_apart) continue;
        total += least;
        for (const auto& one : conflict) used_[one.first] = nodes_;
    }
    return total;
}

void HittingSets::branch(int cost) {
    if (++nodes_ > most_branches || budget_.spend(20 * conflicts_.size())) {
        is_proven_ = false;
        return;
    }
    const LineConflict* next = nullptr;
    if (cost + bound(next) >= best_cost_) return;
    if (!next) {
        best_ = levels_;
        best_cost_ = cost;
        return;
    }
    // Cheap ways first, and of these the ones that avoid most conflicts.
    std::vector<std::pair<double, std::pair<int, int>>> ways;
    for (const auto& one : *next) {
        if (raising(one) >= no_path) continue;
        int common = 0;
        for (const LineConflict& conflict : conflicts_)
            if (!is_hit(conflict)) common += std::find(conflict.begin(), conflict.end(), one) != conflict.end();
        ways.push_back({static_cast<double>(raising(one) + 1) / common, one});
    }
    std::sort(ways.begin(), ways.end());
    std::vector<std::pair<int, int>> closed;
    for (const auto& [rank, one] : ways) {
        const auto [line, level] = one;
        const int raised = raising(one), from = levels_[line];
        levels_[line] = level + 1;
        branch(cost + raised);
        levels_[line] = from;
        // Every way that is left does without this one.
        closed.push_back({line, highest_[line]});
        highest_[line] = std::min(highest_[line], level);
    }
    for (auto undone = closed.rbegin(); undone != closed.rend(); ++undone) highest_[undone->first] = undone->second;
}

std::optional<std::vector<int>> HittingSets::cheapest(int most) {
    levels_.assign(steps_.size(), 0);
    highest_.clear();
    for (const auto& steps : steps_) highest_.push_back(static_cast<int>(steps.size()) - 1);
    used_.assign(steps_.size(), 0);
    best_.clear();
    best_cost_ = most;
    nodes_ = 0;
    is_proven_ = true;
    branch(0);
    if (best_.empty()) return std::nullopt;
    return best_;
}

}  // namespace nonocsp
