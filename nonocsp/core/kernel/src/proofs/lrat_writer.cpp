// Unit propagation zone by zone, with two watched literals, and the clauses that a conflict needs.
#include "proofs/lrat_writer.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace nonocsp {

namespace {

/// Variables, at most: there are twice as many literals, and numbers of them.
constexpr int most_variables = 1 << 26;

std::size_t checked(int variables) {
    if (variables < 0 || variables > most_variables) throw std::invalid_argument("too many variables, or too few");
    return static_cast<std::size_t>(variables);
}

}  // namespace

LratWriter::LratWriter(int variables, std::span<const std::int32_t> literals, const std::vector<std::uint32_t>& ends)
    : zones_(checked(variables) + 1),
      queues_(ends.size()),
      is_true_(2 * zones_.size(), 0),
      reasons_(zones_.size(), none),
      positions_(zones_.size(), 0),
      units_(zones_.size(), 0),
      marks_(zones_.size(), unmarked) {
    if (ends.empty()) throw std::invalid_argument("the cells have no zone");
    for (std::size_t at = 0, end; at < literals.size(); at = end + 1) {
        for (end = at; end < literals.size() && literals[end] != 0; ++end) check(literals[end]);
        store(literals.subspan(at, end - at));
    }
    const Clause clauses = given_ = static_cast<Clause>(ids_.size());
    last_ = clauses;
    Clause c = 0;
    for (std::size_t zone = 0; zone < ends.size(); ++zone)
        for (; c < std::min(ends[zone], clauses); ++c)
            for (Literal l : this->literals(c))
                if (auto& zones = zones_[l / 2]; zones.empty() || zones.back() != static_cast<int>(zone))
                    zones.push_back(static_cast<int>(zone));
    std::size_t watches = 0;
    for (const auto& zones : zones_) {
        first_watch_.push_back(watches);
        watches += 2 * zones.size();
    }
    watches_.resize(watches);
    c = 0;
    for (std::size_t zone = 0; zone < ends.size(); ++zone)
        for (; c < std::min(ends[zone], clauses); ++c) watch(c, static_cast<int>(zone));
    bool is_right = true;
    for (c = 0; c < clauses && is_right; ++c)
        if (this->literals(c).size() < 2) is_right = apply(c);
    if (!is_right || !propagate_all()) settle();
    root_ = trail_.size();
}

void LratWriter::check(std::int32_t l) const {
    const auto variables = static_cast<std::int64_t>(zones_.size()) - 1;
    if (l == 0 || l > variables || l < -variables) throw std::invalid_argument("a literal has no variable");
}

void LratWriter::name(Step step, Clause clause) {
    if (clause >= ids_.size()) throw std::invalid_argument("there is no such clause");
    steps_[step] = clause;
}

void LratWriter::store(std::span<const std::int32_t> clause) {
    for (std::int32_t l : clause) arena_.push_back(2 * static_cast<Literal>(std::abs(l)) + (l < 0));
    starts_.push_back(arena_.size());
    ids_.push_back(static_cast<std::int64_t>(ids_.size()) + 1);
}

std::vector<LratWriter::Clause>& LratWriter::watching(Literal l, int zone) {
    const auto& zones = zones_[l / 2];
    const auto place = std::find(zones.begin(), zones.end(), zone) - zones.begin();
    return watches_[first_watch_[l / 2] + 2 * static_cast<std::size_t>(place) + (l & 1)];
}

/// The first two literals of a clause are watched.
void LratWriter::watch(Clause c, int zone) {
    const auto own = literals(c);
    if (own.size() < 2) return;
    for (Literal l : own.first(2)) watching(l, zone).push_back(c);
}

void LratWriter::assign(Literal l, Clause reason) {
    is_true_[l] = 1;
    reasons_[l / 2] = reason;
    positions_[l / 2] = trail_.size();
    trail_.push_back(l);
    for (int zone : zones_[l / 2]) queues_[static_cast<std::size_t>(zone)].push_back(l);
}

/// A literal became false: its clauses in a zone look for another one to watch.
bool LratWriter::visit(Literal l, int zone) {
    auto& own = watching(l, zone);
    for (std::size_t i = 0; i < own.size();) {
        const Clause c = own[i];
        Literal* const first = &arena_[starts_[c]];
        Literal* const end = arena_.data() + starts_[c + 1];
        if (first[0] == l) std::swap(first[0], first[1]);
        Literal* other =
            is_true(first[0]) ? end : std::find_if(first + 2, end, [&](Literal x) { return !is_false(x); });
        if (other != end) {
            std::swap(first[1], *other);
            watching(first[1], zone).push_back(c);
            own[i] = own.back();
            own.pop_back();
            continue;
        }
        ++i;
        if (is_true(first[0])) continue;
        if (is_false(first[0])) {
            conflict_ = c;
            return false;
        }
        assign(first[0], c);
    }
    return true;
}

bool LratWriter::drain(int zone) {
    auto& queue = queues_[static_cast<std::size_t>(zone)];
    for (std::size_t i = 0; i < queue.size(); ++i)  // which grows
        if (!visit(queue[i] ^ 1, zone)) return false;
    queue.clear();
    return true;
}

/// What the clauses of a zone and those of the cells imply.
bool LratWriter::propagate(int zone) {
    do
        if (!drain(0) || !drain(zone)) return false;
    while (!queues_[0].empty());
    return true;
}

bool LratWriter::propagate_all() {
    for (std::size_t before = ~std::size_t{0}; before != trail_.size();) {
        before = trail_.size();
        for (std::size_t zone = 0; zone < queues_.size(); ++zone)
            if (!propagate(static_cast<int>(zone))) return false;
    }
    return true;
}

/// What one clause implies.
bool LratWriter::apply(Clause c) {
    Literal open = 0;
    for (Literal l : literals(c)) {
        if (is_true(l) || (open && !is_false(l))) return true;
        if (!is_false(l)) open = l;
    }
    if (open) assign(open, c);
    else conflict_ = c;
    return open != 0;
}

void LratWriter::undo() {
    for (; trail_.size() > root_; trail_.pop_back()) is_true_[trail_.back()] = 0;
    for (auto& queue : queues_) queue.clear();
}

bool LratWriter::add(Step step, const std::vector<std::int32_t>& clause, const std::vector<Step>& hints) {
    if (is_over_ || steps_.contains(step)) return true;
    for (std::int32_t l : clause) check(l);
    for (Step hint : hints)
        if (hint < 0 && static_cast<std::size_t>(~hint) >= queues_.size())
            throw std::invalid_argument("there is no such zone");
    for (std::int32_t l : clause) {
        const Literal negated = 2 * static_cast<Literal>(std::abs(l)) + (l > 0);
        if (is_false(negated)) {  // the clause says nothing new, and nothing will use it
            undo();
            return true;
        }
        if (!is_true(negated)) assign(negated, none);
    }
    bool is_right = propagate(0);
    for (auto hint = hints.begin(); is_right && hint != hints.end(); ++hint) {
        if (*hint < 0) is_right = propagate(static_cast<int>(~*hint));
        else if (const auto found = steps_.find(*hint); found != steps_.end())
            is_right = apply(found->second) && propagate(0);
    }
    for (std::size_t before = ~std::size_t{0}; is_right && before != trail_.size();) {
        before = trail_.size();
        is_right = propagate_all();
        for (auto found = steps_.begin(); is_right && found != steps_.end(); ++found) is_right = apply(found->second);
    }
    if (!is_right) trace(clause);
    undo();
    if (is_right) return false;
    steps_[step] = static_cast<Clause>(ids_.size());
    store(clause);
    ids_.back() = last_;
    if (clause.size() == 1 && !(apply(steps_[step]) && propagate_all())) settle();
    root_ = trail_.size();
    is_over_ = is_over_ || clause.empty();
    return true;
}

void LratWriter::remove(Step step) {
    const auto found = steps_.find(step);
    if (is_over_ || found == steps_.end()) return;
    // Clauses that were given are not written, and what is known for good may rest on those of one literal.
    if (found->second >= given_ && literals(found->second).size() > 1) {
        number(last_);
        text_ += "d ";
        number(ids_[found->second]);
        text_ += "0\n";
    }
    steps_.erase(found);
}

std::string LratWriter::text() {
    std::string text;
    text.swap(text_);
    return text;
}

/// What is known for good contradicts itself.
void LratWriter::settle() {
    root_ = trail_.size();
    trace({});
    is_over_ = true;
}

/// Write a clause that follows from the conflict.
void LratWriter::trace(std::span<const std::int32_t> clause) {
    for (std::int32_t l : clause) marks_[static_cast<std::size_t>(std::abs(l))] = given;
    hints_ = {ids_[conflict_]};
    need(conflict_);
    for (std::size_t at = trail_.size(); at-- > root_;) {
        const std::uint32_t variable = trail_[at] / 2;
        if (marks_[variable] != marked) continue;
        hints_.push_back(ids_[reasons_[variable]]);
        need(reasons_[variable]);
        marks_[variable] = unmarked;
    }
    for (std::uint32_t variable : known_) {
        marks_[variable] = unmarked;
        write_unit(variable);
        hints_.push_back(units_[variable]);
    }
    known_.clear();
    for (std::int32_t l : clause) marks_[static_cast<std::size_t>(std::abs(l))] = unmarked;
    std::reverse(hints_.begin(), hints_.end());
    write(clause);
}

/// Mark the variables of a clause, of which the conflict needs to know.
void LratWriter::need(Clause c) {
    for (Literal l : literals(c)) {
        if (marks_[l / 2] != unmarked) continue;
        marks_[l / 2] = marked;
        if (positions_[l / 2] < root_) known_.push_back(l / 2);
    }
}

/// Write what is known for good of a variable as a clause, once, and before it those that it needs.
void LratWriter::write_unit(std::uint32_t variable) {
    std::vector<std::uint32_t> open{variable};
    while (!open.empty()) {
        const std::uint32_t v = open.back();
        const Clause reason = reasons_[v];
        if (literals(reason).size() == 1) units_[v] = ids_[reason];
        const std::size_t before = open.size();
        for (Literal l : literals(reason))
            if (units_[v] == 0 && l / 2 != v && units_[l / 2] == 0) open.push_back(l / 2);
        if (open.size() > before) continue;
        open.pop_back();
        if (units_[v]) continue;
        std::vector<std::int64_t> hints;
        for (Literal l : literals(reason))
            if (l / 2 != v) hints.push_back(units_[l / 2]);
        hints.push_back(ids_[reason]);
        hints.swap(hints_);
        const std::int32_t name = static_cast<std::int32_t>(v);
        const std::int32_t unit[] = {is_true(2 * v) ? name : -name};
        write(unit);
        hints.swap(hints_);
        units_[v] = last_;
    }
}

/// Write a clause with the hints collected, under a new number.
void LratWriter::write(std::span<const std::int32_t> clause) {
    number(++last_);
    for (std::int32_t l : clause) number(l);
    text_ += "0 ";
    for (std::int64_t hint : hints_) number(hint);
    text_ += "0\n";
}

void LratWriter::number(std::int64_t number) {
    char digits[24];
    text_.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
    text_ += ' ';
}

}  // namespace nonocsp
