// Shortest paths through the automaton of a clue.
#include "search/line/optimum.hpp"

namespace nonocsp {

namespace {

const Lanes nowhere = Lanes::filled(LineOptimum::infinite);

/// A path that goes on; it stays short enough to go on once more if one part is infinite.
Lanes joined(const Lanes& a, const Lanes& b) {
    Lanes sum = a + b;
    sum.lower_to(nowhere);
    return sum;
}

bool is_path(const Lanes& lanes) { return lanes.at[0] <= LineOptimum::largest_sum; }

/// The weight of a step that reads this paint, if there is one.
const Lanes& weight_of(std::int16_t paint, const Lanes* weights) { return paint >= 0 ? weights[paint] : nowhere; }

Lanes least_of(const Lanes* weights, int paints) {
    Lanes least = weights[0];
    for (int p = 1; p < paints; ++p) least.lower_to(weights[p]);
    return least;
}

/// The sum of a line without a clue, whose cells are independent.
Lanes sum_of_least(const LineClue& clue, const Lanes* weights) {
    Lanes sum = Lanes::filled(0);
    for (int i = 0; i < clue.cells; ++i) sum = joined(sum, least_of(weights + i * clue.paints(), clue.paints()));
    return sum;
}

int next_state(const LineClue& clue, int state, int paint) {
    return clue.next[static_cast<std::size_t>(state) * clue.paints() + paint];
}

}  // namespace

/// The same passes through an automaton that is no chain.
Lanes LineOptimum::least_by_reading(const LineClue& clue) {
    const int paints = clue.paints();
    forward_.assign(static_cast<std::size_t>(clue.cells + 1) * clue.states, nowhere);
    forward_[0] = Lanes::filled(0);
    for (int i = 0; i < clue.cells; ++i) {
        const Lanes *weights = &weights_[static_cast<std::size_t>(i) * paints],
                    *from = &forward_[static_cast<std::size_t>(i) * clue.states];
        for (int s = 0; s < clue.states; ++s)
            for (int p = 0; p < paints && is_path(from[s]); ++p)
                if (const int to = next_state(clue, s, p); to >= 0)
                    forward_[static_cast<std::size_t>(i + 1) * clue.states + to].lower_to(joined(from[s], weights[p]));
    }
    Lanes least = nowhere;
    each_bit(clue.accepting.data(), clue.words,
             [&](int s) { least.lower_to(forward_[static_cast<std::size_t>(clue.cells) * clue.states + s]); });
    return least;
}

void LineOptimum::marginals_by_reading(const LineClue& clue) {
    const int paints = clue.paints();
    std::vector<Lanes> before;
    backward_.assign(clue.states, nowhere);
    each_bit(clue.accepting.data(), clue.words, [&](int s) { backward_[s] = Lanes::filled(0); });
    for (int i = clue.cells - 1; i >= 0; --i) {
        const std::size_t at = static_cast<std::size_t>(i) * paints;
        before.assign(clue.states, nowhere);
        for (int s = 0; s < clue.states; ++s)
            for (int p = 0; p < paints; ++p)
                if (const int to = next_state(clue, s, p); to >= 0) {
                    const Lanes rest = joined(backward_[to], weights_[at + p]);
                    before[s].lower_to(rest);
                    marginals_[at + p].lower_to(joined(forward_[static_cast<std::size_t>(i) * clue.states + s], rest));
                }
        backward_.swap(before);
    }
}

Lanes LineOptimum::least(const LineClue& clue, const LineSteps& steps, const Word* planes) {
    const int paints = clue.paints();
    for (int i = 0; i < clue.cells; ++i)
        for (int p = 0; p < paints; ++p)
            if (!is_candidate(clue, planes, p, i)) weights_[static_cast<std::size_t>(i) * paints + p] = nowhere;
    if (clue.absent) return sum_of_least(clue, weights_.data());
    if (clue.has_stars()) return least_by_reading(clue);
    forward_.resize(static_cast<std::size_t>(clue.cells + 1) * (steps.states + 3));
    low_.resize(clue.cells + 1);
    high_.resize(clue.cells + 1);
    *row(steps, 0) = Lanes::filled(0);
    set_window(clue, steps, 0, 0, 0);
    for (int i = 0; i < clue.cells; ++i) read_cell(clue, steps, i);
    return high_[clue.cells] < steps.states - 1 ? nowhere : row(steps, clue.cells)[steps.states - 1];
}

void LineOptimum::read_cell(const LineClue& clue, const LineSteps& steps, int i) {
    const Lanes *weights = &weights_[static_cast<std::size_t>(i) * clue.paints()], *from = row(steps, i);
    Lanes* to = row(steps, i + 1);
    int low = low_[i];
    const int high = std::min(high_[i] + 1, steps.states - 1), last = steps.states - 1;
    // Where lengths are known, each cell left takes one step at most: what is too far from the end is lost.
    if (!clue.unknown_lengths) low = std::max(low, std::min(high, last - (clue.cells - 1 - i)));
    for (int s = low; s <= high; ++s) {
        to[s] = joined(from[s], weight_of(steps.stay[s], weights));
        if (s > 0) to[s].lower_to(from[s - 1] + weight_of(steps.token[s - 1], weights));
    }
    set_window(clue, steps, i + 1, low, high);
}

/// Take the free steps and leave out states at both ends without a path.
void LineOptimum::set_window(const LineClue& clue, const LineSteps& steps, int i, int low, int high) {
    Lanes* at = row(steps, i);
    if (clue.unknown_lengths) {
        at[high + 1] = nowhere;
        for (int s = low; s <= high; ++s)
            if (steps.token[s] == LineSteps::free) {
                if (s == high) ++high;
                at[s + 1].lower_to(at[s]);
            }
    }
    while (low < high && !is_path(at[low])) ++low;
    while (low < high && !is_path(at[high])) --high;
    at[low - 1] = at[high + 1] = nowhere;
    low_[i] = low;
    high_[i] = high;
}

const Lanes* LineOptimum::marginals(const LineClue& clue, const LineSteps& steps) {
    const int paints = clue.paints(), last = steps.states - 1;
    marginals_.assign(weights_.size(), nowhere);
    if (clue.absent) {
        const Lanes sum = sum_of_least(clue, weights_.data());
        for (std::size_t i = 0; i < weights_.size(); ++i)
            marginals_[i] = joined(sum - least_of(&weights_[i - i % paints], paints), weights_[i]);
        return marginals_.data();
    }
    if (clue.has_stars()) {
        marginals_by_reading(clue);
        return marginals_.data();
    }
    // The shortest path from each state to the end; beyond the window of a cell it may be longer than it is there, as
    // no path leads on to it.
    backward_.assign(steps.states + 1, nowhere);
    backward_[last] = Lanes::filled(0);
    const auto take_free_steps = [&](int low, int high) {
        if (!clue.unknown_lengths) return;
        for (int s = std::min(high, last - 1); s >= low; --s)
            if (steps.token[s] == LineSteps::free) backward_[s].lower_to(backward_[s + 1]);
    };
    take_free_steps(low_[clue.cells], high_[clue.cells]);
    for (int i = clue.cells - 1; i >= 0; --i) {
        const Lanes *weights = &weights_[static_cast<std::size_t>(i) * paints], *from = row(steps, i);
        Lanes* marginals = &marginals_[static_cast<std::size_t>(i) * paints];
        for (int s = low_[i]; s <= high_[i]; ++s) {
            const int stay = steps.stay[s], token = steps.token[s];
            const Lanes staying = joined(backward_[s], weight_of(steps.stay[s], weights));
            const Lanes moving = joined(backward_[s + 1], weight_of(steps.token[s], weights));
            if (stay >= 0) marginals[stay].lower_to(joined(from[s], staying));
            if (token >= 0) marginals[token].lower_to(joined(from[s], moving));
            backward_[s] = staying;
            backward_[s].lower_to(moving);
        }
        take_free_steps(low_[i], high_[i]);
    }
    return marginals_.data();
}

}  // namespace nonocsp
