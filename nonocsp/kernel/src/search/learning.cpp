// The main loop: propagate, learn from contradictions, decide.
#include "search/learning.hpp"

#include "base/check.hpp"

namespace nonocsp {

LearningSearch::LearningSearch(const Puzzle& puzzle, const Givens* givens, const Options& options, Goal goal,
                               Budget& budget, Stats& stats)
    : puzzle_(puzzle),
      givens_(givens),
      options_(options),
      goal_(goal),
      budget_(budget),
      stats_(stats),
      grid_(puzzle, givens, budget),
      dirty_(puzzle.lines()) {}

/// Everything before search.  False if the puzzle is settled (or a limit reached) without it.
bool LearningSearch::begin() {
    if (budget_.ended()) return false;
    double start = now();
    for (int line = 0; line < grid_.lines(); ++line) dirty_.push(line);
    bool alive = nonocsp::propagate(grid_, dirty_, budget_, stats_);
    stats_.seconds_propagate += now() - start;
    if (!alive) return false;
    // Most puzzles end here, and need none of what search needs.
    if (grid_.is_decided()) return true;
    if (!number_cells()) return false;

    if (options_.probing) {
        start = now();
        alive = probe();
        stats_.seconds_probe += now() - start;
        if (!alive) return false;
    }
    if (options_.seed) scatter();
    if (options_.lucky && is_lucky()) return true;
    if (budget_.ended()) return false;
    if (options_.guidance && trail_.size() < reason_.size()) {
        start = now();
        guide();
        consider_dive();
        stats_.seconds_guide += now() - start;
    }
    return !budget_.ended();
}

/// Learn from conflict_ and go back.  False if the search is exhausted.
bool LearningSearch::resolve() {
    ++stats_.conflicts;
    if (level() == 0) return false;
    note_phases();
    if (!options_.learning || (enumerating_ && level() <= closed_level_)) return flip_last_open();
    Learned learned;
    const int from = level();
    if (!analyse(learned)) return false;
    if (enumerating_ && level() <= closed_level_) return flip_last_open();
    back_to(std::max(learned.back, closed_level_));
    stats_.backtracks += from - level();
    if (learned.clause.size() == 1) {
        // In the prefix of an enumeration the fact is not of level 0; it may have to be found again.
        set(learned.clause[0], {});
        return true;
    }
    const NogoodRef ref = keep(learned);
    set(learned.clause[0], {Reason::nogood, ref});
    return true;
}

Outcome LearningSearch::hand_out(std::uint8_t* cells) {
    grid_.read_off(cells);
    ++solutions_;
    stage_ = Stage::solved;
    return Outcome::solution;
}

Outcome LearningSearch::next(std::uint8_t* cells) {
    if (budget_.ended() || budget_.look()) return budget_.why();
    const auto finish = [&] {
        if (budget_.ended()) return budget_.why();
        stage_ = Stage::finished;
        return Outcome::exhausted;
    };
    bool alive = true;
    switch (stage_) {
        case Stage::finished: return Outcome::exhausted;
        case Stage::fresh:
            if (!begin()) return finish();
            stage_ = Stage::searching;
            next_reduction_ = options_.reduce_first;
            next_change_ = options_.alternate_unit;
            break;
        case Stage::solved:
            stage_ = Stage::searching;
            if (goal_ == Goal::uniqueness && options_.learning) {
                alive = exclude_this_solution() && try_luck_again();
            } else {
                enumerating_ = true;
                alive = flip_last_open();
            }
            break;
        case Stage::searching: break;  // resumed
    }
    const double start = now();
    Outcome outcome = Outcome::exhausted;
    while (alive) {
        if (!propagate()) {
            if (budget_.ended()) break;
            alive = resolve();
            if (budget_.ended()) break;
            continue;
        }
        if (restart_due()) {
            alive = restart();
            if (budget_.memory(bytes())) break;
            continue;
        }
        if (options_.reduce && stats_.conflicts >= next_reduction_) {
            reduce();
            if (budget_.memory(bytes())) break;
        }
        if (budget_.is_turn_over()) {
            outcome = Outcome::turn_over;
            break;
        }
        const Literal decision = decide();
        if (budget_.ended()) break;
        if (decision == no_literal) {
            outcome = hand_out(cells);
            break;
        }
        if (budget_.node(stats_.nodes + 1)) break;
        ++stats_.nodes;
        if (budget_.spend(50)) break;
        assume(decision);
    }
    stats_.seconds_search += now() - start;
    return outcome == Outcome::exhausted ? finish() : outcome;
}

std::size_t LearningSearch::bytes() const {
    return grid_.bytes() + cells_.capacity() * sizeof(OpenCell) + lacks_.capacity() * sizeof(Literal) +
           root_.capacity() * sizeof(Word) + reason_.size() * (2 * sizeof(Removes) + 64) + nogoods_.bytes() +
           because_.capacity() * sizeof(Literal);
}

}  // namespace nonocsp
