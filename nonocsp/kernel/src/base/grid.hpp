// The candidates of every cell, kept twice: as planes of the rows and as planes of the columns.
//
// A plane is the set of cells of one line that may take one colour of the line's palette.  Tightening
// reads and writes whole planes; what it removes in a line is removed cell by cell in the crossing lines,
// so both views always agree.  Colours that a line's clue never uses have no plane: they are removed from
// the crossing lines when the grid is made.  Memory: two bits a cell and colour.
#pragma once

#include <memory>
#include <vector>

#include "base/budget.hpp"
#include "line/clue.hpp"
#include "line/tighten.hpp"
#include "base/puzzle.hpp"

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

    int rows() const { return rows_; }
    int columns() const { return columns_; }
    int colours() const { return colours_; }
    int lines() const { return rows_ + columns_; }
    int length(int line) const { return line < rows_ ? columns_ : rows_; }
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

    /// The line that crosses `line` at its i-th cell, and the place of `line` in it.
    int crossing(int line, int i) const { return line < rows_ ? rows_ + i : i; }
    int place(int line) const { return line < rows_ ? line : line - rows_; }

    bool has(int line, int paint, int i) const {
        return planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] >> (i % 64) & 1;
    }
    bool has_colour(int row, int column, int colour) const {
        const int paint = clues_[row].paint[colour];
        return paint >= 0 && has(row, paint, column);
    }

    /// One view only; callers keep the two in step.
    void remove_in(int line, int colour, int i) {
        const int paint = clues_[line].paint[colour];
        if (paint >= 0) planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] &= ~(Word{1} << (i % 64));
    }
    void restore_in(int line, int colour, int i) {
        const int paint = clues_[line].paint[colour];
        if (paint >= 0) planes(line)[static_cast<std::size_t>(paint) * clues_[line].words + i / 64] |= Word{1} << (i % 64);
    }
    void remove(int row, int column, int colour) {
        remove_in(row, colour, column);
        remove_in(rows_ + column, colour, row);
    }
    void restore(int row, int column, int colour) {
        restore_in(row, colour, column);
        restore_in(rows_ + column, colour, row);
    }

    /// Whether every cell has one candidate left; none may have lost all.
    bool is_decided() const;
    /// The number of candidates of a cell, and the least of them.
    int candidates(int row, int column) const;
    int first_candidate(int row, int column) const;
    /// Write the colours of a grid in which every cell is decided, row by row.
    void read_off(std::uint8_t* cells) const;

private:
    int rows_, columns_, colours_;
    std::vector<LineClue> clues_;
    std::vector<std::size_t> offset_;
    std::vector<Word> planes_;
    std::size_t bytes_ = 0;
};

/// Lines waiting to be tightened, first in, first out, each at most once.
class Worklist {
public:
    explicit Worklist(int lines) : ring_(lines + 1), waiting_(lines, 0) {}

    bool empty() const { return head_ == tail_; }
    void push(int line) {
        if (waiting_[line]) return;
        waiting_[line] = 1;
        ring_[tail_] = line;
        if (++tail_ == ring_.size()) tail_ = 0;
    }
    int pop() {
        const int line = ring_[head_];
        if (++head_ == ring_.size()) head_ = 0;
        waiting_[line] = 0;
        return line;
    }
    void clear() {
        while (!empty()) pop();
    }

private:
    std::vector<int> ring_;
    std::vector<char> waiting_;
    std::size_t head_ = 0, tail_ = 0;
};

/// Tighten one line of the grid and call `removed(cell, colour)` for every candidate that goes.  The line's own
/// planes are already changed when it is called, those of the crossing lines not.  False if the line has no
/// placement left.
template <class Removed>
bool tighten_line(Grid& grid, int line, LineScratch& scratch, std::vector<Word>& before, Removed&& removed) {
    const LineClue& clue = grid.clue(line);
    Word* planes = grid.planes(line);
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * clue.words;
    before.assign(planes, planes + words);
    if (!with_words(clue.words, [&]<int W>() { return tighten<W>(clue, planes, scratch); })) return false;
    for (int p = 0; p < clue.paints(); ++p)
        for (int w = 0; w < clue.words; ++w) {
            const std::size_t at = static_cast<std::size_t>(p) * clue.words + w;
            for (Word gone = before[at] & ~planes[at]; gone; gone &= gone - 1)
                removed(64 * w + std::countr_zero(gone), static_cast<int>(clue.palette[p]));
        }
    return true;
}

/// Rough work of tightening a line once, in nanoseconds.
inline std::uint64_t tighten_work(const LineClue& clue) {
    return 50 + static_cast<std::uint64_t>(clue.words) * (10 * clue.blocks.size() + 10 * clue.paints());
}

/// Tighten the waiting lines until nothing changes, for good (nothing is kept to take it back).
/// False if some line has no placement; also false, with budget.ended(), if a limit was reached.
bool propagate(Grid& grid, Worklist& waiting, Budget& budget, Stats& stats);

}  // namespace nonocsp
