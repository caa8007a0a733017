// What crossing lines say about each other's readings: the sum-product algorithm.
//
// Rows and columns protect a picture as the two codes of a product code do, and are decoded as such: each line weighs
// all its readings and placements with what the crossing lines believe of its cells, and tells them what it believes
// in turn (Elias, "Error-free coding", 1954; Pyndiah, "Near-optimum decoding of product codes: block turbo codes",
// 1998; Kschischang, Frey, Loeliger, "Factor graphs and the sum-product algorithm", 2001).  The result is no proof,
// only a new cost for every arc: minus the logarithm of its probability.
//
// For one block colour.  A message is the log-odds of a cell being filled.  With weight 1 for filled cells, a placement
// weighs the product over its blank cells, so blocks are laid by shifting alone.
//
// Time of a round: O(arcs x cells) for every line.
#pragma once

#include <cstdint>
#include <vector>

#include "base/board.hpp"
#include "base/budget.hpp"
#include "readings/doubtful_clue.hpp"

namespace nonocsp {

/// The weights of the readings and placements of one line, given the odds of its cells.
class LineWeights {
public:
    /// Costs are multiplied by `sureness`.
    LineWeights(const DoubtfulClue& clue, int cells, double sureness);

    /// `blank` has for each cell the odds of blank to filled.  False if nothing has a weight.
    bool weigh(const std::vector<double>& blank);
    /// For each cell the share of the weight that has it blank.
    std::vector<double> blank_shares(const std::vector<double>& blank) const;
    /// For each arc the share of the weight that uses it.
    std::vector<double> arc_shares() const;
    /// What it holds when it has weighed.
    std::uint64_t bytes() const { return 4 * sizeof(double) * at(clue_.nodes, 0); }

private:
    std::size_t at(int node, int boundary) const { return static_cast<std::size_t>(node) * (cells_ + 1) + boundary; }
    void lay_forward(const std::vector<double>& blank);
    void lay_backward(const std::vector<double>& blank);

    const DoubtfulClue& clue_;
    const int cells_;
    std::vector<double> factors_;  ///< of each arc
    /// Of each node and boundary: a block ended just here, or a block may begin; and the same of what is still to come.
    std::vector<double> laid_, open_, after_laid_, after_open_;
    std::vector<double> start_, after_start_;  ///< of each node: nothing was laid yet
    double total_ = 0;
};

/// The clues with the costs that the lines of a board give each other's readings, above the cheapest, after some
/// rounds.
/// A loopy network is too ready to change its mind: costs are multiplied by `sureness`.
std::vector<DoubtfulClue> with_evidence(const Board& board, const std::vector<DoubtfulClue>& clues, double sureness,
                                        int rounds, Budget& budget);

}  // namespace nonocsp
