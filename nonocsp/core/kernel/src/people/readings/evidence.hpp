// What crossing lines say about each other's readings: the sum-product algorithm.
//
// Rows and columns protect a picture as the two codes of a product code do, and are decoded as such: each line weighs
// all its readings and placements with what the crossing lines believe of its cells, and tells them what it believes
// in turn (Elias, "Error-free coding", 1954; Pyndiah, "Near-optimum decoding of product codes: block turbo codes",
// 1998; Kschischang, Frey, Loeliger, "Factor graphs and the sum-product algorithm", 2001).  The result is no proof,
// only a new cost for every arc: minus the logarithm of its probability.
//
// A message is the log-odds of a cell being blank, or of another colour, to the first colour.  With weight 1 for cells
// of the first colour, a placement weighs the product over the others, so its blocks are laid by shifting alone, and
// those of other colours by a quotient of prefix products.
//
// Time of a round: O((arcs + nodes x colours^2) x cells) for every line.
#pragma once

#include <cstdint>
#include <vector>

#include "people/readings/doubtful_clue.hpp"
#include "search/base/board.hpp"
#include "search/base/budget.hpp"

namespace nonocsp {

/// The weights of the readings and placements of one line, given the odds of its cells.
class LineWeights {
public:
    /// Costs are multiplied by `sureness`.
    LineWeights(const DoubtfulClue& clue, int cells, int colours, double sureness);

    /// `odds` has for each cell those of blank to the first colour, then so for each further colour.  False if nothing
    /// has a weight.
    bool weigh(const std::vector<double>& odds);
    /// For each cell the share of the weight that has it blank, then so for the second colour and on.
    std::vector<double> shares(const std::vector<double>& odds) const;
    /// For each arc the share of the weight that uses it.
    std::vector<double> arc_shares() const;
    /// What it holds when it has weighed.
    std::uint64_t bytes() const { return 2 * (1 + colours_) * sizeof(double) * at(clue_.nodes, 0); }

private:
    std::size_t at(int node, int boundary) const { return static_cast<std::size_t>(node) * (cells_ + 1) + boundary; }
    std::size_t at(int node, int colour, int boundary) const { return at(node * colours_ + colour - 1, boundary); }
    /// Where a block of a colour may begin at a node, by the weight of what is before and what its cells do not weigh.
    void before(int node, int colour, std::vector<double>& result) const;
    /// Calls `visit` with each arc that has a block, each start of it, and the share of the weight that lays it there.
    template <class Visit>
    void each_placement(Visit visit) const;
    void lay_forward(const double* blank);
    void lay_backward(const double* blank);

    const DoubtfulClue& clue_;
    const int cells_, colours_;
    std::vector<double> factors_;  ///< of each arc
    std::vector<double> weights_;  ///< of each colour and boundary: of all cells before it
    /// Of each node and boundary: anything may begin; and the same of what is still to come.
    std::vector<double> open_, after_open_;
    /// Of each node, colour and boundary: a block ended just here.
    std::vector<double> laid_, after_laid_;
    std::vector<double> start_, after_start_;  ///< of each node: nothing was laid yet
    double total_ = 0;
};

/// The clues with the costs that the lines of a board give each other's readings, above the cheapest, after some
/// rounds.
/// A loopy network is too ready to change its mind: costs are multiplied by `sureness`.
std::vector<DoubtfulClue> with_evidence(const Board& board, int colours, const std::vector<DoubtfulClue>& clues,
                                        double sureness, int rounds, Budget& budget);

}  // namespace nonocsp
