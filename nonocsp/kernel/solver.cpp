// The front door: choosing the solver, checking every picture, keeping the books.
#include "solver.hpp"

#include <stdexcept>

#include "check.hpp"
#include "control.hpp"
#include "learning.hpp"
#include "textbook.hpp"

namespace nonocsp {

struct Search::Parts {
    Parts(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
          const std::atomic<bool>* stop, Quest quest)
        : puzzle(puzzle), givens(givens), control(limits, stop) {
        if (options.strategy == Strategy::textbook)
            textbook = std::make_unique<Textbook>(puzzle, givens, options, control, stats);
        else
            learning = std::make_unique<LearningSearch>(puzzle, givens, options, quest, control, stats);
        control.pause();
    }

    Outcome next(std::uint8_t* cells) {
        if (stats.solutions >= control.limits().solutions) return Outcome::limit_solutions;
        const Outcome outcome = textbook ? textbook->next(cells) : learning->next(cells);
        stats.peak_memory = control.peak_memory();
        if (outcome != Outcome::solution) return outcome;
        if (!is_solution(puzzle, givens, cells)) throw std::logic_error("nonocsp kernel: a picture failed its check");
        ++stats.solutions;
        return outcome;
    }

    const Puzzle& puzzle;
    const Givens* givens;
    Control control;
    Stats stats;
    std::unique_ptr<Textbook> textbook;
    std::unique_ptr<LearningSearch> learning;
};

namespace {

const Puzzle& checked(const Puzzle& puzzle, const Givens* givens) {
    validate(puzzle, givens);
    return puzzle;
}

}  // namespace

Search::Search(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
               const std::atomic<bool>* stop, Quest quest)
    : parts_(std::make_unique<Parts>(checked(puzzle, givens), givens, options, limits, stop, quest)) {}

Search::~Search() = default;
Search::Search(Search&&) noexcept = default;

Outcome Search::next(std::uint8_t* cells) {
    parts_->control.resume();
    const Outcome outcome = parts_->next(cells);
    parts_->control.pause();
    return outcome;
}
const Stats& Search::stats() const { return parts_->stats; }

Judgement judge(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits,
                const std::atomic<bool>* stop) {
    Search search(puzzle, givens, options, limits, stop, Quest::uniqueness);
    Judgement judgement;
    std::vector<std::uint8_t> cells(static_cast<std::size_t>(puzzle.rows) * puzzle.columns);
    Outcome outcome = Outcome::exhausted;
    while (judgement.solutions.size() < 2 && (outcome = search.next(cells.data())) == Outcome::solution) {
        if (!judgement.solutions.empty() && judgement.solutions[0] == cells)
            throw std::logic_error("nonocsp kernel: the same picture came twice");
        judgement.solutions.push_back(cells);
    }
    if (judgement.solutions.size() == 2) judgement.verdict = Verdict::multiple;
    else if (outcome == Outcome::exhausted)
        judgement.verdict = judgement.solutions.empty() ? Verdict::none : Verdict::unique;
    else judgement.why = outcome;
    judgement.stats = search.stats();
    return judgement;
}

}  // namespace nonocsp
