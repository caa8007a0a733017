// Where the states of lines stand in a packed state.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "counting/frontier/cell_sequence.hpp"
#include "counting/frontier/state_set.hpp"
#include "search/base/budget.hpp"

namespace nonocsp {

/// The bits of a packed state that hold the state of one line; they may go on in the next word.
struct Field {
    int word = 0, shift = 0, bits = 0;

    template <int W>
    std::uint64_t of(const State<W>& state) const {
        std::uint64_t value = state[W == 1 ? 0 : word] >> shift;
        if (W > 1 && shift + bits > 64) value |= state[static_cast<std::size_t>(word) + 1] << (64 - shift);
        return value & ((std::uint64_t{1} << bits) - 1);
    }
    /// Add to the state of the line; the field is within one word.
    template <int W>
    void add(std::uint64_t difference, State<W>& state) const {
        state[W == 1 ? 0 : static_cast<std::size_t>(word)] += difference << shift;
    }
};

/// Allocates fields one after another.  The lowest bit of every word stays free.
template <int W>
class FieldPacker {
public:
    /// Where there is room first; or behind all others, so that states are sorted as their fields from the last on.
    explicit FieldPacker(bool in_order = false) : in_order_(in_order) { used_.fill(1); }

    /// False if there is no more room.
    bool add(int bits, Field& field) {
        for (int w = in_order_ ? last_ : 0; w < W; ++w) {
            if (used_[w] + bits > 64) continue;
            field = {last_ = w, used_[w], bits};
            used_[w] += bits;
            return true;
        }
        return false;
    }

private:
    const bool in_order_;
    int last_ = 0;
    std::array<int, W> used_;
};

/// A field for each line of a sequence; those along which cells are decided share one.
class Layout {
public:
    /// Allocate from the least significant field on: the shared one, and the others in the order of lines.  False if
    /// the words have too few bits.
    template <int W>
    bool allocate(const CellSequence& sequence, const CellSequence::Widths& widths) {
        FieldPacker<W> packer(true);
        return packer.add(widths.along, along_) && allocate_others(sequence, widths, packer);
    }
    /// The shared one last, and the others where there is room: look-ahead begins with the last.
    template <int W>
    bool allocate_along_last(const CellSequence& sequence, const CellSequence::Widths& widths) {
        FieldPacker<W> packer;
        if (!allocate_others(sequence, widths, packer) || !packer.add(widths.along, along_)) return false;
        share(sequence);
        return true;
    }
    const Field& along() const { return along_; }
    const Field& of(std::size_t line) const { return fields_[line]; }

private:
    template <int W>
    bool allocate_others(const CellSequence& sequence, const CellSequence::Widths& widths, FieldPacker<W>& packer) {
        fields_.resize(sequence.lines.size());
        for (std::size_t line = 0; line < fields_.size(); ++line)
            if (!sequence.lines[line].is_along && !packer.add(widths.lines[line], fields_[line])) return false;
        share(sequence);
        return true;
    }
    void share(const CellSequence& sequence) {
        for (std::size_t line = 0; line < fields_.size(); ++line)
            if (sequence.lines[line].is_along) fields_[line] = along_;
    }

    Field along_;
    std::vector<Field> fields_;  ///< by line
};

/// The first of some frontiers, of more and more words, that packs its states and tables into this memory.  Null if
/// none does, or the budget has ended.
template <class Result, class... Frontiers, class... Arguments>
std::unique_ptr<Result> first_that_packs(std::size_t memory, Budget& budget, Arguments&... arguments) {
    std::unique_ptr<Result> result;
    const auto attempt = [&]<class Frontier>() {
        if (result || budget.ended()) return;
        auto frontier = std::make_unique<Frontier>(arguments...);
        if (frontier->pack(memory)) result = std::move(frontier);
    };
    (attempt.template operator()<Frontiers>(), ...);
    return result;
}

}  // namespace nonocsp
