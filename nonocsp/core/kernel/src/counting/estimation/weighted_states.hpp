// The states of a restricted frontier, with their weights and scores, and which of them are dropped.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include "counting/estimation/restricted_frontier.hpp"
#include "counting/frontier/state_set.hpp"

namespace nonocsp {

template <int W>
struct WeightedState {
    State<W> state;
    double weight, score;

    friend const State<W>& packed_state(const WeightedState& one) { return one.state; }
};

template <int W>
class WeightedStates {
public:
    /// The states before a cell, where they are remembered.
    struct Layer {
        StateSet<W> states;
        std::vector<double> weights;  ///< by slot
    };

    std::vector<WeightedState<W>> states;  ///< sorted
    std::vector<Layer> layers;             ///< by cell
    double additions = 0;                  ///< at most, into the weight of any state
    bool has_dropped = false;

    void begin(const Restriction& given) {
        restriction_ = given;
        random_.seed(given.seed);
        states = {{State<W>{1}, 1, 1}};
        exponent_ = 0;
        additions = 0;
        has_dropped = false;
        layers.clear();
        layer_bytes_ = 0;
        if (given.remembers) remember();
    }

    void drop() {
        const std::size_t width = std::max<std::size_t>(restriction_.width, 1);
        if (states.size() > width) {
            has_dropped = true;
            restriction_.is_random ? keep_at_random(width) : keep_best(width);
        }
        rescale();
        if (restriction_.remembers) remember();
    }

    /// When one state is left: what it counts.
    ScaledNumber total() const { return {states.empty() ? 0 : states[0].weight, exponent_}; }
    /// The total without its rounding errors; rounded up if the direction is 1, down if it is -1.
    BigUnsigned rounded(int direction) const {
        ScaledNumber number = total();
        if (exponent_ || number.mantissa >= 0x1p53) number.mantissa *= 1 + direction * (additions + 4) * 0x1p-52;
        int bits = 0;
        const double fraction = std::frexp(number.mantissa, &bits);
        const std::int64_t shift = bits - 53 + number.exponent;  // of the 53 bits of the fraction
        const auto digits = static_cast<std::uint64_t>(std::ldexp(std::max(fraction, 0.0), 53));
        if (shift < 0) {
            const std::uint64_t whole = shift > -64 ? digits >> -shift : 0;
            return whole + (direction > 0 && (shift > -64 ? whole << -shift : 0) != digits);
        }
        BigUnsigned result(digits);
        if (!digits) return result;
        result.limbs[0] = digits << shift % 64;
        if (shift % 64 && digits >> (64 - shift % 64)) result.limbs.push_back(digits >> (64 - shift % 64));
        result.limbs.insert(result.limbs.begin(), static_cast<std::size_t>(shift / 64), 0);
        if (!result.limbs.empty() && !result.limbs.back()) result.limbs.pop_back();
        return result;
    }
    std::size_t bytes() const { return layer_bytes_ + states.capacity() * sizeof(WeightedState<W>); }

private:
    /// Weights stay within 2^most_exponent; what is then below 2^-most_exponent is dropped.
    static constexpr int most_exponent = 500;

    /// Where scores are equal, the first in the list are kept.
    void keep_best(std::size_t number) {
        scores_.clear();
        for (const WeightedState<W>& state : states) scores_.push_back(state.score);
        const auto last = scores_.begin() + static_cast<std::ptrdiff_t>(number) - 1;
        std::nth_element(scores_.begin(), last, scores_.end(), std::greater<>());
        const double least = *last;
        std::size_t equal = number - static_cast<std::size_t>(std::count_if(
                                         scores_.begin(), last, [&](double score) { return score > least; }));
        std::erase_if(states, [&](const WeightedState<W>& state) {
            return state.score < least || (state.score == least && !(equal && equal--));
        });
    }

    /// Keep this many states on average, each at least as often as its score is of the threshold.  Marks at equal
    /// distances in sorted order keep some of each group of similar states.
    void keep_at_random(std::size_t number) {
        const double threshold = threshold_for(number);
        double position = uniform(random_) * threshold;  // the next mark on the sum of scores
        double sum = 0;
        std::size_t kept = 0;
        for (const WeightedState<W>& state : states) {
            if (state.score >= threshold) {
                states[kept++] = state;
                continue;
            }
            sum += state.score;
            if (sum <= position) continue;
            position += threshold;
            states[kept++] = {state.state, state.weight * (threshold / state.score), threshold};
        }
        states.resize(kept);
    }

    /// The sum of min(1, score / threshold) is this number.
    double threshold_for(std::size_t number) const {
        double threshold = 0;
        for (std::size_t sure = 0, before = number; sure != before;) {
            before = sure;
            sure = 0;
            double rest = 0;
            for (const WeightedState<W>& state : states) {
                if (threshold && state.score >= threshold) ++sure;
                else rest += state.score;
            }
            if (sure >= number) break;
            threshold = rest / static_cast<double>(number - sure);
        }
        return threshold;
    }

    /// Keep weights and scores within the range of doubles.
    void rescale() {
        double weight = 0, score = 0;
        for (const WeightedState<W>& state : states) {
            weight = std::max(weight, state.weight);
            score = std::max(score, state.score);
        }
        if (score > 0) {
            const double scale = std::ldexp(1.0, -std::ilogb(score));
            for (WeightedState<W>& state : states) state.score *= scale;
        }
        if (weight < std::ldexp(1.0, most_exponent)) return;
        exponent_ += most_exponent;
        for (WeightedState<W>& state : states) state.weight = std::ldexp(state.weight, -most_exponent);
        const std::size_t size = states.size();
        std::erase_if(states, [](const auto& state) { return state.weight < std::ldexp(1.0, -most_exponent); });
        has_dropped |= states.size() < size;
    }

    void remember() {
        Layer& layer = layers.emplace_back(Layer{StateSet<W>(states.size()), {}});
        layer.weights.resize(layer.states.capacity());
        for (const auto& state : states) layer.weights[layer.states.insert(state.state)] = state.weight;
        layer_bytes_ += layer.states.bytes() + layer.weights.capacity() * sizeof(double);
    }

    Restriction restriction_;
    Random random_;
    std::int64_t exponent_ = 0;  ///< of all weights
    std::size_t layer_bytes_ = 0;
    std::vector<double> scores_;
};

}  // namespace nonocsp
