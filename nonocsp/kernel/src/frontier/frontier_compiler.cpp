// From component to component.
#include "frontier/frontier_compiler.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Rough work for each cell of an automaton, in nanoseconds.
constexpr std::uint64_t line_dfa_work = 1000;

}  // namespace

std::vector<Frontier::Cell> frontier_cells(const PuzzleCompilation& compilation, const Component& component,
                                           Frontier::Lines& line_dfas, std::size_t& bytes, std::size_t memory) {
    const CdclEngine& cdcl = compilation.cdcl;
    line_dfas.resize(cdcl.grid.lines());
    std::vector<Frontier::Cell> cells;
    for (std::size_t i = component.from; i < component.to; ++i) {
        const OpenCell& open = cdcl.variables.cells()[compilation.cells[i]];
        for (const int line : {open.row, open.down}) {
            if (line_dfas[line]) continue;
            line_dfas[line] = std::make_unique<MinimalLineDfa>(cdcl.grid.clue(line), cdcl.grid.planes(line));
            bytes += line_dfas[line]->bytes();
            if (bytes > memory || cdcl.budget.spend(line_dfa_work * static_cast<std::uint64_t>(cdcl.grid.length(line))))
                return {};
        }
        cells.push_back({static_cast<std::uint32_t>(open.row), line_dfas[open.row]->number(open.column),
                         static_cast<std::uint32_t>(open.down), line_dfas[open.down]->number(open.row)});
    }
    return cells;
}

bool FrontierCompiler::start(std::size_t memory) {
    if (!compilation_.start()) return compilation_.is_infeasible;
    return open(only_count_, memory);
}

bool FrontierCompiler::step(std::size_t memory) {
    const std::size_t room = memory - std::min(memory, line_bytes_);
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
    std::vector<Frontier::Cell> cells =
        frontier_cells(compilation_, compilation_.components[next_], line_dfas_, line_bytes_, memory);
    if (cells.empty()) return false;
    if (only_count) {
        auto counting = CountingFrontier::of(cdcl.grid, line_dfas_, cells, cdcl.budget, cdcl.stats, crew_);
        counting_ = counting.get();
        frontier_ = std::move(counting);
        if (counting_) return true;
    }
    auto writing = DiagramFrontier::of(cdcl.grid, line_dfas_, std::move(cells), cdcl.budget, cdcl.stats, crew_,
                                       memory - std::min(memory, line_bytes_));
    writing_ = writing.get();
    frontier_ = std::move(writing);
    return writing_ != nullptr;
}

/// Count or write the current component, whose frontier has met, and go on to the next.
bool FrontierCompiler::finish(std::size_t memory) {
    BigUnsigned count;
    const std::size_t room = memory - std::min(memory, line_bytes_);
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
