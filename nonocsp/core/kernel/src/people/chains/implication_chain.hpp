// The implication chain of an assumption: unit propagation round by round, and conflict analysis.
//
// In each round every line in which something has changed is tightened once; a line that changes again before its turn
// keeps it.  A tightening that removes candidates is a step, and is kept with the candidates before and after it.  From
// the contradiction, or from any conclusion, the steps are taken backwards, and only the needed ones count: a minimal
// reason of each line, the reasons of those reasons, down to the cells known at the start and the assumption (J.
// Marques-Silva and K. Sakallah, "GRASP", 1999).  This gives the length of the chain of every assumption; only the
// chain that is chosen is written out.
//
// The definition is nonocsp/people/explanation/techniques/chains.py: rounds, steps and reasons are the same, one by
// one.
#pragma once

#include <cstdint>
#include <vector>

#include "search/grid/propagation.hpp"

namespace nonocsp {

/// "This colour is not possible in this cell": the cell's number and the colour.
struct Exclusion {
    int cell;
    int colour;
};

/// The length of a chain.
struct ChainLength {
    int links = 0;     ///< steps: lines, each as often as it removes candidates
    int premises = 0;  ///< candidates missing at the start that the chain uses
};

class ImplicationChain {
public:
    enum class End { open, closed, contradiction };

    /// Works on a copy of the grid, every line of which must be as tight as it can be.
    explicit ImplicationChain(const Grid& start);

    /// Assume a colour in a cell.
    void assume(int cell, int colour);
    /// One more round; false when nothing is left to do, or the budget has ended.
    bool advance(Budget& budget, Stats& stats);

    End end() const { return end_; }
    int rounds() const { return rounds_; }
    const Grid& grid() const { return grid_; }
    /// The lines that were tightened: what is in others has no influence.
    const std::vector<char>& visited() const { return visited_; }

    /// The cells whose missing candidates chains use, each counted once.
    class Premises {
    public:
        explicit Premises(std::size_t cells) : seen_(cells, 0) {}
        void clear() { ++now_; }
        bool add(int cell) { return seen_[cell] != now_ && (seen_[cell] = now_, true); }

    private:
        std::vector<std::uint32_t> seen_;
        std::uint32_t now_ = 1;
    };

    /// The chain to the wanted exclusions, or without any to the contradiction.  Premises are counted unless
    /// `premises` has them.
    ChainLength chain(const std::vector<Exclusion>& wanted, Premises& premises, Budget& budget);

    /// Colours that a cell could not have from the start.
    int lacks(int cell) const;

private:
    struct Step {
        int line;
        bool broken;         ///< the line has no placement left
        std::size_t before;  ///< where its candidates before and after are
    };

    /// Where a candidate of a cell is in the planes of the rows.
    std::size_t word_of(int cell, int colour) const {
        const auto [row, i] = grid_.board().in_row(cell);
        return grid_.plane_word(row, grid_.clue(row).paint[colour], i);
    }
    Word bit_of(int cell) const { return Word{1} << (grid_.board().in_row(cell).i % 64); }
    bool is_known_at_start(int line, const Word* before, int i) const;
    bool wanted_of(const Step& step);
    void explain(const Step& step, Budget& budget);

    Grid grid_;
    std::vector<Word> start_;
    int assumed_cell_ = -1;
    int rounds_ = 0;
    End end_ = End::open;
    std::vector<int> open_, next_;
    std::vector<char> waits_;  ///< lines still to come in this round, and those of the next
    std::vector<char> visited_;
    std::vector<Step> steps_;
    std::vector<Word> pool_;
    std::vector<Word> needed_;  ///< as the planes of the rows: candidates that a chain has to exclude
    std::vector<Word> before_, excluded_;
    std::vector<int> order_, reason_;
    LineScratch scratch_;
};

}  // namespace nonocsp
