// Cutting a line where only one automaton state is alive, and hashing what each piece allows.
#include "counting/components/segments.hpp"

#include <algorithm>

#include "search/line/automaton.hpp"

namespace nonocsp {

namespace {

/// Entries kept for a line before all are forgotten.
constexpr std::size_t most_entries = 4096;

}  // namespace

const Segments& LineSegments::under(const Word* planes) {
    const std::size_t size = words();
    const auto is = [&](std::int32_t entry) {
        const Word* key = &keys_[entry * size];
        for (std::size_t i = 0; i < size; ++i)
            if (planes[i] != key[i]) return false;
        return true;
    };
    if (last_ >= 0 && is(last_)) return entries_[last_];
    if (2 * entries_.size() >= slots_.size()) rehash(std::max<std::size_t>(16, 2 * slots_.size()));
    std::size_t slot = hash(planes) & (slots_.size() - 1);
    for (; slots_[slot] >= 0; slot = (slot + 1) & (slots_.size() - 1))
        if (is(slots_[slot])) return entries_[last_ = slots_[slot]];
    if (entries_.size() >= most_entries) {
        keys_.clear();
        entries_.clear();
        std::fill(slots_.begin(), slots_.end(), -1);
        slot = hash(planes) & (slots_.size() - 1);
    }
    slots_[slot] = last_ = static_cast<std::int32_t>(entries_.size());
    keys_.insert(keys_.end(), planes, planes + size);
    entries_.push_back(computed(planes));
    ++read_;
    return entries_.back();
}

Word LineSegments::hash(const Word* planes) const {
    Word h = 0;
    for (std::size_t i = 0; i < words(); ++i) h = (h ^ planes[i]) * 0x9e3779b97f4a7c15u, h ^= h >> 32;
    return h;
}

void LineSegments::rehash(std::size_t slots) {
    slots_.assign(slots, -1);
    for (std::size_t entry = 0; entry < entries_.size(); ++entry) {
        std::size_t slot = hash(&keys_[entry * words()]) & (slots - 1);
        while (slots_[slot] >= 0) slot = (slot + 1) & (slots - 1);
        slots_[slot] = static_cast<std::int32_t>(entry);
    }
}

std::size_t LineSegments::bytes() const {
    const std::size_t entry = sizeof(Segments) + words() * sizeof(Word) + clue_->cells * sizeof(std::uint16_t) +
                              (static_cast<std::size_t>(clue_->cells) / 4 + 1) * sizeof(Fingerprint);
    return entries_.size() * entry + slots_.size() * sizeof(std::int32_t);
}

Segments LineSegments::computed(const Word* planes) const {
    Segments result;
    result.of.resize(clue_->cells);
    if (!clue_->absent) {
        with_words(clue_->words, [&]<int W>() { read<W>(planes, result); });
        return result;
    }
    // Nothing ties the cells of an absent clue together.
    for (int i = 0; i < clue_->cells; ++i) {
        Fingerprint print;
        int candidates = 0;
        for (int p = 0; p < clue_->paints(); ++p)
            if (is_candidate(*clue_, planes, p, i)) {
                print.add(clue_->palette[p]).add(Fingerprint{});
                ++candidates;
            }
        if (candidates < 2) continue;
        result.of[i] = static_cast<std::uint16_t>(result.prints.size());
        result.prints.push_back(print);
    }
    return result;
}

template <int W>
void LineSegments::read(const Word* planes, Segments& result) const {
    using Set = BitSet<W>;
    const LineAutomaton<W> automaton(*clue_);
    const int n = clue_->cells, paints = clue_->paints();

    std::vector<Set> alive(n + 1), accepting(n + 1);
    alive_states(automaton, n, planes, accepting.data(), alive.data());

    // Reading from the right, the print of every state is restarted at every boundary with one state.
    std::vector<Fingerprint> print(clue_->states), before(clue_->states);
    std::vector<int> begins;  // boundaries where a segment begins, from the right
    std::vector<Fingerprint> prints;
    bool open = false;  // undecided cells since the last cut
    for (int i = n; i >= 0; --i) {
        if (i < n) {
            int candidates = 0;
            for (int p = 0; p < paints; ++p) candidates += automaton.in_plane(planes, p, i);
            open |= candidates > 1;
            each_bit(alive[i].word, W, [&](int state) {
                const Set from = automaton.closure(Set::single(state));
                Fingerprint sum;
                for (int p = 0; p < paints; ++p) {
                    if (!automaton.in_plane(planes, p, i)) continue;
                    const Set to = automaton.read(from, p) & alive[i + 1];
                    if (!to.any()) continue;
                    int target = 0;
                    each_bit(to.word, W, [&](int t) { target = t; });
                    if (candidates == 1) sum = print[target];
                    else sum.add(clue_->palette[p]).add(print[target]);
                }
                before[state] = sum;
            });
            print.swap(before);
        }
        if (alive[i].size() != 1) continue;
        int only = 0;
        each_bit(alive[i].word, W, [&](int state) { only = state; });
        if (open) prints.push_back(print[only]);
        print[only] = {};
        if (open) begins.push_back(i);
        open = false;
    }
    // Segments were found from the right; they are numbered from the left.
    result.prints.assign(prints.rbegin(), prints.rend());
    std::size_t segment = 0;
    for (int i = 0; i < n; ++i) {
        while (segment + 1 < begins.size() && i >= begins[begins.size() - 2 - segment]) ++segment;
        result.of[i] = static_cast<std::uint16_t>(segment);
    }
}

}  // namespace nonocsp
