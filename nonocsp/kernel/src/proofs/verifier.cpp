#include "proofs/verifier.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>

namespace nonocsp {

namespace {

/// Colours renumbered in the order in which the clues first use them; unused ones come last.
Puzzle in_order_of_use(const Puzzle& puzzle) {
    Puzzle result = puzzle;
    std::vector<int> order(puzzle.colours + 1, 0);
    int used = 0;
    for (Clue& clue : result.clues)
        for (Block& block : clue.blocks) {
            int& number = order[block.colour];
            if (!number) number = ++used;
            block.colour = static_cast<std::uint8_t>(number);
        }
    return result;
}

}  // namespace

ProofVerifier::ProofVerifier(const Puzzle& puzzle, std::string fingerprint)
    : puzzle_(in_order_of_use(puzzle)), fingerprint_(std::move(fingerprint)) {
    const int lines = puzzle_.lines(), cells = puzzle_.rows * puzzle_.columns;
    options_.assign(cells, puzzle_.colours + 1);
    mask_words_ = puzzle_.colours / 64 + 1;
    masks_.assign(static_cast<std::size_t>(cells) * mask_words_, 0);
    words_[0] = puzzle_.columns / 64 + 1;
    words_[1] = puzzle_.rows / 64 + 1;
    for (int cell = 0; cell < cells; ++cell) {
        places_.push_back({cell / puzzle_.columns, cell % puzzle_.columns});
        for (int c = 0; c <= puzzle_.colours; ++c)
            masks_[static_cast<std::size_t>(cell) * mask_words_ + c / 64] |= std::uint64_t{1} << (c % 64);
    }
    is_dirty_.assign(lines, 0);
    for (int l = 0; l < lines; ++l) {
        const int length = puzzle_.length(l);
        lines_.emplace_back(puzzle_.clues[l], length, puzzle_.colours);
        planes_.push_back(can_.size());
        can_.resize(can_.size() + static_cast<std::size_t>(puzzle_.colours + 1) * lines_[l].words());
        for (int c = 0; c <= puzzle_.colours; ++c)
            for (int i = 0; i < length; ++i)
                plane(l, c)[i / 64] |= std::uint64_t{1} << (i % 64);
        first_block_.push_back(static_cast<std::int32_t>(windows_.size()));
        for (int b = 0; b < lines_[l].windows(); ++b) {
            windows_.push_back({0, length - puzzle_.clues[l].blocks[b].length});
            line_of_.push_back(l);
        }
        touch(l);
    }
    ended_ = !tighten_all();
    trail_.clear();
}

// What is known.

bool ProofVerifier::has(int cell, int colour) const {
    return masks_[static_cast<std::size_t>(cell) * mask_words_ + colour / 64] >> (colour % 64) & 1;
}

bool ProofVerifier::is_known(Fact fact) const {
    const int value = fact.value / 2;
    if (fact.variable >= 0) {
        const bool may_have = has(fact.variable, value);
        return fact.value & 1 ? !may_have : may_have && options_[fact.variable] == 1;
    }
    const StartWindow& window = windows_[-1 - fact.variable];
    return fact.value & 1 ? window.first >= value : window.last <= value;
}

void ProofVerifier::touch(int line) {
    if (is_dirty_[line]) return;
    is_dirty_[line] = 1;
    dirty_.push_back(line);
}

bool ProofVerifier::remove(int cell, int colour) {
    if (!has(cell, colour)) return true;
    flip(cell, colour);
    touch(places_[cell].row);
    touch(puzzle_.rows + places_[cell].column);
    trail_.push_back({cell, colour, 0});
    return --options_[cell] > 0;
}

void ProofVerifier::flip(int cell, int colour) {
    const auto [row, column] = places_[cell];
    masks_[static_cast<std::size_t>(cell) * mask_words_ + colour / 64] ^= std::uint64_t{1} << (colour % 64);
    plane(row, colour)[column / 64] ^= std::uint64_t{1} << (column % 64);
    plane(puzzle_.rows + column, colour)[row / 64] ^= std::uint64_t{1} << (row % 64);
}

std::uint64_t* ProofVerifier::plane(int line, int colour) {
    return &can_[planes_[line] + static_cast<std::size_t>(colour) * words_[line >= puzzle_.rows]];
}

bool ProofVerifier::narrow(int block, std::int32_t first, std::int32_t last) {
    StartWindow& window = windows_[block];
    if (first <= window.first && last >= window.last) return true;
    trail_.push_back({-1 - block, window.first, window.last});
    window = {std::max(first, window.first), std::min(last, window.last)};
    touch(line_of_[block]);
    return window.first <= window.last;
}

bool ProofVerifier::learn(Fact fact) {
    const int value = fact.value / 2;
    if (fact.variable < 0) {
        const bool is_after = fact.value & 1;
        const std::int32_t last = is_after ? std::numeric_limits<std::int32_t>::max() : value;
        return narrow(-1 - fact.variable, is_after ? value : -1, last);
    }
    if (fact.value & 1) return remove(fact.variable, value);
    if (!has(fact.variable, value)) return false;
    if (options_[fact.variable] > 1)
        for (int c = 0; c <= puzzle_.colours; ++c)
            if (c != value) remove(fact.variable, c);
    return true;
}

bool ProofVerifier::learn_opposite(Fact fact) {
    if (fact.variable >= 0) return learn({fact.variable, fact.value ^ 1});
    return learn({fact.variable, fact.value & 1 ? fact.value - 1 - 2 : fact.value + 1 + 2});
}

void ProofVerifier::undo() {
    for (int line : dirty_) is_dirty_[line] = 0;
    dirty_.clear();
    for (; !trail_.empty(); trail_.pop_back()) {
        const auto [variable, first, last] = trail_.back();
        if (variable < 0) {
            windows_[-1 - variable] = {first, last};
            continue;
        }
        flip(variable, first);
        ++options_[variable];
    }
}

// What follows.

bool ProofVerifier::learn_all(const Fact* facts, std::size_t size) {
    return std::all_of(facts, facts + size, [this](Fact fact) { return learn(fact); });
}

bool ProofVerifier::tighten(int line) {
    CheckedLine& own = lines_[line];
    if (puzzle_.clues[line].absent) return true;
    const int words = own.words(), blocks = own.windows();
    std::uint64_t* can = &can_[planes_[line]];
    narrowed_.assign(windows_.begin() + first_block_[line], windows_.begin() + first_block_[line] + blocks);
    if (!own.tighten(can, blocks ? narrowed_.data() : nullptr)) return false;
    const bool is_row = line < puzzle_.rows, was_dirty = is_dirty_[line];
    is_dirty_[line] = 1;  // its own changes do not make it dirty
    for (int c = 0; c <= puzzle_.colours; ++c)
        for (int w = 0; w < words; ++w) {
            std::uint64_t gone = can[c * words + w] & ~own.found()[c * words + w];
            for (; gone; gone &= gone - 1) {
                const int i = 64 * w + std::countr_zero(gone);
                remove(is_row ? line * puzzle_.columns + i : i * puzzle_.columns + line - puzzle_.rows, c);
            }
        }
    for (int b = 0; b < blocks; ++b) narrow(first_block_[line] + b, narrowed_[b].first, narrowed_[b].last);
    is_dirty_[line] = was_dirty;
    return true;
}

bool ProofVerifier::tighten_all() {
    for (std::size_t next = 0; next < dirty_.size(); ++next) {  // which grows
        const int line = dirty_[next];
        if (!tighten(line)) return false;
        is_dirty_[line] = 0;
    }
    dirty_.clear();
    return true;
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
    for (std::size_t w = step.begin; w < step.begin + step.size; ++w) {
        std::int64_t* own = &weight_of_[static_cast<std::size_t>(weights_[w].line) * colours];
        for (int c = 0; c < colours; ++c)
            if (c == weights_[w].colour || (c && weights_[w].colour < 0)) own[c] += weights_[w].weight;
    }
    for (const int sign : {1, -1}) {  // the least of the rows against the most of the columns, and the other way
        std::int64_t difference = 0;
        for (int l = 0; l < puzzle_.lines(); ++l) {
            const std::int64_t least = least_of(l, l < puzzle_.rows ? sign : -sign);
            if (least >= no_weight) return true;
            difference += least;
        }
        if (difference > 0) return true;
    }
    return false;
}

std::int64_t ProofVerifier::least_of(int line, int sign) {
    const int colours = puzzle_.colours + 1, n = puzzle_.length(line);
    const bool is_row = line < puzzle_.rows;
    const std::int64_t* own = &weight_of_[static_cast<std::size_t>(line) * colours];
    const std::int64_t* others = &weight_of_[is_row ? static_cast<std::size_t>(puzzle_.rows) * colours : 0];
    const StartWindow* windows = lines_[line].windows() ? &windows_[first_block_[line]] : nullptr;
    const std::int64_t* end = others + static_cast<std::size_t>(n) * colours;
    if (windows && std::all_of(others, end, [](std::int64_t weight) { return !weight; })) {
        // A colour weighs the same everywhere: all placements weigh the same.
        narrowed_.assign(windows, windows + lines_[line].windows());
        if (!lines_[line].tighten(&can_[planes_[line]], narrowed_.data())) return no_weight;
        std::int64_t total = own[0] * n;
        for (const Block& block : puzzle_.clues[line].blocks) total += (own[block.colour] - own[0]) * block.length;
        return sign * total;
    }
    line_weights_.assign(static_cast<std::size_t>(colours) * n, no_weight);
    for (int i = 0; i < n; ++i, others += colours)
        for (int c = 0; c < colours; ++c)
            if (plane(line, c)[i / 64] >> (i % 64) & 1)
                line_weights_[static_cast<std::size_t>(c) * n + i] = sign * (own[c] + others[c]);
    return lines_[line].least(line_weights_, windows);
}

void ProofVerifier::set_root(const Fact* facts, std::size_t size, bool are_opposite) {
    if (ended_) return;
    for (const Fact* fact = facts; fact != facts + size && !ended_; ++fact)
        ended_ = !(are_opposite ? learn_opposite(*fact) : learn(*fact));
    ended_ = ended_ || !tighten_all();
    trail_.clear();
}

}  // namespace nonocsp
