// Frontier-based search from both ends: all solutions of a residual problem, row by row, counted or written down.
//
// When the cells are decided one after another, all that matters of the decided cells is the state in which they leave
// each line's automaton.  A frontier is the set of all states, of all lines at once, that can be reached; many partial
// pictures share a state.  A state is one or a few machine words, and its transition at one cell is a table look-up: a
// hundred times cheaper than propagation.
//
// Nothing is propagated, so most states of a long frontier are dead ends.  Therefore states are refuted by look-ahead
// (lookahead.hpp), and a second frontier comes from the last cell and reads every line from its other end.
// The smaller frontier advances by a row, until they meet.
//
// To count, each state has the number of its partial pictures, and the meeting gives the number of solutions
// (counting_frontier.hpp).  To write a diagram, the upper states without a compatible lower state die at the meeting
// (join.hpp).  The lower rows are then swept again from above, where the states that the lower frontier left
// behind decide which states are alive.  Live states with a choice become nodes of the diagram (nodes.hpp).
//
// Cost: the states of both frontiers times their candidates, about 50 nanoseconds each to write, a third of that to
// count; all of the widest frontier must be in memory.
//
// Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all constrained subgraphs with
// compressed representation" (2017); before them, the transfer matrices of statistical mechanics.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "counting/diagram/diagram.hpp"
#include "counting/frontier/cell_sequence.hpp"
#include "search/base/budget.hpp"
#include "search/base/crew.hpp"

namespace nonocsp {

class Frontier {
public:
    virtual ~Frontier() = default;

    virtual bool has_met() const = 0;
    /// Rough work of the next step; how much a frontier grows within a row is a guess.
    virtual std::uint64_t cost() const = 0;
    /// States that both frontiers advance until they meet, if each grows threefold in a row: a guess, to compare.
    double states_to_come() const;
    /// Advance the smaller frontier by a row.  False if that takes more memory than this, or the budget has ended.
    virtual bool advance(std::size_t memory) = 0;
    virtual std::size_t bytes() const = 0;

protected:
    /// The states of both frontiers, and the rows between them.
    struct Gap {
        double upper, lower;
        std::size_t rows;
    };
    virtual Gap gap() const = 0;
    /// Rows of which cells in from .. to are.
    static std::size_t rows_in(const CellSequence& sequence, std::size_t from, std::size_t to);
};

class DiagramFrontier : public Frontier {
public:
    /// The frontier of these cells, in this order; the grid is at decision level 0.  Null if states would take too many
    /// words or the tables more than this memory, or the budget has ended.
    static std::unique_ptr<DiagramFrontier> of(const Grid& grid, const CellSequence& sequence, Budget& budget,
                                               Stats& stats, Crew& crew, std::size_t memory);

    /// Write the nodes, after the meeting, and set the one of all cells (or impossible).  False as for `advance`.
    virtual bool write(std::size_t memory, Diagram& diagram, Node& node) = 0;
};

}  // namespace nonocsp
