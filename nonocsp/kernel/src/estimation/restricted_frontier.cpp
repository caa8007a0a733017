// The states of a run, and which of them are dropped.
#include "estimation/restricted_frontier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>

#include "estimation/weighted_states.hpp"
#include "frontier/lookahead.hpp"
#include "frontier/pair_transition.hpp"
#include "frontier/state_ranges.hpp"

namespace nonocsp {

namespace {

template <int W>
class SortedRestrictedFrontier final : public RestrictedFrontier {
public:
    SortedRestrictedFrontier(const Grid& grid, const Frontier::Lines& lines, std::vector<Frontier::Cell> cells,
                             Budget& budget, Stats& stats, Crew& crew)
        : grid_(grid), lines_(lines), cells_(std::move(cells)), budget_(budget), stats_(stats), crew_(crew) {}

    /// Allocate a field for the row and for every column, from the least significant.  False if the words have too few
    /// bits, the tables take more than this, or the budget has ended.
    bool pack(std::size_t memory) {
        std::vector<int> column_bits(lines_.size(), 0);
        std::vector<char> is_column(lines_.size(), 0);
        for (const Frontier::Cell& cell : cells_) {
            is_column[cell.column] = 1;
            for (int end : {0, 1}) {
                row_.bits = std::max(row_.bits, bits(cell.row, static_cast<int>(cell.k_row) + end));
                column_bits[cell.column] =
                    std::max(column_bits[cell.column], bits(cell.column, static_cast<int>(cell.k_column) + end));
            }
        }
        row_.shift = 1;
        Field last = row_;
        for (std::uint32_t line = 0; line < lines_.size(); ++line) {
            if (!is_column[line]) continue;
            last = {last.word, last.shift + last.bits, column_bits[line]};
            if (last.shift + last.bits > 64) last = {last.word + 1, 1, last.bits};
            if (last.word == W) return false;
            columns_.push_back({line, last});
        }
        for (const Frontier::Cell& cell : cells_) {
            steps_.push_back({PairTransition(*lines_[cell.row], static_cast<int>(cell.k_row), row_.bits,
                                             *lines_[cell.column], static_cast<int>(cell.k_column), true),
                              {}, {}});
            const std::size_t entries = steps_.back().transition.to.capacity();
            table_bytes_ += sizeof(Step) + entries * sizeof(std::uint16_t);
            if (budget_.spend(entries) || table_bytes_ > memory) return false;
        }
        return true;
    }

    void begin(const Restriction& restriction, const CompletionWeights& weights) override {
        kept_.begin(restriction);
        at_ = 0;
        skipped_ = to_skip_ = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            steps_[i].row_factors = factors(weights, cells_[i].row, cells_[i].k_row);
            steps_[i].column_factors = factors(weights, cells_[i].column, cells_[i].k_column);
        }
    }

    bool advance(std::size_t memory) override {
        if (is_done()) return true;
        const std::uint32_t row = cells_[at_].row;
        const auto has_row = [&] { return !is_done() && cells_[at_].row == row; };
        for (const Column& column : columns_) {
            const bool has_cell = has_row() && cells_[at_].column == column.line;
            if (!has_cell) states_.swap(next_);
            else if (!step(column.field, memory)) return false;
            deal(column.field);
            if (has_cell && has_row()) kept_.drop();
        }
        if (!look_ahead(memory)) return false;
        kept_.drop();
        return !budget_.ended();
    }
    bool is_done() const override { return at_ == cells_.size(); }

    ScaledNumber total() const override { return kept_.total(); }
    bool has_dropped() const override { return kept_.has_dropped; }

    BigUnsigned at_least() const override { return kept_.rounded(-1); }
    BigUnsigned at_most() const override { return kept_.rounded(1); }

    void draw(Random& random, std::uint8_t* colours) const override {
        State<W> state = states_[0].state;
        for (std::size_t cell = cells_.size(); cell-- > 0;) state = step_back(cell, state, random, colours[cell]);
    }

    std::size_t bytes() const override {
        return table_bytes_ + kept_.bytes() + next_.capacity() * sizeof(Weighted) +
               (look_ ? look_->bytes() : 0);
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = 15;
    /// States that are kept without look-ahead.
    static constexpr std::size_t few = 64;

    using Weighted = WeightedState<W>;
    using Layer = typename WeightedStates<W>::Layer;
    struct Column {
        std::uint32_t line;
        Field field;
    };
    /// At a cell; the score changes by these factors, by state and candidate.
    struct Step {
        PairTransition transition;
        std::vector<double> row_factors, column_factors;
    };
    int bits(std::size_t line, int k) const {
        return static_cast<int>(std::bit_width(static_cast<unsigned>(lines_[line]->states(k)) - 1));
    }

    std::vector<double> factors(const CompletionWeights& weights, std::uint32_t line, std::uint32_t k) const {
        const auto& leads = lines_[line]->next(static_cast<int>(k));
        const std::size_t candidates = lines_[line]->colours(static_cast<int>(k)).size();
        std::vector<double> result(leads.size());
        for (std::size_t at = 0; at < leads.size(); ++at)
            if (leads[at] != MinimalLineDfa::none)
                result[at] = weights.before(line, k + 1)[leads[at]] / weights.before(line, k)[at / candidates];
        return result;
    }

    /// All successors at a cell, in `next_`: sorted but for the cell's column, which is the least significant digit.
    bool step(const Field& column, std::size_t memory) {
        const Step& here = steps_[at_];
        const PairTransition& transition = here.transition;
        const std::size_t candidates = transition.candidates;
        if (!states_.empty() && budget_.node(stats_.nodes + states_.size())) return false;
        stats_.nodes += states_.size();
        if (budget_.spend(step_work * candidates * states_.size())) return false;
        if (bytes() + 2 * candidates * states_.size() * sizeof(Weighted) > memory) return false;
        next_.clear();
        State<W> others{};  // of the current group: the state without row and column
        for (const Weighted& from : states_) {
            const std::uint64_t a = row_.template of<W>(from.state), b = column.template of<W>(from.state);
            State<W> rest = from.state;
            rest[0] -= a << row_.shift;
            rest[W == 1 ? 0 : column.word] -= b << column.shift;
            if (rest != others) {
                finish_group(others, column);
                others = rest;
            }
            const std::uint16_t* const to = &transition.to[(b << row_.bits | a) * candidates];
            const double* const row = &here.row_factors[a * candidates];
            const double* const down = &here.column_factors[b * candidates];
            for (std::size_t c = 0; c < candidates; ++c) {
                if (to[c] == PairTransition::nowhere) continue;
                Sums& sums = group_[to[c]];
                const double score = from.score * row[c] * down[c];
                const std::uint64_t bit = std::uint64_t{1} << (to[c] & ((1u << row_.bits) - 1));
                std::uint64_t& rows = group_rows_[to[c] >> row_.bits];
                if (rows & bit) {
                    sums.weight += from.weight;
                    sums.score += score;
                    continue;
                }
                sums = {from.weight, score};
                rows |= bit;
                group_columns_ |= std::uint64_t{1} << (to[c] >> row_.bits);
            }
        }
        finish_group(others, column);
        // No state has more predecessors than the table has entries.
        kept_.additions += static_cast<double>(transition.to.size());
        ++at_;
        return true;
    }

    /// Append the states of the group.
    void finish_group(const State<W>& others, const Field& column) {
        for (; group_columns_; group_columns_ &= group_columns_ - 1) {
            const auto b = static_cast<std::uint64_t>(std::countr_zero(group_columns_));
            for (std::uint64_t& rows = group_rows_[b]; rows; rows &= rows - 1) {
                const auto a = static_cast<std::uint64_t>(std::countr_zero(rows));
                State<W> state = others;
                state[0] += a << row_.shift;
                state[W == 1 ? 0 : column.word] += b << column.shift;
                const Sums& sums = group_[b << row_.bits | a];
                next_.push_back({state, sums.weight, sums.score});
            }
        }
    }

    /// From `next_` into `states_`, by this column: a pass of a radix sort, which makes it the most significant digit.
    void deal(const Field& column) {
        if (!column.bits) return states_.swap(next_);
        std::array<std::size_t, MinimalLineDfa::most_states + 1> begins{};
        for (const Weighted& one : next_) ++begins[column.template of<W>(one.state) + 1];
        for (std::size_t digit = 1; digit < begins.size(); ++digit) begins[digit] += begins[digit - 1];
        states_.resize(next_.size());
        for (const Weighted& one : next_) states_[begins[column.template of<W>(one.state)]++] = one;
    }

    /// At the end of a row: remove the states that propagation refutes.
    bool look_ahead(std::size_t memory) {
        if (states_.size() <= few || is_done() || skipped_++ < to_skip_) return true;
        if (!look_) look_.emplace(grid_, lines_, cells_, budget_, stats_, crew_);
        std::vector<OpenLine> open;
        std::vector<int> k(lines_.size(), -1);
        for (std::size_t i = 0; i < at_; ++i) k[cells_[i].column] = static_cast<int>(cells_[i].k_column) + 1;
        for (const Column& column : columns_)
            if (k[column.line] >= 0 && lines_[column.line]->states(k[column.line]) > 1)
                open.push_back({column.line, k[column.line], column.field});
        if (bytes() + look_->bytes_with(open.size()) > memory) return true;
        look_->start_at(open, true);
        std::size_t kept = 0;
        look_->template each_part<W>(1, states_.size(), [&](std::size_t, int, auto&& keep_possible) {
            kept = keep_possible(std::span<Weighted>(states_));
        });
        to_skip_ = 4 * kept > 3 * states_.size() ? 2 * to_skip_ + 1 : 0;
        skipped_ = 0;
        states_.resize(kept);
        return !budget_.ended();
    }

    /// A state before a cell, given the one after it, as often as its share of the weight; and the cell's colour.
    State<W> step_back(std::size_t cell, const State<W>& state, Random& random, std::uint8_t& colour) const {
        const PairTransition& transition = steps_[cell].transition;
        const Layer& layer = kept_.layers[cell];
        const auto column = std::find_if(columns_.begin(), columns_.end(), [&](const Column& one) {
            return one.line == cells_[cell].column;
        })->field;
        const std::uint64_t a = row_.template of<W>(state), b = column.template of<W>(state);
        const std::size_t candidates = transition.candidates;
        State<W> result{};
        double sum = 0;
        for (std::size_t from = 0; from < transition.to.size(); ++from) {
            if (transition.to[from] != (b << row_.bits | a)) continue;
            const std::uint64_t pair = from / candidates;
            State<W> before = state;
            before[0] -= (a - (pair & ((std::uint64_t{1} << row_.bits) - 1))) << row_.shift;
            before[W == 1 ? 0 : column.word] -= (b - (pair >> row_.bits)) << column.shift;
            const std::uint32_t slot = layer.states.find(before);
            if (slot == StateSet<W>::none) continue;
            sum += layer.weights[slot];
            if (uniform(random) * sum >= layer.weights[slot]) continue;
            result = before;
            colour = lines_[cells_[cell].row]->colours(static_cast<int>(cells_[cell].k_row))[from % candidates];
        }
        return result;
    }

    struct Sums {
        double weight, score;
    };

    const Grid& grid_;
    const Frontier::Lines& lines_;
    const std::vector<Frontier::Cell> cells_;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    Field row_;
    std::vector<Column> columns_;
    std::vector<Step> steps_;  ///< by cell
    std::size_t table_bytes_ = 0;
    std::optional<LookAhead> look_;

    // Of the run.
    WeightedStates<W> kept_;
    std::vector<Weighted>& states_ = kept_.states;  ///< before cell `at_`; its column is the least significant digit
    std::vector<Weighted> next_;                    ///< behind it
    int skipped_ = 0, to_skip_ = 0;  ///< row ends without look-ahead, after one that refuted few
    std::vector<Sums> group_ = std::vector<Sums>(1 << 12);  ///< by column and row, of a group of states
    std::array<std::uint64_t, 64> group_rows_{};             ///< by column: which rows are in the group
    std::uint64_t group_columns_ = 0;
    std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<RestrictedFrontier> RestrictedFrontier::of(const Grid& grid, const Frontier::Lines& lines,
                                                           std::vector<Frontier::Cell> cells, Budget& budget,
                                                           Stats& stats, Crew& crew, std::size_t memory) {
    for (const Frontier::Cell& cell : cells)
        if (lines[cell.row]->is_too_large() || lines[cell.column]->is_too_large()) return nullptr;
    std::unique_ptr<RestrictedFrontier> result;
    const auto try_words = [&]<int W>() {
        if (result || budget.ended()) return;
        auto frontier = std::make_unique<SortedRestrictedFrontier<W>>(grid, lines, cells, budget, stats, crew);
        if (frontier->pack(memory)) result = std::move(frontier);
    };
    try_words.template operator()<1>();
    try_words.template operator()<2>();
    try_words.template operator()<4>();
    try_words.template operator()<8>();
    return result;
}

}  // namespace nonocsp
