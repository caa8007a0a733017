// The two frontiers, until they meet and after.
#include "counting/frontier/frontier.hpp"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "counting/frontier/join.hpp"
#include "counting/frontier/lookahead.hpp"
#include "counting/frontier/nodes.hpp"
#include "counting/frontier/transition.hpp"

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
    PackedFrontier(const Grid& grid, const CellSequence& sequence, Budget& budget, Stats& stats, Crew& crew)
        : grid_(grid), sequence_(sequence), budget_(budget), stats_(stats), crew_(crew), sizes_(cells_.size() + 1, 1) {
        for (Side* side : {&upper_, &lower_}) side->states.resize(cells_.size() + 1);
        upper_.at = 0;
        lower_.at = cells_.size();
        for (Side* side : {&upper_, &lower_}) side->states[side->at] = {State<W>{1}};
    }

    /// Allocate a field for every line.  False if the words have too few bits, the tables take more than this, or the
    /// budget has ended.
    bool pack(std::size_t memory) {
        for (const CellSequence::Cell& cell : cells_)
            for (const bool from_above : {true, false})
                table_bytes_ += CellTransition<W>::bytes(sequence_, cell, from_above);
        if (table_bytes_ > memory) return false;
        for (Side* side : {&upper_, &lower_}) {
            const bool is_upper = side == &upper_;
            if (!side->layout.template allocate_along_last<W>(sequence_, sequence_.widths(is_upper))) return false;
            side->transitions.reserve(cells_.size());
            for (const CellSequence::Cell& cell : cells_) {
                side->transitions.emplace_back(sequence_, cell, side->layout, is_upper);
                if (budget_.spend(side->transitions.back().entries())) return false;
            }
        }
        look_.emplace(grid_, sequence_, budget_, stats_, crew_);
        return true;
    }

    bool has_met() const override { return upper_.at == lower_.at; }
    std::uint64_t cost() const override {
        std::size_t most = 0;
        for (std::size_t i = 0, cells = 0; i < cells_.size(); ++i) {
            cells = i && cells_[i].along() == cells_[i - 1].along() ? cells + 1 : 1;
            most = std::max(most, cells);
        }
        return 1000 * most * std::min(current(upper_).size(), current(lower_).size());
    }
    std::size_t bytes() const override {
        std::size_t bytes = cells_.size() * sizeof(cells_[0]) + table_bytes_ + look_->bytes();
        for (const Side* side : {&upper_, &lower_})
            for (const auto& states : side->states) bytes += states.capacity() * sizeof(State<W>);
        return bytes;
    }

    Gap gap() const override {
        return {static_cast<double>(current(upper_).size()), static_cast<double>(current(lower_).size()),
                rows_in(sequence_, upper_.at, lower_.at)};
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
        /// The states reached before each cell, where they are kept: at row ends and after a look-ahead.
        std::vector<std::vector<State<W>>> states;
        std::size_t at = 0;  ///< the position of the frontier
        std::size_t growth = least_growth;
        Layout layout;
        std::vector<CellTransition<W>> transitions;  ///< by cell
    };

    static std::vector<State<W>>& current(Side& side) { return side.states[side.at]; }
    static const std::vector<State<W>>& current(const Side& side) { return side.states[side.at]; }

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
        const auto row = [&](std::size_t at) { return cells_[is_upper ? at : at - 1].along(); };
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
        while (at > 0 && at < cells_.size() && cells_[at].along() == cells_[at - 1].along()) ++at;
        return at;
    }
    std::size_t row_begin(std::size_t at) const {
        while (at > 0 && at < cells_.size() && cells_[at].along() == cells_[at - 1].along()) --at;
        return at;
    }

    /// Keep the states that propagation does not refute; all of them if there is no memory for a look-ahead.
    void look_ahead(const Side& side, std::vector<State<W>>& states, std::size_t at, std::size_t memory) {
        const bool is_upper = &side == &upper_;
        const std::vector<OpenLine> open = open_lines(sequence_, side.layout, at, is_upper);
        if (bytes() + 2 * states.capacity() * sizeof(State<W>) + look_->bytes_with(open.size()) > memory) return;
        look_->start_at(open, is_upper);
        look_->template keep_possible<W>(states);
    }

    /// Keep the upper states that are compatible with a lower one.
    void keep_compatible(std::vector<State<W>>& states, std::size_t at) {
        std::vector<SharedLine> shared;
        for (const auto& [line, k, field] : open_lines(sequence_, upper_.layout, at, true))
            shared.push_back({field, lower_.layout.of(line), &sequence_.lines[line].dfa->compatible(k)});
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
    const CellSequence sequence_;
    const std::vector<CellSequence::Cell>& cells_ = sequence_.cells;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    std::size_t table_bytes_ = 0;     ///< of the transitions
    std::optional<LookAhead> look_;   ///< from `pack` on
    std::vector<std::size_t> sizes_;  ///< by cell: how many states were before it in the last pass
    Side upper_, lower_;
    bool has_joined_ = false;  ///< the frontiers have met
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

std::size_t Frontier::rows_in(const CellSequence& sequence, std::size_t from, std::size_t to) {
    std::size_t rows = 0;
    for (std::size_t at = from; at < to; ++at)
        rows += at == from || sequence.cells[at].along() != sequence.cells[at - 1].along();
    return rows;
}

std::unique_ptr<DiagramFrontier> DiagramFrontier::of(const Grid& grid, const CellSequence& sequence, Budget& budget,
                                                     Stats& stats, Crew& crew, std::size_t memory) {
    if (sequence.has_large_lines()) return nullptr;
    return first_that_packs<DiagramFrontier, PackedFrontier<1>, PackedFrontier<2>, PackedFrontier<4>>(
        memory, budget, grid, sequence, budget, stats, crew);
}

}  // namespace nonocsp
