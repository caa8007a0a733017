// The expected number of completions of a line from each state of its automaton, were its cells independent.
//
// A cell has a colour as often as the message of the crossing line says (search/belief_propagation.hpp), raised to a
// power below one (tempering): the messages are too certain of themselves.  The product over all lines scores a state
// of a frontier: about its share of the solutions.  Scores decide which states are kept, never what is true.
//
// Measured on twelve random puzzles of 12x12 to 20x20, frontiers of 2500 states: the best kept at tempering 0.5 / 0.8 /
// 1.0 give a lower bound of 0.85 / 0.89 / 0.90 of the truth; estimates have a median error of 11 / 9 / 10 %.  Without
// messages (all colours equally likely), frontiers of 1000 states: a bound of 0.29 instead of 0.64.
//
// Cost: cells x states x candidates, and a run of belief propagation.
#pragma once

#include <map>
#include <vector>

#include "counting/frontier/cell_sequence.hpp"
#include "search/belief_propagation.hpp"

namespace nonocsp {

class CompletionWeights {
public:
    /// The messages may be those of an exchange that was left out.
    CompletionWeights(const Grid& grid, const BeliefPropagation& messages, double tempering)
        : grid_(grid), messages_(messages), tempering_(tempering) {}

    double tempering() const { return tempering_; }
    /// Add the lines of a sequence; several may share automata.
    void add(const CellSequence& sequence);
    /// How the score of a state changes at a place, by the line's state and candidate.
    std::vector<double> factors(const CellSequence& sequence, const CellSequence::Place& place) const;
    std::size_t bytes() const { return bytes_; }

private:
    /// The weights of a line, by state before its k-th cell; the greatest is 1.
    using Weights = std::vector<std::vector<double>>;

    Weights weights(const CellSequence::Line& line) const;

    const Grid& grid_;
    const BeliefPropagation& messages_;
    const double tempering_;
    std::map<const MinimalLineDfa*, Weights> weights_;
    std::size_t bytes_ = 0;
};

}  // namespace nonocsp
