// The components take turns.
#include "bounds/hoelder_bound.hpp"

#include <algorithm>
#include <cmath>

#include "line/count.hpp"

namespace nonocsp {

namespace {

/// The integer part of e^x, or a little more.
BigUnsigned floor_of_exp(double x) {
    if (x < 0) return {};
    const double power = x / std::log(2.0);
    const int whole = static_cast<int>(power);
    // Fifty bits, rounded up: the relative error of the power of two is that of `power`, times its size.
    const double digits = std::ldexp(std::exp2(power - whole), 50);
    const double error = std::ldexp(1 + power, -50);
    const auto mantissa = static_cast<std::uint64_t>(digits * (1 + error)) + 1;
    BigUnsigned result(whole < 50 ? mantissa >> (50 - whole) : mantissa);
    BigUnsigned factor;
    factor.limbs.assign(static_cast<std::size_t>(std::max(whole - 50, 0)) / 64 + 1, 0);
    factor.limbs.back() = std::uint64_t{1} << (std::max(whole - 50, 0) % 64);
    return result * factor;
}

}  // namespace

HoelderBound::HoelderBound(const Puzzle& puzzle, std::unique_ptr<Givens> givens, const Options& options,
                           const Limits& limits)
    : givens_(std::move(givens)), budget_(limits) {
    Options quick = options;
    quick.probing = quick.bounds = false;
    compilation_ = std::make_unique<PuzzleCompilation>(puzzle, givens_.get(), quick, budget_, stats_);
}

HoelderBound::~HoelderBound() = default;

void HoelderBound::run(std::uint64_t work, std::size_t memory) {
    const std::uint64_t until = budget_.work() + work;
    if (!is_started_) start(memory);
    while (!is_done() && budget_.work() < until) improve(memory - std::min(memory, automata_.bytes));
}

std::size_t HoelderBound::bytes() const {
    std::size_t bytes = compilation_->cdcl.bytes() + automata_.bytes;
    for (const auto& part : parts_) bytes += part->bytes();
    return bytes;
}

void HoelderBound::start(std::size_t memory) {
    is_started_ = true;
    is_propagated_ = compilation_->start();
    if (is_propagated_) multiply_placements();
    else if (compilation_->is_infeasible) best_.emplace();
    is_done_ = !is_propagated_;
    if (is_done_) return;
    for (const Component& component : compilation_->components) {
        if (budget_.look()) return;
        std::array<CellSequence, 2> sequences;
        for (int direction : {0, 1}) {
            sequences[direction] = sequence_of(*compilation_, component, direction, automata_, memory);
            sequences[direction].drop_large_lines();
            is_done_ |= sequences[direction].cells.empty();
        }
        if (is_done_) return;
        parts_.push_back(std::make_unique<ComponentUpperBound>(std::move(sequences), budget_));
    }
    is_done_ = parts_.empty();
}

/// The product of the numbers of placements of the rows, or of the lines of another direction.
void HoelderBound::multiply_placements() {
    const Grid& grid = compilation_->cdcl.grid;
    std::vector<std::vector<BigUnsigned>> counts(grid.board().directions());
    for (int line = 0; line < grid.lines(); ++line) {
        if (budget_.look()) return;
        const LineClue& clue = grid.clue(line);
        counts[grid.board().direction(line)].push_back(count(clue, grid.planes(line)));
        budget_.spend(static_cast<std::uint64_t>(clue.cells) * (10 + clue.blocks.size()));
    }
    best_ = product_of(std::move(counts[0]));
    for (std::size_t k = 1; k < counts.size(); ++k) best_ = std::min(*best_, product_of(std::move(counts[k])));
}

/// Improve the bound of the next component, and the product of all.
void HoelderBound::improve(std::size_t memory) {
    std::size_t tried = 0;
    while (tried < parts_.size() && parts_[next_]->is_done()) {
        next_ = (next_ + 1) % parts_.size();
        ++tried;
    }
    is_done_ = tried == parts_.size();
    if (is_done_) return;
    parts_[next_]->improve(budget_, memory / parts_.size());
    next_ = (next_ + 1) % parts_.size();
    double sum = 0, size = 0;
    for (const auto& part : parts_) {
        sum += part->log_bound();
        size += std::abs(part->log_bound());
    }
    budget_.spend(parts_.size());
    if (std::isinf(sum) && sum < 0) best_ = BigUnsigned();  // some part has no picture at all
    if (!std::isfinite(sum)) return;
    best_ = std::min(*best_, floor_of_exp(sum + 0x1p-50 * static_cast<double>(parts_.size()) * size));
}

}  // namespace nonocsp
