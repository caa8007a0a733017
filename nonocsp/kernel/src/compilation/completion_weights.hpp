// The expected number of completions of a line from each state of its automaton, were its cells independent.
//
// A cell has a colour as often as the message of the crossing line says (search/belief_propagation.hpp), raised to a
// power below one: the messages are too certain of themselves.  The product over all lines scores a state of a frontier:
// about the share of the solutions that its completions are.  Scores decide which states are kept, never what is true.
//
// Cost: cells x states x candidates, and a run of belief propagation.
#pragma once

#include <vector>

#include "compilation/frontier.hpp"
#include "search/belief_propagation.hpp"

namespace nonocsp {

class CompletionWeights {
public:
    /// Of the lines that are not null; the messages may be those of an exchange that was left out.
    CompletionWeights(const Grid& grid, const Frontier::Lines& lines, const BeliefPropagation& messages,
                      double tempering);

    /// By state before the k-th undecided cell; the greatest is 1.
    const std::vector<double>& before(std::size_t line, std::size_t k) const { return weights_[line][k]; }
    std::size_t bytes() const { return bytes_; }

private:
    std::vector<std::vector<std::vector<double>>> weights_;  ///< by line, undecided cell, state
    std::size_t bytes_ = 0;
};

}  // namespace nonocsp
