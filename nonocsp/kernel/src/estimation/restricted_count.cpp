// From component to component.
#include "estimation/restricted_count.hpp"

#include <algorithm>
#include <cmath>

#include "estimation/board_restricted_frontier.hpp"
#include "frontier/frontier_compiler.hpp"

namespace nonocsp {

namespace {

/// Rounds of belief propagation before the first run.
constexpr int message_rounds = 30;

}  // namespace

bool RestrictedCount::start(std::size_t memory, int direction) {
    CdclEngine& cdcl = compilation_.cdcl;
    for (const Component& component : compilation_.components) {
        const std::size_t others = bytes() - line_bytes_;
        if (others > memory) return false;
        auto frontier = frontier_of(component, direction, memory - others);
        if (!frontier || cdcl.budget.look()) return false;
        parts_.emplace_back().frontier = std::move(frontier);
    }
    line_dfas_.resize(cdcl.grid.lines());
    messages_ = std::make_unique<BeliefPropagation>(cdcl);
    if (!parts_.empty() && messages_->prepare()) messages_->exchange(message_rounds);
    next_ = parts_.size();
    return !cdcl.budget.ended();
}

/// Of a component; null as for `start`.
std::unique_ptr<RestrictedFrontier> RestrictedCount::frontier_of(const Component& component, int direction,
                                                                 std::size_t memory) {
    CdclEngine& cdcl = compilation_.cdcl;
    if (!cdcl.grid.board().is_rectangle()) {
        auto cells = board_cells(compilation_, component, direction, line_dfas_, line_bytes_, memory);
        return cells.empty() ? nullptr
                             : restricted_frontier_on_board(line_dfas_, std::move(cells), cdcl.budget, cdcl.stats);
    }
    auto cells = frontier_cells(compilation_, component, line_dfas_, line_bytes_, memory);
    if (cells.empty()) return nullptr;
    return RestrictedFrontier::of(cdcl.grid, line_dfas_, std::move(cells), cdcl.budget, cdcl.stats, crew_,
                                  memory - std::min(memory, line_bytes_));
}

void RestrictedCount::begin(const Restriction& restriction, double tempering) {
    if (!weights_ || tempering != tempering_)
        weights_.emplace(compilation_.cdcl.grid, line_dfas_, *messages_, tempering_ = tempering);
    restriction_ = restriction;
    next_ = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (parts_[i].is_complete && !restriction.remembers) continue;
        Restriction own = restriction;
        own.seed += std::uint64_t{i} << 32;
        parts_[i].frontier->begin(own, *weights_);
    }
}

bool RestrictedCount::step(std::size_t memory) {
    if (is_done()) return true;  // propagation has decided every cell
    Part& part = parts_[next_];
    if (part.is_complete && !restriction_.remembers) {
        ++next_;
        return true;
    }
    const std::size_t others = bytes() - part.frontier->bytes();
    if (others > memory || !part.frontier->advance(memory - others)) return false;
    if (!part.frontier->is_done()) return true;
    part.total = part.frontier->total();
    part.is_complete = !part.frontier->has_dropped();
    if (part.is_complete || !restriction_.is_random) part.at_least = std::max(part.at_least, part.frontier->at_least());
    if (part.is_complete) part.at_most = part.frontier->at_most();
    ++next_;
    return true;
}

bool RestrictedCount::is_complete() const {
    return std::all_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.is_complete; });
}

BigUnsigned RestrictedCount::at_least() const {
    std::vector<BigUnsigned> factors;
    for (const Part& part : parts_) factors.push_back(part.at_least);
    return product_of(std::move(factors));
}

BigUnsigned RestrictedCount::at_most() const {
    std::vector<BigUnsigned> factors;
    for (const Part& part : parts_) factors.push_back(part.at_most);
    return product_of(std::move(factors));
}

ScaledNumber RestrictedCount::total() const {
    ScaledNumber result{1, 0};
    for (const Part& part : parts_) {
        int bits = 0;
        result.mantissa = std::frexp(result.mantissa * part.total.mantissa, &bits);
        result.exponent += part.total.exponent + bits;
    }
    return result;
}

void RestrictedCount::draw(RestrictedFrontier::Random& random, std::uint8_t* cells) const {
    const CdclEngine& cdcl = compilation_.cdcl;
    std::vector<std::uint8_t> colours;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        const Component& component = compilation_.components[i];
        colours.resize(component.to - component.from);
        parts_[i].frontier->draw(random, colours.data());
        for (std::size_t k = 0; k < colours.size(); ++k) {
            const OpenCell& open = cdcl.variables.cells()[compilation_.cells[component.from + k]];
            cells[cdcl.grid.board().cell(open.row, open.column)] = colours[k];
        }
    }
}

std::size_t RestrictedCount::bytes() const {
    std::size_t bytes = line_bytes_ + (weights_ ? weights_->bytes() : 0);
    for (const Part& part : parts_) bytes += part.frontier ? part.frontier->bytes() : 0;
    return bytes;
}

}  // namespace nonocsp
