// From a puzzle to the diagram of all its solutions.
//
// A search without end at a solution: decide the first cell of a residual problem, propagate, take the parts that
// have nothing to do with each other one by one, and remember the node of every residual problem solved, by what its
// lines still allow.  Row-major order makes residuals meet: after some whole rows all that counts is the state in
// which each column's automaton is.  Dead ends are learned from as the learning solver learns, so that what makes one
// residual impossible prunes all others.
//
// Learning and remembering together need care (Sang et al., "Combining component caching and clause learning for
// effective model counting", 2004): a nogood may speak of several parts, so while one part is impossible, unknown yet,
// what is found about its siblings may be too little.  When a part turns out impossible, everything remembered since
// its group began is therefore forgotten.
//
// Bacchus, Dalmao and Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference" (2003); Huang and
// Darwiche, "The language of search" (2007) for the trace of such a search as a diagram.
#pragma once

#include <cstdint>
#include <vector>

#include "count/component_analysis.hpp"
#include "count/frontier.hpp"
#include "count/solution_set.hpp"
#include "search/cdcl_engine.hpp"

namespace nonocsp {

/// Compiles a puzzle in one orientation.
class Compiler {
public:
    Compiler(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget, Stats& stats);

    /// Work on, for about so many nodes.  True when there is nothing left to do, or the budget has ended.
    bool run(std::uint64_t nodes);

    /// Solutions proven so far.
    BigUnsigned lower_bound(bool is_satisfiable) const;

    /// What came out, when there was nothing left to do.
    void finish(SolutionSet& result);

    // Without search: part by part with a frontier.
    /// Everything before.  False if there is nothing more to do, or the budget has ended.
    bool start();
    bool has_parts() const { return !dead_ && frames_[0].next < parts_.size(); }
    std::unique_ptr<Frontier> frontier();
    bool write(Frontier& frontier, std::size_t memory);

private:
    /// A residual problem being worked on.  The lowest frame is the whole puzzle, whose group is all there is to do.
    struct Frame {
        int level;               ///< the decision level at which it was found
        std::size_t from, to;    ///< its cells in lists_
        ComponentCache::Key key;
        std::size_t written;     ///< where its edges begin in written_
        int option = -1;         ///< the candidate of its first cell that is being tried
        std::uint32_t edges = 0;
        BigUnsigned count;           ///< solutions of the edges finished
        // The group: the parts that the option being tried leaves.
        bool has_group = false;
        bool guarded = false;    ///< several parts: forget what was found if one is impossible
        std::size_t parts = 0, next = 0;   ///< parts_[parts .. ], and the first of them that is not yet solved
        std::size_t lists = 0;             ///< where the cells of the parts begin in lists_
        std::size_t trail = 0;             ///< facts known when the cells were divided
        std::size_t known = 0, array = 0;  ///< what was remembered, and the size of the array, when the group began
    };

    void next_option();
    void open_group();
    void next_part();
    void finish_edge();
    void leave();
    void drop_group(Frame& frame);
    void close_group(Frame& frame);
    void remember(const ComponentCache::Key& key, Node node);

    void recover();
    void fall_back(int level);
    void reassert();

    void decompose(std::size_t from, std::size_t to);
    std::uint8_t colour(std::uint32_t cell) const;
    bool over_memory();

    CdclEngine cdcl_;
    std::uint64_t next_reduction_ = 0;
    Diagram diagram_;
    ComponentCache cache_;
    std::vector<ComponentCache::Key> guarded_;  ///< keys remembered inside guarded groups, oldest first
    int guards_ = 0;
    ComponentAnalysis components_;
    Frontier::Lines line_dfas_;              ///< of the lines that fronts have asked for
    std::vector<Frame> frames_;
    std::vector<std::uint32_t> lists_;
    std::vector<Component> parts_;
    std::vector<std::uint8_t> written_;
    /// Learned clauses whose first literal follows at an earlier level than it was set at.
    struct Late {
        Literal literal;
        Reason reason;
        int level;
    };
    std::vector<Late> late_;
    bool is_started_ = false;
    bool dead_ = false;   ///< there is no solution

    std::uint64_t next_memory_look_ = 0;

    // Scratch of finish_edge.
    Edge edge_;
    std::vector<std::uint32_t> place_, placed_;      ///< cell -> number within the frame; round in which it is a part's
    std::uint32_t round_ = 0;
};

}  // namespace nonocsp
