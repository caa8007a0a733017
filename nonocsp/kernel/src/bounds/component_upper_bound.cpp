// Sweeps over the relaxations, and merging them.
#include "bounds/component_upper_bound.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nonocsp {

namespace {

/// Work of a link in a sweep, in rough nanoseconds; building one takes longer.
constexpr std::uint64_t link_work = 4, build_work = 30;

/// Links of a component's relaxations, at first and at most.
constexpr std::size_t first_links = 1 << 18, most_links = 1 << 22;

/// Work on potentials by rows, and on those by columns, between two sweeps: four times as much as on these, or this.
constexpr std::uint64_t potential_work = 20'000'000;

/// A sweep that improves the logarithm of the bound by less than this is the last one before relaxations are merged.
constexpr double least_gain = 0.02;

/// Cells of a sweep between two looks at the clock.
constexpr std::size_t cells_between_looks = 64;

/// Weights are between e^-40 and e^40.
constexpr double most_log_weight = 40;

}  // namespace

ComponentUpperBound::ComponentUpperBound(std::array<CellSequence, 2> sequences, Budget& budget)
    : sequences_(std::move(sequences)), limit_(first_links) {
    if (sequences_[0].keeps_rotation() && sequences_[1].keeps_rotation())
        for (const CellSequence& sequence : sequences_) potentials_.emplace_back(sequence, budget);
}

std::size_t ComponentUpperBound::bytes() const {
    std::size_t bytes = cells_ * (2 * sizeof(CellSequence::Cell) + 40);
    for (const Member& member : members_) bytes += member.relaxation->bytes();
    for (const PotentialBound& potentials : potentials_) bytes += potentials.bytes();
    return bytes;
}

/// One sweep down and one up, or fewer and larger relaxations.
void ComponentUpperBound::improve(Budget& budget, std::size_t memory) {
    const std::uint64_t most = std::min(potential_work, 16 * link_work * links() + 1);
    for (PotentialBound& potentials : potentials_) {
        if (!potentials.is_done()) budget.spend(potentials.improve(most, memory / 8, budget));
        log_bound_ = std::min(log_bound_, potentials.log_bound());
    }
    if (is_coarsest_) {
        is_done_ = std::all_of(potentials_.begin(), potentials_.end(), [](const auto& one) { return one.is_done(); });
        return;
    }
    if (budget.look()) return;
    // Relaxations begin with the placements of lines where no potentials have done so.
    if (members_.empty() && (potentials_.empty() || !begin_jointly(budget))) begin_line_by_line(budget);
    const double before = log_bound_;
    sweep(true, budget);
    sweep(false, budget);
    budget.spend(4 * link_work * links());
    while (before - log_bound_ < least_gain && !is_done_ && !is_coarsest_ && !budget.look() && !coarsen(budget)) {
        limit_ *= 2;
        is_coarsest_ = limit_ > most_links || 8 * limit_ > memory;
    }
    if (is_coarsest_) members_.clear();
}

std::size_t ComponentUpperBound::links() const {
    std::size_t links = 0;
    for (const Member& member : members_) links += member.relaxation->links();
    return links;
}

/// An exponent; the surplus makes sure that rounding leaves no sum below 1.
double ComponentUpperBound::exponent(std::size_t part, std::size_t whole) {
    return static_cast<double>(part) / static_cast<double>(whole) * (1 + 0x1p-40);
}

void ComponentUpperBound::begin_line_by_line(Budget& budget) {
    const std::vector<CellSequence::Cell>& cells = sequence().cells;
    for (std::uint32_t line = 0; line < sequence().lines.size(); ++line) {
        if (budget.look()) return;
        std::vector<std::uint32_t> mine;
        std::uint32_t fewest = ~0u;  // lines of one of its cells, whose exponents sum to 1
        for (std::uint32_t i = 0; i < cells_; ++i)
            for (const CellSequence::Place& place : cells[i].all())
                if (place.line == line) {
                    mine.push_back(i);
                    fewest = std::min(fewest, cells[i].lines);
                }
        members_.push_back(
            {Relaxation::of(sequence(), std::move(mine), {line}, ~std::size_t{0}), exponent(1, fewest), 0});
    }
    find_covers();
}

/// All lines of a direction with each of the others.  False if that takes too many links.
bool ComponentUpperBound::begin_jointly(Budget& budget) {
    std::vector<Member> best;
    std::size_t limit = limit_;
    for (const bool turned : {false, true}) {
        std::vector<std::uint32_t> all(cells_), rows, columns;
        std::iota(all.begin(), all.end(), 0u);
        for (std::uint32_t line = 0; line < sequences_[turned].lines.size(); ++line)
            (sequences_[turned].lines[line].is_along ? rows : columns).push_back(line);
        std::vector<Member> members;
        std::size_t links = 0;
        for (const std::uint32_t column : columns) {
            if (budget.look()) return true;
            std::vector<std::uint32_t> kept = rows;
            kept.push_back(column);
            auto made = Relaxation::of(sequences_[turned], all, std::move(kept), limit - links);
            if (!made) break;
            links += made->links();
            members.push_back({std::move(made), exponent(1, columns.size()), 1});
        }
        budget.spend(build_work * links);
        if (members.size() < columns.size()) continue;
        best.swap(members);
        limit = links;
        is_turned_ = turned;
    }
    if (best.empty()) return false;
    members_ = std::move(best);
    is_joint_ = true;
    find_covers();
    return true;
}

void ComponentUpperBound::find_covers() {
    covers_.assign(cells_, {});
    for (std::uint32_t m = 0; m < members_.size(); ++m) {
        const std::vector<std::uint32_t>& cells = members_[m].relaxation->members();
        for (std::uint32_t i = 0; i < cells.size(); ++i) covers_[cells[i]].push_back({m, i});
    }
    for (std::size_t i = 0; i < cells_; ++i) options_[i] = sequence().colours(sequence().cells[i]).size();
    excluded_.resize(cells_);
    for (std::size_t i = 0; i < cells_; ++i) {
        excluded_[i].assign(options_[i], 0);
        exclude(i);
    }
    for (const Member& member : members_) member.relaxation->prepare();
}

/// Fewer relaxations, each of more lines.  False if that takes too many links.
bool ComponentUpperBound::coarsen(Budget& budget) {
    if (is_joint_) return merge(budget);
    std::vector<Member> alone;
    alone.swap(members_);
    if (begin_jointly(budget)) return true;
    members_.swap(alone);
    find_covers();
    return false;
}

/// Merge the two neighbours that have the fewest links together, if the links allow it.
bool ComponentUpperBound::merge(Budget& budget) {
    const auto product = [&](std::size_t m) {
        return static_cast<double>(members_[m].relaxation->links()) *
               static_cast<double>(members_[m + 1].relaxation->links());
    };
    if (members_.size() < 2) {
        is_done_ = true;
        return false;
    }
    std::size_t best = 0;
    for (std::size_t m = 1; m + 1 < members_.size(); ++m)
        if (product(m) < product(best)) best = m;
    Member &first = members_[best], &second = members_[best + 1];
    std::vector<std::uint32_t> kept = first.relaxation->kept();
    kept.insert(kept.end(), second.relaxation->kept().begin(), second.relaxation->kept().end());
    const std::size_t others = links() - first.relaxation->links() - second.relaxation->links();
    if (others >= limit_) return false;
    auto merged = Relaxation::of(sequence(), first.relaxation->members(), std::move(kept), limit_ - others);
    budget.spend(build_work * (merged ? merged->links() : limit_ - others));
    if (!merged) return false;
    const std::size_t columns = first.columns + second.columns;
    const double share = static_cast<double>(first.columns) / static_cast<double>(columns);
    for (std::size_t i = 0; i < cells_; ++i) {
        for (std::size_t c = 0; c < options_[i]; ++c)
            merged->log_weights(i)[c] =
                share * first.relaxation->log_weights(i)[c] + (1 - share) * second.relaxation->log_weights(i)[c];
    }
    first = {std::move(merged), first.exponent + second.exponent, columns};
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
    find_covers();
    return true;
}

/// Make the relaxations agree on each cell, from the first or from the last.  What the end of the budget leaves
/// half done is not used again.
void ComponentUpperBound::sweep(bool down, Budget& budget) {
    for (const Member& member : members_) {
        if (budget.ended()) return;
        if (member.relaxation->is_empty()) {
            log_bound_ = -std::numeric_limits<double>::infinity();
            is_done_ = true;
            return;
        }
        down ? member.relaxation->start_down() : member.relaxation->start_up();
    }
    for (std::size_t n = 0; n < cells_; ++n) {
        const std::size_t cell = down ? n : cells_ - 1 - n;
        if (n % cells_between_looks == 0 && budget.look()) return;
        agree(cell);
        for (const Cover& cover : covers_[cell]) {
            Relaxation& relaxation = *members_[cover.member].relaxation;
            down ? relaxation.step_down(cover.index) : relaxation.step_up(cover.index);
        }
    }
    log_bound_ = std::min(log_bound_, bound());
}

/// A candidate that one relaxation does not allow is impossible.
void ComponentUpperBound::exclude(std::size_t cell) {
    for (std::size_t c = 0; c < options_[cell]; ++c) {
        bool is_allowed = true;
        for (const Cover& cover : covers_[cell])
            is_allowed &= members_[cover.member].relaxation->allows(cover.index, c);
        excluded_[cell][c] = !is_allowed;
        if (is_allowed) continue;
        for (const Cover& cover : covers_[cell]) members_[cover.member].relaxation->exclude(cover.index, c);
    }
}

void ComponentUpperBound::agree(std::size_t cell) {
    const std::size_t options = options_[cell];
    const auto& covers = covers_[cell];
    shares_.resize(covers.size() * options);
    mean_.assign(options, 0.0);
    for (std::size_t m = 0; m < covers.size(); ++m) {
        const Member& member = members_[covers[m].member];
        double* const share = &shares_[m * options];
        member.relaxation->add_up(covers[m].index, share);
        const double total = std::accumulate(share, share + options, 0.0);
        if (!(total > 0)) return;
        for (std::size_t c = 0; c < options; ++c) {
            share[c] = std::log(std::max(share[c] / total, 1e-30));
            mean_[c] += member.exponent * share[c];
        }
    }
    // One factor for all changes of a candidate keeps the product of its weights.
    factor_.assign(options, 1.0);
    for (std::size_t m = 0; m < covers.size(); ++m)
        for (std::size_t c = 0; c < options; ++c) {
            const double before = members_[covers[m].member].relaxation->log_weights(covers[m].index)[c];
            const double change = mean_[c] - shares_[m * options + c];
            if (std::abs(before + change) > most_log_weight)
                factor_[c] = std::min(factor_[c], (most_log_weight - std::abs(before)) / std::abs(change));
        }
    for (std::size_t m = 0; m < covers.size(); ++m) {
        Relaxation& relaxation = *members_[covers[m].member].relaxation;
        double* const weights = relaxation.log_weights(covers[m].index);
        for (std::size_t c = 0; c < options; ++c)
            if (!excluded_[cell][c]) weights[c] += std::max(factor_[c], 0.0) * (mean_[c] - shares_[m * options + c]);
        relaxation.set_weights(covers[m].index);
    }
}

/// The logarithm of the bound after a sweep, rounded up.
double ComponentUpperBound::bound() {
    double bound = 0, error = 0, size = 1, terms = 100;  // `size` sums the absolute values of all terms
    for (const Member& member : members_) {
        const double count = member.exponent * member.relaxation->log_count();
        bound += count;
        size += std::abs(count);
        ++terms;
        error += member.relaxation->log_error();
    }
    for (std::size_t cell = 0; cell < cells_; ++cell) {
        // The weights of a colour multiply to 1, but for rounding.
        double missing = -std::numeric_limits<double>::infinity();
        for (std::size_t c = 0; c < options_[cell]; ++c) {
            if (excluded_[cell][c]) continue;
            double product = 0;
            for (const Cover& cover : covers_[cell]) {
                const Member& member = members_[cover.member];
                const double weight = member.exponent * member.relaxation->log_weights(cover.index)[c];
                product += weight;
                size += std::abs(weight);
                ++terms;
            }
            missing = std::max(missing, -product);
        }
        bound += missing;
    }
    // Each sum and product is exact to 2^-53 of its size, each logarithm of the library to 2^-50.
    return bound + error + 0x1p-50 * terms * size;
}

}  // namespace nonocsp
