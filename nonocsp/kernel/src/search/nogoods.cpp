// Unit propagation with watched literals, and reduction of the database.
#include "search/nogoods.hpp"

namespace nonocsp {

namespace {

/// The LBD of a nogood that is about to be removed.
constexpr std::int32_t removed = -7;

}  // namespace

NogoodRef Nogoods::add(const std::vector<Literal>& literals, int lbd, bool is_permanent) {
    const NogoodRef ref = static_cast<NogoodRef>(data_.size());
    data_.push_back(static_cast<std::int32_t>(literals.size()));
    data_.push_back(lbd);
    data_.push_back(is_permanent ? -1 : 1);
    data_.insert(data_.end(), literals.begin(), literals.end());
    refs_.push_back(ref);
    watch(ref);
    return ref;
}

void Nogoods::watch(NogoodRef ref) {
    std::vector<std::vector<Watch>>& lists = data_[ref] == 2 ? binary_ : watches_;
    lists[data_[ref + 3]].push_back({ref, data_[ref + 4]});
    lists[data_[ref + 4]].push_back({ref, data_[ref + 3]});
}

inline bool Nogoods::propagate_binary(Literal falsified, Assignment& assignment, std::vector<Literal>& conflict) {
    for (const Watch watch : binary_[falsified]) {
        if (assignment.is_true(watch.blocker)) continue;
        Nogood nogood = (*this)[watch.ref];
        if (assignment.is_false(watch.blocker)) {
            conflict = {negated(nogood[0]), negated(nogood[1])};
            return false;
        }
        // The literal that a nogood implies stands first in it.
        if (nogood[0] == falsified) std::swap(nogood[0], nogood[1]);
        assignment.enqueue(watch.blocker, {Reason::nogood, watch.ref});
    }
    return true;
}

bool Nogoods::propagate(Literal l, Assignment& assignment, Budget& budget, std::vector<Literal>& conflict) {
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
        Nogood nogood(data + watch.ref);
        Literal* const literals = nogood.begin();
        // The watched literal that is not the false one.
        const Literal first = literals[0] ^ literals[1] ^ falsified;
        const std::int8_t first_value = values[first];
        if (first_value > 0) {
            *kept++ = {watch.ref, first};
            continue;
        }
        Literal *other = literals + 2, *const last = nogood.end();
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
            for (Literal literal : nogood) conflict.push_back(negated(literal));
            nogood.mark_used();
            return false;
        }
        assignment.enqueue(first, {Reason::nogood, watch.ref});
    }
    close();
    return true;
}

/// Whether a nogood is the reason of its first literal.
bool Nogoods::is_reason(NogoodRef ref, const Assignment& assignment) {
    const Literal first = (*this)[ref][0];
    const Reason reason = assignment[variable(first)].reason;
    return assignment.is_true(first) && reason.kind == Reason::nogood && reason.index == ref;
}

void Nogoods::mark_worst(const Assignment& assignment) {
    std::vector<NogoodRef> unused;
    for (NogoodRef ref : refs_) {
        Nogood nogood = (*this)[ref];
        if (nogood.used() < 0 || nogood.lbd() <= 2 || is_reason(ref, assignment)) continue;
        if (nogood.used() > 0) --nogood.used();
        else unused.push_back(ref);
    }
    std::sort(unused.begin(), unused.end(), [&](NogoodRef a, NogoodRef b) {
        Nogood x = (*this)[a], y = (*this)[b];
        if (x.lbd() != y.lbd()) return x.lbd() > y.lbd();
        return x.size() != y.size() ? x.size() > y.size() : a < b;
    });
    unused.resize(unused.size() / 2);
    for (NogoodRef ref : unused) (*this)[ref].lbd() = removed;
}

void Nogoods::reduce(Assignment& assignment) {
    mark_worst(assignment);
    std::vector<std::int32_t> data;
    std::vector<NogoodRef> refs;
    std::vector<std::pair<Variable, NogoodRef>> moved;
    for (NogoodRef ref : refs_) {
        Nogood nogood = (*this)[ref];
        if (nogood.lbd() == removed) continue;
        const NogoodRef to = static_cast<NogoodRef>(data.size());
        if (is_reason(ref, assignment)) moved.push_back({variable(nogood[0]), to});
        refs.push_back(to);
        data.insert(data.end(), &data_[ref], &data_[ref] + 3 + nogood.size());
    }
    for (auto [v, to] : moved) assignment[v].reason.index = to;
    data_.swap(data);
    refs_.swap(refs);
    for (auto& list : watches_) list.clear();
    for (auto& list : binary_) list.clear();
    for (NogoodRef ref : refs_) watch(ref);
}

}  // namespace nonocsp
