// The domain of one line, for callers outside the solver: tests, hints, teaching.
//
// The solver works on planes (a set of cells per paint), a caller on cells (a set of colours per cell).  This class
// converts, and offers every function on a line's domain.
#pragma once

#include <memory>
#include <vector>

#include "search/base/puzzle.hpp"
#include "search/line/clue.hpp"
#include "search/line/count.hpp"
#include "search/line/placements.hpp"

namespace nonocsp {

class Line {
public:
    /// "This colour is not possible in this cell."
    struct Lack {
        int cell;
        int colour;
    };

    /// Throws std::invalid_argument on a malformed clue.
    Line(const Clue& clue, int cells, int colours);

    /// Sets of colours, `words_per_cell` words for each cell.
    using Candidates = std::vector<std::uint64_t>;

    int words_per_cell() const { return Givens::words_per_cell(colours_); }
    Candidates everything() const;

    /// Removes every candidate that no placement supports; false if there is no placement.
    bool tighten(Candidates& candidates) const;
    bool feasible(const Candidates& candidates) const;
    BigUnsigned count(const Candidates& candidates) const;

    /// A minimal set of known lacks that forces `colour` out of `cell` (or, with cell -1, leaves no placement
    /// at all).  False if that is not forced.
    bool explain(const Candidates& candidates, int cell, int colour, std::vector<Lack>& because) const;

    /// A minimal set of cells that forces everything in `excluded` out of its cells (nullptr: that leaves no placement
    /// at all); those first in `order` are preferred.  False if it is not forced.
    bool reason(const Candidates& candidates, const Candidates* excluded, const std::vector<int>& order,
                std::vector<int>& because) const;

    struct Extremes {
        int least, greatest;  ///< of no placement: least > greatest
    };
    /// The extremes of the sums of weights (cells x colours) over the placements: for the line, then for each cell and
    /// colour over the placements that have the colour there.  Throws std::invalid_argument on weights that are too
    /// large.
    std::vector<Extremes> min_marginals(const Candidates& candidates, const std::vector<std::int32_t>& weights) const;

    /// The least sum of each of sixteen weights, then the greatest of its min-marginals.  The weights are cells x
    /// colours x 16; none has a sum beyond `LineOptimum::largest_sum`.
    std::vector<std::int16_t> least_sums(const Candidates& candidates, const std::vector<std::int16_t>& weights) const;

    /// The placements in lexicographic order, as paints; `colour_of` turns a paint into its colour.
    /// The line must outlive the list.
    std::unique_ptr<Placements> placements(const Candidates& candidates) const;
    int colour_of(int paint) const { return clue_.palette[paint]; }

private:
    std::vector<Word> planes(const Candidates& candidates) const;

    LineClue clue_;
    int colours_;
};

}  // namespace nonocsp
