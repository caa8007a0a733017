// The learning solver: conflict-driven search in which every line is a propagator.
//
// It owns the engine (cdcl.hpp) and the techniques that work on it, and says in which order they come.
#pragma once

#include "search/cdcl.hpp"
#include "search/dives.hpp"
#include "search/enumeration.hpp"
#include "search/guide.hpp"
#include "search/lucky.hpp"
#include "search/positions.hpp"
#include "search/restarts.hpp"

namespace nonocsp {

class LearningSearch {
public:
    LearningSearch(const Puzzle& puzzle, const Givens* givens, const Options& options, Goal goal, Budget& budget,
                   Stats& stats)
        : options_(options), goal_(goal), budget_(budget), stats_(stats), heuristic_(options_),
          cdcl_(puzzle, givens, options_, &heuristic_, budget, stats),
          restarts_(options_, stats, cdcl_.analysis.averages), enumeration_(cdcl_), lucky_(cdcl_), positions_(cdcl_),
          guide_(cdcl_), dives_(cdcl_, guide_) {}

    /// The next solution, row by row, into `cells`; or why there is none.
    Outcome next(std::uint8_t* cells);

private:
    bool start();
    bool leave_solution();
    Outcome search(std::uint8_t* cells);
    bool resolve();
    bool is_restart_due();
    bool restart();
    Literal decide();

    const Options options_;
    const Goal goal_;
    Budget& budget_;
    Stats& stats_;
    DecisionHeuristic heuristic_;
    Cdcl cdcl_;
    Restarts restarts_;
    Enumeration enumeration_;
    Lucky lucky_;
    Positions positions_;
    Guide guide_;
    Dives dives_;
    bool has_solution_ = false;
    enum class Stage { fresh, searching, solved, finished } stage_ = Stage::fresh;
};

}  // namespace nonocsp
