// The odometer, ranking, and colour counts bottom-up and top-down.
#include "counting/diagram/enumerator.hpp"

#include <map>

namespace nonocsp {

/// Open the next pending node, before its first edge.
SolutionEnumerator::Step& SolutionEnumerator::open() {
    if (depth_ == steps_.size()) steps_.emplace_back();
    Step& step = steps_[depth_++];
    const Pending& pending = pending_[first_];
    step.edges.open(set_.diagram, pending.node);
    step.after = pending.after;
    step.map = pending.map;
    return step;
}

/// Apply the facts of the step's edge, and make its children pending.
void SolutionEnumerator::take(Step& step) {
    step.pendings = pending_.size();
    step.maps = maps_.size();
    for (const Fact& fact : step.edge.facts) cells_[maps_[step.map + fact.cell]] = fact.colour;
    first_ = step.after;
    for (std::size_t c = step.edge.children.size(); c-- > 0;) {
        const Child& child = step.edge.children[c];
        const std::size_t map = maps_.size();
        for (std::uint32_t cell : step.edge.cells(child)) maps_.push_back(maps_[step.map + cell]);
        pending_.push_back({child.node, first_, map});
        first_ = static_cast<std::uint32_t>(pending_.size() - 1);
    }
}

/// Open all pending nodes at their first edges.
void SolutionEnumerator::open_all() {
    while (first_ != none) {
        Step& step = open();
        step.edges.next(step.edge);
        take(step);
    }
}

const std::uint8_t* SolutionEnumerator::next() {
    if (is_before_) {
        is_before_ = false;
        return cells_.data();
    }
    for (; depth_ > 0; --depth_) {
        Step& step = steps_[depth_ - 1];
        pending_.resize(step.pendings);
        maps_.resize(step.maps);
        if (step.edges.next(step.edge)) {
            take(step);
            open_all();
            return cells_.data();
        }
    }
    return nullptr;
}

/// Distribute an index over the pending nodes from `from` on, the first of which varies fastest.
void SolutionEnumerator::distribute(BigUnsigned index, std::size_t from) {
    indices_.resize(pending_.size());
    for (std::size_t p = from; p < pending_.size();) {
        // Counts are divided by in groups whose product fits one limb, as dividing a large number is what costs.
        std::vector<std::uint64_t> counts;
        std::uint64_t together = 1, product;
        while (p + counts.size() < pending_.size()) {
            const BigUnsigned count = set_.diagram.count(pending_[p + counts.size()].node);
            if (count.limbs.size() > 1 || __builtin_mul_overflow(together, count.limbs[0], &product)) break;
            together = product;
            counts.push_back(count.limbs[0]);
        }
        if (counts.empty()) {
            indices_[p] = index.divide(set_.diagram.count(pending_[p].node));
            ++p;
            continue;
        }
        const BigUnsigned rest = index.divide(together);
        std::uint64_t left = rest.is_zero() ? 0 : rest.limbs[0];
        for (std::uint64_t count : counts) {
            indices_[p++] = left % count;
            left /= count;
        }
    }
}

void SolutionEnumerator::seek(const BigUnsigned& index) {
    depth_ = 0;
    pending_.clear();
    maps_.clear();
    first_ = none;
    for (std::size_t p = set_.parts.size(); p-- > 0;) {
        const SolutionSet::Part& part = set_.parts[p];
        pending_.push_back({part.node, first_, maps_.size()});
        maps_.insert(maps_.end(), part.cells.begin(), part.cells.end());
        first_ = static_cast<std::uint32_t>(pending_.size() - 1);
    }
    distribute(index, 0);
    while (first_ != none) {
        BigUnsigned left = indices_[first_];
        Step& step = open();
        while (step.edges.next(step.edge)) {
            const BigUnsigned solutions = set_.diagram.count(step.edge);
            if (left < solutions) break;
            left -= solutions;
        }
        const std::size_t from = pending_.size();
        take(step);
        distribute(left, from);
    }
    is_before_ = true;
}

std::optional<BigUnsigned> index_of(const SolutionSet& set, const std::uint8_t* cells) {
    struct Item {
        Node node;
        std::vector<std::uint32_t> map;
        BigUnsigned weight;
    };
    std::vector<std::uint8_t> decided(set.base.size(), 1);
    std::vector<Item> agenda;
    BigUnsigned weight(1), index;
    for (std::size_t p = set.parts.size(); p-- > 0;) {
        const SolutionSet::Part& part = set.parts[p];
        for (std::uint32_t cell : part.cells) decided[cell] = 0;
        agenda.push_back({part.node, part.cells, weight});
        weight *= set.diagram.count(part.node);
    }
    for (std::size_t cell = 0; cell < set.base.size(); ++cell)
        if (decided[cell] && cells[cell] != set.base[cell]) return std::nullopt;
    Edge edge;
    while (!agenda.empty()) {
        const Item item = std::move(agenda.back());
        agenda.pop_back();
        Diagram::Edges edges(set.diagram, item.node);
        bool found = false;
        while (!found && edges.next(edge)) {
            if (edge.facts[0].colour != cells[item.map[0]]) {
                index += item.weight * set.diagram.count(edge);
                continue;
            }
            for (const Fact& fact : edge.facts)
                if (fact.colour != cells[item.map[fact.cell]]) return std::nullopt;
            BigUnsigned its = item.weight;
            for (std::size_t c = edge.children.size(); c-- > 0;) {
                Item child{edge.children[c].node, {}, its};
                for (std::uint32_t cell : edge.cells(edge.children[c])) child.map.push_back(item.map[cell]);
                its *= set.diagram.count(child.node);
                agenda.push_back(std::move(child));
            }
            found = true;
        }
        if (!found) return std::nullopt;
    }
    return index;
}

namespace {

/// Upper bound on the numbers stored for all nodes at once.
constexpr std::size_t most_held = 2'000'000;

/// Bottom-up: for every node, in how many of its solutions each of its cells has each colour.  The work does not depend
/// on the number of places that share a node.
std::vector<BigUnsigned> colour_counts_bottom_up(const SolutionSet& set, const std::vector<Node>& nodes,
                                                 Budget& budget) {
    const std::size_t colours = static_cast<std::size_t>(set.diagram.colours());
    std::map<Node, std::vector<BigUnsigned>> known;
    Edge edge;
    for (const Node node : nodes) {
        Diagram::Edges edges(set.diagram, node);
        std::vector<BigUnsigned>& counts = known[node];
        counts.resize(edges.cells() * colours);
        while (edges.next(edge)) {
            const BigUnsigned ways = set.diagram.count(edge);
            for (const Fact& fact : edge.facts) counts[fact.cell * colours + fact.colour] += ways;
            for (const Child& child : edge.children) {
                BigUnsigned others = ways;
                others.divide(set.diagram.count(child.node));
                const std::vector<BigUnsigned>& its = known[child.node];
                const auto cells = edge.cells(child);
                for (std::size_t i = 0; i < cells.size(); ++i)
                    for (std::size_t c = 0; c < colours; ++c)
                        counts[cells[i] * colours + c] += its[i * colours + c] * others;
            }
            if (budget.spend(100 * edges.cells() * colours)) return {};
        }
    }
    std::vector<BigUnsigned> result;
    for (const SolutionSet::Part& part : set.parts) {
        BigUnsigned others = set.count;
        others.divide(set.diagram.count(part.node));
        for (const BigUnsigned& count : known[part.node]) result.push_back(count * others);
        if (budget.spend(50 * (1 + set.count.limbs.size()))) return {};
    }
    return result;
}

/// Top-down: node by node, in each of its places.  Few numbers are stored at a time.
std::vector<BigUnsigned> colour_counts_top_down(const SolutionSet& set, Budget& budget) {
    const std::size_t colours = static_cast<std::size_t>(set.diagram.colours());
    std::vector<std::uint32_t> slot(set.base.size());
    std::size_t cells = 0;
    // A node, the cells it lies on, and the number of ways to reach it; parents have higher numbers than children.
    std::map<std::pair<Node, std::vector<std::uint32_t>>, BigUnsigned> waiting;
    std::size_t allocated = 0;
    for (const SolutionSet::Part& part : set.parts) {
        for (std::uint32_t cell : part.cells) slot[cell] = static_cast<std::uint32_t>(cells++);
        BigUnsigned ways = set.count;
        ways.divide(set.diagram.count(part.node));
        allocated += 120 + 4 * part.cells.size() + 8 * ways.limbs.size();
        waiting[{part.node, part.cells}] = std::move(ways);
        if (budget.spend(50 * (1 + set.count.limbs.size())) || budget.memory(allocated)) return {};
    }
    std::vector<BigUnsigned> result(cells * colours);
    Edge edge;
    allocated += result.size() * (24 + 8 * set.count.limbs.size());
    while (!waiting.empty()) {
        const auto last = waiting.extract(std::prev(waiting.end()));
        const std::vector<std::uint32_t>& map = last.key().second;
        allocated -= std::min(allocated, 120 + 4 * map.size());
        Diagram::Edges edges(set.diagram, last.key().first);
        while (edges.next(edge)) {
            const BigUnsigned ways = last.mapped() * set.diagram.count(edge);
            for (const Fact& fact : edge.facts) result[slot[map[fact.cell]] * colours + fact.colour] += ways;
            for (const Child& child : edge.children) {
                std::vector<std::uint32_t> its;
                its.reserve(child.to - child.from);
                for (std::uint32_t cell : edge.cells(child)) its.push_back(map[cell]);
                allocated += 120 + 4 * its.size();
                BigUnsigned share = ways;
                share.divide(set.diagram.count(child.node));
                waiting[{child.node, std::move(its)}] += share;
            }
            if (budget.spend(100 + 20 * map.size())) return result;
        }
        if (budget.memory(allocated)) return result;
    }
    return result;
}

}  // namespace

std::vector<BigUnsigned> colour_counts(const SolutionSet& set, Budget& budget) {
    const std::vector<Node> nodes = set.diagram.nodes();
    std::size_t numbers = 0;
    for (const Node node : nodes) numbers += set.diagram.cells(node) * static_cast<std::size_t>(set.diagram.colours());
    if (budget.look()) return {};
    const std::size_t bytes = numbers * (sizeof(BigUnsigned) + 8 * set.count.limbs.size());
    if (numbers > most_held || bytes > budget.limits().memory) return colour_counts_top_down(set, budget);
    return colour_counts_bottom_up(set, nodes, budget);
}

}  // namespace nonocsp
