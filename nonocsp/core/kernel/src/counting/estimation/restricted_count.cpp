// The components are run one after another.
#include "counting/estimation/restricted_count.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

namespace {

/// Rounds of belief propagation before the first run.
constexpr int message_rounds = 30;

}  // namespace

bool RestrictedCount::start(std::size_t memory, int direction) {
    CdclEngine& cdcl = compilation_.cdcl;
    for (const Component& component : compilation_.components) {
        const std::size_t others = bytes() - automata_.bytes;
        if (others > memory) return false;
        CellSequence sequence = sequence_of(compilation_, component, direction, automata_, memory - others);
        if (sequence.cells.empty()) return false;
        auto frontier = RestrictedFrontier::of(cdcl.grid, std::move(sequence), cdcl.budget, cdcl.stats, crew_,
                                               memory - std::min(memory, others + automata_.bytes));
        if (!frontier || cdcl.budget.look()) return false;
        parts_.emplace_back().frontier = std::move(frontier);
    }
    messages_ = std::make_unique<BeliefPropagation>(cdcl);
    if (!parts_.empty() && messages_->prepare()) messages_->exchange(message_rounds);
    next_ = parts_.size();
    return !cdcl.budget.ended();
}

void RestrictedCount::begin(const Restriction& restriction, double tempering) {
    if (!weights_ || tempering != weights_->tempering())
        weights_.emplace(compilation_.cdcl.grid, *messages_, tempering);
    restriction_ = restriction;
    next_ = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (parts_[i].is_complete && !restriction.remembers) continue;
        Restriction own = restriction;
        own.seed += std::uint64_t{i} << 32;
        weights_->add(parts_[i].frontier->sequence());
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

void RestrictedCount::draw(Random& random, std::uint8_t* cells) const {
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
    std::size_t bytes = automata_.bytes + (weights_ ? weights_->bytes() : 0);
    for (const Part& part : parts_) bytes += part.frontier ? part.frontier->bytes() : 0;
    return bytes;
}

}  // namespace nonocsp
