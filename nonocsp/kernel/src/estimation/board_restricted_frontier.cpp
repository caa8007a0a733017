// The successors of states at a cell of several lines.
#include "estimation/board_restricted_frontier.hpp"

#include <algorithm>
#include <bit>
#include <map>

#include "estimation/weighted_states.hpp"
#include "frontier/join.hpp"
#include "line/reordered_line.hpp"

namespace nonocsp {

namespace {

/// Rough work for a cell of the automata, in nanoseconds.
constexpr std::uint64_t board_cell_work = 3000;

/// The automata of the lines with undecided cells.
using Swept = std::shared_ptr<std::map<std::uint32_t, ReorderedLine>>;

template <int W>
class BoardRestrictedFrontier final : public RestrictedFrontier {
public:
    BoardRestrictedFrontier(const Frontier::Lines& lines, const Swept& swept, std::vector<BoardCell> cells,
                            Budget& budget, Stats& stats)
        : lines_(lines), swept_(swept), cells_(std::move(cells)), budget_(budget), stats_(stats) {}

    /// Allocate a field for the lines along which the cells are decided, and one for each other line.  False if the
    /// words have too few bits.
    bool pack() {
        std::vector<int> bits(lines_.size(), 0);
        int along = 0;
        for (const BoardCell& cell : cells_)
            for (int d = 0; d < cell.directions; ++d) {
                const auto& [line, k, step] = cell.places[static_cast<std::size_t>(d)];
                int& most = d ? bits[line] : along;
                for (const std::size_t at : {step, step + 1})
                    most = std::max(most, static_cast<int>(std::bit_width(swept_->at(line).states(at) - 1)));
            }
        FieldPacker<W> packer;
        std::vector<Field> fields(lines_.size());
        Field field;
        if (!packer.add(along, field)) return false;
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (bits[line] && !packer.add(bits[line], fields[line])) return false;
        for (const BoardCell& cell : cells_) {
            Step& step = steps_.emplace_back();
            for (int d = 0; d < cell.directions; ++d)
                step.fields[static_cast<std::size_t>(d)] = d ? fields[cell.places[static_cast<std::size_t>(d)].line] : field;
        }
        return true;
    }

    void begin(const Restriction& restriction, const CompletionWeights& weights) override {
        kept_.begin(restriction);
        at_ = 0;
        // The expected number of completions of each line before its cells, as in completion_weights.hpp.
        std::vector<std::vector<double>> behind(lines_.size(), {1});
        for (std::size_t i = cells_.size(); i-- > 0;)
            for (int d = 0; d < cells_[i].directions; ++d) {
                const auto& [line, k, step] = cells_[i].places[static_cast<std::size_t>(d)];
                const auto& leads = next(i, d);
                const auto& shares = weights.shares(line, k);
                std::vector<double> here(leads.size() / shares.size(), 0);
                for (std::size_t at = 0; at < leads.size(); ++at)
                    if (leads[at] != ReorderedLine::none)
                        here[at / shares.size()] += shares[at % shares.size()] * behind[line][leads[at]];
                const double most = *std::max_element(here.begin(), here.end());
                for (double& weight : here) weight /= most;
                std::vector<double>& factors = steps_[i].factors[static_cast<std::size_t>(d)];
                factors.assign(leads.size(), 0);
                for (std::size_t at = 0; at < leads.size(); ++at)
                    if (leads[at] != ReorderedLine::none)
                        factors[at] = behind[line][leads[at]] / here[at / shares.size()];
                behind[line] = std::move(here);
            }
    }

    bool advance(std::size_t memory) override {
        if (is_done()) return true;
        const std::uint32_t line = cells_[at_].places[0].line;
        while (!is_done() && cells_[at_].places[0].line == line) {
            if (!step(memory)) return false;
            kept_.drop();
        }
        return !budget_.ended();
    }
    bool is_done() const override { return at_ == cells_.size(); }

    ScaledNumber total() const override { return kept_.total(); }
    bool has_dropped() const override { return kept_.has_dropped; }
    BigUnsigned at_least() const override { return kept_.rounded(-1); }
    BigUnsigned at_most() const override { return kept_.rounded(1); }

    void draw(Random& random, std::uint8_t* colours) const override {
        State<W> state = kept_.states[0].state;
        for (std::size_t i = cells_.size(); i-- > 0;) state = step_back(i, state, random, colours[cells_[i].number]);
    }

    std::size_t bytes() const override {
        std::size_t bytes = kept_.bytes() + next_.capacity() * sizeof(next_[0]) + steps_.capacity() * sizeof(Step);
        for (const Step& step : steps_)
            for (const auto& factors : step.factors) bytes += factors.capacity() * sizeof(double);
        return bytes;
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = 150;

    /// At a cell: the fields of its lines, and how the score changes, by state and candidate.
    struct Step {
        std::array<Field, 3> fields;
        std::array<std::vector<double>, 3> factors;
    };

    const std::vector<std::uint8_t>& colours(std::size_t i) const {
        const auto& place = cells_[i].places[0];
        return lines_[place.line]->colours(static_cast<int>(place.k));
    }
    const std::vector<std::uint16_t>& next(std::size_t i, int d) const {
        const auto& place = cells_[i].places[static_cast<std::size_t>(d)];
        return swept_->at(place.line).next(place.step);
    }

    bool step(std::size_t memory) {
        auto& states = kept_.states;
        const std::size_t candidates = colours(at_).size();
        if (!states.empty() && budget_.node(stats_.nodes + states.size())) return false;
        stats_.nodes += states.size();
        if (budget_.spend(step_work * candidates * states.size())) return false;
        if (bytes() + 2 * candidates * states.size() * sizeof(states[0]) > memory) return false;
        next_.clear();
        for (const WeightedState<W>& from : states)
            for (std::size_t c = 0; c < candidates; ++c) {
                WeightedState<W> to = from;
                if (lead(from.state, c, to)) next_.push_back(to);
            }
        std::sort(next_.begin(), next_.end(),
                  [](const auto& one, const auto& other) { return one.state < other.state; });
        states.clear();
        std::size_t most = 1, equal = 1;
        for (const WeightedState<W>& one : next_) {
            if (states.empty() || states.back().state != one.state) {
                states.push_back(one);
                equal = 1;
                continue;
            }
            states.back().weight += one.weight;
            states.back().score += one.score;
            most = std::max(most, ++equal);
        }
        kept_.additions += static_cast<double>(most - 1);
        ++at_;
        return true;
    }

    /// The successor of a state; false if a line has none.
    bool lead(const State<W>& from, std::size_t candidate, WeightedState<W>& to) const {
        const Step& here = steps_[at_];
        const std::size_t candidates = colours(at_).size();
        for (int d = 0; d < cells_[at_].directions; ++d) {
            const Field& field = here.fields[static_cast<std::size_t>(d)];
            const std::uint64_t a = field.template of<W>(from);
            const std::size_t at = a * candidates + candidate;
            const std::uint16_t b = next(at_, d)[at];
            if (b == ReorderedLine::none) return false;
            to.state[static_cast<std::size_t>(field.word)] += (b - a) << field.shift;
            to.score *= here.factors[static_cast<std::size_t>(d)][at];
        }
        return true;
    }

    /// A state before a cell, given the one after it, as often as its share of the weight; and the cell's colour.
    State<W> step_back(std::size_t i, const State<W>& state, Random& random, std::uint8_t& colour) const {
        const auto& layer = kept_.layers[i];
        State<W> result{};
        double sum = 0;
        for (std::size_t c = 0; c < colours(i).size(); ++c)
            each_before(i, 0, c, state, state, [&](const State<W>& before) {
                const std::uint32_t slot = layer.states.find(before);
                if (slot == StateSet<W>::none) return;
                sum += layer.weights[slot];
                if (uniform(random) * sum >= layer.weights[slot]) return;
                result = before;
                colour = colours(i)[c];
            });
        return result;
    }

    /// The states from which a candidate may lead to this one, from the d-th line on.
    template <class Visit>
    void each_before(std::size_t i, int d, std::size_t candidate, const State<W>& state, State<W> before,
                     const Visit& visit) const {
        if (d == cells_[i].directions) return visit(before);
        const Field& field = steps_[i].fields[static_cast<std::size_t>(d)];
        const std::uint64_t b = field.template of<W>(state);
        const auto& leads = next(i, d);
        const std::size_t candidates = colours(i).size();
        for (std::uint64_t a = 0; a < leads.size() / candidates; ++a) {
            if (leads[a * candidates + candidate] != b) continue;
            State<W> one = before;
            one[static_cast<std::size_t>(field.word)] -= (b - a) << field.shift;
            each_before(i, d + 1, candidate, state, one, visit);
        }
    }

    const Frontier::Lines& lines_;
    const Swept swept_;
    const std::vector<BoardCell> cells_;
    Budget& budget_;
    Stats& stats_;
    std::vector<Step> steps_;  ///< by cell

    // Of the run.
    WeightedStates<W> kept_;
    std::vector<WeightedState<W>> next_;
    std::size_t at_ = 0;
};

}  // namespace

std::vector<BoardCell> board_cells(const PuzzleCompilation& compilation, const Component& component, int direction,
                                   Frontier::Lines& line_dfas, std::size_t& bytes, std::size_t memory) {
    const CdclEngine& cdcl = compilation.cdcl;
    line_dfas.resize(cdcl.grid.lines());
    std::vector<BoardCell> cells;
    for (std::size_t i = component.from; i < component.to; ++i) {
        const OpenCell& open = cdcl.variables.cells()[compilation.cells[i]];
        BoardCell& cell = cells.emplace_back();
        cell.number = static_cast<std::uint32_t>(i - component.from);
        const auto add = [&](int line, int place) {
            if (!line_dfas[line]) {
                line_dfas[line] = std::make_unique<MinimalLineDfa>(cdcl.grid.clue(line), cdcl.grid.planes(line));
                bytes += line_dfas[line]->bytes();
            }
            cell.places[static_cast<std::size_t>(cell.directions++)] = {static_cast<std::uint32_t>(line),
                                                                        line_dfas[line]->number(place), 0};
        };
        open.each_place(add);
        std::swap(cell.places[0], cell.places[static_cast<std::size_t>(direction)]);
        if (bytes > memory || cdcl.budget.spend(board_cell_work)) return {};
    }
    std::stable_sort(cells.begin(), cells.end(), [](const BoardCell& one, const BoardCell& other) {
        const auto &a = one.places[0], &b = other.places[0];
        return a.line != b.line ? a.line < b.line : a.k < b.k;
    });
    return cells;
}

std::unique_ptr<RestrictedFrontier> restricted_frontier_on_board(const Frontier::Lines& lines,
                                                                 std::vector<BoardCell> cells, Budget& budget,
                                                                 Stats& stats) {
    std::vector<std::vector<std::uint32_t>> orders(lines.size());
    for (BoardCell& cell : cells)
        for (int d = 0; d < cell.directions; ++d) {
            auto& place = cell.places[static_cast<std::size_t>(d)];
            if (lines[place.line]->is_too_large()) return nullptr;
            place.step = static_cast<std::uint32_t>(orders[place.line].size());
            orders[place.line].push_back(place.k);
        }
    const auto swept = std::make_shared<std::map<std::uint32_t, ReorderedLine>>();
    for (std::uint32_t line = 0; line < lines.size(); ++line) {
        if (orders[line].empty()) continue;
        if (swept->emplace(line, ReorderedLine(*lines[line], orders[line])).first->second.is_too_large()) return nullptr;
        if (budget.spend(board_cell_work * orders[line].size())) return nullptr;
    }
    std::unique_ptr<RestrictedFrontier> result;
    const auto try_words = [&]<int W>() {
        if (result || budget.ended()) return;
        auto frontier = std::make_unique<BoardRestrictedFrontier<W>>(lines, swept, cells, budget, stats);
        if (frontier->pack()) result = std::move(frontier);
    };
    try_words.template operator()<1>();
    try_words.template operator()<2>();
    try_words.template operator()<4>();
    try_words.template operator()<8>();
    return result;
}

}  // namespace nonocsp
