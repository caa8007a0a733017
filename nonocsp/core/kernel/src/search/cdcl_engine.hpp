// Conflict-driven clause learning with lines as propagators: the engine below every search that learns.
//
// It propagates, analyses conflicts and keeps what it learns; its owner chooses decisions and restarts.  The
// parts are public for the techniques that use them: probing, belief propagation, the order encoding, the compiler
// of solution sets.
//
// Marques-Silva and Sakallah, "GRASP" (1996); Een and Sorensson, "MiniSat" (2003); Ohrimenko, Stuckey and Codish,
// "Propagation via lazy clause generation" (2009) for the combination with constraint propagation.
#pragma once

#include <memory>

#include "search/conflict_analysis.hpp"
#include "search/line_propagator.hpp"
#include "search/proof_log.hpp"

namespace nonocsp {

class CdclEngine {
public:
    /// Puzzle and givens must outlive it, and so must the heuristic, which may be null: then the owner decides.
    CdclEngine(const Puzzle& puzzle, const Givens* givens, const Options& options, DecisionHeuristic* heuristic,
               Budget& budget, Stats& stats)
        : options(options),
          budget(budget),
          stats(stats),
          grid(puzzle, givens, budget),
          assignment(grid, variables, stats),
          explainer(grid, variables, assignment, clauses, budget, stats),
          analysis(assignment, clauses, explainer, heuristic, stats),
          heuristic_(heuristic),
          lines_(grid, variables, assignment, explainer, budget, stats) {}
    CdclEngine(const CdclEngine&) = delete;

    /// Write a proof from now on, before anything else.
    void prove(ProofSink& sink) { proof = std::make_unique<ProofLog>(sink, grid, variables, assignment, explainer); }
    /// Propagate the lines and number the cells that stay open.  False if there is no solution, or the budget has
    /// ended.
    bool start();
    /// Add variables up to this number.
    void grow(Variable count);
    /// Unit propagation and tightening to the fixpoint.  False on a conflict, or if the budget has ended.
    bool propagate();
    /// Make a literal true at level 0 and propagate.  False if there is no solution, or the budget has ended.
    bool add_unit(Literal l);
    void back_to(int level);
    /// Learn from the last conflict, at the level it belongs to, which may be earlier than the current one.  False if
    /// it depends on no decision: there is no solution.
    bool analyse(Learned& learned);
    /// Add a clause whose first literal follows from the others, now false, and enqueue that literal.
    void assert_learned(const Learned& learned, bool is_permanent = false);
    Reason add_learned(const Learned& learned, bool is_permanent = false);
    /// Reduce the database.
    void reduce();
    /// After a propagation that failed.
    const Conflict& conflict() const { return conflict_; }
    std::size_t bytes() const;

    // The order of the members matters: it is that of their construction, and each keeps references to some before it.
    // The last ones are destroyed first.  Variables have no numbers before `start`, so they must not be asked before
    // then.
    const Options options;
    Budget& budget;
    Stats& stats;
    Grid grid;
    Variables variables;
    Assignment assignment;
    ClauseDatabase clauses;
    Explainer explainer;
    ConflictAnalysis analysis;
    std::unique_ptr<ProofLog> proof;  ///< null: none is written

private:
    DecisionHeuristic* const heuristic_;
    LinePropagator lines_;
    Conflict conflict_;
};

}  // namespace nonocsp
