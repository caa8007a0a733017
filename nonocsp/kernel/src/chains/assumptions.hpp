// Of all assumptions, those that tell something after the fewest rounds.
//
// A colour that leads to a contradiction is wrong; what follows from every colour that a cell can have is right.  For
// a person the shortest way to either is the one to be told, so every assumption is followed only as far as the best
// one found so far went.  What a trail came to holds as long as no line that it looked at has changed, and between two
// questions few lines do: most answers are remembered.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "chains/implication_chain.hpp"

namespace nonocsp {

/// An assumption that leads to a contradiction, and the length of its chain.
struct Refuted {
    int cell;
    int colour;
    ChainLength length;
};

/// A cell `about` and a cell that loses a candidate whichever colour `about` has, with all chains together.
struct Shared {
    int about;
    int cell;
    ChainLength length;
};

class Assumptions {
public:
    explicit Assumptions(std::shared_ptr<const Puzzle> puzzle) : puzzle_(std::move(puzzle)) {}

    /// What is known now; at least what was known before, and every line as tight as it can be.
    void know(const Givens& givens, Budget& budget);

    /// The assumptions that are refuted after the fewest rounds, and after at most so many, in the order of cells and
    /// colours.  To be thrown away if the budget has ended.
    std::vector<Refuted> refuted(int most_rounds, Budget& budget, Stats& stats);

    /// What follows either way after the fewest rounds, in the order of cells.
    std::vector<Shared> shared(Budget& budget, Stats& stats);

private:
    /// What an assumption, or all colours of a cell together, came to.
    enum class End { open, nothing, something };
    static constexpr int most_rounds_of_all = 1 << 30;
    struct Followed {
        int cell;
        int colour;  ///< -1: all of them
        int rounds = -1;
        End end = End::open;
        bool is_measured = false;     ///< whether the lengths below are known
        ChainLength length = {};      ///< of an assumption that was refuted
        std::vector<Shared> shared = {};  ///< of a cell
    };

    Word* visited(std::size_t entry) { return &visited_[entry * line_words_]; }
    bool is_open(const Followed& entry) const;
    /// The fewest rounds in which an entry, of cells or of colours, comes to something; 0 if none does.
    int fewest_rounds(bool of_cells, int most_rounds, Budget& budget, Stats& stats);
    /// Follow an entry for so many rounds; its trails are left where they stand.
    void follow(Followed& entry, int most_rounds, Budget& budget, Stats& stats);
    void measure(Followed& entry, Budget& budget, Stats& stats);
    void measure_shared(Followed& entry, Budget& budget);
    /// Put into `common_` what no trail of a cell leaves, as the planes of the rows; false if it is nothing.
    bool find_common(std::size_t trails);
    std::vector<int> colours(const Followed& entry) const;

    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Grid> grid_;
    std::vector<Followed> followed_;  ///< for every open cell its colours, then all together
    std::size_t line_words_ = 0;
    std::vector<Word> visited_;
    std::vector<Trail> trails_;  ///< one for each colour that is assumed
    std::vector<Word> common_;
    std::unique_ptr<Trail::Leaned> leaned_;
};

}  // namespace nonocsp
