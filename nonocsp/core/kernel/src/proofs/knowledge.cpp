#include "proofs/knowledge.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace nonocsp {

namespace {

/// Colours renumbered in the order in which the clues first use them; unused ones come last.
Puzzle in_order_of_use(const Puzzle& puzzle) {
    Puzzle result = puzzle;
    std::vector<int> order(puzzle.colours + 1, 0);
    int used = 0;
    for (Clue& clue : result.clues)
        for (Block& block : clue.blocks) {
            if (block.length == star) continue;
            int& number = order[block.colour];
            if (!number) number = ++used;
            block.colour = static_cast<std::uint8_t>(number);
        }
    return result;
}

}  // namespace

Knowledge::Knowledge(const Puzzle& puzzle) : puzzle_(in_order_of_use(puzzle)), directions_(puzzle.directions()) {
    const int lines = puzzle_.lines(), cells = static_cast<int>(puzzle_.cells());
    options_.assign(cells, puzzle_.colours + 1);
    mask_words_ = puzzle_.colours / 64 + 1;
    masks_.assign(static_cast<std::size_t>(cells) * mask_words_, 0);
    for (int cell = 0; cell < cells; ++cell)
        for (int c = 0; c <= puzzle_.colours; ++c)
            masks_[static_cast<std::size_t>(cell) * mask_words_ + c / 64] |= std::uint64_t{1} << (c % 64);
    places_.resize(static_cast<std::size_t>(cells) * directions_);
    scopes_.assign(cells, 0);
    is_dirty_.assign(lines, 0);
    for (int l = 0; l < lines; ++l) {
        const int length = puzzle_.length(l), direction = puzzle_.direction(l);
        for (int i = 0; i < length; ++i)
            places_[static_cast<std::size_t>(puzzle_.cell(l, i)) * directions_ + direction] = {l, i};
        lines_.emplace_back(puzzle_.clues[l], length, puzzle_.colours);
        planes_.push_back(can_.size());
        can_.resize(can_.size() + static_cast<std::size_t>(puzzle_.colours + 1) * lines_[l].words());
        for (int c = 0; c <= puzzle_.colours; ++c)
            for (int i = 0; i < length; ++i) plane(l, c)[i / 64] |= std::uint64_t{1} << (i % 64);
        first_block_.push_back(static_cast<std::int32_t>(windows_.size()));
        for (int b = 0; b < lines_[l].windows(); ++b) {
            windows_.push_back({0, length - puzzle_.clues[l].blocks[b].length});
            line_of_.push_back(l);
        }
        touch(l);
    }
}

bool Knowledge::has(int cell, int colour) const {
    return masks_[static_cast<std::size_t>(cell) * mask_words_ + colour / 64] >> (colour % 64) & 1;
}

bool Knowledge::is_known(Fact fact) const {
    const int value = fact.value / 2;
    if (fact.variable >= 0) {
        const bool may_have = has(fact.variable, value);
        return fact.value & 1 ? !may_have : may_have && options_[fact.variable] == 1;
    }
    const StartWindow& window = windows_[-1 - fact.variable];
    return fact.value & 1 ? window.first >= value : window.last <= value;
}

void Knowledge::touch(int line) {
    if (is_dirty_[line]) return;
    is_dirty_[line] = 1;
    dirty_.push_back(line);
}

bool Knowledge::remove(int cell, int colour) {
    if (!has(cell, colour) || scopes_[cell] != scope_) return true;
    flip(cell, colour);
    for (const Board::Place& place : places(cell)) touch(place.line);
    trail_.push_back({cell, colour, 0});
    return --options_[cell] > 0;
}

void Knowledge::flip(int cell, int colour) {
    masks_[static_cast<std::size_t>(cell) * mask_words_ + colour / 64] ^= std::uint64_t{1} << (colour % 64);
    for (const auto [line, i] : places(cell)) plane(line, colour)[i / 64] ^= std::uint64_t{1} << (i % 64);
}

std::uint64_t* Knowledge::plane(int line, int colour) {
    return &can_[planes_[line] + static_cast<std::size_t>(colour) * words(line)];
}

bool Knowledge::narrow(int block, std::int32_t first, std::int32_t last) {
    StartWindow& window = windows_[block];
    if (first <= window.first && last >= window.last) return true;
    trail_.push_back({-1 - block, window.first, window.last});
    window = {std::max(first, window.first), std::min(last, window.last)};
    touch(line_of_[block]);
    return window.first <= window.last;
}

bool Knowledge::learn(Fact fact) {
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

bool Knowledge::learn_opposite(Fact fact) {
    if (fact.variable >= 0) return learn({fact.variable, fact.value ^ 1});
    return learn({fact.variable, fact.value & 1 ? fact.value - 1 - 2 : fact.value + 1 + 2});
}

void Knowledge::clear_dirty() {
    for (int line : dirty_) is_dirty_[line] = 0;
    dirty_.clear();
}

void Knowledge::undo_to(std::size_t length) {
    clear_dirty();
    for (; trail_.size() > length; trail_.pop_back()) {
        const auto [variable, first, last] = trail_.back();
        if (variable < 0) {
            windows_[-1 - variable] = {first, last};
            continue;
        }
        flip(variable, first);
        ++options_[variable];
    }
}

bool Knowledge::tighten(int line) {
    CheckedLine& own = lines_[line];
    if (puzzle_.clues[line].absent) return true;
    if (log_) log_->push_back({line, trail_.size()});
    const int words = own.words(), blocks = own.windows();
    std::uint64_t* can = &can_[planes_[line]];
    narrowed_.assign(windows_.begin() + first_block_[line], windows_.begin() + first_block_[line] + blocks);
    if (!own.tighten(can, blocks ? narrowed_.data() : nullptr)) return false;
    const bool was_dirty = is_dirty_[line];
    is_dirty_[line] = 1;  // its own changes do not make it dirty
    for (int c = 0; c <= puzzle_.colours; ++c)
        for (int w = 0; w < words; ++w) {
            std::uint64_t gone = can[c * words + w] & ~own.found()[c * words + w];
            for (; gone; gone &= gone - 1) {
                const int i = 64 * w + std::countr_zero(gone);
                remove(puzzle_.cell(line, i), c);
            }
        }
    for (int b = 0; b < blocks; ++b) narrow(first_block_[line] + b, narrowed_[b].first, narrowed_[b].last);
    is_dirty_[line] = was_dirty;
    return true;
}

bool Knowledge::tighten_all() {
    for (std::size_t next = 0; next < dirty_.size(); ++next) {  // which grows
        const int line = dirty_[next];
        if (!tighten(line)) return false;
        is_dirty_[line] = 0;
    }
    dirty_.clear();
    return true;
}

}  // namespace nonocsp
