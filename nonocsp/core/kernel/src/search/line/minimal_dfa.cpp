// Minimisation, and the reversed automaton.
#include "search/line/minimal_dfa.hpp"

#include <algorithm>
#include <map>

#include "search/line/automaton.hpp"

namespace nonocsp {

MinimalLineDfa::MinimalLineDfa(const LineClue& clue, const Word* planes, bool only_from_left)
    : only_from_left_(only_from_left) {
    for (int i = 0; i < clue.cells; ++i) {
        std::vector<std::uint8_t> colours;
        for (int p = 0; p < clue.paints(); ++p)
            if (is_candidate(clue, planes, p, i)) colours.push_back(clue.palette[p]);
        if (colours.size() < 2) continue;
        places_.push_back(i);
        colours_.push_back(std::move(colours));
    }
    states_.assign(colours_.size() + 1, 1);
    next_.resize(colours_.size());
    if (clue.absent) {
        for (int k = 0; k < cells(); ++k) next_[k].assign(colours_[k].size(), 0);
    } else {
        with_words(clue.words, [&]<int W>() { read<W>(clue, planes); });
    }
    determinise_backwards();
}

MinimalLineDfa MinimalLineDfa::without_clue() const {
    MinimalLineDfa result;
    result.places_ = places_;
    result.colours_ = colours_;
    result.states_.assign(colours_.size() + 1, 1);
    for (const auto& colours : colours_) result.next_.emplace_back(colours.size(), 0);
    result.determinise_backwards();
    return result;
}

std::size_t MinimalLineDfa::bytes() const {
    std::size_t bytes = sizeof *this + places_.capacity() * sizeof(int) + states_.capacity() * sizeof(int);
    for (const auto& colours : colours_) bytes += sizeof colours + colours.capacity();
    for (const auto& next : next_) bytes += sizeof next + next.capacity();
    for (const auto& before : before_) bytes += sizeof before + before.capacity();
    for (const auto& sets : compatible_) bytes += sizeof sets + sets.capacity() * sizeof(Word);
    return bytes;
}

template <int W>
void MinimalLineDfa::read(const LineClue& clue, const Word* planes) {
    const LineAutomaton<W> automaton(clue);
    const int n = clue.cells, paints = clue.paints();
    std::vector<BitSet<W>> alive(n + 1), accepting(n + 1);
    alive_states(automaton, n, planes, accepting.data(), alive.data());

    // group[s]: the equivalence class of automaton state s: from states of one class the same strings are accepted.
    std::vector<std::uint8_t> group(clue.states, 0), before(clue.states, 0);
    int k = cells();
    for (int i = n; i-- > 0;) {
        int candidates = 0;
        for (int p = 0; p < paints; ++p) candidates += automaton.in_plane(planes, p, i);
        std::map<std::vector<std::uint8_t>, std::uint8_t> groups;
        std::vector<std::uint8_t> leads;
        if (candidates > 1) --k;
        each_bit(alive[i].word, W, [&](int state) {
            const BitSet<W> from = automaton.closure(BitSet<W>::single(state));
            leads.clear();
            for (int p = 0; p < paints; ++p) {
                if (!automaton.in_plane(planes, p, i)) continue;
                const BitSet<W> to = automaton.read(from, p) & alive[i + 1];
                std::uint8_t target = none;
                each_bit(to.word, W, [&](int t) { target = group[t]; });
                leads.push_back(target);
            }
            if (candidates == 1) {
                before[state] = leads[0];
                return;
            }
            const auto [at, is_new] = groups.try_emplace(leads, static_cast<std::uint8_t>(groups.size()));
            if (is_new) next_[k].insert(next_[k].end(), leads.begin(), leads.end());
            before[state] = at->second;
        });
        if (candidates > 1) states_[k] = static_cast<int>(groups.size());
        if (groups.size() > limit()) {
            is_too_large_ = true;
            return;
        }
        group.swap(before);
    }
}

void MinimalLineDfa::determinise_backwards() {
    if (is_too_large_ || only_from_left_) return;
    compatible_.resize(cells() + 1);
    before_.resize(cells());
    compatible_[cells()] = {1};
    for (int k = cells(); k-- > 0;) {
        const std::size_t options = colours_[k].size();
        std::map<Word, std::uint8_t> numbers;
        for (const Word fits : compatible_[k + 1])
            for (std::size_t o = 0; o < options; ++o) {
                Word from = 0;
                for (int s = 0; s < states_[k]; ++s) {
                    const std::uint8_t to = next_[k][s * options + o];
                    if (to != none && fits >> to & 1) from |= Word{1} << s;
                }
                std::uint8_t number = none;
                if (from) {
                    const auto [at, is_new] =
                        numbers.try_emplace(from, static_cast<std::uint8_t>(compatible_[k].size()));
                    if (is_new) compatible_[k].push_back(from);
                    number = at->second;
                }
                before_[k].push_back(number);
            }
        if (compatible_[k].size() > most_states) {
            is_too_large_ = true;
            return;
        }
    }
}

}  // namespace nonocsp
