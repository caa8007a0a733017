// Which techniques are used, and how.  Every field can be changed alone, to measure what it brings.
#pragma once

#include <cstdint>

namespace nonocsp {

/// What is wanted after the first solution.
enum class Goal {
    all,         ///< every solution, one by one
    uniqueness   ///< one more, by whatever way is fastest, or the proof that there is none
};

enum class Strategy { learning, textbook };
enum class Propagation { none, forward_checking, ac3 };
enum class Ordering { in_order, mrv, mrv_degree };
enum class Explaining { sweep, latest_first };
enum class Compilation { portfolio, search, frontier };

struct Options {
    Strategy strategy = Strategy::learning;

    // The textbook solver.
    Propagation propagation = Propagation::ac3;
    Ordering ordering = Ordering::mrv;

    // The learning solver: what happens before search.
    bool probing = true;              ///< assume each colour of each cell once and keep what must hold
    double probe_effort = 0.5;        ///< seconds of counted work that probing may take
    bool lucky = true;                ///< try the simplest assignments from each corner once
    bool guidance = true;             ///< first phases and activities from line marginals
    int guide_rounds = 30;            ///< rounds of exchanging marginals
    double guide_damping = 0.5;       ///< share of the old message that is kept, 0 to 1
    double guide_tolerance = 0.03;    ///< a line speaks again only if some message to it changed by more, 0 to 1
    double guide_effort = 1.0;        ///< seconds of counted work that guidance may take, or it is left out
    double guide_weight = 1.0;        ///< initial activity of a cell that is certain; a conflict adds 1
    bool dives = true;                ///< now and then decide by guesses that are asked anew as cells get decided
    double dive_gap = 1.0;            ///< conflicts from a dive to the next, in units of dive_conflicts
    double dive_gap_growth = 1.0;     ///< by how much each gap is longer than the one before, in the same units
    int dive_rounds = 5;              ///< rounds of exchanging marginals each time
    double dive_step = 0.05;          ///< share of the open cells that may be settled before asking again
    int dive_conflicts = 20;          ///< a dive ends after so many

    // The learning solver: search.
    bool learning = true;             ///< learn a nogood from every conflict (off: plain backtracking)
    bool positions = true;            ///< let nogoods speak of block positions too
    int positions_after = 1000;       ///< conflicts before positions get literals, at most
    double positions_wait = 0.03;     ///< conflicts before that, for each clause that positions take
    int positions_limit = 1'000'000;  ///< clauses at most, or positions are left out
    bool minimise = true;             ///< drop literals of a nogood that the others imply
    Explaining explaining = Explaining::sweep;  ///< the order in which literals are dropped from an explanation
    bool activity = true;             ///< decide on recently conflicting cells first (off: fixed order)
    double activity_decay = 0.9;      ///< factor by which old activity fades at each conflict
    bool phase_saving = true;         ///< prefer the colour a cell had last
    bool target_phases = true;        ///< prefer the colours of the longest assignment without conflict
    bool restarts = true;
    bool alternate = true;            ///< take turns between patient search (Luby) and eager restarts (by nogood quality)
    int alternate_unit = 1000;        ///< conflicts of the first turn; each further pair of turns is longer by it
    int restart_unit = 50;            ///< conflicts; restarts come at multiples of this by Luby's sequence
    bool reduce = true;               ///< throw away half of the little used nogoods now and then
    int reduce_first = 4000;          ///< learned nogoods before the first reduction
    Compilation compilation = Compilation::portfolio;  ///< how all solutions together are found
    std::uint64_t seed = 0;           ///< a little random activity at the start; 0 for none
};

}  // namespace nonocsp
