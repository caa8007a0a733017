// The clause database: learned nogoods, with two watched literals each.
//
// A nogood is stored as the clause that forbids it: at least one of its literals must be true.  Two of them are
// watched, and the clause is visited only when a watched literal becomes false (Moskewicz et al., "Chaff", 2001); a
// blocking literal stored beside the watch often spares the visit.  ClauseDatabase lie one after another in one array;
// reducing the database compacts it and rebuilds the watches.
//
// Binary clauses need no visit at all: the other literal stands in the watch list of the first, so most of what
// positions imply is read off one short array (as in Biere's "Lingeling", 2010).
#pragma once

#include <algorithm>
#include <vector>

#include "base/budget.hpp"
#include "search/assignment.hpp"
#include "search/literal.hpp"

namespace nonocsp {

using ClauseRef = std::uint32_t;

class ClauseDatabase {
public:
    /// The literals of a nogood and what decides how long it is kept.
    class Clause {
    public:
        explicit Clause(std::int32_t* at) : at_(at) {}
        int size() const { return at_[0]; }
        int& lbd() { return at_[1]; }   ///< literal block distance: decision levels among its literals when last used
        int& used() { return at_[2]; }  ///< reductions that it still survives; negative: permanent
        Literal* begin() { return at_ + 3; }
        Literal* end() { return at_ + 3 + size(); }
        Literal& operator[](int i) { return at_[3 + i]; }
        void mark_used() {
            if (used() >= 0) used() = 1;
        }

    private:
        std::int32_t* at_;
    };

    void grow(Variable variables) {
        watches_.resize(2 * static_cast<std::size_t>(variables));
        binary_.resize(watches_.size());
    }

    Clause operator[](ClauseRef ref) { return Clause(&data_[ref]); }

    /// At least two literals; the first two are watched.
    ClauseRef add(const std::vector<Literal>& literals, int lbd, bool is_permanent);

    /// Unit propagation of a true literal.  On a conflict false, and `conflict` is true literals that no solution has
    /// together.
    bool propagate(Literal l, Assignment& assignment, Budget& budget, std::vector<Literal>& conflict);

    /// Remove about half of the nogoods that are neither good nor used nor the reason of a true literal, worst first.
    void reduce(Assignment& assignment);

    std::size_t bytes() const {
        return data_.capacity() * sizeof(data_[0]) + refs_.capacity() * sizeof(refs_[0]) +
               2 * watches_.capacity() * sizeof(watches_[0]) + 3 * refs_.size() * sizeof(Watch);
    }

private:
    struct Watch {
        ClauseRef ref;
        Literal blocker;
    };

    bool propagate_binary(Literal falsified, Assignment& assignment, std::vector<Literal>& conflict);
    bool is_reason(ClauseRef ref, const Assignment& assignment);
    void mark_worst(const Assignment& assignment);
    void watch(ClauseRef ref);

    std::vector<std::int32_t> data_;
    std::vector<ClauseRef> refs_;
    std::vector<std::vector<Watch>> watches_;  ///< literal -> clauses to visit when it becomes false
    std::vector<std::vector<Watch>> binary_;   ///< the same for clauses of two literals: `blocker` is the other one
};

}  // namespace nonocsp
