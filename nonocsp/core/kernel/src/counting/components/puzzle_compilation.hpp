// What the compilers of a puzzle share: the propagated puzzle, its components, and the diagram in the making.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counting/components/component_analysis.hpp"
#include "counting/diagram/solution_set.hpp"
#include "search/cdcl_engine.hpp"

namespace nonocsp {

struct PuzzleCompilation {
    PuzzleCompilation(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats);

    /// Propagate, probe, and find the components of the whole puzzle.  False if there is no solution, or the budget has
    /// ended.
    bool start();
    /// Append the components of cells[from .. to).
    void decompose(std::size_t from, std::size_t to) { analysis.decompose(cells, from, to, components); }
    /// The candidates that are left without any decision.
    std::unique_ptr<Givens> facts() const;
    /// All solutions, when every component left has its node.
    void finish(SolutionSet& result);

    CdclEngine cdcl;
    ComponentAnalysis analysis;
    std::vector<std::uint32_t> cells;   ///< the open cells of the puzzle, then those of the components, as a stack
    std::vector<Component> components;  ///< those of the whole puzzle first
    Diagram diagram;
    bool is_infeasible = false;
};

}  // namespace nonocsp
