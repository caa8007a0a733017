// Which states of one front fit a state of the other.
//
// Two states fit if they fit in every line, and in most they fit in one way only: a block that one front has begun,
// the other must have left unfinished by as much.  Between two blocks there is some play: both fronts may have left a
// blank there, and only not both have ended in a block.  So the states of a line that hang together are called by one
// name, and what they cannot bear in common is told by a few bits besides.  States of the second front are kept by
// the names of all lines, with their bits; a state fits if under its names there are bits that are none of those which
// it cannot bear.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "count/state_set.hpp"
#include "base/bitset.hpp"

namespace nonocsp {

/// Where the state of a line stands in a packed one.
struct Field {
    int word = 0, shift = 0, bits = 0;

    template <int W>
    std::uint64_t of(const State<W>& state) const {
        return state[W == 1 ? 0 : word] >> shift & ((std::uint64_t{1} << bits) - 1);
    }
};

/// Fields one after another.  The lowest bit of every word is left out.
template <int W>
class Fields {
public:
    /// False if there is no more room.
    bool add(int bits, Field& field) {
        for (int w = 0; w < W; ++w) {
            if (used_[w] + bits > 64) continue;
            field = {w, used_[w], bits};
            used_[w] += bits;
            return true;
        }
        return false;
    }

private:
    std::array<int, W> used_ = ones();
    static std::array<int, W> ones() {
        std::array<int, W> all;
        all.fill(1);
        return all;
    }
};

/// A line between the fronts: its fields in the states of both, and the states of the first that fit each of the second.
struct Crossing {
    Field first, second;
    const std::vector<Word>* fitting;
};

template <int W>
class Fitting {
public:
    Fitting(const std::vector<Crossing>& crossings, const std::vector<State<W>>& states) {
        Fields<W> bits;
        for (const Crossing& crossing : crossings) lines_.push_back(line(crossing, bits));
        for (const State<W>& state : states) names_.insert_soon(named(state).name);
        names_.settle();
        from_.assign(names_.capacity() + 1, 0);
        for (const State<W>& state : states) ++from_[names_.find(named(state).name) + 1];
        for (std::size_t slot = 0; slot < names_.capacity(); ++slot) from_[slot + 1] += from_[slot];
        std::vector<std::uint32_t> next(from_.begin(), from_.end() - 1);
        bits_.resize(states.size());
        for (const State<W>& state : states) {
            const Named one = named(state);
            bits_[next[names_.find(one.name)]++] = one.bits;
        }
    }

    bool has(const State<W>& state) const {
        State<W> name{}, unbearable{};
        name[0] = 1;
        for (const Line& line : lines_) {
            const std::uint64_t s = line.first.template of<W>(state);
            name[line.name.word] |= line.name_of_first[s];
            unbearable[line.bits.word] |= line.unbearable[s];
        }
        const std::uint32_t slot = names_.find(name);
        if (slot == StateSet<W>::none) return false;
        for (std::uint32_t i = from_[slot]; i < from_[slot + 1]; ++i) {
            std::uint64_t both = 0;
            for (int w = 0; w < W; ++w) both |= bits_[i][w] & unbearable[w];
            if (!both) return true;
        }
        return false;
    }
    std::size_t bytes() const { return names_.bytes() + from_.capacity() * 4 + bits_.capacity() * sizeof(State<W>); }

private:
    struct Line {
        Field first, second, name, bits;
        std::vector<std::uint64_t> name_of_first, unbearable, name_of_second, bits_of_second;  ///< in their places
    };
    struct Named {
        State<W> name, bits;
    };

    static Line line(const Crossing& crossing, Fields<W>& room) {
        Line line{crossing.first, crossing.second, crossing.first, {}, {}, {}, {}, {}};
        const std::vector<Word>& fitting = *crossing.fitting;
        // Sets that overlap grow together.
        std::vector<Word> groups;
        for (Word set : fitting) {
            std::erase_if(groups, [&](Word group) {
                if (!(group & set)) return false;
                set |= group;
                return true;
            });
            groups.push_back(set);
        }
        std::size_t most = 0;
        std::vector<std::vector<Word>> picky(groups.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (Word set : fitting)
                if (set & groups[g] && set != groups[g]) picky[g].push_back(set);
            most = std::max(most, picky[g].size());
        }
        // Without room for the bits the line is taken to bear everything.
        const bool has_bits = most && most < 64 && room.add(static_cast<int>(most), line.bits);
        line.name_of_first.resize(std::size_t{1} << line.first.bits);
        line.unbearable.resize(line.name_of_first.size());
        line.name_of_second.resize(fitting.size());
        line.bits_of_second.resize(fitting.size());
        for (std::size_t g = 0; g < groups.size(); ++g) {
            each_bit(&groups[g], 1, [&](int s) {
                line.name_of_first[s] = static_cast<std::uint64_t>(g) << line.name.shift;
                for (std::size_t b = 0; has_bits && b < picky[g].size(); ++b)
                    if (!(picky[g][b] >> s & 1)) line.unbearable[s] |= std::uint64_t{1} << (line.bits.shift + b);
            });
            for (std::size_t t = 0; t < fitting.size(); ++t) {
                if (!(fitting[t] & groups[g])) continue;
                line.name_of_second[t] = static_cast<std::uint64_t>(g) << line.name.shift;
                for (std::size_t b = 0; has_bits && b < picky[g].size(); ++b)
                    if (picky[g][b] == fitting[t]) line.bits_of_second[t] = std::uint64_t{1} << (line.bits.shift + b);
            }
        }
        return line;
    }

    Named named(const State<W>& state) const {
        Named result{};
        result.name[0] = 1;
        for (const Line& line : lines_) {
            const std::uint64_t t = line.second.template of<W>(state);
            result.name[line.name.word] |= line.name_of_second[t];
            result.bits[line.bits.word] |= line.bits_of_second[t];
        }
        return result;
    }

    std::vector<Line> lines_;
    StateSet<W> names_;
    std::vector<std::uint32_t> from_;
    std::vector<State<W>> bits_;
};

}  // namespace nonocsp
