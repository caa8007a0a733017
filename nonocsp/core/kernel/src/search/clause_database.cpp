// Unit propagation with watched literals, and reduction of the database.
#include "search/clause_database.hpp"

#include <numeric>

namespace nonocsp {

namespace {

/// The LBD of a nogood that is about to be removed.
constexpr std::int32_t removed = -7;
/// The mark in a watch list of a clause that is only the watched literal and the blocker.
constexpr ClauseRef binary = no_clause;

}  // namespace

Reason ClauseDatabase::add(const std::vector<Literal>& literals, int lbd, bool is_permanent) {
    if (literals.size() == 2) {
        watches_[literals[0]].push_back({binary, literals[1]});
        watches_[literals[1]].push_back({binary, literals[0]});
        return Reason(negated(literals[1]));
    }
    const ClauseRef ref = static_cast<ClauseRef>(data_.size());
    data_.push_back(static_cast<std::int32_t>(literals.size()));
    data_.push_back(lbd);
    data_.push_back(is_permanent ? -1 : 1);
    data_.insert(data_.end(), literals.begin(), literals.end());
    refs_.push_back(ref);
    watch(ref);
    return {Reason::clause, ref};
}

void ClauseDatabase::watch(ClauseRef ref) {
    Clause clause = (*this)[ref];
    watches_[clause[0]].push_back({ref, clause[1]});
    watches_[clause[1]].push_back({ref, clause[0]});
}

void ClauseDatabase::set_short(const std::vector<ShortClause>& clauses) {
    const auto each = [&](auto&& f) {
        for (const bool is_ternary : {false, true})
            for (const auto& [a, b, c] : clauses) {
                if ((c != no_literal) != is_ternary) continue;
                f(a, Others{b, c});
                f(b, Others{a, c});
                if (is_ternary) f(c, Others{a, b});
            }
    };
    std::fill(first_short_.begin(), first_short_.end(), 0);
    each([&](Literal l, Others) { ++first_short_[l + 1]; });
    std::partial_sum(first_short_.begin(), first_short_.end(), first_short_.begin());
    short_.resize(first_short_.back());
    std::vector<std::uint32_t> next(first_short_.begin(), first_short_.end() - 1);
    each([&](Literal l, Others others) { short_[next[l]++] = others; });
}

bool ClauseDatabase::propagate(Literal l, Assignment& assignment, Budget& budget, Conflict& conflict) {
    const Literal falsified = negated(l);
    budget.spend(5 * watches_[falsified].size() + 2 * (first_short_[falsified + 1] - first_short_[falsified]));
    return propagate_short(falsified, assignment, conflict) && propagate_long(falsified, assignment, conflict);
}

inline bool ClauseDatabase::propagate_short(Literal falsified, Assignment& assignment, Conflict& conflict) const {
    const std::int8_t* const values = assignment.values();
    const Literal l = negated(falsified);
    const Others* const end = short_.data() + first_short_[falsified + 1];
    for (const Others* at = short_.data() + first_short_[falsified]; at < end; ++at) {
        const auto [one, other] = *at;
        if (values[one] > 0) continue;
        if (other == no_literal) {
            if (values[one] < 0) {
                conflict = {{l, negated(one)}, Reason(l)};
                return false;
            }
            assignment.enqueue(one, Reason(l));
        } else if (values[other] < 0) {
            if (values[one] < 0) {
                conflict = {{l, negated(one), negated(other)}, Reason(l)};
                return false;
            }
            assignment.enqueue(one, Reason(l, negated(other)));
        } else if (values[other] == 0 && values[one] < 0) {
            assignment.enqueue(other, Reason(l, negated(one)));
        }
    }
    return true;
}

bool ClauseDatabase::propagate_long(Literal falsified, Assignment& assignment, Conflict& conflict) {
    std::vector<Watch>& watches = watches_[falsified];
    std::int32_t* const data = data_.data();
    const std::int8_t* const values = assignment.values();
    Watch *kept = watches.data(), *const end = kept + watches.size();
    const auto close = [&] { watches.resize(static_cast<std::size_t>(kept - watches.data())); };
    for (const Watch* at = kept; at < end;) {
        const Watch watch = *at++;
        if (values[watch.blocker] > 0) {
            *kept++ = watch;
            continue;
        }
        if (watch.ref == binary) {
            *kept++ = watch;
            if (values[watch.blocker] == 0) {
                assignment.enqueue(watch.blocker, Reason(negated(falsified)));
                continue;
            }
            while (at < end) *kept++ = *at++;
            close();
            conflict = {{negated(falsified), negated(watch.blocker)}, Reason(negated(falsified))};
            return false;
        }
        Clause clause(data + watch.ref);
        Literal* const literals = clause.begin();
        // The watched literal that is not the false one.
        const Literal first = literals[0] ^ literals[1] ^ falsified;
        const std::int8_t first_value = values[first];
        if (first_value > 0) {
            *kept++ = {watch.ref, first};
            continue;
        }
        Literal *other = literals + 2, *const last = clause.end();
        while (other < last && values[*other] < 0) ++other;
        if (other < last) {
            literals[0] = first;
            literals[1] = *other;
            *other = falsified;
            watches_[literals[1]].push_back({watch.ref, first});
            continue;
        }
        literals[0] = first;
        literals[1] = falsified;
        *kept++ = {watch.ref, first};
        if (first_value < 0) {
            while (at < end) *kept++ = *at++;
            close();
            conflict = {{}, {Reason::clause, watch.ref}};
            for (Literal literal : clause) conflict.literals.push_back(negated(literal));
            clause.mark_used();
            return false;
        }
        assignment.enqueue(first, {Reason::clause, watch.ref});
    }
    close();
    return true;
}

void ClauseDatabase::mark_worst() {
    std::vector<ClauseRef> unused;
    for (ClauseRef ref : refs_) {
        Clause clause = (*this)[ref];
        if (clause.used() < 0 || clause.lbd() <= 2) continue;
        if (clause.used() > 0) --clause.used();
        else unused.push_back(ref);
    }
    std::sort(unused.begin(), unused.end(), [&](ClauseRef a, ClauseRef b) {
        Clause x = (*this)[a], y = (*this)[b];
        if (x.lbd() != y.lbd()) return x.lbd() > y.lbd();
        return x.size() != y.size() ? x.size() > y.size() : a < b;
    });
    unused.resize(unused.size() / 2);
    for (ClauseRef ref : unused) (*this)[ref].lbd() = removed;
}

std::vector<std::pair<ClauseRef, ClauseRef>> ClauseDatabase::reduce(Assignment& assignment) {
    const auto each_reason = [&](auto&& f) {
        for (Literal l : assignment.trail())
            if (Reason& reason = assignment[variable(l)].reason; reason.kind == Reason::clause) f(reason);
    };
    each_reason([&](const Reason& reason) { (*this)[reason.index].mark_used(); });
    mark_worst();
    std::vector<std::int32_t> data;
    std::vector<ClauseRef> refs;
    std::vector<std::pair<ClauseRef, ClauseRef>> moves;
    for (ClauseRef ref : refs_) {
        Clause clause = (*this)[ref];
        if (clause.lbd() == removed) {
            moves.emplace_back(ref, no_clause);
            continue;
        }
        const ClauseRef to = static_cast<ClauseRef>(data.size());
        refs.push_back(to);
        moves.emplace_back(ref, to);
        data.insert(data.end(), &data_[ref], &data_[ref] + Clause::header + clause.size());
        clause.lbd() = static_cast<std::int32_t>(to);
    }
    each_reason([&](Reason& reason) { reason.index = static_cast<std::uint32_t>((*this)[reason.index].lbd()); });
    data_.swap(data);
    refs_.swap(refs);
    for (std::vector<Watch>& watches : watches_)
        std::erase_if(watches, [](const Watch& watch) { return watch.ref != binary; });
    for (ClauseRef ref : refs_) watch(ref);
    return moves;
}

}  // namespace nonocsp
