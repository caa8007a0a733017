// Chooses the solver, checks every picture, keeps the statistics.
#include "search/search.hpp"

#include <stdexcept>
#include <system_error>

#include "search/base/budget.hpp"
#include "search/base/solution_checker.hpp"
#include "search/cdcl_search.hpp"
#include "search/search_ahead.hpp"
#include "search/search_team.hpp"
#include "search/textbook.hpp"

namespace nonocsp {

namespace {

/// Pictures of an enumeration before another thread searches ahead.
constexpr std::uint64_t pictures_before_ahead = 100;

}  // namespace

struct Search::Parts {
    Parts(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
          ExternalHeuristic* external)
        : puzzle(puzzle),
          givens(givens),
          is_shared(limits.threads > 1 && options.strategy == Strategy::learning && !external),
          budget(limits, is_shared ? &shared : nullptr) {
        if (options.strategy == Strategy::textbook)
            textbook = std::make_unique<Textbook>(puzzle, givens, options, budget, own_stats);
        else if (is_shared) team = std::make_unique<SearchTeam>(puzzle, givens, options, budget, own_stats, shared);
        else learning = std::make_unique<CdclSearch>(puzzle, givens, options, budget, own_stats, external);
        budget.pause();
    }

    void prove(ProofSink& sink) {
        if (!learning) throw std::invalid_argument("only one thread that learns writes proofs");
        learning->prove(sink);
    }

    ~Parts() { shared.end(Outcome::stopped); }

    Outcome next(std::uint8_t* cells) {
        if (ahead) return ahead->next(cells);
        const Outcome outcome = find(cells);
        if (outcome == Outcome::solution && is_shared && ++pictures == pictures_before_ahead) run_ahead();
        return outcome;
    }

    Outcome find(std::uint8_t* cells) {
        budget.resume();
        const Outcome outcome = textbook ? textbook->next(cells) : team ? team->next(cells) : learning->next(cells);
        budget.pause();
        own_stats.peak_memory = budget.peak_memory();
        if (outcome != Outcome::solution) return outcome;
        if (!is_solution(puzzle, givens, cells)) throw std::logic_error("nonocsp kernel: a picture failed its check");
        return outcome;
    }

    Stats stats() const {
        if (ahead) return ahead->stats();
        Stats sum = own_stats;
        if (team) add(sum, team->joined_stats());
        return sum;
    }

    void run_ahead() {
        own_stats.threads = std::max<std::uint64_t>(own_stats.threads, 2);
        const Stats so_far = stats();
        const auto find_ahead = [this](std::uint8_t* cells, Stats& work) {
            const Outcome outcome = find(cells);
            work = own_stats;
            add(work, team->joined_stats());
            return outcome;
        };
        try {
            ahead = std::make_unique<SearchAhead>(puzzle.cells(), find_ahead, so_far, budget.limits().interrupted);
        } catch (const std::system_error&) {
        }
    }

    const Puzzle& puzzle;
    const Givens* givens;
    const bool is_shared;
    SharedBudget shared;
    Budget budget;
    Stats own_stats;
    std::unique_ptr<Textbook> textbook;
    std::unique_ptr<CdclSearch> learning;
    std::unique_ptr<SearchTeam> team;
    std::uint64_t pictures = 0;  ///< before another thread searches ahead
    std::unique_ptr<SearchAhead> ahead;
};

Search::Search(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
               ExternalHeuristic* external, ProofSink* proof) {
    validate(puzzle, givens);
    parts_ = std::make_unique<Parts>(puzzle, givens, options, limits, external);
    if (proof) parts_->prove(*proof);
}

Search::~Search() = default;
Search::Search(Search&&) noexcept = default;

Outcome Search::next(std::uint8_t* cells) { return parts_->next(cells); }
Stats Search::stats() const { return parts_->stats(); }

}  // namespace nonocsp
