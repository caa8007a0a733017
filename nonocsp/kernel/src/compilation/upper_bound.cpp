// The relaxations of each component, their weights, and their bound; potentials beside them.
#include "compilation/upper_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "compilation/frontier_compiler.hpp"
#include "compilation/potential_bound.hpp"
#include "line/count.hpp"

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

/// The integer part of e^x, or a little more.
BigUnsigned floor_of_exp(double x) {
    if (x < 0) return {};
    const double power = x / std::log(2.0);
    const int whole = static_cast<int>(power);
    // Fifty bits, rounded up: the relative error of the power of two is that of `power`, times its size.
    const double digits = std::ldexp(std::exp2(power - whole), 50);
    const double error = std::ldexp(1 + power, -50);
    const auto mantissa = static_cast<std::uint64_t>(digits * (1 + error)) + 1;
    BigUnsigned result(whole < 50 ? mantissa >> (50 - whole) : mantissa);
    BigUnsigned factor;
    factor.limbs.assign(static_cast<std::size_t>(std::max(whole - 50, 0)) / 64 + 1, 0);
    factor.limbs.back() = std::uint64_t{1} << (std::max(whole - 50, 0) % 64);
    return result * factor;
}

}  // namespace

/// A component of the puzzle: the relaxations of its cells.
class UpperBound::Part {
public:
    Part(const Relaxation::Lines& lines, std::vector<Frontier::Cell> cells, Budget& budget)
        : lines_(lines), cells_(std::move(cells)), options_(cells_.size()) {
        potentials_.emplace_back(lines_, cells_, budget);
        turn();
        potentials_.emplace_back(lines_, cells_, budget);
        turn();
    }

    double log_bound() const { return log_bound_; }
    bool is_done() const { return is_done_; }
    std::size_t bytes() const {
        std::size_t bytes = cells_.size() * (sizeof(Frontier::Cell) + 40);
        for (const Member& member : members_) bytes += member.relaxation->bytes();
        for (const PotentialBound& potentials : potentials_) bytes += potentials.bytes();
        return bytes;
    }

    /// One sweep down and one up, or fewer and larger relaxations.
    void improve(Budget& budget, std::size_t memory) {
        const std::uint64_t most = std::min(potential_work, 16 * link_work * links() + 1);
        for (PotentialBound& potentials : potentials_) {
            if (!potentials.is_done()) budget.spend(potentials.improve(most, memory / 8, budget));
            log_bound_ = std::min(log_bound_, potentials.log_bound());
        }
        if (is_coarsest_) {
            is_done_ = potentials_[0].is_done() && potentials_[1].is_done();
            return;
        }
        if (budget.look()) return;
        if (members_.empty() && !begin_jointly(budget)) begin_line_by_line(budget);
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

private:
    struct Member {
        std::unique_ptr<Relaxation> relaxation;
        double exponent;
        std::size_t columns;  ///< of those that it keeps beside all rows
    };
    /// A relaxation of a cell, and the cell's index in it.
    struct Cover {
        std::uint32_t member, index;
    };

    std::size_t links() const {
        std::size_t links = 0;
        for (const Member& member : members_) links += member.relaxation->links();
        return links;
    }
    std::vector<std::uint32_t> lines_of(std::uint32_t Frontier::Cell::* line) const {
        std::vector<std::uint32_t> result;
        for (const Frontier::Cell& cell : cells_) result.push_back(cell.*line);
        std::sort(result.begin(), result.end());
        result.erase(std::unique(result.begin(), result.end()), result.end());
        return result;
    }
    /// An exponent; the surplus makes sure that rounding leaves no sum below 1.
    static double exponent(std::size_t part, std::size_t whole) {
        return static_cast<double>(part) / static_cast<double>(whole) * (1 + 0x1p-40);
    }

    void begin_line_by_line(Budget& budget) {
        for (const auto line : {&Frontier::Cell::row, &Frontier::Cell::column})
            for (const std::uint32_t one : lines_of(line)) {
                if (budget.look()) return;
                std::vector<std::uint32_t> cells;
                for (std::uint32_t i = 0; i < cells_.size(); ++i)
                    if (cells_[i].*line == one) cells.push_back(i);
                members_.push_back({Relaxation::of(lines_, cells_, std::move(cells), {one}, ~std::size_t{0}),
                                    exponent(1, 2), 0});
            }
        find_covers();
    }

    /// All rows with each column, or all columns with each row.  False if that takes too many links.
    bool begin_jointly(Budget& budget) {
        std::vector<Member> best;
        std::size_t limit = limit_;
        bool is_turned = false;
        for (const bool turned : {false, true}) {
            if (turned) turn();
            std::vector<std::uint32_t> all(cells_.size());
            std::iota(all.begin(), all.end(), 0u);
            const std::vector<std::uint32_t> rows = lines_of(&Frontier::Cell::row);
            const std::vector<std::uint32_t> columns = lines_of(&Frontier::Cell::column);
            std::vector<Member> members;
            std::size_t links = 0;
            for (const std::uint32_t column : columns) {
                if (budget.look()) return true;
                std::vector<std::uint32_t> kept = rows;
                kept.push_back(column);
                auto made = Relaxation::of(lines_, cells_, all, std::move(kept), limit - links);
                if (!made) break;
                links += made->links();
                members.push_back({std::move(made), exponent(1, columns.size()), 1});
            }
            budget.spend(build_work * links);
            if (members.size() < columns.size()) continue;
            best.swap(members);
            limit = links;
            is_turned = turned;
        }
        if (!is_turned) turn();
        if (best.empty()) return false;
        members_ = std::move(best);
        is_joint_ = true;
        find_covers();
        return true;
    }

    /// Exchange rows and columns.
    void turn() {
        for (Frontier::Cell& cell : cells_) {
            std::swap(cell.row, cell.column);
            std::swap(cell.k_row, cell.k_column);
        }
        std::sort(cells_.begin(), cells_.end(), [](const Frontier::Cell& a, const Frontier::Cell& b) {
            return std::pair(a.row, a.column) < std::pair(b.row, b.column);
        });
    }

    void find_covers() {
        covers_.assign(cells_.size(), {});
        for (std::uint32_t m = 0; m < members_.size(); ++m) {
            const std::vector<std::uint32_t>& cells = members_[m].relaxation->members();
            for (std::uint32_t i = 0; i < cells.size(); ++i) covers_[cells[i]].push_back({m, i});
        }
        for (std::size_t i = 0; i < cells_.size(); ++i)
            options_[i] = lines_.kept[cells_[i].row]->colours(static_cast<int>(cells_[i].k_row)).size();
        excluded_.resize(cells_.size());
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            excluded_[i].assign(options_[i], 0);
            exclude(i);
        }
        for (const Member& member : members_) member.relaxation->prepare();
    }

    /// Fewer relaxations, each of more lines.  False if that takes too many links.
    bool coarsen(Budget& budget) {
        if (is_joint_) return merge(budget);
        std::vector<Member> alone;
        alone.swap(members_);
        if (begin_jointly(budget)) return true;
        members_.swap(alone);
        find_covers();
        return false;
    }

    /// Merge the two neighbours that have the fewest links together, if the links allow it.
    bool merge(Budget& budget) {
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
        auto merged = Relaxation::of(lines_, cells_, first.relaxation->members(), std::move(kept), limit_ - others);
        budget.spend(build_work * (merged ? merged->links() : limit_ - others));
        if (!merged) return false;
        const std::size_t columns = first.columns + second.columns;
        const double share = static_cast<double>(first.columns) / static_cast<double>(columns);
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            for (std::size_t c = 0; c < options_[i]; ++c)
                merged->log_weights(i)[c] = share * first.relaxation->log_weights(i)[c] +
                                            (1 - share) * second.relaxation->log_weights(i)[c];
        }
        first = {std::move(merged), first.exponent + second.exponent, columns};
        members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(best) + 1);
        find_covers();
        return true;
    }

    /// Make the relaxations agree on each cell, from the first or from the last.  What the end of the budget leaves
    /// half done is not used again.
    void sweep(bool down, Budget& budget) {
        for (const Member& member : members_) {
            if (budget.ended()) return;
            if (member.relaxation->is_empty()) {
                log_bound_ = -std::numeric_limits<double>::infinity();
                is_done_ = true;
                return;
            }
            down ? member.relaxation->start_down() : member.relaxation->start_up();
        }
        for (std::size_t n = 0; n < cells_.size(); ++n) {
            const std::size_t cell = down ? n : cells_.size() - 1 - n;
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
    void exclude(std::size_t cell) {
        for (std::size_t c = 0; c < options_[cell]; ++c) {
            bool is_allowed = true;
            for (const Cover& cover : covers_[cell])
                is_allowed &= members_[cover.member].relaxation->allows(cover.index, c);
            excluded_[cell][c] = !is_allowed;
            if (is_allowed) continue;
            for (const Cover& cover : covers_[cell]) members_[cover.member].relaxation->exclude(cover.index, c);
        }
    }

    void agree(std::size_t cell) {
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
                if (!excluded_[cell][c])
                    weights[c] += std::max(factor_[c], 0.0) * (mean_[c] - shares_[m * options + c]);
            relaxation.set_weights(covers[m].index);
        }
    }

    /// The logarithm of the bound after a sweep, rounded up.
    double bound() {
        double bound = 0, error = 0, size = 1, terms = 100;  // `size` sums the absolute values of all terms
        for (const Member& member : members_) {
            const double count = member.exponent * member.relaxation->log_count();
            bound += count;
            size += std::abs(count);
            ++terms;
            error += member.relaxation->log_error();
        }
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
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

    const Relaxation::Lines& lines_;
    std::vector<Frontier::Cell> cells_;    ///< in the order of the relaxations
    std::vector<std::size_t> options_;     ///< cell -> candidates
    std::vector<PotentialBound> potentials_;  ///< by rows and by columns
    std::vector<Member> members_;
    std::vector<std::vector<Cover>> covers_;  ///< by cell
    std::vector<std::vector<char>> excluded_;  ///< by cell and candidate
    std::vector<double> shares_, mean_, factor_;
    std::size_t limit_ = first_links;
    bool is_joint_ = false, is_done_ = false;
    bool is_coarsest_ = false;  ///< relaxations are done with
    double log_bound_ = std::numeric_limits<double>::infinity();
};

UpperBound::UpperBound(const Puzzle& puzzle, std::unique_ptr<Givens> givens, const Options& options,
                       const Limits& limits)
    : givens_(std::move(givens)), budget_(limits) {
    Options quick = options;
    quick.probing = quick.bounds = false;
    compilation_ = std::make_unique<PuzzleCompilation>(puzzle, givens_.get(), quick, budget_, stats_);
}

UpperBound::~UpperBound() = default;

void UpperBound::run(std::uint64_t work, std::size_t memory) {
    const std::uint64_t until = budget_.work() + work;
    if (!is_started_) start(memory);
    while (!is_done() && budget_.work() < until) improve(memory - std::min(memory, line_bytes_));
}

std::size_t UpperBound::bytes() const {
    std::size_t bytes = compilation_->cdcl.bytes() + line_bytes_;
    for (const auto& part : parts_) bytes += part->bytes();
    return bytes;
}

void UpperBound::start(std::size_t memory) {
    is_started_ = true;
    is_propagated_ = compilation_->start();
    const Grid& grid = compilation_->cdcl.grid;
    if (is_propagated_) multiply_placements();
    else if (compilation_->is_infeasible) best_.emplace();
    is_done_ = !is_propagated_ || !grid.board().is_rectangle();
    if (is_done_) return;
    std::vector<char> is_open(grid.lines());
    for (const OpenCell& cell : compilation_->cdcl.variables.cells()) is_open[cell.row] = is_open[cell.down] = 1;
    lines_.kept.resize(grid.lines());
    lines_.dropped.resize(grid.lines());
    for (int line = 0; line < grid.lines(); ++line) {
        is_done_ = line_bytes_ > memory;
        if (is_done_ || budget_.look()) return;
        if (!is_open[line]) continue;
        lines_.kept[line] = std::make_unique<MinimalLineDfa>(grid.clue(line), grid.planes(line));
        lines_.dropped[line] = std::make_unique<MinimalLineDfa>(lines_.kept[line]->without_clue());
        line_bytes_ += lines_.kept[line]->bytes() + lines_.dropped[line]->bytes();
        budget_.spend(1000 * static_cast<std::uint64_t>(grid.length(line)));
    }
    for (const Component& component : compilation_->components) {
        if (budget_.look()) return;
        auto cells = frontier_cells(*compilation_, component, lines_.kept, line_bytes_, memory);
        parts_.push_back(std::make_unique<Part>(lines_, std::move(cells), budget_));
    }
    is_done_ = parts_.empty();
}

/// The product of the numbers of placements of the rows, or of the lines of another direction.
void UpperBound::multiply_placements() {
    const Grid& grid = compilation_->cdcl.grid;
    std::vector<std::vector<BigUnsigned>> counts(grid.board().directions());
    for (int line = 0; line < grid.lines(); ++line) {
        if (budget_.look()) return;
        const LineClue& clue = grid.clue(line);
        counts[grid.board().direction(line)].push_back(count(clue, grid.planes(line)));
        budget_.spend(static_cast<std::uint64_t>(clue.cells) * (10 + clue.blocks.size()));
    }
    best_ = product_of(std::move(counts[0]));
    for (std::size_t k = 1; k < counts.size(); ++k) best_ = std::min(*best_, product_of(std::move(counts[k])));
}

/// Improve the bound of the next component, and the product of all.
void UpperBound::improve(std::size_t memory) {
    std::size_t tried = 0;
    while (tried < parts_.size() && parts_[next_]->is_done()) {
        next_ = (next_ + 1) % parts_.size();
        ++tried;
    }
    is_done_ = tried == parts_.size();
    if (is_done_) return;
    parts_[next_]->improve(budget_, memory / parts_.size());
    next_ = (next_ + 1) % parts_.size();
    double sum = 0, size = 0;
    for (const auto& part : parts_) {
        sum += part->log_bound();
        size += std::abs(part->log_bound());
    }
    budget_.spend(parts_.size());
    if (std::isnan(sum) || (std::isinf(sum) && sum > 0)) return;
    best_ = std::min(*best_, floor_of_exp(sum + 0x1p-50 * static_cast<double>(parts_.size()) * size));
}

}  // namespace nonocsp
