// The forward-backward pass.
#include "line/marginals.hpp"

#include <algorithm>

namespace nonocsp {

LineSteps::LineSteps(const LineClue& clue) : states(clue.states), token(clue.states, none), stay(clue.states, none) {
    const auto in = [&](const Word* set, int s) { return set[s / 64] >> (s % 64) & 1; };
    for (int s = 0; s < states; ++s) {
        for (int p = 0; p < clue.paints(); ++p) {
            if (in(&clue.advance[static_cast<std::size_t>(p) * clue.words], s)) token[s] = static_cast<std::int16_t>(p);
            if (in(&clue.loop[static_cast<std::size_t>(p) * clue.words], s)) stay[s] = static_cast<std::int16_t>(p);
        }
        if (in(clue.skip.data(), s)) token[s] = free;
    }
    if (clue.unknown_lengths || clue.paints() > 4) return;
    blocks = (states + 3) / 4;
    const std::size_t padded = 4 * static_cast<std::size_t>(blocks);
    token_is.assign(padded * clue.paints(), 0);
    stay_is.assign(padded, 0);  // without unknown lengths only blank stays
    for (int s = 0; s < states; ++s) {
        if (token[s] >= 0) token_is[padded * token[s] + s] = 1;
        if (stay[s] == 0) stay_is[s] = 1;
    }
}

namespace {

/// Four states side by side.
using Four = float __attribute__((vector_size(16)));

Four load(const float* from) {
    Four v;
    __builtin_memcpy(&v, from, sizeof v);
    return v;
}
void store(float* to, Four v) { __builtin_memcpy(to, &v, sizeof v); }
float sum(Four v) { return (v[0] + v[2]) + (v[1] + v[3]); }

constexpr int cells_between_scalings = 4;

}  // namespace

/// Rows of states are padded by one block of zeros at each side of their window.
template <int P>
bool LineMarginals::forward_in_vectors(const LineSteps& steps, int cells, const float* weight) {
    const std::size_t padded = 4 * static_cast<std::size_t>(steps.blocks), row = padded + 8;
    forward_.resize((cells + 1) * row);
    low_.resize(cells + 1);
    high_.resize(cells + 1);
    const Four zero = {};
    const float* token_is[P];
    for (int p = 0; p < P; ++p) token_is[p] = &steps.token_is[padded * p];
    const float* const stay_is = steps.stay_is.data();

    float* f = forward_.data() + 4;
    store(f - 4, zero);
    store(f, Four{1, 0, 0, 0});
    store(f + 4, zero);
    low_[0] = high_[0] = 0;
    for (int i = 0; i < cells; ++i, f += row) {
        float* g = f + row;
        const float* w = weight + static_cast<std::size_t>(i) * P;
        int low = low_[i], high = std::min(high_[i] + 1, steps.blocks - 1);
        Four total = zero;
        // arriving[s] = f[s - 1] * (weight of the token of s - 1): computed in place, stored one to the right.
        float carry = 0;
        for (int b = low; b <= high; ++b) {
            const Four here = load(f + 4 * b);
            Four moving = w[0] * load(token_is[0] + 4 * b);
            for (int p = 1; p < P; ++p) moving += w[p] * load(token_is[p] + 4 * b);
            moving *= here;
            const Four arriving = {carry, moving[0], moving[1], moving[2]};
            carry = moving[3];
            const Four value = here * (w[0] * load(stay_is + 4 * b)) + arriving;
            store(g + 4 * b, value);
            total += value;
        }
        const auto is_zero = [&](int b) {
            const Four v = load(g + 4 * b);
            return v[0] == 0 && v[1] == 0 && v[2] == 0 && v[3] == 0;
        };
        // Each cell left takes one step along the chain at most: what is too far from the end is lost.
        low = std::min(high, std::max(low, (steps.states - 1 - (cells - 1 - i)) / 4));
        while (low < high && is_zero(low)) ++low;
        while (high > low && is_zero(high)) --high;
        if (i % cells_between_scalings == 0) {
            const float all = sum(total);
            if (!(all > 0)) return false;
            const float scale = 1 / all;
            for (int b = low; b <= high; ++b) store(g + 4 * b, scale * load(g + 4 * b));
        }
        store(g + 4 * low - 4, zero);
        store(g + 4 * high + 4, zero);
        low_[i + 1] = low;
        high_[i + 1] = high;
    }
    const int last = steps.states - 1;
    return high_[cells] == last / 4 && f[last] > 0;
}

template <int P>
bool LineMarginals::backward_in_vectors(const LineSteps& steps, int cells, const float* weight, float* message) {
    const std::size_t padded = 4 * static_cast<std::size_t>(steps.blocks), row = padded + 8;
    const Four zero = {};
    const float* token_is[P];
    for (int p = 0; p < P; ++p) token_is[p] = &steps.token_is[padded * p];
    const float* const stay_is = steps.stay_is.data();
    const float* f = forward_.data() + 4 + cells * row;
    const int last = steps.states - 1;
    backward_.assign(row, 0);
    float* b_now = backward_.data() + 4;
    b_now[last] = 1;
    for (int i = cells - 1; i >= 0; --i) {
        f -= row;
        const float* w = weight + static_cast<std::size_t>(i) * P;
        Four out[P];
        for (int p = 0; p < P; ++p) out[p] = zero;
        Four total = zero;
        const int low = low_[i], high = high_[i];
        // In place from the left: b_now[s + 1] is still the old value when s is written.
        for (int b = low; b <= high; ++b) {
            const Four here = load(b_now + 4 * b), after = load(b_now + 4 * b + 1), f_here = load(f + 4 * b);
            const Four staying = load(stay_is + 4 * b) * here;
            Four value = w[0] * staying;
            out[0] += f_here * staying;
            for (int p = 0; p < P; ++p) {
                const Four moving = load(token_is[p] + 4 * b) * after;
                value += w[p] * moving;
                out[p] += f_here * moving;
            }
            store(b_now + 4 * b, value);
            total += value;
        }
        // Beyond the window of this cell nothing can be reached from the left.
        store(b_now + 4 * high + 4, zero);
        float shares[P], all = 0;
        for (int p = 0; p < P; ++p) all += shares[p] = sum(out[p]);
        if (!(all > 0)) return false;
        for (int p = 0; p < P; ++p) message[static_cast<std::size_t>(i) * P + p] = shares[p] / all;
        if (i % cells_between_scalings == 0) {
            const float scale = 1 / sum(total);
            for (int b = low; b <= high; ++b) store(b_now + 4 * b, scale * load(b_now + 4 * b));
        }
    }
    return true;
}

bool LineMarginals::compute(const LineSteps& steps, int cells, int paints, const float* weight, float* message) {
    const auto in_vectors = [&]<int P>() {
        return forward_in_vectors<P>(steps, cells, weight) && backward_in_vectors<P>(steps, cells, weight, message);
    };
    if (steps.blocks && paints == 2) return in_vectors.operator()<2>();
    if (steps.blocks && paints == 3) return in_vectors.operator()<3>();
    if (steps.blocks && paints == 4) return in_vectors.operator()<4>();
    return forward(steps, cells, paints, weight) && backward(steps, cells, paints, weight, message);
}

bool LineMarginals::forward(const LineSteps& steps, int cells, int paints, const float* weight) {
    const int states = steps.states;
    const std::size_t row = states;
    forward_.resize((cells + 1) * row);
    low_.resize(cells + 1);
    high_.resize(cells + 1);
    const auto closure = [&](float* f, int low, int& high) {
        for (int s = low; s <= high && s + 1 < states; ++s)
            if (steps.token[s] == LineSteps::free) {
                if (s == high) f[++high] = 0;
                f[s + 1] += f[s];
            }
    };

    float* f = forward_.data();
    f[0] = 1;
    low_[0] = high_[0] = 0;
    closure(f, low_[0], high_[0]);
    for (int i = 0; i < cells; ++i, f += row) {
        float* g = f + row;
        const float* w = weight + static_cast<std::size_t>(i) * paints;
        const int low = low_[i], high = high_[i];
        int top = std::min(high + 1, states - 1);
        float sum = 0;
        float carried = 0;
        for (int s = low; s <= top; ++s) {
            float value = carried;
            carried = 0;
            if (s <= high) {
                if (steps.stay[s] >= 0) value += f[s] * w[steps.stay[s]];
                if (steps.token[s] >= 0) carried = f[s] * w[steps.token[s]];
            }
            g[s] = value;
            sum += value;
        }
        if (!(sum > 0)) return false;
        int bottom = low;
        // What cannot reach the end any more need not be carried.
        while (bottom < top && g[bottom] == 0) ++bottom;
        while (top > bottom && g[top] == 0) --top;
        const float scale = 1 / sum;
        for (int s = bottom; s <= top; ++s) g[s] *= scale;
        low_[i + 1] = bottom;
        high_[i + 1] = top;
        closure(g, bottom, high_[i + 1]);
    }
    return high_[cells] == states - 1 && f[states - 1] > 0;
}

bool LineMarginals::backward(const LineSteps& steps, int cells, int paints, const float* weight, float* message) {
    const int states = steps.states;
    const std::size_t row = states;
    const float* f = forward_.data() + cells * row;
    backward_.assign(row, 0);
    next_.assign(row, 0);
    backward_[states - 1] = 1;
    const auto backward_closure = [&](std::vector<float>& b, int low, int high) {
        for (int s = high; s >= low; --s)
            if (steps.token[s] == LineSteps::free) b[s] += b[s + 1];
    };
    backward_closure(backward_, low_[cells], std::min(high_[cells], states - 2));
    for (int i = cells - 1; i >= 0; --i) {
        f -= row;
        const float* w = weight + static_cast<std::size_t>(i) * paints;
        float* out = message + static_cast<std::size_t>(i) * paints;
        std::fill(out, out + paints, 0.0f);
        const int low = low_[i], high = high_[i], low_after = low_[i + 1], high_after = high_[i + 1];
        float sum = 0;
        for (int s = low; s <= high; ++s) {
            float value = 0;
            if (const int p = steps.stay[s]; p >= 0 && s >= low_after && s <= high_after) {
                out[p] += f[s] * backward_[s];
                value += w[p] * backward_[s];
            }
            if (const int p = steps.token[s]; p >= 0 && s + 1 >= low_after && s + 1 <= high_after) {
                out[p] += f[s] * backward_[s + 1];
                value += w[p] * backward_[s + 1];
            }
            next_[s] = value;
            sum += value;
        }
        float total = 0;
        for (int p = 0; p < paints; ++p) total += out[p];
        if (!(total > 0) || !(sum > 0)) return false;
        const float scale = 1 / sum, share = 1 / total;
        for (int s = low; s <= high; ++s) next_[s] *= scale;
        for (int p = 0; p < paints; ++p) out[p] *= share;
        backward_closure(next_, low, std::min(high, states - 2));
        backward_.swap(next_);
    }
    return true;
}

}  // namespace nonocsp
