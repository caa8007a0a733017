// Counting by branches, for proofs of numbers: an exhaustive search whose every decision comes from outside.
//
// Open cells fall into parts that share no segment of a line; their numbers of ways multiply, and those of the colours
// of a cell add up.  The languages of its segments say all about a part, so one that is met again is not counted again
// (component caching: Bacchus, Dalmao and Pitassi, "Algorithms and complexity results for #SAT and Bayesian inference",
// 2003).
#pragma once

#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "proofs/knowledge.hpp"
#include "proofs/line_languages.hpp"
#include "search/base/big_unsigned.hpp"

namespace nonocsp {

class BranchCounter {
public:
    /// Counts the ways to decide what is open; every line has a placement.  The trail must be empty.
    explicit BranchCounter(Knowledge& knowledge);

    bool is_done() const { return nodes_.empty(); }
    /// The number of ways, when it is done.
    const BigUnsigned& count() const { return count_; }
    std::size_t bytes() const { return bytes_ + languages_.bytes(); }

    /// A cell, and the colour it is to have.
    struct Branch {
        std::int32_t cell, colour;
    };
    /// The branch that must come next; colour -1: any cell of one of `parts()`, in its first colour.
    Branch next() const;
    /// The cells of the parts that have no number yet, each in rising order.
    std::vector<const std::vector<std::int32_t>*> parts() const;
    int first_colour(std::int32_t cell) const;

    /// Try a colour.  False if another branch must come next.  With hints these lines are tightened, otherwise every
    /// line that changes; where that is a contradiction, there is no way.
    bool branch(Branch branch, const std::vector<int>* hints);
    /// Called in each branch when its lines are tightened, with whether that was a contradiction.
    std::function<void(bool)> on_propagated;

private:
    struct Part {
        std::u32string key;               ///< languages of its segments, rising
        std::vector<std::int32_t> cells;  ///< rising
    };
    struct Node {
        Part part;
        std::int32_t cell = -1, colour = -1;  ///< tried last
        BigUnsigned total = {}, ways = 1;     ///< of the colours tried so far; of this one
        std::size_t start = 0;                ///< the trail's length before it
        std::vector<Part> parts = {};         ///< those of its parts that have no number
        bool is_open = false;                 ///< whether the colour is still being counted
    };

    bool decompose(const std::vector<std::int32_t>& cells, std::vector<Part>& parts);
    bool choose(Branch branch);
    bool propagate(Branch branch, const std::vector<int>* hints);
    void go_on();
    void pop();
    void take(std::size_t segment, Part& part);
    int next_colour(std::int32_t cell, int colour) const;

    Knowledge& knowledge_;
    LineLanguages languages_;
    std::unordered_map<std::u32string, BigUnsigned> counts_;
    std::vector<Node> nodes_;
    BigUnsigned count_;
    std::size_t bytes_ = 0;

    // What is known of the cells that are decomposed:
    std::vector<int> lines_;
    std::vector<char> is_line_;
    std::vector<const LineLanguages::Segment*> segments_;
    std::vector<std::vector<std::size_t>> segment_of_;  ///< by direction, of a cell
    std::vector<std::size_t> stack_;
    std::vector<char> is_taken_;
};

}  // namespace nonocsp
