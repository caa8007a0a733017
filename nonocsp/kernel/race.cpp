// Which way to hold a puzzle is found out by a race.
//
// All four ways count the same solutions, so who has counted more of them after the same work is nearer the end.  The
// usual way starts alone and goes a long way, for most puzzles need no race.  Then the others run up to a mark that it
// has passed; the two that had counted most there run on to where it waits, and the better one of them to the end.
// Nothing of the winner's work is lost.
#include <algorithm>
#include <memory>

#include "compile.hpp"
#include "sweep.hpp"

namespace nonocsp {

namespace {

/// Nodes from the start to each mark.
constexpr std::uint64_t first_mark = 12'000, second_mark = 50'000, no_mark = ~std::uint64_t{0};

/// One way, and how far it is.
struct Runner {
    Runner(const Puzzle& puzzle, const Givens* givens, Sweep sweep, const Options& options, Control& control, Stats& stats)
        : sweep(sweep), puzzle(sweep.held(puzzle)), givens(sweep.held(puzzle, givens)),
          compiler(this->puzzle, this->givens.get(), options, control, stats) {}

    Sweep sweep;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    Compiler compiler;
    std::uint64_t at = 0;  ///< the last mark
    Natural counted;       ///< solutions, when it was judged

    /// True if there is nothing left to do.
    bool run_to(std::uint64_t mark) {
        if (mark <= at) return false;
        const bool done = compiler.run(mark - at);
        at = mark;
        return done;
    }
    /// Parts not yet begun count as one here, for all runners alike.
    void judge() { counted = compiler.lower_bound(true); }
};

}  // namespace

void compile(const Puzzle& puzzle, const Givens* givens, const Options& options, bool is_satisfiable, Control& control,
             Stats& stats, SolutionSet& result) {
    std::vector<std::unique_ptr<Runner>> runners;
    Runner* first = nullptr;  // through the goal, or whom the end of the control found running
    const auto enter = [&](Sweep sweep) {
        runners.push_back(std::make_unique<Runner>(puzzle, givens, sweep, options, control, stats));
    };
    const auto run_all = [&](std::uint64_t mark) {
        for (const auto& runner : runners)
            if (!first && runner->run_to(mark)) first = runner.get();
    };
    const auto keep_best = [&](std::size_t number) {
        std::stable_sort(runners.begin(), runners.end(),
                         [](const auto& a, const auto& b) { return a->counted > b->counted; });
        runners.resize(number);
    };
    enter({});
    run_all(first_mark);
    if (!first) {
        runners[0]->judge();
        run_all(second_mark);
    }
    if (!first) {
        enter({.by_columns = true});
        enter({.backwards = true});
        enter({.by_columns = true, .backwards = true});
        run_all(first_mark);
    }
    if (!first) {
        for (std::size_t r = 1; r < runners.size(); ++r) runners[r]->judge();
        keep_best(2);
        run_all(second_mark);
    }
    if (!first) {
        for (const auto& runner : runners) runner->judge();
        keep_best(1);
        run_all(no_mark);
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
