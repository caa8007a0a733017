// The cheapest readings of doubtful clues whose puzzle has a solution.
//
// Levels of lines are chosen by the conflicts met so far (readings/hitting_sets.hpp); propagation and search test them
// and give either pictures, from which the readings are taken, or a new conflict.  As the chosen levels are the
// cheapest that avoid all conflicts, their cost bounds that of every reading not yet found.  From the other side, once
// a reading is found, all levels that the conflicts allow within its cost are tested at once.
#pragma once

#include <map>
#include <optional>

#include "people/readings/hitting_sets.hpp"
#include "people/readings/picture_search.hpp"
#include "search/search.hpp"

namespace nonocsp {

struct FoundReading {
    int cost;                 ///< in units of `costs_per_nat`
    std::vector<Clue> clues;  ///< of all lines
    int solutions = 0;        ///< 1, or 2 for several; 0: not known
};

struct ReadingLimits {
    /// What a reading costs with its puzzle's other solutions; at most, where it is not known whether there are any.
    int rank(const FoundReading& reading) const { return reading.cost + (reading.solutions == 1 ? 0 : several); }

    int most_readings;                            ///< of all hypotheses together
    int most_cost;                                ///< above the cheapest readings
    int margin;                                   ///< readings up to this much above the best are looked for
    int several;                                  ///< what a puzzle with several solutions is worse by
    std::uint64_t most_work = ~std::uint64_t{0};  ///< counted; when it is done, the search ends without a proof
};

/// By the blocks of all lines.
using FoundReadings = std::map<std::vector<std::uint32_t>, FoundReading>;

struct Readings {
    FoundReadings found;       ///< some may be worse than the best by more than the margin
    int bound = 0;             ///< every other reading costs at least this
    bool is_complete = false;  ///< every other reading is worse than the best by more than the margin
};

class ReadingSearch {
public:
    /// All must outlive the search, and clues are valid, one for each line.
    ReadingSearch(const Board& board, int colours, const std::vector<DoubtfulClue>& clues, const ReadingLimits& limits,
                  Budget& budget, Stats& stats);

    Readings run();

private:
    /// The search by the costs of some clues, with all that it has learned.
    struct Attempt {
        /// Readings of a line that cost `most` or more above its cheapest are left out.
        Attempt(const Board& board, int colours, const std::vector<DoubtfulClue>& clues, int most, Budget& budget,
                Stats& stats);
        std::uint64_t bytes() const { return consistency.grid().bytes() + sets.bytes(); }

        std::vector<DoubtfulLine> lines;
        Consistency consistency;
        PictureSearch search;
        HittingSets sets;
        bool is_proven = true;
    };

    int useful() const;
    int reach() const;
    bool is_all() const;
    bool are_all_found(const std::vector<int>& highest);
    void guess(std::uint64_t work);
    bool improve(std::uint64_t work, Readings& result, Cost free);
    void try_each_line();
    Readings with_found(Readings result) const;
    bool test(const std::vector<int>& levels);
    std::uint64_t bytes() const;
    Limits learning_limits() const;
    void count(const Search& search, Outcome outcome);
    bool ask_learning_search(const std::vector<int>& levels);
    int take(const std::vector<std::uint8_t>& cells);
    void judge(FoundReading& reading);
    void add_conflicts(Blame blame, const std::vector<int>& levels);
    std::vector<int> minimal(Blame blame, const std::vector<int>& levels);
    void raise(std::vector<int>& levels);
    void close(const std::vector<int>& levels);

    Board board_;
    int colours_;
    const std::vector<DoubtfulClue>& clues_;
    ReadingLimits limits_;
    Budget& budget_;
    Stats& stats_;
    int cheapest_ = 0;              ///< the sum over lines
    int all_up_to_ = 0;             ///< readings that cost more above it may have been left out
    std::optional<Attempt> exact_;  ///< by the costs of the clues
    Attempt* now_ = nullptr;        ///< that, or one by the evidence of crossing lines
    FoundReadings found_;
    bool is_guess_ = false;    ///< costs are only likely, and the first reading is enough
    bool is_guessed_ = false;  ///< it is found
};

}  // namespace nonocsp
