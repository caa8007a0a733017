// All solutions of a residual problem, row by row from both ends.
//
// When the cells are decided one after another, all that counts of the cells decided is the state in which they leave
// each line.  A front is the set of all states, of all lines at once, that can be reached so; the way to them does not
// matter, so however many solutions there are, a front may be small.  A state is one or a few machine words, and to
// decide one cell more is a look into a table: a hundred times cheaper than to propagate.
//
// But nothing is propagated, so most states of a long front lead nowhere.  Therefore a second front comes from the
// last cell, reading every line from its other end.  It is always the smaller front that moves on, by a row, until they
// meet.  There only those states are alive that fit together.  The upper rows are gone through again from the last to
// the first, and the lower ones from the first on, with what the second front left there telling for every row which
// states are still alive.  Those that are alive and leave a choice become the nodes of the diagram.
//
// Cost: the states of both fronts times their candidates, about 50 nanoseconds each; all of the greatest front must
// be in memory.
//
// Kawahara, Inoue, Iwashita and Minato, "Frontier-based search for enumerating all constrained subgraphs with
// compressed representation" (2017), for the idea; the transfer matrices of statistical mechanics, before them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "count/diagram.hpp"
#include "base/grid.hpp"
#include "line/minimal_dfa.hpp"

namespace nonocsp {

class Frontier {
public:
    /// A cell is the k-th undecided one of its row, and so of its column.
    struct Cell {
        std::uint32_t row, k_row;
        std::uint32_t column, k_column;
    };
    /// The lines of a puzzle, those of the cells at least; the others may be null.
    using Lines = std::vector<std::unique_ptr<MinimalLineDfa>>;

    /// Fronts of these cells, in this order; the grid is without any decision.  Null if states would take too many words.
    static std::unique_ptr<Frontier> of(const Grid& grid, const Lines& lines, std::vector<Cell> cells, Budget& budget,
                                        Stats& stats);
    virtual ~Frontier() = default;

    virtual bool has_met() const = 0;
    /// The states of the smaller front, which goes on next.
    virtual std::size_t width() const = 0;
    /// The cells of the longest row.
    virtual std::size_t row_cells() const = 0;
    /// Go on by a row.  False if that would take more memory than this, or the budget has ended.
    virtual bool advance(std::size_t memory) = 0;
    /// When the fronts have met: write the nodes, and return the one of all cells (or impossible).  False as before.
    virtual bool write(std::size_t memory, Diagram& diagram, Node& node) = 0;
    virtual std::size_t bytes() const = 0;
};

}  // namespace nonocsp
