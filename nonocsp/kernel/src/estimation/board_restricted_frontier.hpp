// A restricted frontier on a board whose cells lie on lines of any directions.
//
// As restricted_frontier.hpp, without its order of a radix sort and without look-ahead: the successors at a cell are
// sorted, and equal ones are added.  The lines of one direction, along which the cells are decided, share a field of
// the state; each other line has its own, and meets its cells in the order of the others (line/reordered_line.hpp).
//
// Cost: K states x cells x candidates, 150 nanoseconds each.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "components/puzzle_compilation.hpp"
#include "estimation/restricted_frontier.hpp"

namespace nonocsp {

/// A cell as a place on each of its lines.
struct BoardCell {
    struct Place {
        std::uint32_t line, k;   ///< the number among the undecided cells of the line
        std::uint32_t step = 0;  ///< the number among them in the order in which they are decided
    };
    std::array<Place, 3> places;  ///< that in the line along which the cells are decided first
    int directions = 0;
    std::uint32_t number = 0;  ///< among the cells of the component
};

/// The cells of a component line by line of a direction, and the automata of their lines.  Empty if they take more
/// memory than this, or the budget has ended.
std::vector<BoardCell> board_cells(const PuzzleCompilation& compilation, const Component& component, int direction,
                                   Frontier::Lines& line_dfas, std::size_t& bytes, std::size_t memory);

/// Null if states would take too many words, or the budget has ended.
std::unique_ptr<RestrictedFrontier> restricted_frontier_on_board(const Frontier::Lines& lines,
                                                                 std::vector<BoardCell> cells, Budget& budget,
                                                                 Stats& stats);

}  // namespace nonocsp
