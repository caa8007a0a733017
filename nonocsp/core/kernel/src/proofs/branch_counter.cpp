#include "proofs/branch_counter.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

namespace {

constexpr std::size_t no_segment = ~std::size_t{0};

}  // namespace

BranchCounter::BranchCounter(Knowledge& knowledge) : knowledge_(knowledge), languages_(knowledge) {
    const int cells = knowledge.cells();
    is_line_.assign(knowledge.puzzle().lines(), 0);
    segment_of_.assign(knowledge.puzzle().directions(), std::vector<std::size_t>(cells, no_segment));
    Node& root = nodes_.emplace_back();
    root.part.cells.resize(cells);
    std::iota(root.part.cells.begin(), root.part.cells.end(), 0);
    root.is_open = true;
    if (!decompose(root.part.cells, root.parts)) root.ways = 0;
    go_on();
}

int BranchCounter::next_colour(std::int32_t cell, int colour) const {
    while (++colour <= knowledge_.puzzle().colours)
        if (knowledge_.has(cell, colour)) return colour;
    return -1;
}

int BranchCounter::first_colour(std::int32_t cell) const { return next_colour(cell, -1); }

BranchCounter::Branch BranchCounter::next() const {
    const Node& node = nodes_.back();
    if (node.is_open) return {-1, -1};
    return {node.cell, next_colour(node.cell, node.colour)};
}

std::vector<const std::vector<std::int32_t>*> BranchCounter::parts() const {
    std::vector<const std::vector<std::int32_t>*> result;
    for (const Part& part : nodes_.back().parts) result.push_back(&part.cells);
    return result;
}

/// Make the node on top the one of the branch.  False if another branch must come next.
bool BranchCounter::choose(Branch branch) {
    if (is_done()) return false;
    if (const Branch expected = next(); expected.colour >= 0)
        return branch.cell == expected.cell && branch.colour == expected.colour;
    for (Part& part : nodes_.back().parts) {
        if (!std::binary_search(part.cells.begin(), part.cells.end(), branch.cell)) continue;
        if (branch.colour != first_colour(branch.cell)) return false;
        Node made;
        made.part = part;
        made.cell = branch.cell;
        nodes_.push_back(std::move(made));
        const auto depth = static_cast<std::int32_t>(nodes_.size() - 1);
        for (const std::int32_t cell : nodes_.back().part.cells) knowledge_.scopes()[cell] = depth;
        knowledge_.set_scope(depth);
        return true;
    }
    return false;
}

bool BranchCounter::branch(Branch branch, const std::vector<int>* hints) {
    if (!choose(branch)) return false;
    Node& node = nodes_.back();
    node.colour = branch.colour;
    node.start = knowledge_.trail().size();
    node.is_open = true;
    const bool is_possible = propagate(branch, hints);
    if (on_propagated) on_propagated(!is_possible);
    node.ways = is_possible && decompose(node.part.cells, node.parts) ? 1 : 0;
    go_on();
    return true;
}

bool BranchCounter::propagate(Branch branch, const std::vector<int>* hints) {
    knowledge_.clear_dirty();
    if (!knowledge_.learn({branch.cell, 2 * branch.colour})) return false;
    if (!hints) return knowledge_.tighten_all();
    return std::all_of(hints->begin(), hints->end(), [this](int line) { return knowledge_.tighten(line); });
}

/// Add up and multiply what has a number, until a branch has to come.
void BranchCounter::go_on() {
    while (!nodes_.empty() && nodes_.back().is_open) {
        Node& node = nodes_.back();
        std::erase_if(node.parts, [&](const Part& part) {
            const auto known = counts_.find(part.key);
            if (known == counts_.end()) return false;
            if (!known->second.is_one()) node.ways *= known->second;
            return true;
        });
        if (!node.parts.empty() && !node.ways.is_zero()) return;
        node.parts.clear();
        node.total += node.ways;
        node.is_open = false;
        knowledge_.undo_to(node.start);
        if (node.cell < 0 || next_colour(node.cell, node.colour) < 0) pop();
    }
}

/// All colours of the node on top have been tried.
void BranchCounter::pop() {
    Node& node = nodes_.back();
    const auto below = static_cast<std::int32_t>(nodes_.size()) - 2;
    if (below < 0) {
        count_ = std::move(node.total);
    } else {
        for (const std::int32_t cell : node.part.cells) knowledge_.scopes()[cell] = below;
        knowledge_.set_scope(below);
        bytes_ += 4 * node.part.key.size() + 8 * node.total.limbs.size() + 120;
        counts_.emplace(std::move(node.part.key), std::move(node.total));
    }
    nodes_.pop_back();
}

/// The open ones of the cells of the node on top, in parts that share no segment.  False if a line has no placement.
bool BranchCounter::decompose(const std::vector<std::int32_t>& cells, std::vector<Part>& parts) {
    languages_.trim();
    lines_.clear();
    segments_.clear();
    for (const std::int32_t cell : cells)
        for (const Board::Place& place : knowledge_.places(cell)) {
            if (is_line_[place.line]) continue;
            is_line_[place.line] = 1;
            lines_.push_back(place.line);
        }
    for (const int line : lines_) is_line_[line] = 0;
    const auto depth = static_cast<std::int32_t>(nodes_.size() - 1);
    for (const int line : lines_) {
        const auto* found = languages_.segments(line);
        if (!found) return false;
        for (const LineLanguages::Segment& segment : *found) {
            if (knowledge_.scopes()[segment.cells[0]] != depth) continue;
            for (const std::int32_t cell : segment.cells)
                segment_of_[knowledge_.puzzle().direction(line)][cell] = segments_.size();
            segments_.push_back(&segment);
        }
    }
    is_taken_.assign(segments_.size(), 0);
    for (const std::int32_t cell : cells) {
        if (knowledge_.options(cell) < 2 || is_taken_[segment_of_[0][cell]]) continue;
        take(segment_of_[0][cell], parts.emplace_back());
    }
    return true;
}

/// The part that a segment of a row belongs to.
void BranchCounter::take(std::size_t segment, Part& part) {
    is_taken_[segment] = 1;
    stack_.assign(1, segment);
    while (!stack_.empty()) {
        const LineLanguages::Segment* own = segments_[stack_.back()];
        stack_.pop_back();
        part.key += static_cast<char32_t>(own->language);
        const bool is_of_row = own == segments_[segment_of_[0][own->cells[0]]];
        for (const std::int32_t cell : own->cells) {
            if (is_of_row) part.cells.push_back(cell);
            for (const auto& of : segment_of_) {
                if (is_taken_[of[cell]]) continue;
                is_taken_[of[cell]] = 1;
                stack_.push_back(of[cell]);
            }
        }
    }
    std::sort(part.key.begin(), part.key.end());
    std::sort(part.cells.begin(), part.cells.end());
}

}  // namespace nonocsp
