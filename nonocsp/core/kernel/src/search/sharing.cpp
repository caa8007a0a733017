// Giving and taking clauses by the names that all members know.
#include "search/sharing.hpp"

namespace nonocsp {

namespace {

/// The LBD and the literals of a nogood that others get, at most; smaller bounds were slower (search_team.cpp).
constexpr int most_lbd = 8;
constexpr std::size_t most_literals = 60;

}  // namespace

void Sharing::join(Exchange& exchange, std::size_t member) {
    exchange_ = &exchange;
    member_ = member;
    places_.resize(exchange.size());
}

void Sharing::give(const Learned& learned) {
    const std::size_t size = learned.clause.size();
    if (learned.lbd > most_lbd || size > most_literals) return;
    if (size < 2) return;  // a fact, which `synchronise` gives
    names_.clear();
    for (Literal l : learned.clause) {
        names_.push_back(positions_.name(l));
        if (names_.back() == no_literal) return;
    }
    (*exchange_)[member_].append(names_, learned.lbd);
}

bool Sharing::synchronise() {
    const std::vector<Literal>& trail = cdcl_.assignment.trail();
    for (; given_ < trail.size(); ++given_)
        if (const Literal name = positions_.name(trail[given_]); name != no_literal)
            (*exchange_)[member_].append({name}, 1);
    int lbd = 0;
    for (std::size_t other = 0; other < places_.size(); ++other) {
        if (other == member_) continue;
        while ((*exchange_)[other].read(places_[other], names_, lbd)) {
            if (cdcl_.budget.spend(20 * names_.size())) return true;
            if (!take(names_, lbd)) return false;
        }
    }
    return true;
}

/// Add a clause at level 0.  False if it is violated.
bool Sharing::take(const std::vector<Literal>& names, int lbd) {
    taken_.clause.clear();
    for (Literal name : names) {
        const Literal l = positions_.named(name);
        if (l == no_literal || l == always) return true;
        if (l == never || cdcl_.assignment.is_false(l)) continue;
        if (cdcl_.assignment.is_true(l)) return true;
        taken_.clause.push_back(l);
    }
    if (taken_.clause.empty()) return false;
    ++cdcl_.stats.shared;
    taken_.lbd = lbd;
    if (taken_.clause.size() == 1) cdcl_.assignment.enqueue(taken_.clause[0], {});
    else cdcl_.add_learned(taken_);
    return true;
}

}  // namespace nonocsp
