// Dives: belief-guided decimation, with learning.
//
// Beliefs from before the search grow stale with every decision.  A dive decides the most certain cells, propagates,
// exchanges messages again (from the last ones, so a few rounds are enough) and so on.  Every conflict is
// analysed and learned from; after a few of them the dive ends and activity takes the lead again, until the next dive.
// Mezard, Parisi and Zecchina, "Analytic and algorithmic solution of random satisfiability problems" (2002).
//
// Tried and dropped: fewer rounds and bigger steps (3 and a tenth), rarer dives (gap growing by 2).  Without dives the
// hard set took three times as long (one seed; faase alone 21 s).
//
// Boards of more than 2,000 open cells take shorter steps, and more rounds before.  On boards of more than 8,000 the
// first dive that fails is followed by refined beliefs (belief_propagation.hpp).
//
// On huge boards with many solutions (256x256 at densities 0.1 and 0.2, 512x512 at 0.1) hardly a decision is wrong, and
// the messages took most of the time: beyond 30,000 open cells steps are of a fortieth of the open cells, not of a
// 250th.  At density 0.3 a first dive ends with 56,000 to 60,000 of 65,000 cells decided, by steps of either length;
// dives that go on for 1,000 and 10,000 conflicts reach 64,700 and 65,200 cells, but no picture.
//
// Tried on large boards and dropped: dives in series without search between them, new messages for each dive, dives
// that leave the cells near the last conflicts to the end, window repair: keep the longest assignment of a failed dive
// but for windows of 1 to 12 cells around its open cells, and search those for 50 to 1,000 conflicts (the mistakes of
// two boards lay near the open cells, but no repair solved them; the assignment grew from 9,000 cells to 9,300).
#pragma once

#include <vector>

#include "search/belief_propagation.hpp"

namespace nonocsp {

class Dives {
public:
    Dives(CdclEngine& cdcl, BeliefPropagation& beliefs) : cdcl_(cdcl), beliefs_(beliefs) {}

    /// End a dive, and begin another if it is time for one; at level 0.
    void restart();
    /// Begin a dive that another one may follow at once; at level 0.
    bool begin();
    void stop() { is_active_ = false; }
    bool is_active() const { return is_active_; }
    /// The most certain open literal, or no_literal if the dive is over or the budget has ended.
    Literal decide();

private:
    bool is_huge() const;
    bool is_stale() const;
    bool refresh();

    struct Candidate {
        float certainty;
        Variable variable;
    };

    CdclEngine& cdcl_;
    BeliefPropagation& beliefs_;
    bool is_active_ = false;
    std::vector<Candidate> candidates_;  ///< the most certain cells, from the last exchange
    std::size_t next_ = 0;
    std::size_t asked_at_ = 0, open_ = 0;  ///< length of the trail and open variables at the last exchange
    std::uint64_t dives_ = 0, next_dive_ = 0, end_ = 0;  ///< begun so far; conflicts at which to begin and end
};

}  // namespace nonocsp
