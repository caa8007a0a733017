// Queries on a solution set: enumeration in order from any index, ranking, and counts of colours.
//
// Solutions are ordered by the colour of the first cell of a node; where an edge has several children the last one
// varies fastest, and likewise the parts of the whole puzzle.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "counting/diagram/solution_set.hpp"
#include "search/base/budget.hpp"

namespace nonocsp {

/// The solutions in order, from any index on: an odometer over the diagram.  The set must outlive it.
class SolutionEnumerator {
public:
    explicit SolutionEnumerator(const SolutionSet& set) : set_(set), cells_(set.base) {}

    /// Continue with the solution of this index, which must be less than the count (unranking).
    void seek(const BigUnsigned& index);
    /// The next solution: its colours, row by row, valid until the next call; nullptr after the last.
    const std::uint8_t* next();

private:
    static constexpr std::uint32_t none = ~0u;
    /// A node still to be opened, over cells maps_[map ..], and what comes after it.
    struct Pending {
        Node node;
        std::uint32_t after;
        std::size_t map;
    };
    /// An open node and its current edge.
    struct Step {
        Diagram::Edges edges;
        Edge edge;
        std::uint32_t after = none;
        std::size_t map = 0, pendings = 0, maps = 0;
    };

    Step& open();
    void take(Step& step);
    void open_all();
    void distribute(BigUnsigned index, std::size_t from);

    const SolutionSet& set_;
    std::vector<std::uint8_t> cells_;
    std::vector<Step> steps_;  ///< the first depth_ of them; the others are kept for their memory
    std::size_t depth_ = 0;
    std::vector<Pending> pending_;
    std::vector<BigUnsigned> indices_;  ///< of the pending ones, while seeking
    std::vector<std::uint32_t> maps_;
    std::uint32_t first_ = none;  ///< the pending one to open next
    bool is_before_ = false;      ///< the solution in cells_ is the next one
};

/// The index of a solution (ranking); nothing if these cells are none.
std::optional<BigUnsigned> index_of(const SolutionSet& set, const std::uint8_t* cells);

/// The number of solutions in which a cell has a colour: part by part, cell by cell, colour by colour.
/// Incomplete if the budget has ended.
std::vector<BigUnsigned> colour_counts(const SolutionSet& set, Budget& budget);

}  // namespace nonocsp
