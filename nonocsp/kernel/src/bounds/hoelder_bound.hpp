// Upper bounds on the number of solutions, by Hölder's inequality over relaxations.
//
// The number of pictures that satisfy all lines is the sum over all x of a product of factors f_i(x), each 1 or 0:
// whether x satisfies the lines of relaxation i.  If every cell is covered by relaxations whose exponents p_i sum to
// at least 1, and the product of w_i(x)^p_i over the relaxations is 1 for all x, then
//
//     sum_x prod_i f_i(x)  <=  prod_i (sum_x f_i(x) w_i(x))^p_i,
//
// where each sum is over the cells of its relaxation.  The right side is convex in the logarithms of the weights.  For
// one cell and the other weights fixed, it is least where all relaxations give the colours of the cell the same shares.
// So a sweep visits all cells and makes them agree one by one; it never makes the bound worse.
//
// First each line alone is a relaxation, with exponent 1/2.  Then each is all rows and one column, and again and again
// two of them become one, which for the same weights never makes the bound worse either.  All in one is exact.
//
// Where cells lie on three lines, a line has exponent 1/3; then each relaxation is all lines of the first direction, or
// of the second, and one line of another.
//
// Relaxations are exact where all fit into one and weak where many are needed: with k of them 1/k of the columns count.
// There potentials are better (potential_bound.hpp); both are improved in turns, and the best of a component counts.
// Potentials take cells of two lines that meet in one order, as in a rectangle.  With strips of single lines they were
// tried for any board: triddlers of side 8 still ended 16 decades above the truth.
//
// The bound is rigorous: it is computed from the weights as they are, what is missing in their products is added, and
// rounding errors are bounded from above.
//
// Liu and Ihler, "Bounding the partition function using Hölder's inequality" (2011), for graphical models; the
// inequality: Finner, "A generalization of Hölder's inequality and some probability inequalities" (1992).
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "base/big_unsigned.hpp"
#include "bounds/component_upper_bound.hpp"
#include "components/puzzle_compilation.hpp"

namespace nonocsp {

class HoelderBound {
public:
    /// `givens` may be null.  After the end of the limits the bound stays as it is.
    HoelderBound(const Puzzle& puzzle, std::unique_ptr<Givens> givens, const Options& options,
                 const Limits& limits = {});
    ~HoelderBound();

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
    void start(std::size_t memory);
    void multiply_placements();
    void improve(std::size_t memory);

    const std::unique_ptr<Givens> givens_;
    Budget budget_;
    Stats stats_;
    std::unique_ptr<PuzzleCompilation> compilation_;
    LineAutomata automata_;
    std::vector<std::unique_ptr<ComponentUpperBound>> parts_;
    std::size_t next_ = 0;
    bool is_started_ = false, is_propagated_ = false, is_done_ = false;
    std::optional<BigUnsigned> best_;
};

}  // namespace nonocsp
