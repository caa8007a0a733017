// The cheapest readings of doubtful clues whose puzzle has a solution.
//
// Levels of lines are chosen by the conflicts met so far (readings/hitting_sets.hpp); propagation and search test them
// and give either pictures, from which the readings are taken, or a new conflict.  As the chosen levels are the
// cheapest that avoid all conflicts, their cost bounds that of every reading not yet found.
#pragma once

#include <map>
#include <optional>

#include "readings/hitting_sets.hpp"
#include "readings/picture_search.hpp"
#include "search/search.hpp"

namespace nonocsp {

struct FoundReading {
    int cost;                 ///< in units of `costs_per_nat`
    std::vector<Clue> clues;  ///< of all lines
    int solutions = 0;        ///< 1, or 2 for several; 0: not known
};

struct ReadingLimits {
    int most_readings;
    int most_cost;  ///< above the cheapest readings
    int margin;     ///< readings are proven to be all up to this much above the best
    int several;    ///< what a puzzle with several solutions is worse by
};

struct Readings {
    std::vector<FoundReading> found;  ///< the best first, up to the margin
    int bound = 0;                    ///< every other reading costs at least this, also those left out here
    bool is_complete = false;         ///< the search was not ended by a limit
};

class ReadingSearch {
public:
    /// All must outlive the search.  Throws std::invalid_argument with the fault.
    ReadingSearch(const Board& board, int colours, const std::vector<DoubtfulClue>& clues, const ReadingLimits& limits,
                  Budget& budget, Stats& stats);

    Readings run();

private:
    int useful() const;
    int reach() const;
    void begin(const std::vector<DoubtfulClue>& clues);
    void guess(std::uint64_t work);
    bool improve(std::uint64_t work, Readings& result);
    void keep_best(Readings& result);
    bool test(const std::vector<int>& levels);
    Limits learning_limits() const;
    void count(const Search& search, Outcome outcome);
    bool ask_learning_search(const std::vector<int>& levels);
    int take(const std::vector<std::uint8_t>& cells);
    void judge(FoundReading& reading);
    void add_conflict(const Blame& blame, const std::vector<int>& levels);
    void add_conflicts_apart(std::vector<int> levels);
    LineConflict minimal(Blame blame, const std::vector<int>& levels);
    void raise(std::vector<int>& levels);
    void close(const std::vector<int>& levels);

    Board board_;
    int colours_;
    const std::vector<DoubtfulClue>& clues_;
    ReadingLimits limits_;
    Budget& budget_;
    Stats& stats_;
    std::vector<DoubtfulLine> lines_;
    int cheapest_ = 0;                  ///< the sum over lines
    int all_up_to_ = 0;                 ///< readings that cost more above it may have been left out
    std::vector<DoubtfulClue> likely_;  ///< with costs by the evidence of crossing lines
    std::optional<Consistency> consistency_;
    std::optional<PictureSearch> search_;
    std::optional<HittingSets> sets_;
    std::map<std::vector<std::uint32_t>, FoundReading> found_;  ///< by their clues
    bool is_proven_ = true;
    bool is_guess_ = false;  ///< costs are only likely, and the first reading is enough
};

}  // namespace nonocsp
