// Marginals of one line: the forward-backward algorithm over the clue's automaton.
//
// The weight of each colour in each cell, summed over all placements.  forward[i][s] is the total weight of all ways to
// read the first i cells and arrive at state s, backward likewise from the right.  Their product over a cell's
// transitions, without the cell's own weight, is the message of the line to the cell.  Only the window
// of states that can be reached is visited, so known cells make it cheap.  Cost O(cells x states in window)
// multiplications, four at a time for lines of few colours: states form a chain, so the step from one cell
// to the next is a product of vectors and a shift by one.
#pragma once

#include <vector>

#include "line/clue.hpp"

namespace nonocsp {

/// The automaton of a clue as a list of steps, for the arithmetic below.
struct LineSteps {
    explicit LineSteps(const LineClue& clue);

    int states;
    std::vector<std::int16_t> token;  ///< paint that leads from s to s+1; `none`, or `free` for a step without a cell
    std::vector<std::int16_t> stay;   ///< paint that stays in s, or `none`

    /// The same as factors 0 or 1, for the vector pass: paint x padded states.  Empty if that pass does not serve.
    std::vector<float> token_is, stay_is;
    int blocks = 0;  ///< of four states

    static constexpr std::int16_t none = -1, free = -2;
};

class LineMarginals {
public:
    /// `weight`: cells x paints, none negative.  Writes to `message` (cells x paints) the line's message to each
    /// cell, whose entries sum to one.  False if no placement has any weight.
    bool compute(const LineSteps& steps, int cells, int paints, const float* weight, float* message);

private:
    template <int P>
    bool forward_in_vectors(const LineSteps& steps, int cells, const float* weight);
    template <int P>
    bool backward_in_vectors(const LineSteps& steps, int cells, const float* weight, float* message);
    bool forward(const LineSteps& steps, int cells, int paints, const float* weight);
    bool backward(const LineSteps& steps, int cells, int paints, const float* weight, float* message);

    std::vector<float> forward_, backward_, next_;
    std::vector<int> low_, high_;
};

}  // namespace nonocsp
