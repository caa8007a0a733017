// A long list of packed states with numbers, in blocks.
//
// It grows at its end only, never moves, and frees what has been read, so that a list and the one made from it take
// little more memory than the longer of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nonocsp {

/// The digits of a state are the states of lines.
using Digits = unsigned __int128;

struct CountedState {
    Digits state;
    unsigned __int128 number;
};

inline std::array<std::uint64_t, 2> packed_state(const CountedState& one) {
    return {static_cast<std::uint64_t>(one.state), static_cast<std::uint64_t>(one.state >> 64)};
}

class CountedStates {
public:
    CountedStates() = default;
    CountedStates(CountedStates&& other) noexcept
        : blocks_(std::move(other.blocks_)), size_(std::exchange(other.size_, 0)),
          bytes_(std::exchange(other.bytes_, 0)) {}
    CountedStates& operator=(CountedStates&& other) noexcept {
        blocks_ = std::move(other.blocks_);
        other.blocks_.clear();
        size_ = std::exchange(other.size_, 0);
        bytes_ = std::exchange(other.bytes_, 0);
        return *this;
    }

    std::size_t size() const { return size_; }
    bool empty() const { return !size_; }
    std::size_t bytes() const { return bytes_; }

    void push(const CountedState& one) {
        if (blocks_.empty() || blocks_.back().size == blocks_.back().capacity) add_block();
        Block& block = blocks_.back();
        block.states[block.size++] = one;
        ++size_;
    }
    /// Move all of another list to the end.
    void append(CountedStates&& other) {
        blocks_.insert(blocks_.end(), std::make_move_iterator(other.blocks_.begin()),
                       std::make_move_iterator(other.blocks_.end()));
        size_ += other.size_;
        bytes_ += other.bytes_;
        other = CountedStates();
    }

    /// The blocks, each of which may be made shorter by `shorten`.
    std::vector<std::span<CountedState>> blocks() {
        std::vector<std::span<CountedState>> result;
        for (Block& block : blocks_) result.emplace_back(block.states.get(), block.size);
        return result;
    }
    /// Keep the first states of each block.
    void shorten(const std::vector<std::size_t>& sizes) {
        CountedStates dense;
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            blocks_[b].size = static_cast<std::uint32_t>(sizes[b]);
            for (std::uint32_t i = 0; i < blocks_[b].size; ++i) dense.push(blocks_[b].states[i]);
            blocks_[b].states.reset();
        }
        *this = std::move(dense);
    }

    /// Read all states and free them.  `visit` returns false to stop.
    template <class Visit>
    bool consume(Visit&& visit) {
        for (Block& block : blocks_) {
            for (std::uint32_t i = 0; i < block.size; ++i)
                if (!visit(block.states[i])) return false;
            block.states.reset();
            bytes_ -= block.capacity * sizeof(CountedState);
            size_ -= block.size;
            block.size = block.capacity = 0;
        }
        blocks_.clear();
        return true;
    }

private:
    struct Block {
        std::unique_ptr<CountedState[]> states;
        std::uint32_t size = 0, capacity = 0;
    };
    static constexpr std::uint32_t least = 32, most = 2048;

    void add_block() {
        const std::uint32_t capacity =
            blocks_.size() < 6 ? least << blocks_.size() : most;
        // Not initialised; some libraries have no make_unique_for_overwrite.
        blocks_.push_back({std::unique_ptr<CountedState[]>(new CountedState[capacity]), 0, capacity});
        bytes_ += capacity * sizeof(CountedState);
    }

    std::vector<Block> blocks_;
    std::size_t size_ = 0, bytes_ = 0;
};

}  // namespace nonocsp
