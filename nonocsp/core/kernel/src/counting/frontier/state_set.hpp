// A hash set of millions of packed states.
//
// Open addressing with linear probing.  A state is a few words of which the lowest bit of the first is always set, so
// an empty slot is all zeros.  The cost is memory latency, so insertions are deferred a little while their slots are
// prefetched.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "search/base/huge_pages.hpp"

namespace nonocsp {

template <int W>
using State = std::array<std::uint64_t, W>;

/// The packed state of an entry of a list.
template <std::size_t W>
const std::array<std::uint64_t, W>& packed_state(const std::array<std::uint64_t, W>& state) {
    return state;
}

template <int W>
class StateSet {
public:
    static constexpr std::uint32_t none = ~0u;

    /// Empty, with room for `expected` states without growing.
    explicit StateSet(std::size_t expected = 0) : slots_(std::bit_ceil(expected + 3 * expected / 4 + 16)) {
        set_shift();
    }

    std::size_t size() const { return size_; }
    std::size_t capacity() const { return slots_.size(); }
    std::size_t bytes() const { return slots_.size() * sizeof(State<W>); }
    bool is_full(std::uint32_t slot) const { return slots_[slot][0]; }
    const State<W>& operator[](std::uint32_t slot) const { return slots_[slot]; }

    /// Insert now; the slot is valid until the set grows.
    std::uint32_t insert(const State<W>& state) { return insert(state, hash(state)); }
    std::uint32_t find(const State<W>& state) const {
        for (std::size_t i = hash(state) >> shift_;; i = (i + 1) & (slots_.size() - 1)) {
            if (is(slots_[i], state)) return static_cast<std::uint32_t>(i);
            if (!slots_[i][0]) return none;
        }
    }

    /// Insert later, at the latest in `flush`, and write the slot to the link if there is one.
    void insert_deferred(const State<W>& state, std::uint32_t* link = nullptr) {
        Waiting& next = waiting_[turn_++ % waiting_.size()];
        if (next.state[0]) insert(next);
        next = {state, hash(state), link};
        __builtin_prefetch(&slots_[next.hash >> shift_], 1);
    }
    void flush() {
        for (std::size_t i = 0; i < waiting_.size(); ++i) {
            Waiting& next = waiting_[turn_++ % waiting_.size()];
            if (next.state[0]) insert(next);
            next.state[0] = 0;
        }
    }

    template <class Visit>
    void each(Visit&& visit) const {
        for (const State<W>& state : slots_)
            if (state[0]) visit(state);
    }

private:
    struct Waiting {
        State<W> state{};
        std::uint64_t hash = 0;
        std::uint32_t* link = nullptr;
    };

    /// Whether two states are equal, without a call of memcmp.
    static bool is(const State<W>& a, const State<W>& b) {
        std::uint64_t different = 0;
        for (int w = 0; w < W; ++w) different |= a[w] ^ b[w];
        return !different;
    }
    static std::uint64_t hash(const State<W>& state) {
        std::uint64_t h = 0;
        for (const std::uint64_t word : state) {
            h = (h ^ word) * 0x9e3779b97f4a7c15u;
            h ^= h >> 32;
            h *= 0xd1342543de82ef95u;
            h ^= h >> 29;
        }
        return h * 0x9e3779b97f4a7c15u;
    }
    void set_shift() { shift_ = 64 - std::countr_zero(slots_.size()); }
    void insert(const Waiting& next) {
        const std::uint32_t slot = insert(next.state, next.hash);
        if (next.link) *next.link = slot;
    }
    std::uint32_t insert(const State<W>& state, std::uint64_t hash) {
        std::size_t i = hash >> shift_;
        for (; slots_[i][0]; i = (i + 1) & (slots_.size() - 1))
            if (is(slots_[i], state)) return static_cast<std::uint32_t>(i);
        slots_[i] = state;
        if (8 * ++size_ <= 5 * slots_.size()) return static_cast<std::uint32_t>(i);
        HugePageArray<State<W>> old(2 * slots_.size());
        old.swap(slots_);
        set_shift();
        for (const State<W>& kept : old) {
            if (!kept[0]) continue;
            for (i = this->hash(kept) >> shift_; slots_[i][0];) i = (i + 1) & (slots_.size() - 1);
            slots_[i] = kept;
        }
        return find(state);
    }

    HugePageArray<State<W>> slots_;
    std::size_t size_ = 0;
    int shift_ = 0;
    std::array<Waiting, 16> waiting_{};
    std::uint32_t turn_ = 0;
};

}  // namespace nonocsp
