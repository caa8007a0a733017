// Marginals of one line: a forward-backward pass over its blocks.
//
// The weight of each colour in each cell, summed over all placements.  A block may stand at its leftmost place or be
// shifted from it, by at most the slack of the line.  laid[j][d] is the total weight of all ways to shift block j by d
// and to lay the blocks before it; all that follows has its weight from the right.  Their product, normalised, is the
// probability of the shift; the probabilities, spread over the cells of the block, are the marginals of the cells.
// Divided by the cell's own weight they are the message of the line to the cell.
//
// Cost: O(blocks x slack), about ten operations each.  A block of unknown length is laid cell by cell: its "shifts" are
// all its cells.
//
// Tried and dropped: the sum over the states of the clue's automaton, cell by cell, four states side by side (twice as
// slow on lines of 25 cells).
#pragma once

#include <vector>

#include "search/line/clue.hpp"

namespace nonocsp {

class LineMarginals {
public:
    /// Rough work for one line, in nanoseconds.
    static std::uint64_t work(const LineClue& clue);

    /// `weight`: paints x cells, from 0 (no candidate) to 1.  Writes to `message` (paints x cells) the line's message
    /// to each cell, whose entries sum to one.  False if no placement has any weight.
    bool compute(const LineClue& clue, const float* weight, float* message);

private:
    /// As `compute`, by the states of an automaton that is no chain.
    bool compute_by_reading(const LineClue& clue, const float* weight, float* message);
    void load(const LineClue& clue, const float* weight);
    void multiply_runs(const LineClue& clue);
    double lay(const LineClue& clue);
    void weigh(const LineClue& clue);
    void add_up(const LineClue& clue, double total);
    void write(const LineClue& clue, float* message) const;
    /// The weight of cell i is at place i.
    const double* weights(const LineClue& clue, int paint) const {
        return &weights_[static_cast<std::size_t>(paint) * (clue.cells + padding) + 1];
    }
    /// The weight of the block itself at each place: of all its cells or, of unknown length, of one.
    const double* own_weights(const LineClue& clue, const LineBlock& block) const {
        return block.length ? &runs_[static_cast<std::size_t>(block.shape) * clue.cells] : weights(clue, block.paint);
    }

    static constexpr int padding = 3;  ///< one cell before the line and two after it, all blank
    int shifts_ = 0;                   ///< slack + 1
    std::vector<double> weights_;      ///< paints x padded cells
    std::vector<double> runs_;         ///< shapes x cells: the product of the weights of a block that starts there
    std::vector<double> powers_;       ///< b x cells: the product of 2^b cells of one colour
    std::vector<int> leftmost_;        ///< block -> first cell of its leftmost place
    std::vector<double> laid_;         ///< blocks x shifts
    std::vector<double> following_;    ///< shift -> weight of the next block and all after it
    std::vector<double> slope_;        ///< paints x (cells + 1): marginal of a cell minus that of the cell before
};

}  // namespace nonocsp
