// One line, what is known of its cells, and the steps that follow from them.
//
// What a pattern shows gets a minimal reason, and the pattern must also show in that reason alone: so a step depends on
// no cell that it does not name.  Cells count along the line.  Cost: one tightening, then for each conclusion that is
// tried one for every known cell.
#pragma once

#include <optional>

#include "people/hints/patterns.hpp"
#include "search/base/budget.hpp"
#include "search/line/line.hpp"

namespace nonocsp {

/// What follows from a line by a technique.
struct LineStep {
    Exclusions exclusions;      ///< all that follows of cells with news; none in a contradiction
    std::vector<int> because;   ///< known cells that force it, none of which can be left out
    std::vector<Phrase> words;  ///< the sentence, without the name of the line
};

class KnownLine {
public:
    /// Nothing is known.  The puzzle outlives this.
    KnownLine(const Puzzle& puzzle, int number);

    /// Replace what is known.
    void know(std::vector<Colours> cells);

    const std::vector<Colours>& cells() const { return cells_; }
    bool has_placement() const { return has_placement_; }
    /// Whether some candidate has no placement.
    bool has_news() const { return !fresh_.empty(); }
    /// The candidates that have no placement, though others of the line have some.
    Line::Candidates news() const;

    /// The first step of a pattern.
    std::optional<LineStep> by(const Pattern& pattern);
    /// Of all that no placement has, the conclusion with the shortest reason, and what else follows from it; none if
    /// there is nothing, or the budget has ended.
    std::optional<LineStep> by_all_placements(Budget& budget) const;
    /// Why there is no placement; known cells that are first in `preferred` are preferred as reasons.
    LineStep refuted(const std::vector<int>& preferred = {}) const;
    /// The colours that no block of the line has, of the cells that could have one.
    Exclusions foreign() const;

private:
    bool has_blocks() const { return !clue_.absent && !clue_.has_stars(); }
    bool tighten(const std::vector<Colours>& masks, Exclusions& gone) const;
    std::vector<int> reason(const Exclusions& exclusions, const std::vector<int>& preferred = {}) const;
    Exclusions forced(const Exclusions& news, const std::vector<int>& because) const;
    std::vector<int> nearest_first(const Exclusions& exclusions) const;
    std::vector<Colours> only(const std::vector<int>& known) const;
    Line::Candidates words(const std::vector<Colours>& masks) const;

    const Clue& clue_;
    const int colours_;
    const Colours full_;
    const Line domain_;
    std::vector<Colours> cells_;
    bool has_placement_ = true;
    Exclusions fresh_;                           ///< candidates that no placement supports
    std::optional<BlockRuns> blocks_, initial_;  ///< made when a pattern is looked for
};

/// The sets of colours that words hold, see `Line::Candidates`.
std::vector<Colours> sets_of(const Line::Candidates& words, int colours);

/// All colours of a puzzle, and blank.
Colours all_colours(const Puzzle& puzzle);

}  // namespace nonocsp
