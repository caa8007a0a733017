// The states of a run, and which of them are dropped.
#include "counting/estimation/restricted_frontier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <span>
#include <type_traits>

#include "counting/estimation/weighted_states.hpp"
#include "counting/frontier/lookahead.hpp"
#include "counting/frontier/state_ranges.hpp"
#include "counting/frontier/transition.hpp"

namespace nonocsp {

namespace {

/// States of W words; the list is kept sorted by rotation, or sorted again at each cell.
template <int W, bool rotates>
class RestrictedPass final : public RestrictedFrontier {
public:
    RestrictedPass(const Grid& grid, const CellSequence& sequence, Budget& budget, Stats& stats, Crew& crew)
        : grid_(grid), sequence_(sequence), budget_(budget), stats_(stats), crew_(crew) {}

    /// Allocate the fields, and make the tables.  False if the words have too few bits, the tables take more than this
    /// memory, or the budget has ended.
    bool pack(std::size_t memory) {
        const CellSequence::Widths widths = sequence_.widths(true);
        if (!layout_.template allocate<W>(sequence_, widths)) return false;
        row_ = layout_.along();
        for (std::uint32_t line = 0; line < sequence_.lines.size(); ++line)
            if (!sequence_.lines[line].is_along) columns_.push_back(line);
        for (const CellSequence::Cell& cell : cells_) {
            if constexpr (rotates) {
                steps_.push_back({{sequence_, cell, widths.along, true}, {}});
            } else {
                if (table_bytes_ + Transition::bytes(sequence_, cell, true) > memory) return false;
                steps_.push_back({{sequence_, cell, layout_, true}, {}});
            }
            const Transition& transition = steps_.back().transition;
            table_bytes_ += sizeof(Step) + transition.bytes();
            if (budget_.spend(transition.entries()) || table_bytes_ > memory) return false;
        }
        return true;
    }

    const CellSequence& sequence() const override { return sequence_; }

    void begin(const Restriction& restriction, const CompletionWeights& weights) override {
        kept_.begin(restriction);
        at_ = 0;
        skipped_ = to_skip_ = 0;
        for (std::size_t i = 0; i < cells_.size(); ++i)
            for (std::uint32_t n = 0; n < cells_[i].lines; ++n)
                steps_[i].factors[n] = weights.factors(sequence_, cells_[i].places[n]);
    }

    bool advance(std::size_t memory) override {
        if (is_done()) return true;
        const std::uint32_t row = cells_[at_].along();
        const auto has_row = [&] { return !is_done() && cells_[at_].along() == row; };
        if constexpr (rotates) {
            for (const std::uint32_t column : columns_) {
                const bool has_cell = has_row() && cells_[at_].places[1].line == column;
                if (!has_cell) states_.swap(next_);
                else if (!step(memory)) return false;
                deal(layout_.of(column));
                if (has_cell && has_row()) kept_.drop();
            }
        } else {
            while (has_row()) {
                if (!step(memory)) return false;
                merge();
                if (has_row()) kept_.drop();
            }
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
        for (std::size_t i = cells_.size(); i-- > 0;) state = step_back(i, state, random, colours[cells_[i].number]);
    }

    std::size_t bytes() const override {
        return table_bytes_ + kept_.bytes() + next_.capacity() * sizeof(Weighted) + (look_ ? look_->bytes() : 0);
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = rotates ? 15 : 150;
    /// States that are kept without look-ahead.
    static constexpr std::size_t few = 64;

    using Weighted = WeightedState<W>;
    using Transition = std::conditional_t<rotates, PairTransition, CellTransition<W>>;
    /// The step over a cell; the score changes by these factors, by line, its state and candidate.
    struct Step {
        Transition transition;
        std::array<std::vector<double>, 3> factors;
    };

    /// All successors at a cell, in `next_`.
    bool step(std::size_t memory) {
        const std::size_t candidates = steps_[at_].transition.candidates;
        if (!states_.empty() && budget_.node(stats_.nodes + states_.size())) return false;
        stats_.nodes += states_.size();
        if (budget_.spend(step_work * candidates * states_.size())) return false;
        if (bytes() + 2 * candidates * states_.size() * sizeof(Weighted) > memory) return false;
        next_.clear();
        if constexpr (rotates) lead_groups(steps_[at_], layout_.of(cells_[at_].places[1].line));
        else lead_each(steps_[at_], cells_[at_]);
        ++at_;
        return true;
    }

    // The list is kept sorted by rotation.

    /// The list is sorted, and the cell's row and column are the least significant digits of a state.  So states that
    /// may merge are neighbours, and their successors are sorted but for the column.
    void lead_groups(const Step& here, const Field column) {
        const Field row = row_;
        const PairTransition& transition = here.transition;
        const std::size_t candidates = transition.candidates;
        State<W> others{};  // of the current group: the state without row and column
        for (const Weighted& from : states_) {
            const std::uint64_t a = row.template of<W>(from.state), b = column.template of<W>(from.state);
            State<W> rest = from.state;
            row.template add<W>(-a, rest);
            column.template add<W>(-b, rest);
            if (rest != others) {
                finish_group(others, column);
                others = rest;
            }
            const std::uint16_t* const to = &transition.to[(b << row.bits | a) * candidates];
            const double* const along = &here.factors[0][a * candidates];
            const double* const down = &here.factors[1][b * candidates];
            for (std::size_t c = 0; c < candidates; ++c) {
                if (to[c] == PairTransition::nowhere) continue;
                Sums& sums = group_[to[c]];
                const double score = from.score * along[c] * down[c];
                const std::uint64_t bit = std::uint64_t{1} << (to[c] & ((1u << row.bits) - 1));
                std::uint64_t& rows = group_rows_[to[c] >> row.bits];
                if (rows & bit) {
                    sums.weight += from.weight;
                    sums.score += score;
                    continue;
                }
                sums = {from.weight, score};
                rows |= bit;
                group_columns_ |= std::uint64_t{1} << (to[c] >> row.bits);
            }
        }
        finish_group(others, column);
        // No state has more predecessors than the table has entries.
        kept_.additions += static_cast<double>(transition.to.size());
    }

    /// Append the states of the group.
    void finish_group(const State<W>& others, const Field column) {
        const Field row = row_;
        for (; group_columns_; group_columns_ &= group_columns_ - 1) {
            const auto b = static_cast<std::uint64_t>(std::countr_zero(group_columns_));
            for (std::uint64_t& rows = group_rows_[b]; rows; rows &= rows - 1) {
                const auto a = static_cast<std::uint64_t>(std::countr_zero(rows));
                State<W> state = others;
                row.template add<W>(a, state);
                column.template add<W>(b, state);
                const Sums& sums = group_[b << row.bits | a];
                next_.push_back({state, sums.weight, sums.score});
            }
        }
    }

    /// Deal `next_` into `states_` by this column: a pass of a radix sort, which makes it the most significant digit.
    void deal(const Field column) {
        if (!column.bits) return states_.swap(next_);
        std::array<std::size_t, MinimalLineDfa::most_states + 1> begins{};
        for (const Weighted& one : next_) ++begins[column.template of<W>(one.state) + 1];
        for (std::size_t digit = 1; digit < begins.size(); ++digit) begins[digit] += begins[digit - 1];
        states_.resize(next_.size());
        for (const Weighted& one : next_) states_[begins[column.template of<W>(one.state)]++] = one;
    }

    // The list is sorted again at each cell.

    void lead_each(const Step& here, const CellSequence::Cell& cell) {
        const std::size_t candidates = here.transition.candidates;
        for (const Weighted& from : states_)
            here.transition.each(from.state, [&](std::size_t c, const State<W>& to) {
                double score = from.score;
                for (std::uint32_t n = 0; n < cell.lines; ++n) {
                    const Field& field = layout_.of(cell.places[n].line);
                    score *= here.factors[n][field.template of<W>(from.state) * candidates + c];
                }
                next_.push_back({to, from.weight, score});
            });
    }

    /// Sort `next_` into `states_`; equal ones are added.
    void merge() {
        std::sort(next_.begin(), next_.end(),
                  [](const Weighted& one, const Weighted& other) { return is_before<W>(one.state, other.state); });
        states_.clear();
        std::size_t most = 1, equal = 1;
        for (const Weighted& one : next_) {
            if (states_.empty() || states_.back().state != one.state) {
                states_.push_back(one);
                equal = 1;
                continue;
            }
            states_.back().weight += one.weight;
            states_.back().score += one.score;
            most = std::max(most, ++equal);
        }
        kept_.additions += static_cast<double>(most - 1);
    }

    /// Remove the states that propagation refutes, at the end of a row.
    bool look_ahead(std::size_t memory) {
        if (states_.size() <= few || is_done() || skipped_++ < to_skip_) return true;
        if (!look_) look_.emplace(grid_, sequence_, budget_, stats_, crew_);
        const std::vector<OpenLine> open = open_lines(sequence_, layout_, at_, true);
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
    State<W> step_back(std::size_t i, const State<W>& state, Random& random, std::uint8_t& colour) const {
        const auto& layer = kept_.layers[i];
        const auto& colours = sequence_.colours(cells_[i]);
        State<W> result{};
        double sum = 0;
        each_before(cells_[i], cells_[i].lines, std::vector<char>(colours.size(), 1), state, state,
                    [&](const State<W>& before, std::size_t candidate) {
                        const std::uint32_t slot = layer.states.find(before);
                        if (slot == StateSet<W>::none) return;
                        sum += layer.weights[slot];
                        if (uniform(random) * sum >= layer.weights[slot]) return;
                        result = before;
                        colour = colours[candidate];
                    });
        return result;
    }

    /// The states, and candidates among some, from which the first n lines of a cell come to this state.
    template <class Visit>
    void each_before(const CellSequence::Cell& cell, std::uint32_t n, const std::vector<char>& some,
                     const State<W>& state, const State<W>& before, const Visit& visit) const {
        if (n-- == 0) {
            for (std::size_t c = 0; c < some.size(); ++c)
                if (some[c]) visit(before, c);
            return;
        }
        const Field& field = layout_.of(cell.places[n].line);
        const std::uint64_t b = field.template of<W>(state);
        const auto& leads = steps_at(sequence_, cell.places[n], true);
        for (std::uint64_t a = 0; a < leads.size() / some.size(); ++a) {
            std::vector<char> left = some;
            bool is_possible = false;
            for (std::size_t c = 0; c < left.size(); ++c)
                is_possible |= left[c] = left[c] && leads[a * left.size() + c] == b;
            if (!is_possible) continue;
            State<W> one = before;
            field.template add<W>(a - b, one);
            each_before(cell, n, left, state, one, visit);
        }
    }

    struct Sums {
        double weight, score;
    };

    const Grid& grid_;
    const CellSequence sequence_;
    const std::vector<CellSequence::Cell>& cells_ = sequence_.cells;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    Layout layout_;
    Field row_;                           ///< of all rows
    std::vector<std::uint32_t> columns_;  ///< the other lines
    std::vector<Step> steps_;             ///< by cell
    std::size_t table_bytes_ = 0;
    std::optional<LookAhead> look_;

    // What belongs to the run.
    WeightedStates<W> kept_;
    std::vector<Weighted>& states_ = kept_.states;          ///< before cell `at_`
    std::vector<Weighted> next_;                            ///< behind it
    int skipped_ = 0, to_skip_ = 0;                         ///< row ends without look-ahead, after one that refuted few
    std::vector<Sums> group_ = std::vector<Sums>(1 << 12);  ///< by column and row, of a group of states
    std::array<std::uint64_t, 64> group_rows_{};            ///< by column: which rows are in the group
    std::uint64_t group_columns_ = 0;
    std::size_t at_ = 0;
};

}  // namespace

std::unique_ptr<RestrictedFrontier> RestrictedFrontier::of(const Grid& grid, CellSequence sequence, Budget& budget,
                                                           Stats& stats, Crew& crew, std::size_t memory) {
    if (sequence.has_large_lines()) return nullptr;
    const auto with = [&]<bool rotates>() {
        return first_that_packs<RestrictedFrontier, RestrictedPass<1, rotates>, RestrictedPass<2, rotates>,
                                RestrictedPass<4, rotates>, RestrictedPass<8, rotates>>(memory, budget, grid, sequence,
                                                                                        budget, stats, crew);
    };
    return sequence.keeps_rotation() ? with.template operator()<true>() : with.template operator()<false>();
}

}  // namespace nonocsp
