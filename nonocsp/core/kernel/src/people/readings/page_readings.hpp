// The cheapest readings of a page over some hypotheses about it.
//
// Each hypothesis has clues in doubt of its own.  All are searched up to a cost that rises until a reading is found,
// and then up to what may be as good: a wrong hypothesis contradicts itself at a low cost already, and is never
// finished.
#pragma once

#include "people/readings/reading_search.hpp"

namespace nonocsp {

struct Hypothesis {
    const Board* board;
    int colours;
    const std::vector<DoubtfulClue>* clues;
};

struct PageReading {
    int hypothesis;
    FoundReading reading;
};

struct PageReadings {
    std::vector<PageReading> found;  ///< the best first, up to the margin; of equal ones the cheapest
    int bound = 0;                   ///< every other reading costs at least this
    bool is_complete = false;        ///< every other reading is worse than the best by more than the margin
};

/// The limits are of all hypotheses together, of which there is at least one.  Throws std::invalid_argument with the
/// fault.
PageReadings page_readings(const std::vector<Hypothesis>& hypotheses, const ReadingLimits& limits, Budget& budget,
                           Stats& stats);

}  // namespace nonocsp
