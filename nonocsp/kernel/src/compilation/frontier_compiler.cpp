// From component to component.
#include "compilation/frontier_compiler.hpp"

namespace nonocsp {

bool FrontierCompiler::start() {
    if (!compilation_.start()) return compilation_.is_infeasible;
    line_dfas_.resize(compilation_.cdcl.grid.lines());
    return open();
}

bool FrontierCompiler::step(std::size_t memory) {
    if (!frontier_->has_met()) return frontier_->advance(memory);
    return write(memory) && open();
}

/// Begin the frontier of the current component.
bool FrontierCompiler::open() {
    frontier_.reset();
    if (is_done()) return true;
    CdclEngine& cdcl = compilation_.cdcl;
    const auto line_dfa = [&](int line) -> const MinimalLineDfa& {
        if (!line_dfas_[line])
            line_dfas_[line] = std::make_unique<MinimalLineDfa>(cdcl.grid.clue(line), cdcl.grid.planes(line));
        return *line_dfas_[line];
    };
    const Component& component = compilation_.components[next_];
    std::vector<Frontier::Cell> cells;
    for (std::size_t i = component.from; i < component.to; ++i) {
        const OpenCell& open = cdcl.variables.cells()[compilation_.cells[i]];
        cells.push_back({static_cast<std::uint32_t>(open.row), line_dfa(open.row).number(open.column),
                         static_cast<std::uint32_t>(open.down), line_dfa(open.down).number(open.row)});
    }
    frontier_ = Frontier::of(cdcl.grid, line_dfas_, std::move(cells), cdcl.budget, cdcl.stats, crew_);
    return frontier_ != nullptr;
}

/// Write the node of the current component, whose frontier has met.
bool FrontierCompiler::write(std::size_t memory) {
    Node& node = compilation_.components[next_].node;
    const std::size_t size = compilation_.diagram.size();
    if (!frontier_->write(memory, compilation_.diagram, node)) {
        compilation_.diagram.cut(size);
        return false;
    }
    if (node == impossible) compilation_.is_infeasible = true;
    else ++next_;
    return true;
}

}  // namespace nonocsp
