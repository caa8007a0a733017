// The two orientations.
#include "counting/estimation/estimator.hpp"

#include <algorithm>
#include <stdexcept>

#include "search/base/orientation.hpp"
#include "search/base/solution_checker.hpp"

namespace nonocsp {

struct Estimator::Member {
    Member(Estimator& owner, Orientation orientation)
        : orientation(orientation),
          puzzle(orientation.apply(owner.puzzle_)),
          givens(orientation.apply(owner.puzzle_, owner.givens_)),
          compilation(puzzle, givens.get(), owner.options_, owner.budget_, owner.stats_) {}

    Orientation orientation;
    Puzzle puzzle;
    std::unique_ptr<Givens> givens;
    PuzzleCompilation compilation;
    RestrictedCount count{compilation};
    bool has_started = false;
};

Estimator::Estimator(const Puzzle& puzzle, const Givens* givens, const Options& options, const Limits& limits)
    : puzzle_(puzzle), givens_(givens), options_(options), budget_(limits) {}

Estimator::~Estimator() = default;

/// Null if it cannot be made.
Estimator::Member* Estimator::member(bool by_columns) {
    std::unique_ptr<Member>& member = members_[by_columns];
    if (!member) {
        member = std::make_unique<Member>(*this, Orientation::along(puzzle_, by_columns));
        const std::uint64_t memory = budget_.limits().memory;
        const std::uint64_t others = members_[!by_columns] ? members_[!by_columns]->count.bytes() : 0;
        member->has_started = member->compilation.start() &&
                              member->count.start(memory - std::min(memory, others), member->orientation.direction);
    }
    return member->has_started || member->compilation.is_infeasible ? member.get() : nullptr;
}

Outcome Estimator::run(bool by_columns, const Restriction& restriction, double tempering) {
    if (budget_.look()) return budget_.why();
    last_ = member(by_columns);
    if (!last_) return budget_.ended() ? budget_.why() : Outcome::limit_memory;
    total_ = {};
    is_complete_ = last_->compilation.is_infeasible;
    if (is_complete_) return Outcome::exhausted;
    RestrictedCount& count = last_->count;
    const std::uint64_t others = members_[!by_columns] ? members_[!by_columns]->count.bytes() : 0;
    const std::uint64_t memory = budget_.limits().memory;
    count.begin(restriction, tempering);
    while (!count.is_done()) {
        if (!count.step(memory - std::min(memory, others)))
            return budget_.ended() ? budget_.why() : Outcome::limit_memory;
        if (budget_.memory(count.bytes() + others)) return budget_.why();
    }
    total_ = count.total();
    is_complete_ = count.is_complete();
    at_least_ = std::max(at_least_, count.at_least());
    return Outcome::exhausted;
}

void Estimator::draw(std::size_t number, std::uint64_t seed, std::vector<std::uint8_t>& pictures) {
    const PuzzleCompilation& compilation = last_->compilation;
    const std::size_t size = puzzle_.cells();
    std::vector<std::uint8_t> base(size), picture(size);
    const Grid& grid = compilation.cdcl.grid;
    for (std::size_t cell = 0; cell < size; ++cell) {
        const auto [row, i] = grid.board().in_row(static_cast<int>(cell));
        base[cell] = static_cast<std::uint8_t>(grid.first_candidate(row, i));
    }
    Random random(seed);
    for (; number; --number) {
        last_->count.draw(random, base.data());
        for (std::uint32_t cell = 0; cell < size; ++cell)
            picture[last_->orientation.original_cell(puzzle_, cell)] = base[cell];
        if (!is_solution(puzzle_, givens_, picture.data()))
            throw std::logic_error("nonocsp kernel: a picture failed its check");
        pictures.insert(pictures.end(), picture.begin(), picture.end());
    }
}

}  // namespace nonocsp
