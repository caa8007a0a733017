// Memoisation of tightening one line.
//
// A small direct-mapped cache: a new entry replaces the old one of the same hash.  A hit costs a tenth of tightening
// the line.
#pragma once

#include <algorithm>
#include <vector>

#include "search/line/clue.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

class TighteningCache {
public:
    explicit TighteningCache(const LineClue& clue)
        : clue_(&clue), words_(static_cast<std::size_t>(clue.paints()) * clue.words) {}

    const LineClue& clue() const { return *clue_; }
    /// Words of all planes of the line.
    std::size_t words() const { return words_; }

    /// What the planes are when the line is tightened, until the next call; null if it has no placement left.
    /// Calls `missed()` first if the cache does not have the answer.
    template <class Missed>
    const Word* tightened(const Word* planes, LineScratch& scratch, Missed&& missed) {
        if (table_.empty()) table_.resize(places * size());
        Word hash = 0;
        for (std::size_t w = 0; w < words_; ++w) hash = (hash ^ planes[w]) * 0x9e3779b97f4a7c15u;
        Word* const question = &table_[(hash >> (64 - place_bits)) * size()];
        Word *const answer = question + words_, &state = answer[words_];
        Word different = state == empty;
        for (std::size_t w = 0; w < words_; ++w) different |= question[w] ^ planes[w];
        if (different) {
            missed();
            std::copy_n(planes, words_, question);
            std::copy_n(planes, words_, answer);
            const bool possible =
                with_words(clue_->words, [&]<int W>() { return tighten<W>(*clue_, answer, scratch); });
            state = possible ? placeable : unplaceable;
        }
        return state == placeable ? answer : nullptr;
    }
    /// The size of the table, which is made at the first call.
    std::size_t bytes() const { return places * size() * sizeof(Word); }

private:
    static constexpr int place_bits = 8;
    static constexpr std::size_t places = std::size_t{1} << place_bits;
    static constexpr Word empty = 0, placeable = 1, unplaceable = 2;

    /// A question, its answer, and what is known of it.
    std::size_t size() const { return 2 * words_ + 1; }

    const LineClue* clue_;
    std::size_t words_;
    std::vector<Word> table_;
};

}  // namespace nonocsp
