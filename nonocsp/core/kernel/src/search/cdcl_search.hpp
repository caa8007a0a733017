// The learning solver: conflict-driven search in which every line is a propagator.
//
// It owns the engine (cdcl_engine.hpp) and the techniques that work on it, and fixes their order.
#pragma once

#include "search/belief_propagation.hpp"
#include "search/cdcl_engine.hpp"
#include "search/dives.hpp"
#include "search/enumeration.hpp"
#include "search/external_heuristic.hpp"
#include "search/lagrangian_bounds.hpp"
#include "search/lucky.hpp"
#include "search/order_encoding.hpp"
#include "search/probing.hpp"
#include "search/restarts.hpp"
#include "search/sharing.hpp"

namespace nonocsp {

class CdclSearch {
public:
    /// The external heuristic may be null; else it decides in place of the one below, or observes.
    CdclSearch(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats,
               ExternalHeuristic* external = nullptr)
        : options_(options),
          budget_(budget),
          stats_(stats),
          external_(external),
          observer_(external && external->only_observes() ? external : nullptr),
          heuristic_(options_),
          cdcl_(puzzle, givens, options_, &heuristic_, budget, stats),
          restarts_(options_, stats, cdcl_.analysis.averages),
          enumeration_(cdcl_),
          bounds_(cdcl_),
          probing_(cdcl_, observer_),
          lucky_(cdcl_, observer_),
          order_encoding_(cdcl_),
          sharing_(cdcl_, order_encoding_),
          beliefs_(cdcl_),
          dives_(cdcl_, beliefs_) {}

    /// The next solution, row by row, into `cells`; or why there is none.
    Outcome next(std::uint8_t* cells);

    /// Write a proof from the beginning.
    void prove(ProofSink& sink) { cdcl_.prove(sink); }
    /// Exchange nogoods with the other searches of a team, from now on or no more.
    void join(Exchange& exchange, std::size_t member) { sharing_.join(exchange, member); }
    void leave() { sharing_.leave(); }
    /// Restart by LBD.
    void follow_lbd() { restarts_.follow_lbd(); }
    /// Go to a solution that another search has found, as if it had been found here.  False if the budget has ended.
    bool adopt(const std::uint8_t* cells);

private:
    bool start();
    bool is_probing_due() const;
    bool probe(bool is_brief);
    bool begin();
    bool leave_solution();
    bool simplify_first();
    Outcome search(std::uint8_t* cells);
    bool resolve();
    bool is_restart_due();
    void restart();
    void guide_again();
    Literal decide();
    Literal taken_by(const char* technique, Literal decision);
    bool decides_itself() const { return !external_ || observer_; }

    const Options options_;
    Budget& budget_;
    Stats& stats_;
    ExternalHeuristic* const external_;
    ExternalHeuristic* const observer_;  ///< the same, if it only observes; else null
    DecisionHeuristic heuristic_;
    CdclEngine cdcl_;
    Restarts restarts_;
    Enumeration enumeration_;
    LagrangianBounds bounds_;
    Probing probing_;
    Lucky lucky_;
    OrderEncoding order_encoding_;
    Sharing sharing_;
    BeliefPropagation beliefs_;
    Dives dives_;
    int solutions_ = 0;  ///< found or adopted; beyond two it does not matter how many
    enum class Stage { fresh, searching, solved, finished } stage_ = Stage::fresh;
};

}  // namespace nonocsp
