// Which way to compile a puzzle is found out by a race.
//
// There are two manners, searching (compile.cpp) and fronts (frontier.cpp), and each can sweep the puzzle in several
// ways.  Nobody knows beforehand which suits a puzzle.
//
// Searching, all four sweeps count the same solutions, so who has counted more of them after the same work is nearer
// the end.  The usual one starts alone and goes a long way, for most puzzles need no race.  Then the others run up to a
// mark that it has passed; the two that had counted most there run on to where it waits, and the better one of them to
// the end.  Nothing of the winner's work is lost.
//
// Fronts from both ends leave two sweeps, by rows and by columns; the narrower goes on.  Searching and fronts take
// turns.
#include <algorithm>
#include <memory>
#include <vector>

#include "count/compile.hpp"
#include "count/orientation.hpp"

namespace nonocsp {

namespace {

/// Nodes from the start to each mark.
constexpr std::uint64_t first_mark = 12'000, second_mark = 50'000, no_mark = ~std::uint64_t{0};

/// Nodes before fronts have their first turn; from turn to turn they are twice as many.
constexpr std::uint64_t first_turn = first_mark / 4;

/// What fronts may spend for each unit that searching has spent.  Both get about the same time, for searching takes
/// longer than it counts: neither is often the better one.
constexpr std::uint64_t share = 2;

/// A compiler, and how the puzzle is held for it.
struct Held {
    Held(const Puzzle& puzzle, const Givens* givens, Orientation orientation, const Options& options, Budget& budget, Stats& stats)
        : orientation(orientation), puzzle(orientation.apply(puzzle)), givens(orientation.apply(puzzle, givens)),
          compiler(this->puzzle, this->givens.get(), options, budget, stats) {}

    Orientation orientation;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    Compiler compiler;
};

/// One that searches, and how far it is.
struct Runner : Held {
    using Held::Held;

    std::uint64_t at = 0;  ///< the last mark
    BigUnsigned counted;       ///< solutions, when it was judged

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

/// One with fronts, part after part.
struct Walker : Held {
    using Held::Held;

    std::unique_ptr<Frontier> frontier;  ///< of the part that it is at

    /// Find the next part.  False if it cannot go on.
    bool enter(Budget& budget) {
        if (!compiler.start()) return !budget.ended();
        return open();
    }
    bool open() {
        frontier.reset();
        if (!compiler.has_parts()) return true;
        frontier = compiler.frontier();
        return frontier != nullptr;
    }
    bool is_done() const { return !compiler.has_parts(); }
    /// Rough work of the next step, in nanoseconds; how much a front grows within a row is a guess.
    std::uint64_t cost() const { return frontier ? 1000 * frontier->width() * frontier->row_cells() : 0; }
    std::size_t bytes() const { return frontier ? frontier->bytes() : 0; }
    /// A row, or the nodes.  False if it cannot go on.
    bool walk(std::size_t memory) {
        if (!frontier->has_met()) return frontier->advance(memory);
        return compiler.write(*frontier, memory) && open();
    }
};

class Race {
public:
    Race(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats)
        : puzzle_(puzzle), givens_(givens), options_(options), budget_(budget), stats_(stats) {}

    /// Until there is a winner or the budget has ended.
    void run() {
        if (options_.compilation == Compilation::frontier) {
            allowed_ = unbounded;
            walk();
        }
        enter({});
        for (std::uint64_t mark = first_turn; !is_over() && mark < second_mark; mark *= 2) {
            run_all(mark);
            if (!is_over() && mark == first_mark) runners_[0]->judge();
            walk();
        }
        run_all(second_mark);
        walk();
        if (is_over()) return;
        enter({.by_columns = true});
        enter({.backwards = true});
        enter({.by_columns = true, .backwards = true});
        run_all(first_mark);
        if (is_over()) return;
        for (std::size_t r = 1; r < runners_.size(); ++r) runners_[r]->judge();
        keep_best(2);
        run_all(second_mark);
        if (is_over()) return;
        for (const auto& runner : runners_) runner->judge();
        keep_best(1);
        for (std::uint64_t mark = 2 * second_mark; !is_over(); mark *= 2) {
            walk();
            run_all(walkers_.empty() ? no_mark : mark);
        }
    }
    Held* winner() const { return winner_; }
    BigUnsigned lower_bound(bool is_satisfiable) const {
        BigUnsigned bound;
        for (const auto& runner : runners_) bound = std::max(bound, runner->compiler.lower_bound(is_satisfiable));
        return bound;
    }

private:
    bool is_over() const { return winner_ || budget_.ended(); }
    void enter(Orientation orientation) {
        if (!is_over()) runners_.push_back(std::make_unique<Runner>(puzzle_, givens_, orientation, options_, budget_, stats_));
    }
    void run_all(std::uint64_t mark) {
        const std::uint64_t before = budget_.work();
        for (const auto& runner : runners_)
            if (!is_over() && runner->run_to(mark)) winner_ = runner.get();
        allowed_ += share * (budget_.work() - before);
    }
    void keep_best(std::size_t number) {
        std::stable_sort(runners_.begin(), runners_.end(),
                         [](const auto& a, const auto& b) { return a->counted > b->counted; });
        runners_.resize(number);
    }

    /// Fronts go on for as much work as they may.
    void walk() {
        if (is_over() || options_.compilation == Compilation::search) return;
        const std::uint64_t before = budget_.work();
        if (!has_walked_) {
            has_walked_ = true;
            for (const bool by_columns : {false, true}) {
                auto walker = std::make_unique<Walker>(puzzle_, givens_, Orientation{.by_columns = by_columns}, options_,
                                                       budget_, stats_);
                if (walker->enter(budget_)) walkers_.push_back(std::move(walker));
                if (is_over()) return;
            }
        }
        // Memory is shared: half of it is for searching.
        const std::size_t memory = budget_.limits().memory / 2;
        while (!walkers_.empty() && !is_over()) {
            const auto least = std::min_element(walkers_.begin(), walkers_.end(), [](const auto& a, const auto& b) {
                return a->cost() < b->cost();
            });
            if ((*least)->is_done()) {
                winner_ = least->get();
                break;
            }
            if (walked_ + budget_.work() - before + (*least)->cost() > allowed_) break;
            std::size_t others = 0;
            for (const auto& walker : walkers_)
                if (walker != *least) others += walker->bytes();
            if (others > memory || !(*least)->walk(memory - others)) walkers_.erase(least);
        }
        walked_ += budget_.work() - before;
        std::size_t held = 0;
        for (const auto& walker : walkers_) held += walker->bytes();
        budget_.set_aside(held);
    }

    const Puzzle& puzzle_;
    const Givens* givens_;
    const Options& options_;
    Budget& budget_;
    Stats& stats_;
    std::vector<std::unique_ptr<Runner>> runners_;
    std::vector<std::unique_ptr<Walker>> walkers_;
    static constexpr std::uint64_t unbounded = ~std::uint64_t{0} / 16;
    bool has_walked_ = false;
    std::uint64_t allowed_ = 0, walked_ = 0;  ///< work of fronts
    Held* winner_ = nullptr;
};

}  // namespace

void compile(const Puzzle& puzzle, const Givens* givens, const Options& options, bool is_satisfiable, Budget& budget,
             Stats& stats, SolutionSet& result) {
    Race race(puzzle, givens, options, budget, stats);
    race.run();
    if (budget.ended()) {
        result.count = race.lower_bound(is_satisfiable);
        return;
    }
    race.winner()->compiler.finish(result);
    const Orientation orientation = race.winner()->orientation;
    std::vector<std::uint8_t> base(result.base.size());
    for (std::uint32_t cell = 0; cell < base.size(); ++cell) base[orientation.original_cell(puzzle, cell)] = result.base[cell];
    result.base.swap(base);
    for (SolutionSet::Part& part : result.parts)
        for (std::uint32_t& cell : part.cells) cell = orientation.original_cell(puzzle, cell);
}

}  // namespace nonocsp
