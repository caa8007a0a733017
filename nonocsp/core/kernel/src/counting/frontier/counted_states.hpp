// A long sorted list of packed states with numbers, in compressed blocks.
//
// An entry is one byte with two lengths, then the difference from the state before it and the number, without their
// leading zero bytes.  That takes six to ten bytes where state and number take 32.  Each block begins with a whole
// state, so blocks are read independently, by several threads at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
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

/// Sixteen bytes, the least significant first.
inline unsigned __int128 load_bytes(const std::uint8_t* from) {
    std::array<std::uint64_t, 2> words;
    std::memcpy(words.data(), from, sizeof words);
    if constexpr (std::endian::native == std::endian::big)
        for (std::uint64_t& word : words) word = __builtin_bswap64(word);
    return static_cast<unsigned __int128>(words[1]) << 64 | words[0];
}
inline void store_bytes(std::uint8_t* to, unsigned __int128 value) {
    std::array<std::uint64_t, 2> words{static_cast<std::uint64_t>(value), static_cast<std::uint64_t>(value >> 64)};
    if constexpr (std::endian::native == std::endian::big)
        for (std::uint64_t& word : words) word = __builtin_bswap64(word);
    std::memcpy(to, words.data(), sizeof words);
}

class CountedStates {
public:
    struct Block {
        std::unique_ptr<std::uint8_t[]> bytes;
        std::uint32_t size = 0, states = 0;
        Digits last = 0;
    };

    CountedStates() = default;
    CountedStates(CountedStates&& other) noexcept { *this = std::move(other); }
    CountedStates& operator=(CountedStates&& other) noexcept {
        blocks_ = std::move(other.blocks_);
        other.blocks_.clear();
        size_ = std::exchange(other.size_, 0);
        bytes_ = std::exchange(other.bytes_, 0);
        return *this;
    }

    std::size_t size() const { return size_; }
    std::size_t bytes() const { return bytes_; }
    const std::vector<Block>& blocks() const { return blocks_; }

    /// The number of states in some blocks, and the states.
    std::size_t size_of(std::size_t first, std::size_t end) const {
        std::size_t sum = 0;
        for (std::size_t b = first; b < end; ++b) sum += blocks_[b].states;
        return sum;
    }
    std::vector<CountedState> read(std::size_t first, std::size_t end) const;

    /// The blocks in parts of about this many states: where each begins, and the end.
    std::vector<std::size_t> parts(std::size_t states) const {
        std::vector<std::size_t> begins{0};
        std::size_t here = 0;
        for (std::size_t b = 0; b < blocks_.size(); ++b) {
            if (here && here + blocks_[b].states > states) {
                begins.push_back(b);
                here = 0;
            }
            here += blocks_[b].states;
        }
        if (here) begins.push_back(blocks_.size());
        return begins;
    }

    void push(Block block) {
        size_ += block.states;
        bytes_ += bytes_of(block);
        blocks_.push_back(std::move(block));
    }
    /// Move all of another list to the end.
    void append(CountedStates&& other) {
        blocks_.insert(blocks_.end(), std::make_move_iterator(other.blocks_.begin()),
                       std::make_move_iterator(other.blocks_.end()));
        size_ += other.size_;
        bytes_ += other.bytes_;
        other = CountedStates();
    }
    /// Free the states of some blocks that have been read; their last ones stay known.
    void free(std::size_t first, std::size_t end) {
        for (std::size_t b = first; b < end; ++b) {
            bytes_ -= blocks_[b].size;
            blocks_[b].bytes.reset();
            blocks_[b].size = 0;
        }
    }

private:
    static std::size_t bytes_of(const Block& block) { return block.size + sizeof(Block); }

    std::vector<Block> blocks_;
    std::size_t size_ = 0, bytes_ = 0;
};

/// Reads the states of a block in order.
class StateReader {
public:
    explicit StateReader(const CountedStates::Block& block) : at_(block.bytes.get()), left_(block.states) {}

    bool next(CountedState& one) {
        if (!left_) return false;
        --left_;
        const int state_bytes = (*at_ & 15) + 1, number_bytes = (*at_ >> 4) + 1;
        one.state = state_ += first(load_bytes(at_ + 1), state_bytes);
        one.number = first(load_bytes(at_ + 1 + state_bytes), number_bytes);
        at_ += 1 + state_bytes + number_bytes;
        return true;
    }

private:
    static unsigned __int128 first(unsigned __int128 value, int bytes) {
        return value & (~static_cast<unsigned __int128>(0) >> (128 - 8 * bytes));
    }

    const std::uint8_t* at_;
    std::uint32_t left_;
    Digits state_ = 0;
};

inline std::vector<CountedState> CountedStates::read(std::size_t first, std::size_t end) const {
    std::vector<CountedState> result;
    result.reserve(size_of(first, end));
    for (std::size_t b = first; b < end; ++b) {
        StateReader reader(blocks_[b]);
        for (CountedState one; reader.next(one);) result.push_back(one);
    }
    return result;
}

/// Makes blocks of rising states; its buffer serves again and again.
class StateWriter {
public:
    void push(const CountedState& one) {
        if (states_ == most_states) cut();
        if (buffer_.size() < size_ + most_bytes) buffer_.resize(2 * buffer_.size() + most_bytes);
        std::uint8_t* const to = &buffer_[size_];
        const Digits difference = one.state - last_;
        const int state_bytes = bytes(difference), number_bytes = bytes(one.number);
        *to = static_cast<std::uint8_t>((state_bytes - 1) | (number_bytes - 1) << 4);
        store_bytes(to + 1, difference);
        store_bytes(to + 1 + state_bytes, one.number);
        size_ += static_cast<std::size_t>(1 + state_bytes + number_bytes);
        last_ = one.state;
        ++states_;
    }
    /// What has been written since the last call.
    CountedStates take() {
        if (states_) cut();
        return std::move(done_);
    }

private:
    static constexpr std::uint32_t most_states = 16384;
    /// The bytes of an entry, with what is read behind it.
    static constexpr std::size_t most_bytes = 48, read_behind = 16;

    static int bytes(unsigned __int128 value) {
        const std::uint64_t high = static_cast<std::uint64_t>(value >> 64), low = static_cast<std::uint64_t>(value);
        return high ? 16 - std::countl_zero(high) / 8 : 8 - std::countl_zero(low | 1) / 8;
    }
    void cut() {
        const std::size_t size = size_ + read_behind;
        // Not initialised; some libraries have no make_unique_for_overwrite.
        CountedStates::Block block{std::unique_ptr<std::uint8_t[]>(new std::uint8_t[size]),
                                   static_cast<std::uint32_t>(size), states_, last_};
        std::memcpy(block.bytes.get(), buffer_.data(), size_);
        std::memset(block.bytes.get() + size_, 0, read_behind);
        done_.push(std::move(block));
        size_ = 0;
        states_ = 0;
        last_ = 0;
    }

    std::vector<std::uint8_t> buffer_;
    std::size_t size_ = 0;
    std::uint32_t states_ = 0;
    Digits last_ = 0;
    CountedStates done_;
};

}  // namespace nonocsp
