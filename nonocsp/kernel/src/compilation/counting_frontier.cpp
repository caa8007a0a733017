// The passes over the sorted lists, and the sum at the meeting.
#include "compilation/counting_frontier.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "compilation/counted_states.hpp"
#include "compilation/frontier_join.hpp"
#include "compilation/frontier_lookahead.hpp"

namespace nonocsp {

namespace {

/// A sum of products of numbers of 128 bits.
class WideSum {
public:
    void add_product(unsigned __int128 a, unsigned __int128 b) {
        const auto low = [](unsigned __int128 x) { return static_cast<std::uint64_t>(x); };
        const auto high = [](unsigned __int128 x) { return static_cast<std::uint64_t>(x >> 64); };
        add(0, static_cast<unsigned __int128>(low(a)) * low(b));
        if (high(a)) add(1, static_cast<unsigned __int128>(high(a)) * low(b));
        if (high(b)) add(1, static_cast<unsigned __int128>(low(a)) * high(b));
        if (high(a) && high(b)) add(2, static_cast<unsigned __int128>(high(a)) * high(b));
    }
    BigUnsigned number() const {
        BigUnsigned result;
        result.limbs.assign(limbs_.begin(), limbs_.end());
        while (!result.limbs.empty() && !result.limbs.back()) result.limbs.pop_back();
        return result;
    }

private:
    void add(std::size_t limb, unsigned __int128 more) {
        unsigned __int128 carry = 0;
        for (; (more || carry) && limb < limbs_.size(); ++limb, more >>= 64) {
            carry += static_cast<unsigned __int128>(limbs_[limb]) + static_cast<std::uint64_t>(more);
            limbs_[limb] = static_cast<std::uint64_t>(carry);
            carry >>= 64;
        }
    }
    std::array<std::uint64_t, 5> limbs_{};
};

class SortedFrontier final : public CountingFrontier {
public:
    SortedFrontier(const Grid& grid, const Lines& lines, std::vector<Cell> cells, Budget& budget, Stats& stats,
                   Crew& crew)
        : lines_(lines), cells_(std::move(cells)), budget_(budget), stats_(stats), crew_(crew),
          look_(grid, lines, cells_, budget, stats, crew) {
        upper_.at = 0;
        lower_.at = cells_.size();
        for (Side* side : {&upper_, &lower_}) side->states.push({0, 1});
    }

    /// Give every column its digit.  False if a state has too few bits.
    bool pack() {
        std::vector<std::uint32_t> columns;
        for (const Cell& cell : cells_) columns.push_back(cell.column);
        std::sort(columns.begin(), columns.end());
        columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
        for (Side* side : {&upper_, &lower_}) {
            side->bits.assign(lines_.size(), 0);
            for (const Cell& cell : cells_)
                for (int end : {0, 1}) {
                    const int across = bits(*side, cell.row, static_cast<int>(cell.k_row) + end);
                    const int down = bits(*side, cell.column, static_cast<int>(cell.k_column) + end);
                    side->row_bits = std::max(side->row_bits, across);
                    side->bits[cell.column] = std::max(side->bits[cell.column], down);
                }
            side->columns = columns;
            if (side == &lower_) std::reverse(side->columns.begin(), side->columns.end());
            side->all_bits = side->row_bits;
            for (const std::uint32_t column : columns) side->all_bits += side->bits[column];
            if (side->all_bits > 126) return false;
        }
        return true;
    }

    bool has_met() const override { return upper_.at == lower_.at; }
    bool has_overflowed() const override { return has_overflowed_; }
    std::uint64_t cost() const override {
        return 400 * upper_.columns.size() * std::min(upper_.states.size(), lower_.states.size());
    }
    std::size_t bytes() const override { return upper_.states.bytes() + lower_.states.bytes() + look_.bytes(); }

    bool advance(std::size_t memory) override {
        memory_ = memory;
        return advance_row(upper_.states.size() <= lower_.states.size() ? upper_ : lower_);
    }

    bool count(std::size_t memory, BigUnsigned& solutions) override {
        memory_ = memory;
        std::vector<SharedLine> shared;
        for (std::size_t i = 0; i < upper_.columns.size(); ++i) {
            const std::uint32_t line = upper_.columns[i];
            const int k = boundary(line, upper_.at, true);
            if (k >= 0 && lines_[line]->states(k) > 1)
                shared.push_back({column_field(upper_, i, 0), column_field(lower_, lower_.columns.size() - 1 - i, 0),
                                  &lines_[line]->compatible(k)});
        }
        const std::size_t room = memory > bytes() ? (memory - bytes()) / join_bytes : 0, least = states_per_check;
        if (room < least) return false;
        WideSum sum;
        std::vector<CountedState> some;
        const auto join = [&] {
            add_pairs(shared, some, sum);
            some.clear();
            return !budget_.ended() && !has_overflowed_;
        };
        const bool done = lower_.states.consume([&](const CountedState& one) {
            some.push_back(one);
            return some.size() < std::min(room, join_size) || join();
        });
        if (!done || !join()) return false;
        solutions = sum.number();
        return true;
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = 10;
    /// States between two checks of the budget.
    static constexpr std::size_t states_per_check = 1024;
    /// As in frontier.cpp; here steps are cheaper, so look-ahead waits for more states.
    static constexpr std::size_t least_growth = 8, most_growth = 1024, few = 64;
    /// Lower states that are joined at a time, at most, and rough bytes for each.
    static constexpr std::size_t join_size = std::size_t{1} << 20, join_bytes = 200;
    /// Of a transition: there is no successor.
    static constexpr std::uint16_t nowhere = 0xffff;

    struct Side {
        CountedStates states;
        std::size_t at = 0;
        std::size_t growth = least_growth;
        int row_bits = 0, all_bits = 0;
        std::vector<int> bits;               ///< by line: of the digit of a column
        std::vector<std::uint32_t> columns;  ///< in the order of their cells
    };

    int bits(const Side& side, std::size_t line, int k) const {
        const std::size_t states = &side == &upper_ ? static_cast<std::size_t>(lines_[line]->states(k))
                                                    : lines_[line]->compatible(k).size();
        return std::bit_width(states - 1);
    }

    /// Where the digit of the i-th column is when those before the first stand behind the others.
    Field column_field(const Side& side, std::size_t i, std::size_t first) const {
        int at = side.row_bits;
        const std::size_t columns = side.columns.size();
        for (std::size_t j = first % columns; j != i; j = (j + 1) % columns) at += side.bits[side.columns[j]];
        return {at / 64, at % 64, side.bits[side.columns[i]]};
    }

    /// The boundary of a line between the cells before this one and the others; -1 if none lie before it (from above)
    /// or behind it (from below).
    int boundary(std::uint32_t line, std::size_t at, bool from_above) const {
        if (from_above) {
            for (std::size_t i = at; i-- > 0;)
                if (cells_[i].row == line) return static_cast<int>(cells_[i].k_row) + 1;
                else if (cells_[i].column == line) return static_cast<int>(cells_[i].k_column) + 1;
        } else {
            for (std::size_t i = at; i < cells_.size(); ++i)
                if (cells_[i].row == line) return static_cast<int>(cells_[i].k_row);
                else if (cells_[i].column == line) return static_cast<int>(cells_[i].k_column);
        }
        return -1;
    }

    /// What a pair of digits of the next column and the row becomes, for each candidate of the cell.
    struct Transition {
        std::vector<std::uint16_t> to;
        std::size_t candidates = 1;
        int column_bits = 0;
    };
    Transition transition(const Side& side, std::uint32_t column, const Cell* cell) const {
        Transition result;
        result.column_bits = side.bits[column];
        const std::size_t pairs = std::size_t{1} << (side.row_bits + result.column_bits);
        if (!cell) {
            for (std::size_t pair = 0; pair < pairs; ++pair) result.to.push_back(static_cast<std::uint16_t>(pair));
            return result;
        }
        const MinimalLineDfa &row = *lines_[cell->row], &down = *lines_[cell->column];
        const int k_row = static_cast<int>(cell->k_row), k_column = static_cast<int>(cell->k_column);
        const bool is_upper = &side == &upper_;
        const auto& leads_row = is_upper ? row.next(k_row) : row.before(k_row);
        const auto& leads_column = is_upper ? down.next(k_column) : down.before(k_column);
        result.candidates = row.colours(k_row).size();
        result.to.assign(pairs * result.candidates, nowhere);
        for (std::size_t b = 0; b < leads_column.size() / result.candidates; ++b)
            for (std::size_t a = 0; a < leads_row.size() / result.candidates; ++a)
                for (std::size_t c = 0; c < result.candidates; ++c) {
                    const std::uint8_t to_row = leads_row[a * result.candidates + c],
                                       to_column = leads_column[b * result.candidates + c];
                    if (to_row == MinimalLineDfa::none || to_column == MinimalLineDfa::none) continue;
                    result.to[(b << side.row_bits | a) * result.candidates + c] =
                        static_cast<std::uint16_t>(to_column << side.row_bits | to_row);
                }
        return result;
    }

    /// All successors at the next column of a row, sorted.  False if it cannot go on.
    bool step(Side& side, const Transition& transition, bool is_pure) {
        const int low_bits = side.row_bits + transition.column_bits;
        const Digits low = (Digits{1} << low_bits) - 1;
        const std::uint16_t row_mask = static_cast<std::uint16_t>((1u << side.row_bits) - 1);
        const int top = side.all_bits - transition.column_bits;
        std::vector<CountedStates> dealt(std::size_t{1} << transition.column_bits);
        std::vector<std::pair<std::uint16_t, unsigned __int128>> group;
        Digits rest = ~Digits{0};
        std::size_t since = 0, out = 0;
        const auto deal = [&] {
            for (const auto& [pair, number] : group)
                dealt[pair >> side.row_bits].push(
                    {static_cast<Digits>(pair >> side.row_bits) << top | rest << side.row_bits | (pair & row_mask),
                     number});
            out += group.size();
            group.clear();
        };
        const auto may_go_on = [&] {
            if (!is_pure) {
                stats_.nodes += since;
                if (since > 1) crew_.budget().nodes += since - 1;
                if (since && budget_.node(stats_.nodes)) return false;
            }
            const std::uint64_t work = step_work * transition.candidates * since;
            since = 0;
            return !budget_.spend(work) && !has_overflowed_ &&
                   bytes() + out * sizeof(CountedState) <= memory_;
        };
        const bool done = side.states.consume([&](const CountedState& one) {
            const Digits others = one.state >> low_bits;
            if (others != rest) {
                deal();
                rest = others;
            }
            const std::uint16_t* to =
                &transition.to[static_cast<std::size_t>(one.state & low) * transition.candidates];
            for (std::size_t c = 0; c < transition.candidates; ++c) {
                if (to[c] == nowhere) continue;
                std::size_t at = group.size();
                while (at && group[at - 1].first > to[c]) --at;
                if (at && group[at - 1].first == to[c]) {
                    unsigned __int128& sum = group[at - 1].second;
                    sum += one.number;
                    has_overflowed_ |= sum < one.number;
                } else group.insert(group.begin() + static_cast<std::ptrdiff_t>(at), {to[c], one.number});
            }
            return ++since < states_per_check || may_go_on();
        });
        if (!done) return false;
        deal();
        side.states = {};
        for (CountedStates& list : dealt) side.states.append(std::move(list));
        return may_go_on();
    }

    bool advance_row(Side& side) {
        const bool is_upper = &side == &upper_;
        const std::size_t before = is_upper ? side.at : side.at - 1;
        const std::uint32_t row = cells_[before].row;
        std::size_t at = side.at, looked = side.states.size();
        for (std::size_t i = 0; i < side.columns.size(); ++i) {
            const std::uint32_t column = side.columns[i];
            const std::size_t next = is_upper ? at : at - 1;
            const bool has_cell = next < cells_.size() && cells_[next].row == row && cells_[next].column == column;
            if (!has_cell && !side.bits[column]) continue;
            if (!step(side, transition(side, column, has_cell ? &cells_[next] : nullptr), !has_cell)) return false;
            if (!has_cell) continue;
            is_upper ? ++at : --at;
            const std::size_t left = is_upper ? at : at - 1;
            const bool row_ends = left >= cells_.size() || cells_[left].row != row;
            if (row_ends) continue;
            const std::size_t size = side.states.size();
            if (size <= side.growth * looked + few) continue;
            if (!look_ahead(side, row, at, i + 1)) return false;
            const bool pays = 2 * side.states.size() < size;
            side.growth = pays ? std::max(least_growth, side.growth / 2) : std::min(most_growth, 2 * side.growth);
            looked = side.states.size();
        }
        side.at = at;
        return side.states.size() <= few || look_ahead(side, row, at, 0);
    }

    /// Keep the states that propagation does not refute.
    bool look_ahead(Side& side, std::uint32_t row, std::size_t at, std::size_t first) {
        const bool is_upper = &side == &upper_;
        std::vector<OpenLine> open;
        const auto add = [&](std::uint32_t line, Field field) {
            const int k = boundary(line, at, is_upper);
            if (k < 0) return;
            const std::size_t states = is_upper ? static_cast<std::size_t>(lines_[line]->states(k))
                                                : lines_[line]->compatible(k).size();
            if (states > 1) open.push_back({line, k, field});
        };
        if (first) add(row, {0, 0, side.row_bits});
        for (std::size_t i = 0; i < side.columns.size(); ++i) add(side.columns[i], column_field(side, i, first));
        if (bytes() + look_.bytes_with(open.size()) > memory_) return true;
        look_.start_at(open, is_upper);
        side.states.shorten(look_.keep_possible<2>(side.states.blocks(), [](auto) {}));
        return !budget_.ended();
    }

    /// Add the products over all compatible pairs of an upper state and one of these lower ones.
    void add_pairs(const std::vector<SharedLine>& shared, const std::vector<CountedState>& lower, WideSum& sum) {
        if (lower.empty()) return;
        std::vector<State<2>> states;
        for (const CountedState& one : lower) states.push_back(packed_state(one));
        std::vector<std::uint32_t> places;
        const StateJoin<2> join(shared, states, &places);
        std::vector<CountedState> placed(lower.size());
        for (std::size_t i = 0; i < places.size(); ++i) placed[places[i]] = lower[i];
        std::size_t pairs = 0;
        for (const std::span<CountedState> block : upper_.states.blocks()) {
            for (const CountedState& one : block) {
                const State<2> state = packed_state(one);
                unsigned __int128 below = 0;
                join.each_place(state, [&](std::uint32_t place) {
                    ++pairs;
                    if (!join.is_exact() && !are_compatible(shared, state, packed_state(placed[place]))) return true;
                    below += placed[place].number;
                    has_overflowed_ |= below < placed[place].number;
                    return true;
                });
                sum.add_product(one.number, below);
            }
            if (budget_.spend(100 * block.size() + 5 * std::exchange(pairs, 0))) return;
        }
    }
    static bool are_compatible(const std::vector<SharedLine>& shared, const State<2>& upper, const State<2>& lower) {
        return std::all_of(shared.begin(), shared.end(), [&](const SharedLine& line) {
            return (*line.compatible)[line.second.of<2>(lower)] >> line.first.of<2>(upper) & 1;
        });
    }

    const Lines& lines_;
    const std::vector<Cell> cells_;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    LookAhead look_;
    Side upper_, lower_;
    std::size_t memory_ = 0;
    bool has_overflowed_ = false;
};

}  // namespace

std::unique_ptr<CountingFrontier> CountingFrontier::of(const Grid& grid, const Lines& lines, std::vector<Cell> cells,
                                                       Budget& budget, Stats& stats, Crew& crew) {
    for (const Cell& cell : cells)
        if (lines[cell.row]->is_too_large() || lines[cell.column]->is_too_large()) return nullptr;
    auto frontier = std::make_unique<SortedFrontier>(grid, lines, std::move(cells), budget, stats, crew);
    return frontier->pack() ? std::move(frontier) : nullptr;
}

}  // namespace nonocsp
