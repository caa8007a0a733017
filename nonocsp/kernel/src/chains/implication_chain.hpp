// What follows from assuming a colour in a cell, as a person follows it.
//
// Round by round: in each, every line in which something has changed is tightened once.  Each tightening that tells
// something is a move and is kept with the candidates before it.  From the contradiction, or from any conclusion, the
// moves are walked backwards, and only what is needed is counted: a minimal reason of each line, the reasons of those
// reasons, down to known cells and the assumption (J. Marques-Silva and K. Sakallah, "GRASP", 1999).  How long a chain
// is can so be told for every assumption, and only the chain that is chosen has to be written out.
//
// The definition is `Trail` of nonocsp/explanation/trails.py: rounds, moves and reasons are the same, one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "base/grid.hpp"

namespace nonocsp {

/// "This colour is not possible in this cell": the cell's number, row by row, and the colour.
struct Exclusion {
    int cell;
    int colour;
};

/// What a chain takes.
struct ChainLength {
    int links = 0;   ///< lines, each as often as it tells something
    int leaned = 0;  ///< missing candidates, known from the start, that the chain leans on
};

class Trail {
public:
    enum class End { open, closed, contradiction };

    /// On a copy of the grid.  Every line of it must be as tight as it can be.
    explicit Trail(const Grid& start);

    /// Assume a colour in a cell.
    void assume(int cell, int colour);
    /// One more round; false when nothing is left to do, or the budget has ended.
    bool advance(Budget& budget, Stats& stats);

    End end() const { return end_; }
    int rounds() const { return rounds_; }
    const Grid& grid() const { return grid_; }
    /// The lines that were tightened: what is in others has no influence.
    const std::vector<char>& visited() const { return visited_; }

    /// Counts the cells whose missing candidates chains lean on, each once.
    class Leaned {
    public:
        explicit Leaned(std::size_t cells) : seen_(cells, 0) {}
        void clear() { ++now_; }
        bool add(int cell) { return seen_[cell] != now_ && (seen_[cell] = now_, true); }

    private:
        std::vector<std::uint32_t> seen_;
        std::uint32_t now_ = 1;
    };

    /// The chain to what is wanted, or to the contradiction if nothing is.  What it leans on is counted unless it
    /// was before.
    ChainLength chain(const std::vector<Exclusion>& wanted, Leaned& leaned, Budget& budget);

    /// Colours that a cell could not have from the start.
    int lacks(int cell) const;

private:
    struct Move {
        int line;
        bool broken;         ///< nothing was left of the line
        std::size_t before;  ///< where its candidates before and after are
    };

    int cell(int line, int i) const {
        return line < grid_.rows() ? line * grid_.columns() + i : i * grid_.columns() + grid_.place(line);
    }
    /// Where a candidate of a cell is in the planes of the rows.
    std::size_t word_of(int cell, int colour) const {
        const int row = cell / grid_.columns();
        return grid_.plane_word(row, grid_.clue(row).paint[colour], cell % grid_.columns());
    }
    Word bit_of(int cell) const { return Word{1} << (cell % grid_.columns() % 64); }
    bool is_known_from_start(int line, const Word* before, int i) const;
    bool wanted_of(const Move& move);
    void explain(const Move& move, Budget& budget);

    Grid grid_;
    std::vector<Word> start_;
    int assumed_cell_ = -1;
    int rounds_ = 0;
    End end_ = End::open;
    std::vector<int> open_, next_;
    std::vector<char> waits_, visited_;
    std::vector<Move> moves_;
    std::vector<Word> pool_;
    std::vector<Word> needed_;  ///< as the planes of the rows: candidates that a chain has to exclude
    std::vector<Word> before_, excluded_;
    std::vector<int> order_, because_;
    LineScratch scratch_;
};

}  // namespace nonocsp
