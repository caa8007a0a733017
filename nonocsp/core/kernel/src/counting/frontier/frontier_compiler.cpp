// The components are compiled one after another.
#include "counting/frontier/frontier_compiler.hpp"

#include <algorithm>

namespace nonocsp {

bool FrontierCompiler::start(std::size_t memory) {
    if (!compilation_.start()) return compilation_.is_infeasible;
    return open(only_count_, memory);
}

bool FrontierCompiler::step(std::size_t memory) {
    const std::size_t room = memory - std::min(memory, automata_.bytes);
    if (frontier_->has_met() ? finish(memory) : frontier_->advance(room)) return true;
    // A diagram holds numbers of any size.
    return counting_ && counting_->has_overflowed() && open(false, memory);
}

/// Begin the frontier of the current component.
bool FrontierCompiler::open(bool only_count, std::size_t memory) {
    frontier_.reset();
    counting_ = nullptr;
    writing_ = nullptr;
    if (is_done()) return true;
    CdclEngine& cdcl = compilation_.cdcl;
    Component& component = compilation_.components[next_];
    const CellSequence sequence = sequence_of(compilation_, component, direction_, automata_, memory);
    if (sequence.cells.empty()) return false;
    if (only_count) {
        auto counting = CountingFrontier::of(cdcl.grid, sequence, cdcl.budget, cdcl.stats, crew_);
        counting_ = counting.get();
        frontier_ = std::move(counting);
        if (counting_) return true;
    }
    auto writing = DiagramFrontier::of(cdcl.grid, sequence, cdcl.budget, cdcl.stats, crew_,
                                       memory - std::min(memory, automata_.bytes));
    // The diagram has the cells in this order.
    const auto first = compilation_.cells.begin() + static_cast<std::ptrdiff_t>(component.from);
    const std::vector<std::uint32_t> before(first, first + static_cast<std::ptrdiff_t>(sequence.cells.size()));
    std::transform(sequence.cells.begin(), sequence.cells.end(), first,
                   [&](const CellSequence::Cell& cell) { return before[cell.number]; });
    writing_ = writing.get();
    frontier_ = std::move(writing);
    return writing_ != nullptr;
}

/// Count or write the current component, whose frontier has met, and go on to the next.
bool FrontierCompiler::finish(std::size_t memory) {
    BigUnsigned count;
    const std::size_t room = memory - std::min(memory, automata_.bytes);
    if (counting_ ? !counting_->count(room, count) : !write(room, count)) return false;
    compilation_.is_infeasible = count.is_zero();
    counts_.push_back(std::move(count));
    ++next_;
    return open(only_count_, memory);
}

bool FrontierCompiler::write(std::size_t memory, BigUnsigned& count) {
    Diagram& diagram = compilation_.diagram;
    Node& node = compilation_.components[next_].node;
    const std::size_t size = diagram.size();
    if (!writing_->write(memory, diagram, node)) {
        diagram.cut(size);
        return false;
    }
    if (node != impossible) count = diagram.count(node);
    return true;
}

}  // namespace nonocsp
