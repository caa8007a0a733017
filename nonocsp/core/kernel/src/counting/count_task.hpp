// What the members of a portfolio work on, and what they share.
#pragma once

#include <memory>
#include <vector>

#include "counting/components/puzzle_compilation.hpp"
#include "search/base/budget.hpp"
#include "search/base/orientation.hpp"

namespace nonocsp {

struct CountTask {
    const Puzzle& puzzle;
    const Givens* givens;
    const Options options;
    const Limits limits;
    const bool only_count;     ///< solutions are written down only by members that cannot do without
    SharedBudget shared = {};  ///< of all compilers
};

/// A compilation of the puzzle in one orientation.
struct OrientedCompilation {
    OrientedCompilation(const CountTask& task, const Orientation& orientation, Budget& budget, Stats& stats)
        : orientation(orientation),
          puzzle(orientation.apply(task.puzzle)),
          givens(orientation.apply(task.puzzle, task.givens)),
          compilation(puzzle, givens.get(), task.options, budget, stats) {}
    virtual ~OrientedCompilation() = default;

    /// All solutions, when they are known, in the original orientation.
    virtual void finish(const CountTask& task, SolutionSet& result) {
        compilation.finish(result);
        std::vector<std::uint8_t> base(result.base.size());
        for (std::uint32_t cell = 0; cell < base.size(); ++cell)
            base[orientation.original_cell(task.puzzle, cell)] = result.base[cell];
        result.base.swap(base);
        for (SolutionSet::Part& part : result.parts)
            for (std::uint32_t& cell : part.cells) cell = orientation.original_cell(task.puzzle, cell);
    }

    Orientation orientation;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    PuzzleCompilation compilation;
};

}  // namespace nonocsp
