// The two frontiers, until they meet and after.
#include "frontier/frontier.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "frontier/cell_transition.hpp"
#include "frontier/join.hpp"
#include "frontier/lookahead.hpp"
#include "frontier/nodes.hpp"

namespace nonocsp {

namespace {

/// Rough work of a state and one of its candidates, in nanoseconds.
constexpr std::uint64_t step_work = 50;

/// States between two checks of the budget.
constexpr std::size_t states_per_check = 1024;

/// The growth at which a frontier looks ahead within a row, at first and at most; up to `few` states never do.  The
/// growth doubles after a look-ahead that refutes less than half of the states.
constexpr std::size_t least_growth = 4, most_growth = 1024, few = 64;

template <int W>
class PackedFrontier final : public DiagramFrontier {
public:
    PackedFrontier(const Grid& grid, const Lines& lines, std::vector<Cell> cells, Budget& budget, Stats& stats,
                   Crew& crew)
        : grid_(grid), lines_(lines), cells_(std::move(cells)), budget_(budget), stats_(stats), crew_(crew),
          sizes_(cells_.size() + 1, 1) {
        for (Side* side : {&upper_, &lower_}) {
            side->states.resize(cells_.size() + 1);
            side->columns.resize(lines.size());
        }
        upper_.at = 0;
        lower_.at = cells_.size();
        for (Side* side : {&upper_, &lower_}) side->states[side->at] = {State<W>{1}};
    }

    /// Allocate a field for every line.  False if the words have too few bits, the tables take more than this, or the
    /// budget has ended.
    bool pack(std::size_t memory) {
        for (const Cell& cell : cells_)
            for (const bool from_left : {true, false})
                table_bytes_ += CellTransition<W>::bytes(*lines_[cell.row], static_cast<int>(cell.k_row),
                                                         *lines_[cell.column], static_cast<int>(cell.k_column),
                                                         from_left);
        if (table_bytes_ > memory) return false;
        for (Side* side : {&upper_, &lower_}) {
            int row = 0;
            std::vector<int> columns(lines_.size(), 0);
            for (const Cell& cell : cells_)
                for (int end : {0, 1}) {
                    row = std::max(row, bits(*side, cell.row, static_cast<int>(cell.k_row) + end));
                    columns[cell.column] =
                        std::max(columns[cell.column], bits(*side, cell.column, static_cast<int>(cell.k_column) + end));
                }
            FieldPacker<W> fields;
            // Look-ahead sorts states, and the field added last is the most significant.
            for (std::size_t line = 0; line < lines_.size(); ++line)
                if (columns[line] && !fields.add(columns[line], side->columns[line])) return false;
            if (!fields.add(row, side->row)) return false;
            side->transitions.reserve(cells_.size());
            for (const Cell& cell : cells_) {
                side->transitions.emplace_back(*lines_[cell.row], static_cast<int>(cell.k_row), side->row,
                                               *lines_[cell.column], static_cast<int>(cell.k_column),
                                               side->columns[cell.column], side == &upper_);
                if (budget_.spend(side->transitions.back().changes.size())) return false;
            }
        }
        look_.emplace(grid_, lines_, cells_, budget_, stats_, crew_);
        return true;
    }

    bool has_met() const override { return upper_.at == lower_.at; }
    std::uint64_t cost() const override {
        std::size_t most = 0;
        for (std::size_t i = 0, cells = 0; i < cells_.size(); ++i) {
            cells = i && cells_[i].row == cells_[i - 1].row ? cells + 1 : 1;
            most = std::max(most, cells);
        }
        return 1000 * most * std::min(current(upper_).size(), current(lower_).size());
    }
    std::size_t bytes() const override {
        std::size_t bytes = cells_.size() * sizeof(Cell) + table_bytes_ + look_->bytes();
        for (const Side* side : {&upper_, &lower_})
            for (const auto& states : side->states) bytes += states.capacity() * sizeof(State<W>);
        return bytes;
    }

    Gap gap() const override {
        return {static_cast<double>(current(upper_).size()), static_cast<double>(current(lower_).size()),
                rows_in(cells_, upper_.at, lower_.at)};
    }

    bool advance(std::size_t memory) override {
        return advance_row(current(upper_).size() <= current(lower_).size() ? upper_ : lower_, memory);
    }

    bool write(std::size_t memory, Diagram& diagram, Node& node) override {
        // Down from the meeting row, with the compatible states only.
        has_joined_ = true;
        keep_compatible(current(upper_), upper_.at);
        while (upper_.at < cells_.size())
            if (budget_.ended() || !advance_row(upper_, memory)) return false;

        FrontierNodes<W> nodes(diagram, cells_.size());
        for (std::size_t last = cells_.size(); last > 0;) {
            std::size_t first = last - 1;
            while (upper_.states[first].empty() && first > 0) --first;
            if (upper_.states[first].empty()) break;
            if (!write_between(first, last, memory, nodes)) return false;
            last = first;
        }
        stats_.residuals += nodes.nodes();
        node = nodes.whole();
        return true;
    }

private:
    struct Side {
        /// By cell: the states reached before it, where they are kept: at row ends and after a look-ahead.
        std::vector<std::vector<State<W>>> states;
        std::size_t at = 0;          ///< the position of the frontier
        std::size_t growth = least_growth;
        Field row;
        std::vector<Field> columns;  ///< by line
        std::vector<CellTransition<W>> transitions;  ///< by cell
    };

    static std::vector<State<W>>& current(Side& side) { return side.states[side.at]; }
    static const std::vector<State<W>>& current(const Side& side) { return side.states[side.at]; }

    std::size_t number(const Side& side, std::size_t line, int k) const {
        return &side == &upper_ ? static_cast<std::size_t>(lines_[line]->states(k))
                                : lines_[line]->compatible(k).size();
    }
    int bits(const Side& side, std::size_t line, int k) const {
        return static_cast<int>(std::bit_width(number(side, line, k) - 1));
    }

    /// All successors at a cell.  With links: for every state (by its place) and candidate the place of the successor.
    /// False if memory runs out or the budget has ended.
    template <class From>
    bool step(const CellTransition<W>& transition, const From& from, StateSet<W>& to, std::uint32_t* links,
              std::size_t memory) {
        std::size_t since = 0;
        const auto may_go_on = [&] {
            const std::uint64_t nodes = std::exchange(since, 0);
            stats_.nodes += nodes;
            if (nodes > 1) crew_.budget().nodes += nodes - 1;  // `node` counts one
            if (nodes && budget_.node(stats_.nodes)) return false;
            // The set may grow to twice its size beside the old one.
            return !budget_.spend(step_work * transition.candidates * nodes) && bytes() + 3 * to.bytes() <= memory;
        };
        const bool done = each_state(from, [&](const State<W>& state, std::size_t place) {
            transition.each(state, [&](std::size_t candidate, const State<W>& next) {
                to.insert_deferred(next, links ? &links[place * transition.candidates + candidate] : nullptr);
            });
            return ++since < states_per_check || may_go_on();
        });
        to.flush();
        return done && may_go_on();
    }

    /// Advance by a row.
    bool advance_row(Side& side, std::size_t memory) {
        const bool is_upper = &side == &upper_;
        const auto row = [&](std::size_t at) { return cells_[is_upper ? at : at - 1].row; };
        const auto is_end = [&](std::size_t at) { return at == (is_upper ? cells_.size() : 0); };
        const std::uint32_t mine = row(side.at);
        std::vector<State<W>> states = current(side);
        StateSet<W> now;
        std::size_t at = side.at, looked = states.size();
        while (!is_end(at) && row(at) == mine) {
            const CellTransition<W>& transition = side.transitions[is_upper ? at : at - 1];
            StateSet<W> next(now.size() + states.size());
            if (!(states.empty() ? step(transition, now, next, nullptr, memory)
                                 : step(transition, states, next, nullptr, memory)))
                return false;
            std::swap(now, next);
            states.clear();
            is_upper ? ++at : --at;
            sizes_[at] = now.size();
            const bool row_ends = is_end(at) || row(at) != mine;
            const bool joins = has_joined_ && !lower_.states[at].empty();
            if (!row_ends && !joins && now.size() <= side.growth * looked + few) continue;
            states.reserve(now.size());
            each_state(now, [&](const State<W>& state, std::size_t) {
                states.push_back(state);
                return true;
            });
            now = StateSet<W>();
            if (joins) keep_compatible(states, at);
            else if (states.size() > few) look_ahead(side, states, at, memory);
            if (budget_.ended()) return false;
            if (!row_ends) {
                const bool pays = 2 * states.size() < sizes_[at];
                side.growth = pays ? std::max(least_growth, side.growth / 2) : std::min(most_growth, 2 * side.growth);
            }
            looked = states.size();
            side.states[at] = states;
            if (states.empty()) break;
        }
        side.at = is_upper ? row_end(at) : row_begin(at);
        return true;
    }
    // An empty frontier may be placed at any row.
    std::size_t row_end(std::size_t at) const {
        while (at > 0 && at < cells_.size() && cells_[at].row == cells_[at - 1].row) ++at;
        return at;
    }
    std::size_t row_begin(std::size_t at) const {
        while (at > 0 && at < cells_.size() && cells_[at].row == cells_[at - 1].row) --at;
        return at;
    }

    /// For every line the boundary between the cells before this one and the others; -1 if none of its cells lie before
    /// it (from above) or behind it (from below).
    std::vector<int> boundaries(std::size_t at, bool from_above) const {
        std::vector<int> k(lines_.size(), -1);
        if (from_above) {
            for (std::size_t i = 0; i < at; ++i) {
                k[cells_[i].row] = static_cast<int>(cells_[i].k_row) + 1;
                k[cells_[i].column] = static_cast<int>(cells_[i].k_column) + 1;
            }
        } else {
            for (std::size_t i = cells_.size(); i-- > at;) {
                k[cells_[i].row] = static_cast<int>(cells_[i].k_row);
                k[cells_[i].column] = static_cast<int>(cells_[i].k_column);
            }
        }
        return k;
    }
    Field field(const Side& side, std::size_t line, std::size_t at) const {
        return at < cells_.size() && line == cells_[at].row ? side.row : side.columns[line];
    }

    /// Keep the states that propagation does not refute; all of them if there is no memory for a look-ahead.
    void look_ahead(const Side& side, std::vector<State<W>>& states, std::size_t at, std::size_t memory) {
        const bool is_upper = &side == &upper_;
        const std::vector<int> k = boundaries(at, is_upper);
        std::vector<OpenLine> open;
        for (std::uint32_t line = 0; line < lines_.size(); ++line)
            if (k[line] >= 0 && number(side, line, k[line]) > 1) open.push_back({line, k[line], field(side, line, at)});
        if (bytes() + 2 * states.capacity() * sizeof(State<W>) + look_->bytes_with(open.size()) > memory) return;
        look_->start_at(open, is_upper);
        look_->template keep_possible<W>(states);
    }

    /// Keep the upper states that are compatible with a lower one.
    void keep_compatible(std::vector<State<W>>& states, std::size_t at) {
        const std::vector<int> k = boundaries(at, true);
        std::vector<SharedLine> shared;
        for (std::size_t line = 0; line < lines_.size(); ++line)
            if (k[line] >= 0 && lines_[line]->states(k[line]) > 1)
                shared.push_back(
                    {field(upper_, line, at), field(lower_, line, at), &lines_[line]->compatible(k[line])});
        const StateJoin<W> join(shared, lower_.states[at]);
        keep_in_parts(states, crew_, budget_, 100, [&](const State<W>& state) { return join.has(state); });
        if (at != lower_.at) lower_.states[at] = {};
    }

    /// Write the nodes of the cells between two lists of states.
    bool write_between(std::size_t first, std::size_t last, std::size_t memory, FrontierNodes<W>& nodes) {
        const std::vector<State<W>>& begin = upper_.states[first];
        std::vector<HugePageArray<std::uint32_t>> links(last - first);
        std::size_t allocated = 0;
        {
            StateSet<W> now, next;
            for (std::size_t at = first; at < last; ++at) {
                const CellTransition<W>& transition = upper_.transitions[at];
                HugePageArray<std::uint32_t>& mine = links[at - first];
                mine.assign((at == first ? begin.size() : now.capacity()) * transition.candidates, StateSet<W>::none);
                allocated += mine.capacity() * sizeof(mine[0]);
                const std::size_t others = allocated + nodes.bytes() + now.bytes();
                if (others > memory || budget_.spend(step_work * mine.size())) return false;
                if (at + 1 == last) {
                    // The successors are the states of the list below.
                    const auto note = [&](const State<W>& state, std::size_t place) {
                        transition.each(state, [&](std::size_t candidate, const State<W>& to) {
                            mine[place * transition.candidates + candidate] = nodes.find(to);
                        });
                        return true;
                    };
                    at == first ? each_state(begin, note) : each_state(now, note);
                    break;
                }
                next = StateSet<W>(sizes_[at + 1]);
                if (!(at == first ? step(transition, begin, next, mine.data(), memory - others)
                                  : step(transition, now, next, mine.data(), memory - others)))
                    return false;
                std::swap(now, next);
            }
        }
        for (std::size_t at = last; at-- > first;) {
            nodes.write(at, upper_.transitions[at], links[at - first]);
            allocated -= links[at - first].capacity() * sizeof(std::uint32_t);
            links[at - first] = {};
            if (nodes.is_full() || allocated + nodes.bytes() + bytes() > memory) return false;
        }
        nodes.arrive(begin);
        upper_.states[first] = {};
        return true;
    }

    const Grid& grid_;
    const Lines& lines_;
    const std::vector<Cell> cells_;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    std::size_t table_bytes_ = 0;     ///< of the transitions
    std::optional<LookAhead> look_;   ///< from `pack` on
    std::vector<std::size_t> sizes_;  ///< by cell: how many states were before it in the last pass
    Side upper_, lower_;
    bool has_joined_ = false;         ///< the frontiers have met
};

}  // namespace

double Frontier::states_to_come() const {
    constexpr double growth = 3;
    Gap gap = this->gap();
    double states = 0;
    for (; gap.rows; --gap.rows) {
        double& smaller = gap.upper <= gap.lower ? gap.upper : gap.lower;
        states += smaller;
        smaller *= growth;
    }
    return states;
}

std::size_t Frontier::rows_in(const std::vector<Cell>& cells, std::size_t from, std::size_t to) {
    std::size_t rows = 0;
    for (std::size_t at = from; at < to; ++at) rows += at == from || cells[at].row != cells[at - 1].row;
    return rows;
}

std::unique_ptr<DiagramFrontier> DiagramFrontier::of(const Grid& grid, const Lines& lines, std::vector<Cell> cells,
                                                     Budget& budget, Stats& stats, Crew& crew, std::size_t memory) {
    for (const Cell& cell : cells)
        if (lines[cell.row]->is_too_large() || lines[cell.column]->is_too_large()) return nullptr;
    std::unique_ptr<DiagramFrontier> result;
    const auto try_words = [&]<int W>() {
        if (result || budget.ended()) return;
        auto frontier = std::make_unique<PackedFrontier<W>>(grid, lines, cells, budget, stats, crew);
        if (frontier->pack(memory)) result = std::move(frontier);
    };
    try_words.template operator()<1>();
    try_words.template operator()<2>();
    try_words.template operator()<4>();
    return result;
}

}  // namespace nonocsp
