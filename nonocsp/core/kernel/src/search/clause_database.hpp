// The clause database: learned nogoods, with two watched literals each.
//
// A nogood is stored as the clause that forbids it: at least one of its literals must be true.  Two of them are
// watched, and the clause is visited only when a watched literal becomes false (Moskewicz et al., "Chaff", 2001); a
// blocking literal stored beside the watch often spares the visit.  Clauses lie one after another in one array;
// reducing the database compacts it and rebuilds the watches.
//
// Positions add many permanent clauses of two and three literals, and most literals follow from these.  They stand in
// full with each of their literals, in one array ordered by literal: neighbouring positions are neighbours in memory,
// nothing is watched, and the reason of a literal is the one or two other literals.
#pragma once

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "search/assignment.hpp"
#include "search/base/budget.hpp"
#include "search/literal.hpp"

namespace nonocsp {

using ClauseRef = std::uint32_t;
inline constexpr ClauseRef no_clause = ~ClauseRef{0};
/// A permanent clause of two or three literals; the third may be no_literal.
using ShortClause = std::array<Literal, 3>;

class ClauseDatabase {
public:
    /// The literals of a nogood and what decides how long it is kept.
    class Clause {
    public:
        static constexpr int header = 3;  ///< numbers before its literals

        explicit Clause(std::int32_t* at) : at_(at) {}
        int size() const { return at_[0]; }
        int& lbd() { return at_[1]; }   ///< literal block distance: decision levels among its literals when last used
        int& used() { return at_[2]; }  ///< reductions that it still survives; negative: permanent
        Literal* begin() { return at_ + header; }
        Literal* end() { return begin() + size(); }
        Literal& operator[](int i) { return begin()[i]; }
        void mark_used() {
            if (used() >= 0) used() = 1;
        }

    private:
        std::int32_t* at_;
    };

    void grow(Variable variables) {
        watches_.resize(2 * static_cast<std::size_t>(variables));
        first_short_.resize(watches_.size() + 1, static_cast<std::uint32_t>(short_.size()));
    }

    Clause operator[](ClauseRef ref) { return Clause(&data_[ref]); }

    /// A nogood has two literals at least; the first two are watched.  Returns why the first one is true if the others
    /// are false.
    Reason add(const std::vector<Literal>& literals, int lbd, bool is_permanent);

    /// The permanent short clauses, all at once.
    void set_short(const std::vector<ShortClause>& clauses);

    /// Unit propagation of a true literal.  False on a conflict.
    bool propagate(Literal l, Assignment& assignment, Budget& budget, Conflict& conflict);

    /// Fetch what `propagate` will read first.
    void prefetch(Literal l) const {
        const Literal falsified = negated(l);
        __builtin_prefetch(short_.data() + first_short_[falsified]);
        __builtin_prefetch(&watches_[falsified]);
    }

    /// Remove about half of the nogoods that are neither good nor used nor the reason of a true literal, worst first.
    /// Returns where clauses were and where they are now, or no_clause.
    std::vector<std::pair<ClauseRef, ClauseRef>> reduce(Assignment& assignment);

    std::size_t bytes() const {
        return data_.capacity() * sizeof(data_[0]) + refs_.capacity() * sizeof(refs_[0]) +
               watches_.capacity() * sizeof(watches_[0]) + 2 * refs_.size() * sizeof(Watch) +
               short_.capacity() * sizeof(short_[0]) + first_short_.capacity() * sizeof(first_short_[0]);
    }

private:
    /// The other literals of a short clause.
    struct Others {
        Literal one, other;
    };
    struct Watch {
        ClauseRef ref;
        Literal blocker;
    };

    bool propagate_short(Literal falsified, Assignment& assignment, Conflict& conflict) const;
    bool propagate_long(Literal falsified, Assignment& assignment, Conflict& conflict);
    void mark_worst();
    void watch(ClauseRef ref);

    std::vector<std::int32_t> data_;
    std::vector<ClauseRef> refs_;
    std::vector<std::vector<Watch>> watches_;  ///< literal -> clauses to visit when it becomes false
    std::vector<Others> short_;                ///< by literal, the others of its short clauses
    std::vector<std::uint32_t> first_short_;   ///< literal -> its part of short_
};

}  // namespace nonocsp
