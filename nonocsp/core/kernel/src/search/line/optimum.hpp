// The weighted optimum of one line: the least sum of weights over its placements, for many weights at once.
//
// A shortest path through the layered graph of the clue's automaton: one pass over the cells.  A pass from the end
// adds the min-marginals: for each cell and colour, the least sum over the placements that have the colour there.  The
// greatest sum is the least one of the negated weights.  Sixteen weights share a pass, side by side in 16 bits each:
// finding the paths costs more than measuring them.
// Demassey, Pesant and Rousseau, "A cost-regular based hybrid column generation approach" (2006).
#pragma once

#include <algorithm>
#include <vector>

#include "search/line/steps.hpp"

namespace nonocsp {

/// One number for each of the weights that share a pass.
struct Lanes {
    static constexpr int count = 16;
    std::int16_t at[count];

    static Lanes filled(int value) {
        Lanes lanes;
        for (std::int16_t& lane : lanes.at) lane = static_cast<std::int16_t>(value);
        return lanes;
    }
    void lower_to(const Lanes& other) {
        for (int k = 0; k < count; ++k) at[k] = std::min(at[k], other.at[k]);
    }
    friend Lanes operator+(const Lanes& a, const Lanes& b) {
        Lanes sum;
        for (int k = 0; k < count; ++k) sum.at[k] = static_cast<std::int16_t>(a.at[k] + b.at[k]);
        return sum;
    }
    friend Lanes operator-(const Lanes& a, const Lanes& b) {
        Lanes difference;
        for (int k = 0; k < count; ++k) difference.at[k] = static_cast<std::int16_t>(a.at[k] - b.at[k]);
        return difference;
    }
};

/// The clue must fit its line.
class LineOptimum {
public:
    /// The sum of no placement.
    static constexpr int infinite = 16'000;
    /// No weights of cells of a line may have a sum that is farther from zero.  So an infinite sum is still larger than
    /// any other when weights were added to it, and the sum of two does not overflow.
    static constexpr int largest_sum = infinite / 3;

    /// Room for the weights of a line, cells x paints, to be set before each pass.
    Lanes* weights(const LineClue& clue) {
        weights_.resize(static_cast<std::size_t>(clue.cells) * clue.paints());
        return weights_.data();
    }
    /// The least sums over the placements that agree with the candidates; more than `largest_sum` if there are none.
    Lanes least(const LineClue& clue, const LineSteps& steps, const Word* planes);
    /// The min-marginals of the line that `least` was asked for last, cells x paints.
    const Lanes* marginals(const LineClue& clue, const LineSteps& steps);

private:
    Lanes* row(const LineSteps& steps, int i) {
        return &forward_[static_cast<std::size_t>(i) * (steps.states + 3) + 1];
    }
    Lanes least_by_reading(const LineClue& clue);
    void marginals_by_reading(const LineClue& clue);
    void read_cell(const LineClue& clue, const LineSteps& steps, int i);
    void set_window(const LineClue& clue, const LineSteps& steps, int i, int low, int high);

    std::vector<Lanes> weights_;   ///< infinite for what is no candidate
    std::vector<Lanes> forward_;   ///< before each cell, for each state, the shortest path from the start
    std::vector<int> low_, high_;  ///< before each cell, the states to which there is a path
    std::vector<Lanes> backward_, marginals_;
};

/// Rough work of a pass over a line, in nanoseconds.
inline std::uint64_t optimum_work(const LineClue& clue) {
    if (clue.has_stars()) return 200 + 10 * static_cast<std::uint64_t>(clue.cells) * clue.states * clue.paints();
    const int spare = clue.unknown_lengths ? clue.cells : clue.cells - clue.states + 2;
    return 200 + 4 * static_cast<std::uint64_t>(clue.states) * std::max(spare, 1);
}

}  // namespace nonocsp
