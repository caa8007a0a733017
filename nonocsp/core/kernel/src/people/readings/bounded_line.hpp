// Tightening a line whose clue is in doubt: what some reading of bounded cost supports.
//
// As in line/tighten.hpp, only that blocks are laid along the arcs of the clue: a set of boundaries for each node says
// how far paths from the first node can lay their blocks, the same on the mirrored line how far the rest can come, and
// an arc supports the starts of its block where both meet.  Costs are rounded down to few classes, with a set for each:
// so paths that cost little more than the bound pass, too, and none that costs less is lost.
//
// Time: O(arcs x classes) operations on whole lines.
#pragma once

#include <vector>

#include "people/readings/doubtful_clue.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

class BoundedLine {
public:
    /// Readings may cost `most` above the cheapest; the clue has no arcs that only dearer ones use.
    BoundedLine(const DoubtfulClue& clue, int cells, int colours, Cost most);

    /// Removes from the planes (for each colour a set of cells, of `words` words) the candidates that no reading
    /// supports.  Returns a lower bound of the cost of the readings that fit, above the cheapest reading; if there are
    /// none, `no_path`, and the planes are left alone.
    Cost tighten(Word* planes, int words, LineScratch& scratch) const;
    /// How much work that is.
    std::uint64_t work() const { return 100 + 4 * steps_.size() * (most_ + 1); }

private:
    struct Step {
        int from, to, shape;  ///< shape -1: no block
        int price;            ///< in units
    };
    /// How far the blocks come in one direction.
    template <int W>
    struct Reach {
        const BoundedLine& line;
        BitSet<W>* sets;

        /// With at most this price and up to this boundary, the path to the node ends in a block of the colour;
        /// colour 0: in a blank, or in nothing.
        BitSet<W>& laid(int node, int price, int colour) const { return sets[line.place(node, price, colour)]; }
        /// From here a block of the colour may begin; colour 0: anything may.
        BitSet<W>& open(int node, int price, int colour) const {
            return sets[line.place(node, price, line.colours_ + 1 + colour)];
        }
        void run(const std::vector<Step>& steps, BitSet<W> blank, const BitSet<W>* fits) const;
        void close(int node, int price, BitSet<W> blank) const;
    };

    template <int W>
    Cost tighten_in(Word* planes, LineScratch& scratch) const;
    template <int W>
    void cover(const Reach<W>& forward, const Reach<W>& backward, const BitSet<W>* fits, BitSet<W>* starts,
               BitSet<W>* covered) const;

    int rows() const { return 2 * (colours_ + 1); }
    std::size_t place(int node, int price, int row) const {
        return (static_cast<std::size_t>(node) * (most_ + 1) + price) * rows() + row;
    }

    int nodes_, cells_, colours_;
    int unit_, most_;            ///< of prices
    std::vector<Shape> shapes_;  ///< sorted; their paints are colours
    std::vector<Step> steps_;    ///< in the order of nodes
    std::vector<Step> mirrored_;
};

}  // namespace nonocsp
