// The textbook solver: backtracking over lines.
//
// Variables are lines, values are placements in lexicographic order, and the tree is the one that the
// Python definition searches: same nodes, same solutions, same order.  Only the domains are kept
// differently: not as lists of placements but as candidates of cells, which after arc consistency say
// the same (a placement has support in a crossing line iff its colour is still a candidate there).
//
//   propagation  none              a placement must agree with the lines assigned before it
//                forward_checking  it also leaves every unassigned crossing line a placement
//                ac3               domains are made arc consistent, before the search and after each step;
//                                  a line left with one placement counts as assigned
//   ordering     in_order, mrv (fewest placements), mrv_degree (then most unassigned crossing lines)
//
// Mackworth, "Consistency in networks of relations" (1977); Haralick and Elliott, "Increasing tree search
// efficiency for constraint satisfaction problems" (1980).
#pragma once

#include <memory>
#include <vector>

#include "search/base/budget.hpp"
#include "search/base/options.hpp"
#include "search/grid/propagation.hpp"
#include "search/line/count.hpp"
#include "search/line/placements.hpp"

namespace nonocsp {

class Textbook {
public:
    Textbook(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats);

    /// The next solution in the order of the tree, into `cells`.
    Outcome next(std::uint8_t* cells);

private:
    struct Frame {
        int line;
        std::unique_ptr<Placements> placements;
        std::size_t mark;  ///< removals before it
    };
    /// A candidate removed from one view of the grid.
    struct Removal {
        int line;
        int colour;
        int cell;
    };

    bool prepare();
    int choose();
    bool assign(int line, const int* paints);
    bool agree(int line, const int* paints);
    bool restrict_crossings(int line, const int* paints);
    bool make_consistent(int line, const int* paints);
    bool propagate_lines();
    void remove(int line, int colour, int cell);
    void remove_in_crossings(int line, int colour, int cell);
    void undo(std::size_t mark);
    const BigUnsigned& placements(int line);
    /// Whether a line is a variable: the cells of one without a clue lie on others.
    bool is_variable(int line) const { return grid_.board().has_clue(line); }
    bool is_open(int line);
    int open_neighbours(int line);
    void read_off(std::uint8_t* cells) const;

    const Options options_;
    Budget& budget_;
    Stats& stats_;
    Grid grid_;
    bool prepared_ = false, done_ = false;
    std::vector<Frame> frames_;
    std::vector<Removal> removals_;                  ///< in the order made, to be undone
    std::vector<std::vector<std::uint8_t>> picked_;  ///< colours of an explicitly assigned line; empty otherwise
    std::vector<BigUnsigned> counts_;
    std::vector<char> counted_;
    std::vector<int> met_;  ///< line -> the count of neighbours that last met it
    int neighbour_counts_ = 0;
    Worklist waiting_;
    LineScratch scratch_;
    std::vector<Word> before_;
};

}  // namespace nonocsp
