#include "proofs/checked_line.hpp"

#include <algorithm>
#include <bit>

namespace nonocsp {

namespace {

using Bits = std::uint64_t;

/// Sets of positions of W words, or with W = 0 of as many as `words`.
template <int W>
struct Sets {
    int words;

    int count() const { return W ? W : words; }

    void up(Bits* set, int by) const {
        const int whole = by / 64, part = by % 64;
        for (int i = count() - 1; i >= 0; --i) {
            Bits moved = i >= whole ? set[i - whole] << part : 0;
            if (part && i > whole) moved |= set[i - whole - 1] >> (64 - part);
            set[i] = moved;
        }
    }
    void down(Bits* set, int by) const {
        const int whole = by / 64, part = by % 64;
        for (int i = 0; i < count(); ++i) {
            Bits moved = i + whole < count() ? set[i + whole] >> part : 0;
            if (part && i + whole + 1 < count()) moved |= set[i + whole + 1] << (64 - part);
            set[i] = moved;
        }
    }
    /// Add what is reached upwards through `cells`: from position p through cell p to p + 1.
    void spread_up(Bits* set, const Bits* cells) const {
        Bits carry = 0;
        for (int i = 0; i < count(); ++i) {
            const Bits sum = cells[i] + (set[i] & cells[i]);
            const Bits all = sum + carry;
            carry = sum < cells[i] || all < sum;
            set[i] |= cells[i] ^ all;
        }
    }
    /// Add what is reached downwards: from position p through cell p - 1 to p - 1.
    void spread_down(Bits* set, const Bits* cells) const {
        bool carry = false;
        for (int i = count() - 1; i >= 0; --i) {
            Bits through = cells[i], reached = set[i];
            if (carry) reached |= through & Bits{1} << 63;
            for (int by = 1; by < 64; by *= 2) {
                reached |= reached >> by & through;
                through &= through >> by;
            }
            set[i] = reached;
            carry = reached & 1;
        }
    }
    /// The cells of blocks of a length that begin at the positions of a set.
    void cover(Bits* set, int length, Bits* scratch) const {
        for (int done = 1; done < length;) {
            const int more = std::min(done, length - done);
            std::copy_n(set, count(), scratch);
            up(scratch, more);
            for (int i = 0; i < count(); ++i) set[i] |= scratch[i];
            done += more;
        }
    }
    /// The positions from which `length` cells of a set follow.
    void fit(Bits* set, int length, Bits* scratch) const {
        for (int done = 1; done < length;) {
            const int more = std::min(done, length - done);
            std::copy_n(set, count(), scratch);
            down(scratch, more);
            for (int i = 0; i < count(); ++i) set[i] &= scratch[i];
            done += more;
        }
    }
    void keep(Bits* set, const Bits* other) const {
        for (int i = 0; i < count(); ++i) set[i] &= other[i];
    }
    void keep_window(Bits* set, StartWindow window) const {
        for (int i = 0; i < count(); ++i) {
            const int low = window.first - 64 * i, high = window.last - 64 * i;
            if (low >= 64 || high < 0) set[i] = 0;
            else set[i] &= ~Bits{0} << std::max(low, 0) & ~Bits{0} >> (63 - std::min(high, 63));
        }
    }
    bool any(const Bits* set) const {
        return std::any_of(set, set + count(), [](Bits word) { return word; });
    }
};

}  // namespace

CheckedLine::CheckedLine(const Clue& clue, int cells, int colours)
    : clue_(clue), cells_(cells), colours_(colours), words_(cells / 64 + 1) {
    for (const Block& block : clue.blocks) has_windows_ = has_windows_ && block.length > 0;
    if (clue.has_stars()) language_.emplace(clue, cells, colours);
    const std::size_t blocks = clue.blocks.size();
    found_.resize(static_cast<std::size_t>(colours + 1) * words_);
    starts_.resize(blocks * words_);
    room_.resize(blocks * words_);
    reached_.resize((blocks + 1) * words_);
    left_.resize(words_);
    scratch_.resize(words_);
}

bool CheckedLine::tighten(const Bits* can, StartWindow* windows) {
    if (language_) return tighten_with_stars(can);
    if (words_ == 1) return tighten_words<1>(can, windows);
    if (words_ == 2) return tighten_words<2>(can, windows);
    return tighten_words<0>(can, windows);
}

/// State by state: those that are reached from the left and lead to the end.
bool CheckedLine::tighten_with_stars(const Bits* can) {
    const std::int32_t states = language_->states();
    const auto has = [&](int i, int c) { return can[static_cast<std::size_t>(c) * words_ + i / 64] >> (i % 64) & 1; };
    std::vector<std::vector<char>> reached(cells_ + 1, std::vector<char>(states));
    reached[0][0] = 1;
    for (int i = 0; i < cells_; ++i)
        for (std::int32_t s = 0; s < states; ++s)
            for (int c = 0; reached[i][s] && c <= colours_; ++c)
                if (const std::int32_t to = language_->to(s, c); to >= 0 && has(i, c)) reached[i + 1][to] = 1;
    std::vector<char> ends = language_->accepts, before;
    std::fill(found_.begin(), found_.end(), 0);
    for (int i = cells_ - 1; i >= 0; --i) {
        before.assign(states, 0);
        for (std::int32_t s = 0; s < states; ++s)
            for (int c = 0; reached[i][s] && c <= colours_; ++c)
                if (const std::int32_t to = language_->to(s, c); to >= 0 && ends[to] && has(i, c)) {
                    before[s] = 1;
                    found_[static_cast<std::size_t>(c) * words_ + i / 64] |= Bits{1} << (i % 64);
                }
        ends.swap(before);
    }
    return ends[0];
}

std::int64_t CheckedLine::least_with_stars(const std::vector<std::int64_t>& weights) const {
    const std::int32_t states = language_->states();
    std::vector<std::int64_t> best(states, no_weight), next;
    best[0] = 0;
    for (int i = 0; i < cells_; ++i) {
        next.assign(states, no_weight);
        for (std::int32_t s = 0; s < states; ++s)
            for (int c = 0; best[s] < no_weight && c <= colours_; ++c) {
                const std::int64_t weight = weights[static_cast<std::size_t>(c) * cells_ + i];
                if (const std::int32_t to = language_->to(s, c); to >= 0 && weight < no_weight)
                    next[to] = std::min(next[to], best[s] + weight);
            }
        best.swap(next);
    }
    std::int64_t least = no_weight;
    for (std::int32_t s = 0; s < states; ++s)
        if (language_->accepts[s]) least = std::min(least, best[s]);
    return least;
}

template <int W>
bool CheckedLine::tighten_words(const Bits* can, StartWindow* windows) {
    if (!from_left<W>(can, windows)) return false;
    from_right<W>(can, windows);
    return true;
}

bool CheckedLine::is_gap(int j) const {
    const int blocks = static_cast<int>(clue_.blocks.size());
    return j > 0 && j < blocks && needs_gap(clue_.blocks[j - 1], clue_.blocks[j]);
}

bool CheckedLine::is_attached(int j) const {
    return j < static_cast<int>(clue_.blocks.size()) && clue_.blocks[j].joint == Joint::attached;
}

template <int W>
bool CheckedLine::from_left(const Bits* can, const StartWindow* windows) {
    const Sets<W> sets{words_};
    const int words = sets.count(), blocks = static_cast<int>(clue_.blocks.size());
    Bits* scratch = scratch_.data();

    // What the first j blocks and blanks can fill, from the left.
    Bits* reached = reached_.data();
    std::fill_n(reached, words, 0);
    reached[0] = 1;
    sets.spread_up(reached, can);
    for (int j = 0; j < blocks; ++j, reached += words) {
        const auto [length, colour, joint] = clue_.blocks[j];
        const Bits* cells = can + static_cast<std::size_t>(colour) * words;
        Bits *start = &starts_[static_cast<std::size_t>(j) * words], *next = reached + words;
        if (length > cells_) return false;
        std::copy_n(reached, words, start);
        if (is_gap(j)) {
            sets.keep(start, can);
            sets.up(start, 1);
        }
        if (length) {
            Bits* room = &room_[static_cast<std::size_t>(j) * words];
            std::copy_n(cells, words, room);
            sets.fit(room, length, scratch);
            if (windows) sets.keep_window(room, windows[j]);
            sets.keep(start, room);
        } else {
            sets.spread_up(start, cells);
            sets.keep(start, cells);
        }
        if (!sets.any(start)) return false;
        std::copy_n(start, words, next);
        sets.up(next, length ? length : 1);
        if (!is_attached(j + 1)) sets.spread_up(next, can);
    }
    return reached[cells_ / 64] >> (cells_ % 64) & 1;
}

template <int W>
void CheckedLine::from_right(const Bits* can, StartWindow* windows) {
    const Sets<W> sets{words_};
    const int words = sets.count(), blocks = static_cast<int>(clue_.blocks.size());
    Bits *scratch = scratch_.data(), *left = left_.data();
    const Bits* reached = reached_.data() + static_cast<std::size_t>(blocks) * words;
    std::fill(found_.begin(), found_.end(), 0);
    std::fill_n(left, words, 0);
    left[cells_ / 64] = Bits{1} << (cells_ % 64);
    sets.spread_down(left, can);
    for (int j = blocks;; --j, reached -= words) {
        std::copy_n(left, words, scratch);
        sets.down(scratch, 1);
        for (int i = 0; i < words && !is_attached(j); ++i) found_[i] |= reached[i] & scratch[i] & can[i];
        if (!j) return;
        const auto [length, colour, joint] = clue_.blocks[j - 1];
        const Bits* cells = can + static_cast<std::size_t>(colour) * words;
        Bits* start = &starts_[static_cast<std::size_t>(j - 1) * words];
        Bits* found = &found_[static_cast<std::size_t>(colour) * words];
        if (is_gap(j)) {
            sets.down(left, 1);
            sets.keep(left, can);
        }
        sets.down(left, length ? length : 1);
        if (length) {
            sets.keep(start, left);
            if (windows) {
                int first = 0, last = words - 1;
                while (!start[first]) ++first;
                while (!start[last]) --last;
                windows[j - 1].first = 64 * first + std::countr_zero(start[first]);
                windows[j - 1].last = 64 * last + 63 - std::countl_zero(start[last]);
            }
            std::copy_n(start, words, left);
            sets.cover(start, length, scratch);
        } else {
            sets.keep(left, cells);
            sets.spread_down(left, cells);
            sets.keep(start, left);
        }
        for (int i = 0; i < words; ++i) found[i] |= start[i];
        if (!is_attached(j - 1)) sets.spread_down(left, can);
    }
}

std::int64_t CheckedLine::least(const std::vector<std::int64_t>& weights, const StartWindow* windows) const {
    const auto sum = [](std::int64_t a, std::int64_t b) {
        return a >= no_weight || b >= no_weight ? no_weight : a + b;
    };
    if (clue_.absent) {
        std::int64_t total = 0;
        for (int i = 0; i < cells_; ++i) {
            std::int64_t best = no_weight;
            for (int c = 0; c <= colours_; ++c)
                best = std::min(best, weights[static_cast<std::size_t>(c) * cells_ + i]);
            total = sum(total, best);
        }
        return total;
    }
    if (language_) return least_with_stars(weights);
    // The least sums of the blocks so far: the last one ends at each position, or blanks follow it.
    std::vector<std::int64_t> ends(cells_ + 1, no_weight), best;
    ends[0] = 0;
    for (std::size_t j = 0;; ++j) {
        best.assign(ends.begin(), ends.end());
        for (int p = 0; p < cells_ && !is_attached(static_cast<int>(j)); ++p)
            best[p + 1] = std::min(best[p + 1], sum(best[p], weights[p]));
        if (j == clue_.blocks.size()) return best[cells_];
        const auto [length, colour, joint] = clue_.blocks[j];
        if (is_gap(static_cast<int>(j))) {
            for (int p = cells_; p > 0; --p) best[p] = sum(best[p - 1], weights[p - 1]);
            best[0] = no_weight;
        }
        const std::int64_t* own = &weights[static_cast<std::size_t>(colour) * cells_];
        std::fill(ends.begin(), ends.end(), no_weight);
        std::int64_t total = 0;  // of the possible cells among the last `length`
        int impossible = 0;
        for (int p = 1; p <= cells_; ++p) {
            const std::int64_t weight = own[p - 1];
            if (!length) {
                ends[p] = sum(std::min(best[p - 1], ends[p - 1]), weight);
                continue;
            }
            weight >= no_weight ? ++impossible : total += weight;
            if (p > length) own[p - 1 - length] >= no_weight ? --impossible : total -= own[p - 1 - length];
            const int start = p - length;
            if (start < 0 || impossible) continue;
            if (!windows || (windows[j].first <= start && start <= windows[j].last)) ends[p] = sum(best[start], total);
        }
    }
}

}  // namespace nonocsp
