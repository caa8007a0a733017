// Failed literals with the shortest implication chains.
//
// A colour that leads to a contradiction is wrong; what follows from every colour that a cell can have is right.  For
// a person the shortest chain to either is best, so an assumption is followed only for as many rounds as the best one
// so far.  A result holds until a line that its chain has tightened changes, and between two calls few lines do: most
// results are remembered.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "people/chains/implication_chain.hpp"

namespace nonocsp {

/// An assumption that leads to a contradiction, and the length of its chain.
struct Refuted {
    int cell;
    int colour;
    ChainLength length;
};

/// A cell that loses a candidate for every colour of the cell `about`, and the length of all chains together.
struct Shared {
    int about;
    int cell;
    ChainLength length;
};

class FailedLiterals {
public:
    explicit FailedLiterals(std::shared_ptr<const Puzzle> puzzle) : puzzle_(std::move(puzzle)) {}

    /// The candidates now: no more than at the call before, every line tight.
    void know(const Givens& givens, Budget& budget);

    /// The assumptions that are refuted after the fewest rounds, and after at most `most_rounds`, in the order of cells
    /// and colours.  Meaningless if the budget has ended.
    std::vector<Refuted> refuted(int most_rounds, Budget& budget, Stats& stats);

    /// What follows from every colour of a cell after the fewest rounds, in the order of cells.
    std::vector<Shared> shared(Budget& budget, Stats& stats);

private:
    /// The result of an assumption, or of all colours of a cell together.
    enum class End { open, nothing, something };
    static constexpr int most_rounds_of_all = 1 << 30;
    struct Followed {
        int cell;
        int colour;  ///< -1: all of them
        int rounds = -1;
        End end = End::open;
        bool is_measured = false;         ///< whether the lengths below are known
        ChainLength length = {};          ///< of an assumption that was refuted
        std::vector<Shared> shared = {};  ///< of a cell
    };

    Word* visited(std::size_t entry) { return &visited_[entry * line_words_]; }
    bool is_open(const Followed& entry) const;
    /// The fewest rounds after which an entry, of cells or of colours, has a conclusion; 0 if none has.
    int fewest_rounds(bool of_cells, int most_rounds, Budget& budget, Stats& stats);
    /// Follow an entry for at most `most_rounds`; its chains stay as they end.
    void follow(Followed& entry, int most_rounds, Budget& budget, Stats& stats);
    void measure(Followed& entry, Budget& budget, Stats& stats);
    void measure_shared(Followed& entry, Budget& budget);
    /// Put into `common_` what every chain of a cell excludes, as the planes of the rows; false if there is nothing.
    bool find_common(std::size_t chains);
    std::vector<int> colours(const Followed& entry) const;

    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Grid> grid_;
    std::vector<Followed> followed_;  ///< for every open cell its colours, then all together
    std::size_t line_words_ = 0;
    std::vector<Word> visited_;
    std::vector<ImplicationChain> chains_;  ///< one for each colour that is assumed
    std::vector<Word> common_;
    std::unique_ptr<ImplicationChain::Premises> premises_;
};

}  // namespace nonocsp
