// The counting program, on numbers of one or several limbs.
#include "search/line/count.hpp"

#include <algorithm>
#include <bit>

namespace nonocsp {

namespace {

/// A table of equally long naturals; row i is the i-th number.
class Naturals {
public:
    Naturals(int how_many, int limbs) : limbs_(limbs), data_(static_cast<std::size_t>(how_many) * limbs) {}

    std::uint64_t* operator[](int i) { return &data_[static_cast<std::size_t>(i) * limbs_]; }
    void clear() { std::fill(data_.begin(), data_.end(), 0); }
    void swap(Naturals& other) { data_.swap(other.data_); }

    void add(std::uint64_t* to, const std::uint64_t* what) const {
        unsigned carry = 0;
        for (int i = 0; i < limbs_; ++i) {
            std::uint64_t sum;
            const unsigned first = __builtin_add_overflow(to[i], what[i], &sum);
            const unsigned second = __builtin_add_overflow(sum, std::uint64_t{carry}, &to[i]);
            carry = first | second;
        }
    }

    BigUnsigned number(const std::uint64_t* from) const {
        BigUnsigned count;
        count.limbs.assign(from, from + limbs_);
        while (!count.limbs.empty() && count.limbs.back() == 0) count.limbs.pop_back();
        return count;
    }

private:
    int limbs_;
    std::vector<std::uint64_t> data_;
};

/// An absent clue leaves its cells independent: the product of the numbers of candidates.
BigUnsigned product(const LineClue& clue, const Word* planes) {
    BigUnsigned result(1);
    for (int i = 0; i < clue.cells; ++i) {
        std::uint64_t choices = 0;
        for (int p = 0; p < clue.paints(); ++p) choices += is_candidate(clue, planes, p, i);
        if (!choices) return {};
        unsigned __int128 carry = 0;
        for (std::uint64_t& limb : result.limbs) {
            carry += static_cast<unsigned __int128>(limb) * choices;
            limb = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
        if (carry) result.limbs.push_back(static_cast<std::uint64_t>(carry));
    }
    return result;
}

/// The number of paths through a deterministic automaton: for clues with stars.
BigUnsigned count_by_reading(const LineClue& clue, const Word* planes) {
    const int limbs =
        static_cast<int>(static_cast<std::size_t>(clue.cells) * std::bit_width(unsigned(clue.paints())) / 64 + 1);
    Naturals ways(clue.states, limbs), next(clue.states, limbs);
    std::vector<char> is_reached(clue.states, 0), is_next;
    ways[0][0] = 1;
    is_reached[0] = 1;
    for (int i = 0; i < clue.cells; ++i) {
        next.clear();
        is_next.assign(clue.states, 0);
        for (int s = 0; s < clue.states; ++s)
            for (int p = 0; is_reached[s] && p < clue.paints(); ++p) {
                const int to = clue.next[static_cast<std::size_t>(s) * clue.paints() + p];
                if (to < 0 || !is_candidate(clue, planes, p, i)) continue;
                ways.add(next[to], ways[s]);
                is_next[to] = 1;
            }
        ways.swap(next);
        is_reached.swap(is_next);
    }
    next.clear();
    each_bit(clue.accepting.data(), clue.words, [&](int s) { ways.add(next[0], ways[s]); });
    return next.number(next[0]);
}

}  // namespace

BigUnsigned count(const LineClue& clue, const Word* planes) {
    if (clue.impossible) return {};
    if (clue.absent) return product(clue, planes);
    if (clue.has_stars()) return count_by_reading(clue, planes);
    const int n = clue.cells;
    // A placement is given by the ends of its blocks, and of its unknown lengths by the starts too.
    const int limbs = (clue.unknown_lengths ? 2 * n : n) / 64 + 1;
    Naturals ways(n + 1, limbs), next(n + 1, limbs), inside(clue.unknown_lengths ? n + 1 : 0, limbs);

    // ways[p]: the cells before boundary p are laid with the blocks met so far, blanks that may be behind them
    // included.
    ways[0][0] = 1;
    for (int p = 1; p <= n && is_candidate(clue, planes, 0, p - 1); ++p) ways[p][0] = 1;

    for (const LineBlock& block : clue.blocks) {
        next.clear();
        if (!block.length) inside.clear();
        int run = 0;  // cells up to p that may take the block's colour
        for (int p = 1; p <= n; ++p) {
            const bool blank = is_candidate(clue, planes, 0, p - 1);
            run = is_candidate(clue, planes, block.paint, p - 1) ? run + 1 : 0;
            if (blank && !block.attached_after) ways.add(next[p], next[p - 1]);
            // Where a block may begin: ways[start], or with a gap, ways[start-1] and a blank after it.
            const auto from = [&](int start) -> const std::uint64_t* {
                if (!block.gap_before) return ways[start];
                if (start == 0 || !is_candidate(clue, planes, 0, start - 1)) return nullptr;
                return ways[start - 1];
            };
            if (block.length) {
                if (run >= block.length)
                    if (const auto* begin = from(p - block.length)) ways.add(next[p], begin);
            } else if (run) {
                ways.add(inside[p], inside[p - 1]);
                if (const auto* begin = from(p - 1)) ways.add(inside[p], begin);
                ways.add(next[p], inside[p]);
            }
        }
        ways.swap(next);
    }
    return ways.number(ways[n]);
}

}  // namespace nonocsp
