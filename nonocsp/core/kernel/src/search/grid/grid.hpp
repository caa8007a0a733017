// The candidates of every cell, kept once for each direction: as planes of the rows and as planes of the columns.
//
// A plane is the set of cells of one line that may take one colour of the line's palette.  Tightening
// reads and writes whole planes; what it removes in a line is removed cell by cell in the crossing lines,
// so all views always agree.  Colours that a line's clue never uses have no plane: they are removed from
// the crossing lines when the grid is made.  Memory: two bits a cell and colour, on boards of three directions three.
//
// A cell is named by any line that it lies on and its index there.
#pragma once

#include <vector>

#include "search/base/budget.hpp"
#include "search/line/clue.hpp"

namespace nonocsp {

class Grid {
public:
    /// What a line sees of the others when the grid is made.
    enum class View {
        crossed,  ///< colours that a crossing line never uses are removed
        alone     ///< nothing: every line has its own domain, givens aside
    };

    /// The budget is asked for the memory first; if it has ended, the grid must not be used.
    Grid(const Puzzle& puzzle, const Givens* givens, Budget& budget, View view = View::crossed);

    const Board& board() const { return board_; }
    int rows() const { return board_.rows; }
    int columns() const { return board_.columns; }
    int colours() const { return colours_; }
    int lines() const { return board_.lines(); }
    int length(int line) const { return board_.length(line); }
    const LineClue& clue(int line) const { return clues_[line]; }
    Word* planes(int line) { return &planes_[offset_[line]]; }
    const Word* planes(int line) const { return &planes_[offset_[line]]; }
    std::size_t bytes() const { return bytes_; }

    /// All planes in one array, and the word in it that holds cell i of a line's plane.
    Word* all_planes() { return planes_.data(); }
    std::size_t words() const { return planes_.size(); }
    std::size_t plane_word(int line, int paint, int i) const {
        return offset_[line] + static_cast<std::size_t>(paint) * clues_[line].words + i / 64;
    }

    template <class Crossed>
    void each_crossing(int line, int i, Crossed&& crossed) const {
        board_.each_crossing(line, i, crossed);
    }

    bool has(int line, int paint, int i) const {
        return planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] >> (i % 64) & 1;
    }
    bool has_colour(int line, int i, int colour) const {
        const int paint = clues_[line].paint[colour];
        return paint >= 0 && has(line, paint, i);
    }

    /// One view only; callers keep all in step.
    void remove_in(int line, int colour, int i) {
        const int paint = clues_[line].paint[colour];
        if (paint >= 0)
            planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] &= ~(Word{1} << (i % 64));
    }
    void restore_in(int line, int colour, int i) {
        const int paint = clues_[line].paint[colour];
        if (paint >= 0)
            planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] |= Word{1} << (i % 64);
    }
    void remove(int line, int i, int colour) {
        remove_in(line, colour, i);
        each_crossing(line, i, [&](int other, int place) { remove_in(other, colour, place); });
    }

    /// Whether every cell has one candidate left; none may have lost all.
    bool is_decided() const;
    /// The number of candidates of a cell, and the least of them.
    int candidates(int line, int i) const;
    int first_candidate(int line, int i) const;
    /// Write the colours of a grid in which every cell is decided, in the order of cells.
    void read_off(std::uint8_t* cells) const;

private:
    void fill_rectangle(View view);
    void fill_board(View view);

    Board board_;
    int colours_;
    std::vector<LineClue> clues_;
    std::vector<std::size_t> offset_;
    std::vector<Word> planes_;
    std::size_t bytes_ = 0;
};

}  // namespace nonocsp
