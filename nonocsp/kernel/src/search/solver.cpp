// Chooses the solver, checks every picture, keeps the statistics.
#include "search/solver.hpp"

#include <stdexcept>

#include "base/check.hpp"
#include "base/budget.hpp"
#include "search/learning.hpp"
#include "search/textbook.hpp"

namespace nonocsp {

struct Search::Parts {
    Parts(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
          Goal goal)
        : puzzle(puzzle), givens(givens), budget(limits) {
        if (options.strategy == Strategy::textbook)
            textbook = std::make_unique<Textbook>(puzzle, givens, options, budget, stats);
        else
            learning = std::make_unique<LearningSearch>(puzzle, givens, options, goal, budget, stats);
        budget.pause();
    }

    Outcome next(std::uint8_t* cells) {
        const Outcome outcome = textbook ? textbook->next(cells) : learning->next(cells);
        stats.peak_memory = budget.peak_memory();
        if (outcome != Outcome::solution) return outcome;
        if (!is_solution(puzzle, givens, cells)) throw std::logic_error("nonocsp kernel: a picture failed its check");
        ++stats.solutions;
        return outcome;
    }

    const Puzzle& puzzle;
    const Givens* givens;
    Budget budget;
    Stats stats;
    std::unique_ptr<Textbook> textbook;
    std::unique_ptr<LearningSearch> learning;
};

namespace {

void validate(const Options& o) {
    const auto demand = [](bool met, const char* what) {
        if (!met) throw std::invalid_argument(what);
    };
    const auto share = [](double x) { return x >= 0 && x <= 1; };
    demand(o.probe_effort >= 0 && o.guide_effort >= 0, "options: an effort is a number of seconds from 0 on");
    demand(o.guide_rounds >= 0 && o.dive_rounds >= 0, "options: rounds are counted from 0 on");
    demand(share(o.guide_damping) && share(o.guide_tolerance) && share(o.dive_step), "options: a share lies between 0 and 1");
    demand(o.guide_weight >= 0 && o.guide_weight <= 1e6, "options: guide_weight lies between 0 and 1e6");
    demand(o.dive_gap >= 0 && o.dive_gap_growth >= 0 && o.dive_conflicts >= 1, "options: dives need at least one conflict");
    demand(o.positions_after >= 0 && o.positions_wait >= 0 && o.positions_limit >= 0, "options: positions are counted from 0 on");
    demand(o.activity_decay >= 0.5 && o.activity_decay <= 1, "options: activity_decay lies between 0.5 and 1");
    demand(o.alternate_unit >= 1 && o.restart_unit >= 1 && o.reduce_first >= 1, "options: a unit is at least 1");
}

const Puzzle& checked(const Puzzle& puzzle, const Givens* givens, const Options& options) {
    validate(puzzle, givens);
    validate(options);
    return puzzle;
}

}  // namespace

Search::Search(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
               Goal goal)
    : parts_(std::make_unique<Parts>(checked(puzzle, givens, options), givens, options, limits, goal)) {}

Search::~Search() = default;
Search::Search(Search&&) noexcept = default;

Outcome Search::next(std::uint8_t* cells) {
    parts_->budget.resume();
    const Outcome outcome = parts_->next(cells);
    parts_->budget.pause();
    return outcome;
}
const Stats& Search::stats() const { return parts_->stats; }

}  // namespace nonocsp
