// Chooses the solver, checks every picture, keeps the statistics.
#include "search/search.hpp"

#include <stdexcept>

#include "base/solution_checker.hpp"
#include "base/budget.hpp"
#include "search/cdcl_search.hpp"
#include "search/search_team.hpp"
#include "search/textbook.hpp"

namespace nonocsp {

struct Search::Parts {
    Parts(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
          Goal goal, ExternalHeuristic* external)
        : puzzle(puzzle), givens(givens),
          is_shared(limits.threads > 1 && options.strategy == Strategy::learning && !external),
          budget(limits, is_shared ? &shared : nullptr) {
        if (options.strategy == Strategy::textbook)
            textbook = std::make_unique<Textbook>(puzzle, givens, options, budget, stats);
        else if (is_shared)
            team = std::make_unique<SearchTeam>(puzzle, givens, options, goal, budget, stats, shared);
        else
            learning = std::make_unique<CdclSearch>(puzzle, givens, options, goal, budget, stats, external);
        budget.pause();
    }

    Outcome next(std::uint8_t* cells) {
        const Outcome outcome = textbook ? textbook->next(cells) : team ? team->next(cells) : learning->next(cells);
        stats.peak_memory = budget.peak_memory();
        if (outcome != Outcome::solution) return outcome;
        if (!is_solution(puzzle, givens, cells)) throw std::logic_error("nonocsp kernel: a picture failed its check");
        return outcome;
    }

    const Puzzle& puzzle;
    const Givens* givens;
    const bool is_shared;
    SharedBudget shared;
    Budget budget;
    Stats stats;
    std::unique_ptr<Textbook> textbook;
    std::unique_ptr<CdclSearch> learning;
    std::unique_ptr<SearchTeam> team;
};

Search::Search(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
               Goal goal, ExternalHeuristic* external) {
    validate(puzzle, givens);
    parts_ = std::make_unique<Parts>(puzzle, givens, options, limits, goal, external);
}

Search::~Search() = default;
Search::Search(Search&&) noexcept = default;

Outcome Search::next(std::uint8_t* cells) {
    parts_->budget.resume();
    const Outcome outcome = parts_->next(cells);
    parts_->budget.pause();
    return outcome;
}

Stats Search::stats() const {
    Stats sum = parts_->stats;
    if (parts_->team) add(sum, parts_->team->joined_stats());
    return sum;
}

}  // namespace nonocsp
