// The join of two frontiers: which states of the upper one are compatible with some state of the lower one.
//
// Two states are compatible if they are in every line.  In most lines exactly one state of the other side is
// compatible: a block begun above must be finished below.  Between two blocks there is slack: both sides may have left
// a blank there, but not both may have ended in a block.  So the states of a line whose sets of compatible states
// overlap share a key, and a few exclusion bits record which of them still exclude each other.  The lower states are
// hashed by the keys of all lines together with their bits; an upper state is compatible if an entry under its keys has
// none of its excluded bits.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "counting/frontier/layout.hpp"
#include "search/base/bitset.hpp"

namespace nonocsp {

/// A line across both frontiers: its fields, and for each state of the second the compatible states of the first.
struct SharedLine {
    Field first, second;
    const std::vector<Word>* compatible;
};

template <int W>
class StateJoin {
public:
    /// `places`, if not null, receives where among the others under its keys each state stands.
    StateJoin(const std::vector<SharedLine>& shared, const std::vector<State<W>>& states,
              std::vector<std::uint32_t>* places = nullptr) {
        FieldPacker<W> keys, bits;
        for (const SharedLine& crossing : shared) lines_.push_back(line(crossing, keys, bits));
        for (const State<W>& state : states) keys_.insert_deferred(keyed(state).key);
        keys_.flush();
        from_.assign(keys_.capacity() + 1, 0);
        for (const State<W>& state : states) ++from_[keys_.find(keyed(state).key) + 1];
        for (std::size_t slot = 0; slot < keys_.capacity(); ++slot) from_[slot + 1] += from_[slot];
        std::vector<std::uint32_t> next(from_.begin(), from_.end() - 1);
        bits_.resize(states.size());
        for (const State<W>& state : states) {
            const Keyed one = keyed(state);
            const std::uint32_t place = next[keys_.find(one.key)]++;
            bits_[place] = one.bits;
            if (places) places->push_back(place);
        }
    }

    /// Whether lines had no room for their keys and bits: then it allows too many pairs, and loses none.
    bool is_exact() const { return is_exact_; }

    bool has(const State<W>& state) const {
        bool found = false;
        each_place(state, [&](std::uint32_t) { return !(found = true); });
        return found;
    }
    /// Calls `visit(place)` for the compatible lower states, until it returns false.
    template <class Visit>
    void each_place(const State<W>& state, Visit&& visit) const {
        State<W> key{}, excluded{};
        key[0] = 1;
        for (const Line& line : lines_) {
            const std::uint64_t s = line.first.template of<W>(state);
            key[line.key.word] |= line.key_of_first[s];
            excluded[line.bits.word] |= line.excluded[s];
        }
        const std::uint32_t slot = keys_.find(key);
        if (slot == StateSet<W>::none) return;
        for (std::uint32_t i = from_[slot]; i < from_[slot + 1]; ++i) {
            std::uint64_t both = 0;
            for (int w = 0; w < W; ++w) both |= bits_[i][w] & excluded[w];
            if (!both && !visit(i)) return;
        }
    }
    std::size_t bytes() const { return keys_.bytes() + from_.capacity() * 4 + bits_.capacity() * sizeof(State<W>); }

private:
    struct Line {
        Field first, second, key, bits;
        std::vector<std::uint64_t> key_of_first, excluded, key_of_second, bits_of_second;  ///< in position
    };
    struct Keyed {
        State<W> key, bits;
    };

    Line line(const SharedLine& crossing, FieldPacker<W>& keys, FieldPacker<W>& room) {
        Line line{crossing.first, crossing.second, {}, {}, {}, {}, {}, {}};
        const std::vector<Word>& compatible = *crossing.compatible;
        // Overlapping sets are merged.
        std::vector<Word> groups;
        for (Word set : compatible) {
            std::erase_if(groups, [&](Word group) {
                if (!(group & set)) return false;
                set |= group;
                return true;
            });
            groups.push_back(set);
        }
        std::size_t most = 0;
        std::vector<std::vector<Word>> subsets(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (Word set : compatible)
                if (set & groups[g] && set != groups[g]) subsets[g].push_back(set);
            most = std::max(most, subsets[g].size());
        }
        // A line without room for them excludes nothing.
        const bool has_key = keys.add(std::bit_width(groups.size() - 1), line.key);
        const bool has_bits = most && most < 64 && room.add(static_cast<int>(most), line.bits);
        if (!has_key || (most && !has_bits)) is_exact_ = false;
        line.key_of_first.resize(std::size_t{1} << line.first.bits);
        line.excluded.resize(line.key_of_first.size());
        line.key_of_second.resize(compatible.size());
        line.bits_of_second.resize(compatible.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            each_bit(&groups[g], 1, [&](int s) {
                if (has_key) line.key_of_first[s] = static_cast<std::uint64_t>(g) << line.key.shift;
                for (std::size_t b = 0; has_bits && b < subsets[g].size(); ++b)
                    if (!(subsets[g][b] >> s & 1)) line.excluded[s] |= std::uint64_t{1} << (line.bits.shift + b);
            });
            for (std::size_t t = 0; t < compatible.size(); ++t) {
                if (!(compatible[t] & groups[g])) continue;
                if (has_key) line.key_of_second[t] = static_cast<std::uint64_t>(g) << line.key.shift;
                for (std::size_t b = 0; has_bits && b < subsets[g].size(); ++b)
                    if (subsets[g][b] == compatible[t])
                        line.bits_of_second[t] = std::uint64_t{1} << (line.bits.shift + b);
            }
        }
        return line;
    }

    Keyed keyed(const State<W>& state) const {
        Keyed result{};
        result.key[0] = 1;
        for (const Line& line : lines_) {
            const std::uint64_t t = line.second.template of<W>(state);
            result.key[line.key.word] |= line.key_of_second[t];
            result.bits[line.bits.word] |= line.bits_of_second[t];
        }
        return result;
    }

    std::vector<Line> lines_;
    StateSet<W> keys_;
    std::vector<std::uint32_t> from_;
    std::vector<State<W>> bits_;
    bool is_exact_ = true;
};

}  // namespace nonocsp
