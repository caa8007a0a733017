// The pictures that lines in doubt allow at given levels: depth first, with backjumping over blamed lines.
//
// Search is for little that propagation leaves open; it is bounded, and what it cannot decide is left to the learning
// search.
#pragma once

#include <functional>

#include "people/readings/consistency.hpp"

namespace nonocsp {

class PictureSearch {
public:
    /// `found` takes the colours of every cell; it returns the cost, above the cheapest readings, from which on
    /// pictures are of no use.
    using Found = std::function<int(const std::vector<std::uint8_t>& cells)>;

    enum class End {
        contradiction,  ///< there is no picture: `blame()` has lines that contradict each other
        complete,       ///< all pictures of use were found
        given_up,       ///< after the most nodes, or by the budget
    };

    PictureSearch(Consistency& consistency, Budget& budget, Stats& stats)
        : consistency_(consistency), budget_(budget), stats_(stats) {}

    End run(const std::vector<int>& levels, int most_cost, int most_nodes, const Found& found);
    const Blame& blame() const { return blame_; }

private:
    struct Choice {
        int row = -1, i, colour;
    };
    /// Searches below what is known.  Returns what it blames for the end of the branch.
    Blame explore(int depth);
    Blame everything(int depth) const;
    Choice choose() const;

    Consistency& consistency_;
    Budget& budget_;
    Stats& stats_;
    const Found* found_ = nullptr;
    int most_cost_ = 0, nodes_left_ = 0;
    bool is_pruned_ = false;  ///< something was found, or cost too much
    bool is_given_up_ = false;
    Blame blame_;
};

}  // namespace nonocsp
