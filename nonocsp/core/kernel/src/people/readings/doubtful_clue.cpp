#include "people/readings/doubtful_clue.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace nonocsp {

namespace {

constexpr int most_clue_nodes = 4000, most_arcs = 200'000;
/// A block may be longer than its line: that was read all the same.
constexpr int longest_block = 1'000'000'000;

Cost sum(Cost one, Cost other) { return static_cast<Cost>(std::min<int>(one + other, no_path)); }

}  // namespace

void validate(const DoubtfulClue& clue, int colours) {
    if (clue.nodes < 1 || clue.nodes > most_clue_nodes || static_cast<int>(clue.arcs.size()) > most_arcs)
        throw std::invalid_argument("a clue in doubt has too many readings");
    int from = 0;
    for (const Arc& arc : clue.arcs) {
        if (arc.from < from || arc.to <= arc.from || arc.to >= clue.nodes)
            throw std::invalid_argument("an arc leads from a node to a later one, in the order of nodes");
        if (arc.length < 0 || arc.length > longest_block) throw std::invalid_argument("a block of impossible length");
        if (arc.length && (arc.colour < 1 || arc.colour > colours))
            throw std::invalid_argument("a block of a colour that the puzzle does not have");
        if (arc.cost < 0 || arc.cost > no_path) throw std::invalid_argument("a cost out of range");
        from = arc.from;
    }
}

std::vector<Cost> DoubtfulClue::costs_to() const {
    std::vector<Cost> cost(nodes, no_path);
    cost[0] = 0;
    for (const Arc& arc : arcs) cost[arc.to] = std::min(cost[arc.to], sum(cost[arc.from], arc.cost));
    return cost;
}

std::vector<Cost> DoubtfulClue::costs_from() const {
    std::vector<Cost> cost(nodes, no_path);
    cost[nodes - 1] = 0;
    for (auto arc = arcs.rbegin(); arc != arcs.rend(); ++arc)
        cost[arc->from] = std::min(cost[arc->from], sum(cost[arc->to], arc->cost));
    return cost;
}

Cost DoubtfulClue::most_cost() const {
    std::vector<Cost> cost(nodes, 0);
    for (const Arc& arc : arcs) cost[arc.to] = std::max(cost[arc.to], sum(cost[arc.from], arc.cost));
    return cost[nodes - 1];
}

std::vector<Cost> DoubtfulClue::steps(Cost most) const {
    const std::vector<Cost> rest = costs_from();
    const int width = most + 1;
    // Whether a node is reached by a path that costs so much more than the cheapest way through it.
    std::vector<char> reached(static_cast<std::size_t>(nodes) * width, 0);
    if (rest[0] < no_path) reached[0] = 1;
    for (const Arc& arc : arcs) {
        if (rest[arc.to] >= no_path) continue;
        const int more = arc.cost + rest[arc.to] - rest[arc.from];
        const char* const before = &reached[static_cast<std::size_t>(arc.from) * width];
        char* const after = &reached[static_cast<std::size_t>(arc.to) * width];
        for (int cost = 0; cost + more < width; ++cost) after[cost + more] |= before[cost];
    }
    std::vector<Cost> found;
    for (int cost = 1; cost < width; ++cost)
        if (reached[static_cast<std::size_t>(nodes - 1) * width + cost]) found.push_back(static_cast<Cost>(cost));
    return found;
}

std::vector<int> DoubtfulClue::path_of(const std::vector<Block>& blocks) const {
    const int width = static_cast<int>(blocks.size()) + 1;
    const auto at = [&](int node, int laid) { return static_cast<std::size_t>(node) * width + laid; };
    std::vector<Cost> cost(at(nodes, 0), no_path);
    std::vector<int> last(cost.size(), -1);
    cost[0] = 0;
    for (int number = 0; number < static_cast<int>(arcs.size()); ++number) {
        const Arc& arc = arcs[number];
        for (int laid = 0; laid < width; ++laid) {
            const int after = laid + (arc.length > 0);
            if (arc.length &&
                (after == width || blocks[laid].length != arc.length || blocks[laid].colour != arc.colour))
                continue;
            const Cost total = sum(cost[at(arc.from, laid)], arc.cost);
            if (total >= cost[at(arc.to, after)]) continue;
            cost[at(arc.to, after)] = total;
            last[at(arc.to, after)] = number;
        }
    }
    std::vector<int> path;
    int node = nodes - 1, laid = width - 1;
    if (cost[at(node, laid)] >= no_path) return path;
    while (last[at(node, laid)] >= 0) {
        path.push_back(last[at(node, laid)]);
        node = arcs[path.back()].from;
        laid -= arcs[path.back()].length > 0;
    }
    std::reverse(path.begin(), path.end());
    return path;
}

Cost DoubtfulClue::cost_of(const std::vector<Block>& blocks) const {
    const std::vector<int> path = path_of(blocks);
    if (path.empty()) return blocks.empty() && nodes == 1 ? Cost{0} : no_path;
    Cost total = 0;
    for (const int arc : path) total = sum(total, arcs[arc].cost);
    return total;
}

DoubtfulClue DoubtfulClue::within(Cost most) const {
    const std::vector<Cost> to = costs_to(), from = costs_from();
    DoubtfulClue kept{nodes, {}};
    std::copy_if(arcs.begin(), arcs.end(), std::back_inserter(kept.arcs), [&](const Arc& arc) {
        return to[arc.from] + arc.cost + from[arc.to] <= most && to[arc.from] < no_path && from[arc.to] < no_path;
    });
    kept.merge_nodes();
    return kept;
}

void DoubtfulClue::merge_nodes() {
    std::vector<int> same(nodes), leaving(nodes, 0), entering(nodes, 0);
    std::iota(same.begin(), same.end(), 0);
    const auto root = [&](int node) {
        while (same[node] != node) node = same[node];
        return node;
    };
    for (const Arc& arc : arcs) ++leaving[arc.from], ++entering[arc.to];
    const auto is_merged = [&](const Arc& arc) {
        if (arc.length || arc.cost) return false;
        const int one = root(arc.from), two = root(arc.to);
        if (leaving[one] == 1) {
            same[one] = two;
            entering[two] += entering[one] - 1;
        } else if (entering[two] == 1) {
            same[two] = one;
            leaving[one] += leaving[two] - 1;
        } else return false;
        return true;
    };
    arcs.erase(std::remove_if(arcs.begin(), arcs.end(), is_merged), arcs.end());
    std::vector<int> number(nodes, 0);
    for (Arc& arc : arcs) {
        arc.from = root(arc.from);
        arc.to = root(arc.to);
        number[arc.from] = number[arc.to] = 1;
    }
    int last = -1;
    for (int& each : number)
        if (each) each = ++last;
    nodes = std::max(last, 0) + 1;
    for (Arc& arc : arcs) {
        arc.from = number[arc.from];
        arc.to = number[arc.to];
    }
    std::stable_sort(arcs.begin(), arcs.end(), [](const Arc& a, const Arc& b) { return a.from < b.from; });
}

bool DoubtfulClue::is_certain(std::vector<Block>& blocks) const {
    blocks.clear();
    int node = 0;
    for (const Arc& arc : arcs) {
        if (arc.from != node) return false;
        if (arc.length) blocks.push_back({arc.length, arc.colour});
        node = arc.to;
    }
    return node == nodes - 1;
}

}  // namespace nonocsp
