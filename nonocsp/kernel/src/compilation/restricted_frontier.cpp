// The states of a run, and which of them are dropped.
#include "compilation/restricted_frontier.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "compilation/frontier_transition.hpp"
#include "compilation/state_ranges.hpp"

namespace nonocsp {

namespace {

/// Weights stay within 2^most_exponent; what is then below 2^-most_exponent is dropped.
constexpr int most_exponent = 500;

double uniform(RestrictedFrontier::Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

template <int W>
class PackedRestrictedFrontier final : public RestrictedFrontier {
public:
    PackedRestrictedFrontier(const Frontier::Lines& lines, std::vector<Frontier::Cell> cells, Budget& budget,
                             Stats& stats)
        : lines_(lines), cells_(std::move(cells)), budget_(budget), stats_(stats) {}

    /// Allocate a field for every line.  False if the words have too few bits.
    bool pack() {
        int row = 0;
        std::vector<int> columns(lines_.size(), 0);
        for (const Frontier::Cell& cell : cells_)
            for (int end : {0, 1}) {
                row = std::max(row, bits(cell.row, static_cast<int>(cell.k_row) + end));
                columns[cell.column] =
                    std::max(columns[cell.column], bits(cell.column, static_cast<int>(cell.k_column) + end));
            }
        FieldPacker<W> packer;
        Field row_field;
        std::vector<Field> column_fields(lines_.size());
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (columns[line] && !packer.add(columns[line], column_fields[line])) return false;
        if (!packer.add(row, row_field)) return false;
        for (const Frontier::Cell& cell : cells_) {
            transitions_.emplace_back(*lines_[cell.row], static_cast<int>(cell.k_row), row_field, *lines_[cell.column],
                                      static_cast<int>(cell.k_column), column_fields[cell.column], true);
            table_bytes_ += sizeof(Step) + sizeof(CellTransition<W>) +
                            transitions_.back().changes.capacity() * sizeof(typename CellTransition<W>::Change);
        }
        return true;
    }

    void begin(const Restriction& restriction, const CompletionWeights& weights) override {
        restriction_ = restriction;
        random_.seed(restriction.seed);
        states_ = {{State<W>{1}, 1, 1}};
        at_ = 0;
        exponent_ = 0;
        additions_ = 0;
        has_dropped_ = false;
        layers_.clear();
        layer_bytes_ = 0;
        if (restriction.remembers) remember();
        steps_.clear();
        for (const Frontier::Cell& cell : cells_)
            steps_.push_back({factors(weights, cell.row, cell.k_row), factors(weights, cell.column, cell.k_column)});
    }

    bool advance(std::size_t memory) override {
        if (is_done()) return true;
        for (const std::uint32_t row = cells_[at_].row; !is_done() && cells_[at_].row == row;) {
            if (!step(memory)) return false;
            const std::size_t width = std::max<std::size_t>(restriction_.width, 1);
            if (states_.size() > width) {
                has_dropped_ = true;
                restriction_.is_random ? keep_at_random(width) : keep_best(width);
            }
            rescale();
            if (restriction_.remembers) remember();
        }
        return !budget_.ended();
    }
    bool is_done() const override { return at_ == cells_.size(); }

    ScaledNumber total() const override { return {states_.empty() ? 0 : states_[0].weight, exponent_}; }
    bool has_dropped() const override { return has_dropped_; }

    BigUnsigned at_least() const override {
        ScaledNumber number = total();
        if (exponent_ || number.mantissa >= 0x1p53) number.mantissa *= 1 - (additions_ + 4) * 0x1p-52;
        int bits = 0;
        const double fraction = std::frexp(number.mantissa, &bits);
        const std::int64_t shift = bits - 53 + number.exponent;  // of the 53 bits of the fraction
        const auto digits = static_cast<std::uint64_t>(std::ldexp(std::max(fraction, 0.0), 53));
        if (shift < 0) return shift > -64 ? digits >> -shift : 0;
        BigUnsigned result(digits);
        if (!digits) return result;
        result.limbs[0] = digits << shift % 64;
        if (shift % 64 && digits >> (64 - shift % 64)) result.limbs.push_back(digits >> (64 - shift % 64));
        result.limbs.insert(result.limbs.begin(), static_cast<std::size_t>(shift / 64), 0);
        if (!result.limbs.empty() && !result.limbs.back()) result.limbs.pop_back();
        return result;
    }

    void draw(Random& random, std::uint8_t* colours) const override {
        State<W> state = states_[0].state;
        for (std::size_t cell = cells_.size(); cell-- > 0;) state = step_back(cell, state, random, colours[cell]);
    }

    std::size_t bytes() const override {
        return table_bytes_ + layer_bytes_ + states_.capacity() * sizeof(Weighted) + sums_.capacity() * sizeof(Sums);
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = 50;

    struct Sums {
        double weight, score;
    };
    struct Weighted {
        State<W> state;
        double weight, score;
    };
    /// By how much the score changes from a cell to the next: by state and candidate, of the row and of the column.
    struct Step {
        std::vector<double> row, column;
    };
    /// The states before a cell.
    struct Layer {
        StateSet<W> states;
        std::vector<double> weights;  ///< by slot
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

    /// All successors at a cell.  False if memory runs out or the budget has ended.
    bool step(std::size_t memory) {
        const CellTransition<W>& transition = transitions_[at_];
        const Step& change = steps_[at_];
        const std::size_t candidates = transition.candidates;
        stats_.nodes += states_.size();
        if (!states_.empty() && budget_.node(stats_.nodes)) return false;
        if (budget_.spend(step_work * candidates * states_.size())) return false;
        // With room for all, so that slots stay valid.
        StateSet<W> next(candidates * states_.size());
        if (bytes() + next.bytes() + next.capacity() * (sizeof(Sums) + sizeof(Weighted)) > memory) return false;
        sums_.assign(next.capacity(), {0, 0});
        for (const Weighted& from : states_) {
            const double* const row = &change.row[transition.row.template of<W>(from.state) * candidates];
            const double* const column = &change.column[transition.column.template of<W>(from.state) * candidates];
            transition.each(from.state, [&](std::size_t candidate, const State<W>& to) {
                Sums& sums = sums_[next.insert(to)];
                sums.weight += from.weight;
                sums.score += from.score * row[candidate] * column[candidate];
            });
        }
        states_.clear();
        each_state(next, [&](const State<W>& state, std::uint32_t slot) {
            states_.push_back({state, sums_[slot].weight, sums_[slot].score});
            return true;
        });
        // No state has more predecessors than the table has entries.
        additions_ += static_cast<double>(transition.changes.size());
        ++at_;
        return true;
    }

    void keep_best(std::size_t number) {
        const auto last = states_.begin() + static_cast<std::ptrdiff_t>(number);
        std::nth_element(states_.begin(), last, states_.end(), [](const Weighted& a, const Weighted& b) {
            return a.score != b.score ? a.score > b.score : is_before<W>(a.state, b.state);
        });
        states_.resize(number);
    }

    /// Keep this many states on average, each at least as often as its score is of the threshold.
    void keep_at_random(std::size_t number) {
        const double threshold = threshold_for(number);
        // Marks at equal distances in sorted order keep some of each group of similar states.
        std::sort(states_.begin(), states_.end(),
                  [](const Weighted& a, const Weighted& b) { return is_before<W>(a.state, b.state); });
        double position = uniform(random_) * threshold;  // the next mark on the sum of scores
        double sum = 0;
        std::size_t kept = 0;
        for (const Weighted& state : states_) {
            if (state.score >= threshold) {
                states_[kept++] = state;
                continue;
            }
            sum += state.score;
            if (sum <= position) continue;
            position += threshold;
            states_[kept++] = {state.state, state.weight * (threshold / state.score), threshold};
        }
        states_.resize(kept);
    }

    /// The sum of min(1, score / threshold) is this number.
    double threshold_for(std::size_t number) const {
        double threshold = 0;
        for (std::size_t sure = 0, before = number; sure != before;) {
            before = sure;
            sure = 0;
            double rest = 0;
            for (const Weighted& state : states_) {
                if (threshold && state.score >= threshold) ++sure;
                else rest += state.score;
            }
            if (sure >= number) break;
            threshold = rest / static_cast<double>(number - sure);
        }
        return threshold;
    }

    /// Keep weights and scores within the range of doubles.
    void rescale() {
        double weight = 0, score = 0;
        for (const Weighted& state : states_) {
            weight = std::max(weight, state.weight);
            score = std::max(score, state.score);
        }
        if (score > 0) {
            const double scale = std::ldexp(1.0, -std::ilogb(score));
            for (Weighted& state : states_) state.score *= scale;
        }
        if (weight < std::ldexp(1.0, most_exponent)) return;
        exponent_ += most_exponent;
        for (Weighted& state : states_) state.weight = std::ldexp(state.weight, -most_exponent);
        const std::size_t size = states_.size();
        std::erase_if(states_, [](const Weighted& state) { return state.weight < std::ldexp(1.0, -most_exponent); });
        has_dropped_ |= states_.size() < size;
    }

    void remember() {
        Layer& layer = layers_.emplace_back(Layer{StateSet<W>(states_.size()), {}});
        layer.weights.resize(layer.states.capacity());
        for (const Weighted& state : states_) layer.weights[layer.states.insert(state.state)] = state.weight;
        layer_bytes_ += layer.states.bytes() + layer.weights.capacity() * sizeof(double);
    }

    /// A state before a cell, given the one after it, as often as its share of the weight; and the cell's colour.
    State<W> step_back(std::size_t cell, const State<W>& state, Random& random, std::uint8_t& colour) const {
        const CellTransition<W>& transition = transitions_[cell];
        const Layer& layer = layers_[cell];
        const auto& rows = lines_[cells_[cell].row]->next(static_cast<int>(cells_[cell].k_row));
        const auto& columns = lines_[cells_[cell].column]->next(static_cast<int>(cells_[cell].k_column));
        const std::uint64_t row = transition.row.template of<W>(state);
        const std::uint64_t column = transition.column.template of<W>(state);
        const std::size_t candidates = transition.candidates;
        State<W> result{};
        double sum = 0;
        for (std::size_t r = 0; r < rows.size(); ++r) {
            if (rows[r] != row) continue;
            for (std::size_t c = r % candidates; c < columns.size(); c += candidates) {
                if (columns[c] != column) continue;
                State<W> before = state;
                before[W == 1 ? 0 : transition.row.word] -= (row - r / candidates) << transition.row.shift;
                before[W == 1 ? 0 : transition.column.word] -= (column - c / candidates) << transition.column.shift;
                const std::uint32_t slot = layer.states.find(before);
                if (slot == StateSet<W>::none) continue;
                sum += layer.weights[slot];
                if (uniform(random) * sum >= layer.weights[slot]) continue;
                result = before;
                colour = (*transition.colours)[r % candidates];
            }
        }
        return result;
    }

    const Frontier::Lines& lines_;
    const std::vector<Frontier::Cell> cells_;
    Budget& budget_;
    Stats& stats_;
    std::vector<CellTransition<W>> transitions_;  ///< by cell
    std::size_t table_bytes_ = 0;

    // Of the run.
    Restriction restriction_;
    Random random_;
    std::vector<Step> steps_;       ///< by cell
    std::vector<Weighted> states_;  ///< before cell `at_`
    std::vector<Sums> sums_;        ///< by slot of the next states
    std::size_t at_ = 0;
    std::int64_t exponent_ = 0;     ///< of all weights
    double additions_ = 0;          ///< at most, into the weight of any state
    bool has_dropped_ = false;
    std::vector<Layer> layers_;     ///< by cell
    std::size_t layer_bytes_ = 0;
};

}  // namespace

std::unique_ptr<RestrictedFrontier> RestrictedFrontier::of(const Frontier::Lines& lines,
                                                           std::vector<Frontier::Cell> cells, Budget& budget,
                                                           Stats& stats) {
    for (const Frontier::Cell& cell : cells)
        if (lines[cell.row]->is_too_large() || lines[cell.column]->is_too_large()) return nullptr;
    std::unique_ptr<RestrictedFrontier> result;
    const auto try_words = [&]<int W>() {
        if (result) return;
        auto frontier = std::make_unique<PackedRestrictedFrontier<W>>(lines, cells, budget, stats);
        if (frontier->pack()) result = std::move(frontier);
    };
    try_words.template operator()<1>();
    try_words.template operator()<2>();
    try_words.template operator()<4>();
    try_words.template operator()<8>();
    return result;
}

}  // namespace nonocsp
