// Bit sets of fixed size.
//
// Everything the kernel knows about a line is a set: of cells, of boundaries between cells, of
// automaton states.  A `BitSet<W>` is such a set over 0 .. 64*W-1, passed by value; with W = 1 every
// operation below compiles to one or two instructions, and the same source serves lines of ten
// thousand cells.  Addition and the two shifts are what make the line domain bit-parallel.
#pragma once

#include <bit>
#include <cstdint>

namespace nonocsp {

using Word = std::uint64_t;

/// The mirror image of one word: bit i goes to bit 63 - i.
inline Word reversed(Word x) {
    x = ((x >> 1) & 0x5555555555555555u) | ((x & 0x5555555555555555u) << 1);
    x = ((x >> 2) & 0x3333333333333333u) | ((x & 0x3333333333333333u) << 2);
    x = ((x >> 4) & 0x0f0f0f0f0f0f0f0fu) | ((x & 0x0f0f0f0f0f0f0f0fu) << 4);
    return __builtin_bswap64(x);
}

template <int W>
struct BitSet {
    Word word[W];

    static BitSet none() {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = 0;
        return r;
    }

    static BitSet load(const Word* from) {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = from[i];
        return r;
    }

    void store(Word* to) const {
        for (int i = 0; i < W; ++i) to[i] = word[i];
    }

    /// {0, ..., n-1}
    static BitSet first(int n) {
        BitSet r;
        for (int i = 0; i < W; ++i) {
            const int left = n - 64 * i;
            r.word[i] = left >= 64 ? ~Word{0} : left > 0 ? (Word{1} << left) - 1 : 0;
        }
        return r;
    }

    static BitSet single(int i) {
        BitSet r = none();
        r.insert(i);
        return r;
    }

    void insert(int i) { word[W == 1 ? 0 : i >> 6] |= Word{1} << (i & 63); }
    void remove(int i) { word[W == 1 ? 0 : i >> 6] &= ~(Word{1} << (i & 63)); }
    bool has(int i) const { return word[W == 1 ? 0 : i >> 6] >> (i & 63) & 1; }

    bool any() const {
        Word all = 0;
        for (int i = 0; i < W; ++i) all |= word[i];
        return all != 0;
    }

    int size() const {
        int n = 0;
        for (int i = 0; i < W; ++i) n += std::popcount(word[i]);
        return n;
    }

    bool operator==(const BitSet& o) const {
        Word different = 0;
        for (int i = 0; i < W; ++i) different |= word[i] ^ o.word[i];
        return different == 0;
    }

    BitSet operator&(const BitSet& o) const {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = word[i] & o.word[i];
        return r;
    }
    BitSet operator|(const BitSet& o) const {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = word[i] | o.word[i];
        return r;
    }
    BitSet operator^(const BitSet& o) const {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = word[i] ^ o.word[i];
        return r;
    }
    BitSet operator~() const {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = ~word[i];
        return r;
    }
    BitSet& operator|=(const BitSet& o) { return *this = *this | o; }
    BitSet& operator&=(const BitSet& o) { return *this = *this & o; }

    /// The set itself or the empty set, without a branch.
    BitSet only_if(bool condition) const {
        const Word mask = -Word{condition};
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = word[i] & mask;
        return r;
    }

    /// Binary addition; the carry out of the last word is lost.
    BitSet operator+(const BitSet& o) const {
        if constexpr (W == 2) return pair(pair() + o.pair());
        BitSet r;
        Word carry = 0;
        for (int i = 0; i < W; ++i) {
            Word sum;
            const bool first = __builtin_add_overflow(word[i], o.word[i], &sum);
            const bool second = __builtin_add_overflow(sum, carry, &r.word[i]);
            carry = first | second;
        }
        return r;
    }

    /// Every member moved up by n >= 0; what passes the end is lost.
    BitSet up(int n) const {
        if constexpr (W == 1) {
            return {{n < 64 ? word[0] << n : 0}};
        } else if constexpr (W == 2) {
            return pair(n < 128 ? pair() << n : 0);
        } else {
            BitSet r;
            const int whole = n >> 6, part = n & 63;
            for (int i = W - 1; i >= 0; --i) {
                const Word high = i >= whole ? word[i - whole] : 0;
                const Word low = part && i > whole ? word[i - whole - 1] : 0;
                r.word[i] = part ? high << part | low >> (64 - part) : high;
            }
            return r;
        }
    }

    /// Every member moved down by n >= 0; what passes zero is lost.
    BitSet down(int n) const {
        if constexpr (W == 1) {
            return {{n < 64 ? word[0] >> n : 0}};
        } else if constexpr (W == 2) {
            return pair(n < 128 ? pair() >> n : 0);
        } else {
            BitSet r;
            const int whole = n >> 6, part = n & 63;
            for (int i = 0; i < W; ++i) {
                const Word low = i + whole < W ? word[i + whole] : 0;
                const Word high = part && i + whole + 1 < W ? word[i + whole + 1] : 0;
                r.word[i] = part ? low >> part | high << (64 - part) : low;
            }
            return r;
        }
    }

    // Two words are one number of 128 bits, which compilers shift and add best.
    using Pair = unsigned __int128;
    Pair pair() const { return static_cast<Pair>(word[1]) << 64 | word[0]; }
    static BitSet pair(Pair both) { return {{static_cast<Word>(both), static_cast<Word>(both >> 64)}}; }

    /// The mirror image of a set over 0 .. n-1: member i becomes n - 1 - i.
    BitSet mirrored(int n) const {
        BitSet r;
        for (int i = 0; i < W; ++i) r.word[i] = reversed(word[W - 1 - i]);
        return r.down(64 * W - n);
    }
};

/// Call `visit(i)` for every member of a set of `words` words, in rising order.
template <class Visit>
void each_bit(const Word* words, int count, Visit&& visit) {
    for (int i = 0; i < count; ++i)
        for (Word rest = words[i]; rest; rest &= rest - 1) visit(64 * i + std::countr_zero(rest));
}

/// Flood fill: every member p of `from` with p in `through` also gives p + 1, and so on.  The carry of one addition
/// runs through each stretch of ones.
template <int W>
BitSet<W> spread(BitSet<W> from, BitSet<W> through) {
    return from | (through ^ (through + (from & through)));
}

}  // namespace nonocsp
