// The store of learned nogoods, with two watched literals each.
//
// A nogood is kept as the clause that forbids it: at least one of its literals must be true.  Two of them
// are watched, and the clause is looked at only when a watched one becomes false (Moskewicz et al.,
// "Chaff", 2001); a literal of the clause kept beside the watch often spares the look.  Nogoods live one
// after another in one array; throwing some away compacts it and builds the watches anew.
//
// A clause of two literals needs no look at all: its other literal stands in the list of the first, so most
// of what positions imply is read off one short array (as in Biere's "Lingeling", 2010).
#pragma once

#include <algorithm>
#include <vector>

#include "search/literal.hpp"

namespace nonocsp {

using NogoodRef = std::uint32_t;

class Nogoods {
public:
    struct Watch {
        NogoodRef ref;
        Literal blocker;
    };

    /// Literals of a nogood and what is known of its worth.
    class Nogood {
    public:
        explicit Nogood(std::int32_t* at) : at_(at) {}
        int size() const { return at_[0]; }
        int& levels() { return at_[1]; }  ///< decision levels among its literals when last met ("glue")
        int& used() { return at_[2]; }    ///< rounds of reduction it is safe from; permanent if negative
        Literal* begin() { return at_ + 3; }
        Literal* end() { return at_ + 3 + size(); }
        Literal& operator[](int i) { return at_[3 + i]; }

    private:
        std::int32_t* at_;
    };

    void reset(int variables) {
        watches_.assign(2 * static_cast<std::size_t>(variables), {});
        pairs_.assign(watches_.size(), {});
        data_.clear();
        refs_.clear();
    }

    void grow(int variables) {
        watches_.resize(2 * static_cast<std::size_t>(variables));
        pairs_.resize(watches_.size());
    }

    Nogood operator[](NogoodRef ref) { return Nogood(&data_[ref]); }
    std::vector<Watch>& watches(Literal falsified) { return watches_[falsified]; }
    /// Clauses of two literals: `blocker` is the other one.
    const std::vector<Watch>& pairs(Literal falsified) const { return pairs_[falsified]; }
    /// All literals, as one array that stays where it is until the next `add` or `reduce`.
    std::int32_t* data() { return data_.data(); }
    std::size_t size() const { return refs_.size(); }

    /// At least two literals; the first two are watched.
    NogoodRef add(const std::vector<Literal>& literals, int levels, bool permanent) {
        const NogoodRef ref = static_cast<NogoodRef>(data_.size());
        data_.push_back(static_cast<std::int32_t>(literals.size()));
        data_.push_back(levels);
        data_.push_back(permanent ? -1 : 1);
        data_.insert(data_.end(), literals.begin(), literals.end());
        refs_.push_back(ref);
        watch(ref);
        return ref;
    }

    /// Throw away about half of the nogoods that are not `locked(ref)`, the worst first.  Calls `moved(from, to)` for
    /// every locked nogood that changes its place.
    template <class Locked, class Moved>
    void reduce(Locked&& locked, Moved&& moved) {
        std::vector<NogoodRef> loose;
        for (NogoodRef ref : refs_) {
            Nogood nogood = (*this)[ref];
            if (nogood.used() < 0 || nogood.levels() <= 2 || locked(ref)) continue;
            if (nogood.used() > 0) --nogood.used();
            else loose.push_back(ref);
        }
        std::sort(loose.begin(), loose.end(), [&](NogoodRef a, NogoodRef b) {
            Nogood x = (*this)[a], y = (*this)[b];
            if (x.levels() != y.levels()) return x.levels() > y.levels();
            return x.size() != y.size() ? x.size() > y.size() : a < b;
        });
        loose.resize(loose.size() / 2);
        for (NogoodRef ref : loose) data_[ref + 1] = doomed;

        std::vector<std::int32_t> kept;
        std::vector<NogoodRef> kept_refs;
        for (NogoodRef ref : refs_) {
            Nogood nogood = (*this)[ref];
            if (nogood.levels() == doomed) continue;
            const NogoodRef to = static_cast<NogoodRef>(kept.size());
            if (locked(ref)) moves_.push_back({ref, to});
            kept_refs.push_back(to);
            kept.insert(kept.end(), &data_[ref], &data_[ref] + 3 + nogood.size());
        }
        for (auto [from, to] : moves_) moved(data_[from + 3], to);
        moves_.clear();
        data_.swap(kept);
        refs_.swap(kept_refs);
        for (auto& list : watches_) list.clear();
        for (auto& list : pairs_) list.clear();
        for (NogoodRef ref : refs_) watch(ref);
    }

    std::size_t bytes() const {
        return data_.capacity() * sizeof(data_[0]) + refs_.capacity() * sizeof(refs_[0]) +
               2 * watches_.capacity() * sizeof(watches_[0]) + 3 * refs_.size() * sizeof(Watch);
    }

private:
    static constexpr std::int32_t doomed = -7;

    void watch(NogoodRef ref) {
        std::vector<std::vector<Watch>>& lists = data_[ref] == 2 ? pairs_ : watches_;
        lists[data_[ref + 3]].push_back({ref, data_[ref + 4]});
        lists[data_[ref + 4]].push_back({ref, data_[ref + 3]});
    }

    std::vector<std::int32_t> data_;
    std::vector<NogoodRef> refs_;
    std::vector<std::vector<Watch>> watches_, pairs_;
    std::vector<std::pair<NogoodRef, NogoodRef>> moves_;
};

}  // namespace nonocsp
