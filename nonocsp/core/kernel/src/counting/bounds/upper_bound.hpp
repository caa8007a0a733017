// Upper bounds on the number of solutions: products of placements, and potentials.
//
// Each solution consists of one placement for every line of a direction, so the first bound is the smallest product of
// their numbers.  Where each cell of every component lies on two lines that meet in one order, as in a rectangle,
// potentials by rows and by columns make it smaller (potential_bound.hpp); the components take turns, and the best
// bounds of all are multiplied.  Boards with three directions have the product alone.
//
// The bound is rigorous: rounding errors are bounded from above.
//
// Relaxations joined by Hölder's inequality (Liu and Ihler 2011) were tried: exact where all lines fit into one, but
// beside potentials they cost more than they gained, and alone on three directions they saved a fifth of the decades.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "counting/bounds/potential_bound.hpp"
#include "counting/components/puzzle_compilation.hpp"
#include "search/base/big_unsigned.hpp"

namespace nonocsp {

class UpperBound {
public:
    /// `givens` may be null.  Once a limit is reached the bound stays as it is.
    UpperBound(const Puzzle& puzzle, std::unique_ptr<Givens> givens, const Options& options, const Limits& limits = {});

    /// Improve the bound for about this much work, in rough nanoseconds, and use at most about this much memory.
    void run(std::uint64_t work, std::size_t memory);
    /// Nothing more can be done within the limits and the memory.
    bool is_done() const { return is_done_ || budget_.ended(); }
    bool is_interrupted() const { return budget_.ended() && budget_.why() == Outcome::stopped; }
    /// The best bound so far, if there is one.
    const std::optional<BigUnsigned>& best() const { return best_; }
    /// The propagated puzzle, after the first call of `run`; null if it has no solution.  Work on it counts here.
    PuzzleCompilation* compilation() { return is_propagated_ ? compilation_.get() : nullptr; }
    std::uint64_t work() const { return budget_.work(); }
    std::size_t bytes() const;

private:
    /// A component by rows or by columns.
    struct Part {
        CellSequence sequence;
        std::unique_ptr<PotentialBound> potentials;  ///< of the sequence
    };
    using Parts = std::vector<std::unique_ptr<Part>>;

    void start(std::size_t memory);
    void multiply_placements();
    void improve(std::size_t memory);

    const std::unique_ptr<Givens> givens_;
    Budget budget_;
    Stats stats_;
    std::unique_ptr<PuzzleCompilation> compilation_;
    LineAutomata automata_;
    Parts parts_;  ///< two of each component
    std::size_t next_ = 0;
    bool is_started_ = false, is_propagated_ = false, is_done_ = false;
    std::optional<BigUnsigned> best_;
};

}  // namespace nonocsp
