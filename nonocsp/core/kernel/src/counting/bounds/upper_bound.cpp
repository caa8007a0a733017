// The components take turns.
#include "counting/bounds/upper_bound.hpp"

#include <algorithm>
#include <cmath>

#include "search/line/count.hpp"

namespace nonocsp {

namespace {

/// Work on the potentials of a component by rows or by columns in a turn, in rough nanoseconds.
constexpr std::uint64_t potential_work = 5'000'000;

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

UpperBound::UpperBound(const Puzzle& puzzle, std::unique_ptr<Givens> givens, const Options& options,
                       const Limits& limits)
    : givens_(std::move(givens)), budget_(limits) {
    Options quick = options;
    quick.probing = quick.bounds = false;
    compilation_ = std::make_unique<PuzzleCompilation>(puzzle, givens_.get(), quick, budget_, stats_);
}

void UpperBound::run(std::uint64_t work, std::size_t memory) {
    const std::uint64_t until = budget_.work() + work;
    if (!is_started_) start(memory);
    while (!is_done() && budget_.work() < until) improve(memory - std::min(memory, automata_.bytes));
}

std::size_t UpperBound::bytes() const {
    std::size_t bytes = compilation_->cdcl.bytes() + automata_.bytes;
    for (const auto& part : parts_)
        bytes += part->potentials->bytes() + part->sequence.cells.size() * sizeof(CellSequence::Cell);
    return bytes;
}

void UpperBound::start(std::size_t memory) {
    is_started_ = true;
    is_propagated_ = compilation_->start();
    if (is_propagated_) multiply_placements();
    else if (compilation_->is_infeasible) best_.emplace();
    is_done_ = !is_propagated_;
    if (is_done_) return;
    for (const Component& component : compilation_->components)
        for (int direction : {0, 1}) {
            if (budget_.look()) return;
            auto part = std::make_unique<Part>();
            part->sequence = sequence_of(*compilation_, component, direction, automata_, memory);
            part->sequence.drop_large_lines();
            is_done_ = part->sequence.cells.empty() || !part->sequence.keeps_rotation();
            if (is_done_) return;
            part->potentials = std::make_unique<PotentialBound>(part->sequence, budget_);
            parts_.push_back(std::move(part));
        }
    is_done_ = parts_.empty();
}

/// The product of the numbers of placements of the rows, or of the lines of another direction.
void UpperBound::multiply_placements() {
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

/// Improve the next potentials, and the product of all.
void UpperBound::improve(std::size_t memory) {
    std::size_t tried = 0;
    while (tried < parts_.size() && parts_[next_]->potentials->is_done()) {
        next_ = (next_ + 1) % parts_.size();
        ++tried;
    }
    is_done_ = tried == parts_.size();
    if (is_done_) return;
    budget_.spend(parts_[next_]->potentials->improve(potential_work, memory / (4 * parts_.size()), budget_));
    next_ = (next_ + 1) % parts_.size();
    double sum = 0, size = 0;
    for (std::size_t i = 0; i < parts_.size(); i += 2) {
        const double part = std::min(parts_[i]->potentials->log_bound(), parts_[i + 1]->potentials->log_bound());
        sum += part;
        size += std::abs(part);
    }
    budget_.spend(parts_.size());
    if (std::isinf(sum) && sum < 0) best_ = BigUnsigned();  // some part has no picture at all
    if (!std::isfinite(sum)) return;
    best_ = std::min(*best_, floor_of_exp(sum + 0x1p-50 * static_cast<double>(parts_.size()) * size));
}

}  // namespace nonocsp
