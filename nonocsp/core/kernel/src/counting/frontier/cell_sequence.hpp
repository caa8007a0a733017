// The cells of a component in the order in which a frontier decides them, and its lines as automata in that order.
//
// The cells are decided line after line of one direction.  Every other line meets its cells in the order of those
// lines; where that is not its own order, its automaton is reordered (line/reordered_line.cpp).  So frontiers know no
// shape: a cell is a place on one line or several, and each line is read from its first cell to its last.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "counting/components/puzzle_compilation.hpp"
#include "search/line/minimal_dfa.hpp"

namespace nonocsp {

/// The automata of the lines of a puzzle, in their own order; null until they are needed.
struct LineAutomata {
    std::vector<std::shared_ptr<const MinimalLineDfa>> lines;
    std::size_t bytes = 0;        ///< with those that were reordered
    bool only_from_left = false;  ///< larger ones, for frontiers from above alone; or none, if there are too many
    int large = 0;                ///< across the direction
};

struct CellSequence {
    struct Place {
        std::uint32_t line, k;  ///< one of `lines`, and the number among its cells
    };
    struct Cell {
        std::array<Place, 3> places;  ///< that on the line along which it is decided first
        std::uint32_t lines = 0;
        std::uint32_t number = 0;  ///< among the cells of the component

        std::uint32_t along() const { return places[0].line; }
        std::span<const Place> all() const { return {places.data(), lines}; }
    };
    struct Line {
        std::uint32_t number;  ///< in the grid
        std::shared_ptr<const MinimalLineDfa> dfa;
        bool is_along = true;  ///< all its cells are decided along it, one after another
    };
    /// Bits of a line's states; lines along which cells are decided take turns, so they share theirs.
    struct Widths {
        int along = 0;
        std::vector<int> lines;
    };

    std::vector<Cell> cells;
    std::vector<Line> lines;  ///< by rising number

    const MinimalLineDfa& dfa(const Place& place) const { return *lines[place.line].dfa; }
    /// The candidates of a cell.
    const std::vector<std::uint8_t>& colours(const Cell& cell) const {
        return dfa(cell.places[0]).colours(static_cast<int>(cell.places[0].k));
    }
    /// The states of a line before its k-th cell, read from the first cell or from the last.
    std::size_t states(std::size_t line, int k, bool from_above) const {
        const MinimalLineDfa& dfa = *lines[line].dfa;
        return from_above ? static_cast<std::size_t>(dfa.states(k)) : dfa.compatible(k).size();
    }
    Widths widths(bool from_above) const;
    /// The boundary of every line between its cells before this one and the others; -1 if none of its cells lie before
    /// it (from above) or behind it (from below).
    std::vector<int> boundaries(std::size_t at, bool from_above) const;

    /// Some line has too many states for a frontier.
    bool has_large_lines() const;
    /// Lines with too many states are read as if they had no clue.
    void drop_large_lines();
    /// Every cell lies on two lines, none of them large, and all lines along which cells are decided meet the others in
    /// one order: a list of states that is sorted by the others can be kept so by dealing it out again and again.
    bool keeps_rotation() const;
};

/// The cells of a component, decided along the lines of a direction where they lie on one.  Without cells if the
/// automata become larger than this memory, or the budget has ended.
CellSequence sequence_of(const PuzzleCompilation& compilation, const Component& component, int direction,
                         LineAutomata& automata, std::size_t memory);

}  // namespace nonocsp
