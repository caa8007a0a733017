// Runs of restricted frontiers over all components of a propagated puzzle.
//
// Lower bounds come from
//
//     RestrictedCount count(compilation);
//     if (!count.start()) return;
//     for (std::size_t width = 1000; !count.is_complete(); width *= 10) {
//         count.begin({.width = width}, 0.9);  // the tempering
//         while (!count.is_done())
//             if (!count.step(memory)) return;  // a row; what was proven stays proven
//         ... count.at_least() ...
//     }
//
// The bound is the product over the components of the best that any run proved, so it never falls.  A component of
// which nothing was dropped is counted for good and left out of later runs; when that is so of all, the count is
// complete: exact if each component has less than 2^53 solutions, and otherwise two bounds that agree in nine digits or
// so.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "counting/components/puzzle_compilation.hpp"
#include "counting/estimation/restricted_frontier.hpp"

namespace nonocsp {

class RestrictedCount {
public:
    /// The compilation has been started and found no contradiction.
    explicit RestrictedCount(PuzzleCompilation& compilation) : compilation_(compilation) {}

    /// Make the tables; cells are decided along the lines of this direction.  False if they take more memory than this,
    /// a state would take too many words, or the budget has ended.
    bool start(std::size_t memory, int direction = 0);
    void begin(const Restriction& restriction, double tempering);
    bool is_done() const { return next_ == parts_.size(); }
    /// Advance by a row.  False if that takes more memory than this, or the budget has ended; the run is then over.
    bool step(std::size_t memory);

    /// Nothing was dropped, in some run of each component.
    bool is_complete() const;
    /// Solutions that are proven to exist, by all runs that kept the best.
    BigUnsigned at_least() const;
    /// When it is complete: there are no more.
    BigUnsigned at_most() const;
    /// What the last run counted; of a random one an unbiased estimate.
    ScaledNumber total() const;
    /// Draw a picture of a run that remembers and has counted more than zero: write the colours of the open cells.
    void draw(Random& random, std::uint8_t* cells) const;
    std::size_t bytes() const;

private:
    struct Part {
        std::unique_ptr<RestrictedFrontier> frontier;
        BigUnsigned at_least, at_most;
        bool is_complete = false;
        ScaledNumber total;  ///< of the last run
    };

    PuzzleCompilation& compilation_;
    SharedBudget shared_;
    Crew crew_{1, shared_};  ///< of the look-ahead: this thread alone
    LineAutomata automata_{.only_from_left = true};
    std::unique_ptr<BeliefPropagation> messages_;
    std::optional<CompletionWeights> weights_;
    Restriction restriction_;
    std::vector<Part> parts_;  ///< by component
    std::size_t next_ = 0;
};

}  // namespace nonocsp
