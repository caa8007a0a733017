// The forward-backward pass over the blocks of a line.
#include "search/line/marginals.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Cells from the start of a block to its end; one of unknown length is laid cell by cell.
int reach_of(const LineBlock& block) { return block.length ? block.length : 1; }

int slack(const LineClue& clue) {
    int cells = clue.cells;
    for (const LineBlock& block : clue.blocks) cells -= reach_of(block) + block.gap_before;
    return cells;
}

}  // namespace

std::uint64_t LineMarginals::work(const LineClue& clue) {
    if (clue.has_stars()) return 100 + 4 * static_cast<std::uint64_t>(clue.cells) * clue.states * clue.paints();
    return 100 + 5 * static_cast<std::uint64_t>(clue.cells) * clue.paints() +
           3 * clue.blocks.size() * static_cast<std::uint64_t>(slack(clue) + 1);
}

bool LineMarginals::compute(const LineClue& clue, const float* weight, float* message) {
    if (clue.has_stars()) return compute_by_reading(clue, weight, message);
    load(clue, weight);
    multiply_runs(clue);
    const double total = lay(clue);
    if (!(total > 1e-290 && total < 1e290)) return false;
    weigh(clue);
    add_up(clue, total);
    write(clue, message);
    return true;
}

/// `laid_` has the weight of all ways to each state, `following_` that from each state to the end.
bool LineMarginals::compute_by_reading(const LineClue& clue, const float* weight, float* message) {
    const std::size_t n = clue.cells, paints = clue.paints(), states = clue.states;
    const auto own = [&](std::size_t i, std::size_t p) { return 2 * static_cast<double>(weight[p * n + i]); };
    laid_.assign((n + 1) * states, 0);
    laid_[0] = 1;
    for (std::size_t i = 0; i < n; ++i)
        for (std::size_t s = 0; s < states; ++s)
            for (std::size_t p = 0; p < paints && laid_[i * states + s] > 0; ++p)
                if (const std::int32_t to = clue.next[s * paints + p]; to >= 0)
                    laid_[(i + 1) * states + to] += laid_[i * states + s] * own(i, p);
    std::vector<double> before;
    following_.assign(states, 0);
    double total = 0;
    each_bit(clue.accepting.data(), clue.words, [&](int s) {
        following_[s] = 1;
        total += laid_[n * states + s];
    });
    if (!(total > 1e-290 && total < 1e290)) return false;
    for (std::size_t i = n; i-- > 0;) {
        double shares[256] = {}, sum = 0;
        before.assign(states, 0);
        for (std::size_t s = 0; s < states; ++s)
            for (std::size_t p = 0; p < paints; ++p)
                if (const std::int32_t to = clue.next[s * paints + p]; to >= 0 && own(i, p) > 0) {
                    before[s] += following_[to] * own(i, p);
                    shares[p] += laid_[i * states + s] * following_[to];
                }
        for (std::size_t p = 0; p < paints; ++p) sum += shares[p];
        for (std::size_t p = 0; p < paints; ++p) message[p * n + i] = static_cast<float>(shares[p] / sum);
        following_.swap(before);
    }
    return true;
}

void LineMarginals::load(const LineClue& clue, const float* weight) {
    const std::size_t n = clue.cells, padded = n + padding;
    shifts_ = slack(clue) + 1;
    weights_.resize(clue.paints() * padded);
    for (int p = 0; p < clue.paints(); ++p, weight += n) {
        double* const to = &weights_[p * padded];
        to[0] = to[n + 1] = to[n + 2] = p == 0;
        // Twice the weights, so that the products of many cells stay in range: none of these is far from one.
        for (std::size_t i = 0; i < n; ++i) to[i + 1] = 2 * static_cast<double>(weight[i]);
    }
}

/// Shape by shape, each from the one before it and the products of 1, 2, 4, ... cells.
void LineMarginals::multiply_runs(const LineClue& clue) {
    const int n = clue.cells;
    runs_.resize(clue.shapes.size() * n);
    double* run = runs_.data();
    int paint = -1, have = 0, powers = 0;
    for (const Shape& shape : clue.shapes) {
        if (shape.paint != paint) {
            paint = shape.paint;
            powers_.assign(weights(clue, paint), weights(clue, paint) + n);
            powers = 1;
            have = 0;
            std::fill_n(run, n, 1.0);
        } else {
            std::copy_n(run - n, n, run);
        }
        for (int b = 0; shape.length > have; ++b) {
            const int step = 1 << b;
            if (b == powers) {
                powers_.resize((b + 1) * static_cast<std::size_t>(n));
                double* const power = &powers_[b * static_cast<std::size_t>(n)];
                for (int i = 0; i <= n - step; ++i) power[i] = power[i - n] * power[i - n + step / 2];
                ++powers;
            }
            if (!((shape.length - have) & step)) continue;
            const double* const power = &powers_[b * static_cast<std::size_t>(n)] + have;
            have += step;
            for (int i = 0; i <= n - have; ++i) run[i] *= power[i];
        }
        run += n;
    }
}

/// The pass from the left: `laid_`.  Returns the weight of all placements.
double LineMarginals::lay(const LineClue& clue) {
    const int shifts = shifts_, k = static_cast<int>(clue.blocks.size());
    laid_.resize((k + 1) * static_cast<std::size_t>(shifts));
    leftmost_.resize(k + 1);
    double* laid = laid_.data();
    std::fill_n(laid, shifts, 0.0);  // before the first block, an empty one that is not shifted
    laid[0] = 1;
    int place = 0;
    for (int j = 0; j < k; ++j) {
        const LineBlock& block = clue.blocks[j];
        leftmost_[j] = place += block.gap_before;
        const double* const before = laid;
        const double* const blank = weights(clue, 0) + place - 1;
        const double* const own = own_weights(clue, block) + place;
        const bool is_parted = j == 0 || block.gap_before;
        laid += shifts;
        double begun = 0;
        if (block.attached_before) {
            for (int d = 0; d < shifts; ++d) {
                begun = before[d];
                laid[d] = (block.length || d == 0 ? begun : begun + laid[d - 1]) * own[d];
            }
        } else if (block.length && is_parted) {
            for (int d = 0; d < shifts; ++d) laid[d] = (begun = (begun + before[d]) * blank[d]) * own[d];
        } else {
            for (int d = 0; d < shifts; ++d) {
                begun = is_parted ? (begun + before[d]) * blank[d] : begun * blank[d] + before[d];
                laid[d] = (block.length || d == 0 ? begun : begun + laid[d - 1]) * own[d];
            }
        }
        place += reach_of(block);
    }
    leftmost_[k] = place + 1;
    double total = 0;
    for (int d = 0; d < shifts; ++d) total = (total + laid[d]) * weights(clue, 0)[place + d];
    return total;
}

/// The pass from the right: the weight of each shift, added where the block begins and taken away where it ends.
void LineMarginals::weigh(const LineClue& clue) {
    const int shifts = shifts_, n = clue.cells, k = static_cast<int>(clue.blocks.size());
    slope_.assign(static_cast<std::size_t>(clue.paints()) * (n + 1), 0);
    following_.assign(shifts, 0);
    double* const following = following_.data();
    following[shifts - 1] = 1;
    for (int j = k - 1; j >= 0; --j) {
        const LineBlock& block = clue.blocks[j];
        const double* const blank = weights(clue, 0) + leftmost_[j + 1];
        const double* const own = own_weights(clue, block) + leftmost_[j];
        const double* const laid = &laid_[(j + 1) * static_cast<std::size_t>(shifts)];
        double* const begin = &slope_[block.paint * (n + 1) + leftmost_[j]];
        double* const end = begin + reach_of(block);
        const bool is_parted = j == k - 1 || block.gap_after;
        double after = 0, inside = 0;
        for (int d = shifts - 1; d >= 0; --d) {
            after = (block.attached_after ? 0 : after * blank[d]) + following[d];
            const double rest = (is_parted ? after * blank[d - 1] : after) + inside;
            const double weight = laid[d] * rest;
            following[d] = own[d] * rest;
            if (!block.length) inside = following[d];
            begin[d] += weight;
            end[d] -= weight;
        }
    }
}

/// Turn slopes into marginals.
void LineMarginals::add_up(const LineClue& clue, double total) {
    const std::size_t n = clue.cells;
    const double share = 1 / total;
    double* const blank = slope_.data();
    std::fill_n(blank, n, 1.0);
    for (int p = 1; p < clue.paints(); ++p) {
        double* const marginal = blank + p * (n + 1);
        double sum = 0;
        for (std::size_t i = 0; i < n; ++i) marginal[i] = sum += marginal[i];
        for (std::size_t i = 0; i < n; ++i) blank[i] -= marginal[i] = std::max(marginal[i] * share, 0.0);
    }
    for (std::size_t i = 0; i < n; ++i) blank[i] = std::max(blank[i], 0.0);
}

/// Marginals without each cell's own weight, normalised.
void LineMarginals::write(const LineClue& clue, float* message) const {
    const std::size_t n = clue.cells, paints = clue.paints();
    const double* const marginal = slope_.data();
    if (paints == 2) {
        // One division for a cell, several cells at a time.
        for (std::size_t i = 0; i < n; ++i) {
            const float blank = static_cast<float>(marginal[i] * weights(clue, 1)[i]);
            const float filled = static_cast<float>(marginal[n + 1 + i] * weights(clue, 0)[i]);
            message[n + i] = filled / (filled + blank);
        }
        for (std::size_t i = 0; i < n; ++i) message[i] = 1 - message[n + i];
        return;
    }
    for (std::size_t i = 0; i < n; ++i) {
        double shares[256], total = 0;
        for (std::size_t p = 0; p < paints; ++p) {
            const double own = weights(clue, static_cast<int>(p))[i];
            total += shares[p] = own > 0 ? marginal[p * (n + 1) + i] / own : 0;
        }
        for (std::size_t p = 0; p < paints; ++p) message[p * n + i] = static_cast<float>(shares[p] / total);
    }
}

}  // namespace nonocsp
