// PuzzleCompilation by search: from a puzzle to the diagram of all its solutions.
//
// Exhaustive search with component caching and clause learning: decide the first cell of a component, propagate, solve
// the components that are left one by one, and cache the node of each by what its lines still allow.  Row-major order
// makes components recur: after some whole rows only the automaton state of each column matters.
//
// Caching and learning interact (Sang et al., "Combining component caching and clause learning for effective model
// counting", 2004): a nogood may range over several components, so while one is impossible without that being known,
// the nodes of its siblings may lack solutions.  When a component turns out impossible, all nodes since its group began
// are rolled back (node_store.hpp).
//
// Bacchus, Dalmao and Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference" (2003); Huang and
// Darwiche, "The language of search" (2007) for the trace of such a search as a diagram.
#pragma once

#include <cstdint>
#include <vector>

#include "counting/components/edge_builder.hpp"
#include "counting/components/missed_implications.hpp"
#include "counting/components/node_store.hpp"
#include "counting/components/puzzle_compilation.hpp"

namespace nonocsp {

/// Compiles a puzzle by search.
class Compiler {
public:
    explicit Compiler(PuzzleCompilation& compilation);

    /// Work for about this many nodes more.  True when all solutions are known, or the budget has ended.
    bool run(std::uint64_t nodes);
    /// Solutions proven so far.
    BigUnsigned lower_bound(bool is_satisfiable) const;

private:
    /// A component being solved.  The lowest frame is the whole puzzle, which has a group and no candidates.
    struct Frame {
        int level;             ///< the decision level at which it was found
        std::size_t from, to;  ///< its cells in cells_
        ComponentCache::Key key;
        std::size_t written;  ///< where its edges begin in written_
        int candidate = -1;   ///< of its first cell, now decided
        std::uint32_t edges = 0;
        BigUnsigned count = {};  ///< solutions of the finished edges
        // The group: the components that the decision leaves.
        bool has_group = false;
        bool is_guarded = false;                ///< several components: if one is impossible, nodes are rolled back
        std::size_t components = 0, next = 0;   ///< components_[components ..], and the first of them without a node
        std::size_t cells = 0;                  ///< where the cells of the components begin in cells_
        std::size_t trail = 0;                  ///< length of the trail at the decomposition
        NodeStore::Checkpoint checkpoint = {};  ///< when the group began
    };

    bool start();
    void next_candidate();
    void open_group();
    void next_component();
    void finish_edge();
    void finish_frame();
    void drop_group(Frame& frame);
    void close_group(Frame& frame);
    void recover();
    void back_to(int level);
    bool over_memory();

    PuzzleCompilation& compilation_;
    CdclEngine& cdcl_;
    std::vector<std::uint32_t>& cells_;
    std::vector<Component>& components_;
    NodeStore nodes_;
    MissedImplications late_;
    EdgeBuilder edge_;
    std::vector<Frame> frames_;
    std::vector<std::uint8_t> written_;  ///< the edges of all frames
    bool is_started_ = false;
    std::uint64_t next_reduction_ = 0, next_memory_look_ = 0;
};

}  // namespace nonocsp
