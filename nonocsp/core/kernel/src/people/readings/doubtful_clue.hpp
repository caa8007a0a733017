// A clue in doubt: a graph whose paths are its readings, each with a cost.
//
// Nodes are numbered so that arcs lead to higher ones; a reading is a path from the first node to the last, its blocks
// are those of its arcs, and its cost is the sum of theirs: a negative log-likelihood.  Speech recognition calls such a
// graph a word lattice (Ney and Aubert, "A word graph algorithm for large vocabulary, continuous speech recognition",
// 1994).  A number with alternatives is several arcs between two nodes, a number that may not be there an arc without
// a block, two numbers that may be one an arc over both.
#pragma once

#include <cstdint>
#include <vector>

#include "search/base/puzzle.hpp"

namespace nonocsp {

/// Costs are whole numbers: so sums are exact, and many fit into a register of the processor.
using Cost = std::int16_t;
inline constexpr int costs_per_nat = 20;
/// No path.  Three of them can be added.
inline constexpr Cost no_path = 8000;

struct Arc {
    std::int32_t from, to;
    std::int32_t length;  ///< of its block; 0: none
    std::uint8_t colour;
    Cost cost;
};

struct DoubtfulClue {
    int nodes = 1;
    std::vector<Arc> arcs;  ///< sorted by `from`

    /// The least cost from the first node to each, and from each to the last.
    std::vector<Cost> costs_to() const;
    std::vector<Cost> costs_from() const;
    /// The cost of the dearest reading, at least, up to `no_path`.
    Cost most_cost() const;
    /// The costs of readings above the least one, rising, up to `most`.
    std::vector<Cost> steps(Cost most) const;
    /// The least cost of reading these blocks; `no_path` if they are none of its readings.
    Cost cost_of(const std::vector<Block>& blocks) const;
    /// The arcs of the cheapest reading of these blocks, as numbers; none if there is no such reading.
    std::vector<int> path_of(const std::vector<Block>& blocks) const;
    /// The clue without the arcs that only readings of a higher cost use, and with as few nodes.
    DoubtfulClue within(Cost cost) const;
    /// The blocks of its only reading, in `blocks`; false if it has several.
    bool is_certain(std::vector<Block>& blocks) const;

private:
    /// Leave out nodes without arcs, and make one of two nodes where all paths of one pass the other for nothing.
    void merge_nodes();
};

/// Throws std::invalid_argument with the fault unless nodes, arcs, lengths and colours can be.
void validate(const DoubtfulClue& clue, int colours);

}  // namespace nonocsp
