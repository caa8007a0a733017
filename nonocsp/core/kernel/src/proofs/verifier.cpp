#include "proofs/verifier.hpp"

#include <algorithm>

namespace nonocsp {

ProofVerifier::ProofVerifier(const Puzzle& puzzle, std::string fingerprint)
    : Knowledge(puzzle),
      fingerprint_(std::move(fingerprint)),
      longest_((std::size_t{1} << 24) +
               16 * puzzle_.directions() * puzzle_.cells() * (puzzle_.colours + std::size_t{1})) {
    ended_ = !tighten_all();
    forget_trail();
}

std::size_t ProofVerifier::bytes() const {
    constexpr std::size_t node = 80;  // of a set, with a string
    const std::size_t picture = pictures_.empty() ? 0 : pictures_.begin()->capacity() + node;
    return pending_.capacity() + steps_.capacity() * sizeof(Step) + facts_.capacity() * sizeof(Fact) +
           weights_.capacity() * sizeof(Weight) + pictures_.size() * picture + (counter_ ? counter_->bytes() : 0);
}

bool ProofVerifier::learn_all(const Fact* facts, std::size_t size) {
    return std::all_of(facts, facts + size, [this](Fact fact) { return learn(fact); });
}

bool ProofVerifier::apply(const Step& step) {
    if (step.kind == 'w') return !outweighs(step);
    const Fact* unknown = nullptr;
    for (const Fact *fact = facts_.data() + step.begin, *end = fact + step.size; fact != end; ++fact) {
        if (is_known(*fact)) continue;
        if (unknown) return true;
        unknown = fact;
    }
    return unknown && learn_opposite(*unknown);
}

bool ProofVerifier::follow_all() {
    for (std::size_t before = ~std::size_t{0}; before != trail_.size();) {
        if (!tighten_all()) return false;
        before = trail_.size();
        for (const Step& step : steps_)
            if ((step.kind == 'n' || step.kind == 's') && !apply(step)) return false;
    }
    return true;
}

bool ProofVerifier::outweighs(const Step& step) {
    const int colours = puzzle_.colours + 1;
    weight_of_.assign(static_cast<std::size_t>(puzzle_.lines()) * colours, 0);
    is_weighted_.assign(puzzle_.lines(), 0);
    for (std::size_t w = step.begin; w < step.begin + step.size; ++w) {
        is_weighted_[weights_[w].line] = 1;
        std::int64_t* own = &weight_of_[static_cast<std::size_t>(weights_[w].line) * colours];
        for (int c = 0; c < colours; ++c)
            if (c == weights_[w].colour || (c && weights_[w].colour < 0)) own[c] += weights_[w].weight;
    }
    std::int64_t difference = 0;  // between the least of a direction and the most of another
    for (const int sign : {1, -1}) {
        std::int64_t best = -no_weight;
        for (int d = 0; d < puzzle_.directions(); ++d) {
            std::int64_t total = 0;
            for (int l = puzzle_.first_line(d); l < puzzle_.first_line(d + 1); ++l) {
                const std::int64_t least = least_of(l, sign);
                if (least >= no_weight) return true;
                total += least;
            }
            best = std::max(best, total);
        }
        difference += best;
    }
    return difference > 0;
}

std::int64_t ProofVerifier::least_of(int line, int sign) {
    const int colours = puzzle_.colours + 1, n = puzzle_.length(line);
    const std::int64_t* own = &weight_of_[static_cast<std::size_t>(line) * colours];
    others_.assign(static_cast<std::size_t>(colours) * n, 0);
    bool is_even = true;  // the crossing lines weigh nothing
    for (int i = 0; i < n; ++i)
        for (const Board::Place& place : places(puzzle_.cell(line, i))) {
            if (place.line == line || !is_weighted_[place.line]) continue;
            is_even = false;
            for (int c = 0; c < colours; ++c)
                others_[static_cast<std::size_t>(i) * colours + c] +=
                    weight_of_[static_cast<std::size_t>(place.line) * colours + c];
        }
    const StartWindow* windows = lines_[line].windows() ? &windows_[first_block_[line]] : nullptr;
    if (windows && is_even) {
        // A colour weighs the same everywhere: all placements weigh the same.
        narrowed_.assign(windows, windows + lines_[line].windows());
        if (!lines_[line].tighten(&can_[planes_[line]], narrowed_.data())) return no_weight;
        std::int64_t total = own[0] * n;
        for (const Block& block : puzzle_.clues[line].blocks) total += (own[block.colour] - own[0]) * block.length;
        return sign * total;
    }
    line_weights_.assign(static_cast<std::size_t>(colours) * n, no_weight);
    for (int i = 0; i < n; ++i)
        for (int c = 0; c < colours; ++c)
            if (plane(line, c)[i / 64] >> (i % 64) & 1)
                line_weights_[static_cast<std::size_t>(c) * n + i] =
                    sign * (own[c] + others_[static_cast<std::size_t>(i) * colours + c]);
    return lines_[line].least(line_weights_, windows);
}

void ProofVerifier::set_root(const Fact* facts, std::size_t size, bool are_opposite) {
    if (ended_) return;
    for (const Fact* fact = facts; fact != facts + size && !ended_; ++fact)
        ended_ = !(are_opposite ? learn_opposite(*fact) : learn(*fact));
    ended_ = ended_ || !tighten_all();
    forget_trail();
}

}  // namespace nonocsp
