// Unit propagation with watched literals, and reduction of the database.
#include "search/clause_database.hpp"

namespace nonocsp {

namespace {

/// The LBD of a nogood that is about to be removed.
constexpr std::int32_t removed = -7;

}  // namespace

ClauseRef ClauseDatabase::add(const std::vector<Literal>& literals, int lbd, bool is_permanent) {
    const ClauseRef ref = static_cast<ClauseRef>(data_.size());
    data_.push_back(static_cast<std::int32_t>(literals.size()));
    data_.push_back(lbd);
    data_.push_back(is_permanent ? -1 : 1);
    data_.insert(data_.end(), literals.begin(), literals.end());
    refs_.push_back(ref);
    watch(ref);
    return ref;
}

void ClauseDatabase::watch(ClauseRef ref) {
    std::vector<std::vector<Watch>>& lists = data_[ref] == 2 ? binary_ : watches_;
    lists[data_[ref + 3]].push_back({ref, data_[ref + 4]});
    lists[data_[ref + 4]].push_back({ref, data_[ref + 3]});
}

inline bool ClauseDatabase::propagate_binary(Literal falsified, Assignment& assignment,
                                             std::vector<Literal>& conflict) {
    for (const Watch watch : binary_[falsified]) {
        if (assignment.is_true(watch.blocker)) continue;
        Clause clause = (*this)[watch.ref];
        if (assignment.is_false(watch.blocker)) {
            conflict = {negated(clause[0]), negated(clause[1])};
            return false;
        }
        // The literal that a nogood implies stands first in it.
        if (clause[0] == falsified) std::swap(clause[0], clause[1]);
        assignment.enqueue(watch.blocker, {Reason::clause, watch.ref});
    }
    return true;
}

bool ClauseDatabase::propagate(Literal l, Assignment& assignment, Budget& budget, std::vector<Literal>& conflict) {
    const Literal falsified = negated(l);
    if (!propagate_binary(falsified, assignment, conflict)) return false;
    std::vector<Watch>& watches = watches_[falsified];
    budget.spend(5 * watches.size());
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
            conflict.clear();
            for (Literal literal : clause) conflict.push_back(negated(literal));
            clause.mark_used();
            return false;
        }
        assignment.enqueue(first, {Reason::clause, watch.ref});
    }
    close();
    return true;
}

/// Whether a nogood is the reason of its first literal.
bool ClauseDatabase::is_reason(ClauseRef ref, const Assignment& assignment) {
    const Literal first = (*this)[ref][0];
    const Reason reason = assignment[variable(first)].reason;
    return assignment.is_true(first) && reason.kind == Reason::clause && reason.index == ref;
}

void ClauseDatabase::mark_worst(const Assignment& assignment) {
    std::vector<ClauseRef> unused;
    for (ClauseRef ref : refs_) {
        Clause clause = (*this)[ref];
        if (clause.used() < 0 || clause.lbd() <= 2 || is_reason(ref, assignment)) continue;
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

void ClauseDatabase::reduce(Assignment& assignment) {
    mark_worst(assignment);
    std::vector<std::int32_t> data;
    std::vector<ClauseRef> refs;
    std::vector<std::pair<Variable, ClauseRef>> moved;
    for (ClauseRef ref : refs_) {
        Clause clause = (*this)[ref];
        if (clause.lbd() == removed) continue;
        const ClauseRef to = static_cast<ClauseRef>(data.size());
        if (is_reason(ref, assignment)) moved.push_back({variable(clause[0]), to});
        refs.push_back(to);
        data.insert(data.end(), &data_[ref], &data_[ref] + 3 + clause.size());
    }
    for (auto [v, to] : moved) assignment[v].reason.index = to;
    data_.swap(data);
    refs_.swap(refs);
    for (auto& list : watches_) list.clear();
    for (auto& list : binary_) list.clear();
    for (ClauseRef ref : refs_) watch(ref);
}

}  // namespace nonocsp
