// What a checker of proofs knows of a puzzle: colours of cells and starts of blocks, with a trail to take it back.
//
// It shares no code with the search, the line solver or the grid.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "proofs/checked_line.hpp"
#include "search/base/puzzle.hpp"

namespace nonocsp {

class Knowledge {
public:
    /// About a cell (from 0): 2 * colour, + 1 if it does not have it.  About a block (-1 - block): 2 * position, that
    /// it starts there or before, + 1: there or after.
    struct Fact {
        std::int32_t variable, value;
    };
    /// A colour that a cell lost, or the window that a block had.
    struct Change {
        std::int32_t variable, first, last;
    };
    /// A line that was tightened, and the length of the trail before.
    struct Tightening {
        int line;
        std::size_t start;
    };

    /// Nothing is known yet, and no line is tightened.  Throws std::invalid_argument if the puzzle is malformed.
    explicit Knowledge(const Puzzle& puzzle);

    /// The puzzle, with colours in the order in which the clues first use them.
    const Puzzle& puzzle() const { return puzzle_; }
    int cells() const { return static_cast<int>(options_.size()); }
    /// Where a cell lies: a line of each direction, and the cell's index there.
    std::span<const Board::Place> places(int cell) const {
        return {&places_[static_cast<std::size_t>(cell) * directions_], directions_};
    }
    bool has(int cell, int colour) const;
    /// How many colours a cell can have.
    int options(int cell) const { return options_[cell]; }
    /// The cells of a line that can have a colour, colour by colour, in `words(line)` words each.
    const std::uint64_t* planes(int line) const { return &can_[planes_[line]]; }
    int words(int line) const { return lines_[line].words(); }
    /// The windows of a line's blocks; null if they are not known.
    const StartWindow* windows(int line) const {
        return lines_[line].windows() ? &windows_[first_block_[line]] : nullptr;
    }

    bool is_known(Fact fact) const;
    // What follows; false: a contradiction.
    bool learn(Fact fact);
    bool learn_opposite(Fact fact);
    bool tighten(int line);
    bool tighten_all();

    const std::vector<Change>& trail() const { return trail_; }
    /// Take back what was learned since the trail had this length.
    void undo_to(std::size_t length);
    /// What is known now is known for good.
    void forget_trail() { trail_.clear(); }
    /// The lines that changed count as tightened.
    void clear_dirty();

    /// Cells whose scope is another one learn nothing; in the beginning all are 0.
    std::vector<std::int32_t>& scopes() { return scopes_; }
    void set_scope(std::int32_t scope) { scope_ = scope; }
    /// Record tightenings here, if it is not null.
    void record(std::vector<Tightening>* log) { log_ = log; }

protected:
    bool remove(int cell, int colour);
    bool narrow(int block, std::int32_t first, std::int32_t last);
    void flip(int cell, int colour);
    std::uint64_t* plane(int line, int colour);
    void touch(int line);

    Puzzle puzzle_;
    std::vector<CheckedLine> lines_;
    std::vector<std::size_t> planes_;  ///< line -> the cells of its colours in can_
    std::vector<std::uint64_t> can_;
    std::vector<std::int32_t> options_;  ///< cell -> how many colours it may have
    std::vector<std::uint64_t> masks_;   ///< cell -> these colours
    std::size_t directions_;
    std::vector<Board::Place> places_;       ///< of all cells, by direction
    int mask_words_ = 1;                     ///< of a cell
    std::vector<std::int32_t> first_block_;  ///< line -> its first block in windows_
    std::vector<std::int32_t> line_of_;      ///< block -> its line
    std::vector<StartWindow> windows_, narrowed_;
    std::vector<Change> trail_;
    std::vector<int> dirty_;
    std::vector<char> is_dirty_;
    std::vector<std::int32_t> scopes_;  ///< of cells
    std::int32_t scope_ = 0;
    std::vector<Tightening>* log_ = nullptr;
};

}  // namespace nonocsp
