// Which way to hold a puzzle is found out by a race.
//
// All four ways count the same solutions, so who has counted more of them after the same work is nearer the end.  The
// usual way starts alone, for most puzzles need no race; then all four run up to a first mark, the better two up to a
// second (unless one is far ahead), and the better one of them to the end.  Nothing of the winner's work is lost.
#include <algorithm>
#include <memory>

#include "compile.hpp"
#include "sweep.hpp"

namespace nonocsp {

namespace {

/// Nodes up to the first mark and from there to the second.
constexpr std::uint64_t first_leg = 20'000, second_leg = 80'000;
constexpr std::uint64_t clear_lead = 3;

/// One way, and how far it is.
struct Runner {
    Runner(const Puzzle& puzzle, const Givens* givens, Sweep sweep, const Options& options, Control& control, Stats& stats)
        : sweep(sweep), puzzle(sweep.held(puzzle)), givens(sweep.held(puzzle, givens)),
          compiler(this->puzzle, this->givens.get(), options, control, stats) {}

    Sweep sweep;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    Compiler compiler;
    Natural counted;
};

}  // namespace

void compile(const Puzzle& puzzle, const Givens* givens, const Options& options, bool is_satisfiable, Control& control,
             Stats& stats, SolutionSet& result) {
    std::vector<std::unique_ptr<Runner>> runners;
    const auto enter = [&](Sweep sweep) {
        runners.push_back(std::make_unique<Runner>(puzzle, givens, sweep, options, control, stats));
    };
    Runner* first = nullptr;  // through the goal, or whom the end of the control found running
    const auto run_all = [&](std::size_t from, std::uint64_t nodes) {
        for (std::size_t r = from; r < runners.size() && !first; ++r) {
            if (runners[r]->compiler.run(nodes)) first = runners[r].get();
            // Parts not yet begun count as one here, for all runners alike.
            runners[r]->counted = runners[r]->compiler.lower_bound(true);
        }
        std::stable_sort(runners.begin(), runners.end(),
                         [](const auto& a, const auto& b) { return a->counted > b->counted; });
    };
    enter({});
    run_all(0, first_leg);
    if (!first) {
        enter({.by_columns = true});
        enter({.backwards = true});
        enter({.by_columns = true, .backwards = true});
        run_all(1, first_leg);
    }
    if (!first) {
        // Who is far ahead has won.
        runners.resize(runners[0]->counted > runners[1]->counted * clear_lead ? 1 : 2);
        run_all(0, second_leg);
    }
    if (!first) {
        runners.resize(1);
        run_all(0, ~std::uint64_t{0});
    }
    if (control.ended()) {
        for (const auto& runner : runners)
            result.count = std::max(result.count, runner->compiler.lower_bound(is_satisfiable));
        return;
    }
    first->compiler.finish(result);
    std::vector<std::uint8_t> base(result.base.size());
    for (std::uint32_t cell = 0; cell < base.size(); ++cell) base[first->sweep.usual(puzzle, cell)] = result.base[cell];
    result.base.swap(base);
    for (SolutionSet::Part& part : result.parts)
        for (std::uint32_t& cell : part.cells) cell = first->sweep.usual(puzzle, cell);
}

}  // namespace nonocsp
