// The rounds of successive halving.
#include "counting/halving.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Nodes of a search compiler in one turn, and from its start to each mark.
constexpr std::uint64_t compiler_turn = 1000, first_mark = 12'000, second_mark = 50'000, no_mark = ~std::uint64_t{0};

}  // namespace

OrientedCompilation* Halving::run(bool is_satisfiable) {
    is_satisfiable_ = is_satisfiable;
    Member& member = next();
    const std::uint64_t nodes = std::min(compiler_turn, mark_ - member.nodes);
    member.nodes += nodes;
    return member.compiler.run(nodes) && !budget_.ended() ? &member : nullptr;
}

/// The first that has not reached the mark.
Halving::Member& Halving::next() {
    while (true) {
        for (const auto& member : members_)
            if (member->nodes < mark_) return *member;
        begin_round();
    }
}

void Halving::begin_round() {
    // Parts that have not begun count as one here, for all alike.
    const auto compare = [](Member& member) { member.counted = member.compiler.lower_bound(true); };
    switch (round_++) {
        case 0:
            enter({});
            mark_ = first_mark;
            break;
        case 1:
            compare(*members_[0]);
            mark_ = second_mark;
            break;
        case 2:
            for (const Orientation& orientation : Orientation::all(task_.puzzle))
                if (!orientation.is_original()) enter(orientation);
            mark_ = first_mark;
            break;
        case 3:
            for (std::size_t i = 1; i < members_.size(); ++i) compare(*members_[i]);
            keep_best(2);
            mark_ = second_mark;
            break;
        default:
            for (const auto& member : members_) compare(*member);
            keep_best(1);
            mark_ = no_mark;
    }
}

void Halving::enter(const Orientation& orientation) {
    members_.push_back(std::make_unique<Member>(task_, orientation, budget_, stats_));
}

void Halving::keep_best(std::size_t number) {
    bound_of_all_ = std::max(bound_of_all_, lower_bound(is_satisfiable_));
    std::stable_sort(members_.begin(), members_.end(),
                     [](const auto& a, const auto& b) { return a->counted > b->counted; });
    members_.resize(std::min(number, members_.size()));
}

BigUnsigned Halving::lower_bound(bool is_satisfiable) const {
    BigUnsigned bound;
    for (const auto& member : members_) bound = std::max(bound, member->compiler.lower_bound(is_satisfiable));
    return bound;
}

std::unique_ptr<Givens> Halving::facts() const {
    for (const auto& member : members_)
        if (!member->compilation.cells.empty() && member->orientation.is_original()) return member->compilation.facts();
    return nullptr;
}

}  // namespace nonocsp
