// What lines in doubt, each at a level, leave of the candidates, and which lines are to blame if they leave nothing.
//
// Every removed candidate remembers the line that removed it.  The lines behind a contradiction are found by following
// these reasons back, as conflict analysis follows literals, only line by line: so their set is not minimal.
#pragma once

#include <vector>

#include "people/readings/doubtful_line.hpp"
#include "search/grid/propagation.hpp"

namespace nonocsp {

/// The level of a line that has no clue for now.
inline constexpr int left_out = -1;

/// Lines, and decisions by their depth, that contradict each other.
struct Blame {
    std::vector<char> lines;
    std::vector<char> decisions;

    void add(const Blame& other);
};

class Consistency {
public:
    /// All are used by the object and must outlive it.
    Consistency(const Board& board, int colours, std::vector<DoubtfulLine>& lines, Budget& budget, Stats& stats);

    const Grid& grid() const { return grid_; }
    /// The sum of the least costs of all lines, above the cheapest readings.
    int cost() const;

    /// Forget everything, and tighten all lines.  False if they contradict each other; then `blame` says which.  Also
    /// false if the budget has ended.
    bool start(const std::vector<int>& levels);
    /// Decide that a cell has a colour, or has not; false as above.
    bool decide(int row, int i, int colour, bool has, int depth);
    const Blame& blame() const { return blame_; }

    /// All that is known, to come back to.
    struct Saved {
        std::vector<Word> planes;
        std::vector<std::int32_t> reasons;
        std::vector<Cost> costs;
    };
    Saved save() const { return {{grid_.planes(0), grid_.planes(0) + grid_.words()}, reasons_, costs_}; }
    void restore(const Saved& saved);

private:
    static Puzzle without_clues(const Board& board, int colours);
    std::size_t candidate(int cell, int colour) const {
        return static_cast<std::size_t>(cell) * (grid_.colours() + 1) + colour;
    }
    bool run();
    bool tighten(int line);
    void remove(int line, int i, int colour, int reason);
    void find_blame(int line);
    void wake(int line);

    std::vector<DoubtfulLine>& lines_;
    Budget& budget_;
    Stats& stats_;
    Grid grid_;
    std::vector<Word> all_;              ///< the planes where nothing is known
    std::vector<std::int32_t> reasons_;  ///< of each candidate: the line, or `lines + depth`, that removed it, or -1
    std::vector<Cost> costs_;            ///< of each line: the least cost of a reading that fits
    std::vector<int> levels_;
    std::vector<char> is_certain_;
    Worklist certain_, weighted_;  ///< those that cost more wait longer
    Blame blame_;
    DoubtfulLine::Scratch scratch_;
    std::vector<Word> before_;
};

}  // namespace nonocsp
