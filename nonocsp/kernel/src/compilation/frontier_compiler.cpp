// From component to component.
#include "compilation/frontier_compiler.hpp"

namespace nonocsp {

std::vector<Frontier::Cell> frontier_cells(const PuzzleCompilation& compilation, const Component& component,
                                           Frontier::Lines& line_dfas) {
    const CdclEngine& cdcl = compilation.cdcl;
    line_dfas.resize(cdcl.grid.lines());
    const auto line_dfa = [&](int line) -> const MinimalLineDfa& {
        if (!line_dfas[line])
            line_dfas[line] = std::make_unique<MinimalLineDfa>(cdcl.grid.clue(line), cdcl.grid.planes(line));
        return *line_dfas[line];
    };
    std::vector<Frontier::Cell> cells;
    for (std::size_t i = component.from; i < component.to; ++i) {
        const OpenCell& open = cdcl.variables.cells()[compilation.cells[i]];
        cells.push_back({static_cast<std::uint32_t>(open.row), line_dfa(open.row).number(open.column),
                         static_cast<std::uint32_t>(open.down), line_dfa(open.down).number(open.row)});
    }
    return cells;
}

bool FrontierCompiler::start() {
    if (!compilation_.start()) return compilation_.is_infeasible;
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
    std::vector<Frontier::Cell> cells = frontier_cells(compilation_, compilation_.components[next_], line_dfas_);
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
