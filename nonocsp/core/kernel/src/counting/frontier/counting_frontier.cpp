// The passes over the sorted lists, and the sum at the meeting.
#include "counting/frontier/counting_frontier.hpp"

#include <algorithm>
#include <bit>
#include <span>
#include <utility>

#include "counting/frontier/counted_states.hpp"
#include "counting/frontier/join.hpp"
#include "counting/frontier/lookahead.hpp"
#include "counting/frontier/transition.hpp"
#include "search/base/wide_sum.hpp"

namespace nonocsp {

namespace {

class SortedFrontier final : public CountingFrontier {
public:
    SortedFrontier(const Grid& grid, const CellSequence& sequence, Budget& budget, Stats& stats, Crew& crew)
        : sequence_(sequence),
          budget_(budget),
          stats_(stats),
          crew_(crew),
          look_(grid, sequence_, budget, stats, crew),
          writers_(static_cast<std::size_t>(crew.threads())) {
        upper_.at = 0;
        lower_.at = cells_.size();
        for (std::vector<StateWriter>& writers : writers_) writers.resize(1);
        for (Side* side : {&upper_, &lower_}) {
            writers_[0][0].push({0, 1});
            side->states = writers_[0][0].take();
        }
    }

    /// Give every column its digit.  False if a state has too few bits.
    bool pack() {
        std::vector<std::uint32_t> columns;
        for (std::uint32_t line = 0; line < sequence_.lines.size(); ++line)
            if (!sequence_.lines[line].is_along) columns.push_back(line);
        for (Side* side : {&upper_, &lower_}) {
            CellSequence::Widths widths = sequence_.widths(side == &upper_);
            side->row_bits = widths.along;
            side->bits = std::move(widths.lines);
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

    Gap gap() const override {
        return {static_cast<double>(upper_.states.size()), static_cast<double>(lower_.states.size()),
                rows_in(sequence_, upper_.at, lower_.at)};
    }

    bool advance(std::size_t memory) override {
        memory_ = memory;
        return advance_row(upper_.states.size() <= lower_.states.size() ? upper_ : lower_);
    }

    bool count(std::size_t memory, BigUnsigned& solutions) override {
        memory_ = memory;
        std::vector<SharedLine> shared;
        const std::vector<int> k = sequence_.boundaries(upper_.at, true);
        for (std::size_t i = 0; i < upper_.columns.size(); ++i) {
            const std::uint32_t line = upper_.columns[i];
            if (k[line] >= 0 && sequence_.states(line, k[line], true) > 1)
                shared.push_back({column_field(upper_, i, 0), column_field(lower_, lower_.columns.size() - 1 - i, 0),
                                  &sequence_.lines[line].dfa->compatible(k[line])});
        }
        const std::size_t room = memory > bytes() ? (memory - bytes()) / join_bytes : 0;
        if (room < states_per_look) return false;
        WideSum sum;
        const std::vector<std::size_t> begins = lower_.states.parts(std::min(room, join_size));
        for (std::size_t part = 0; part + 1 < begins.size(); ++part) {
            const std::vector<CountedState> some = lower_.states.read(begins[part], begins[part + 1]);
            lower_.states.free(begins[part], begins[part + 1]);
            if (!add_pairs(shared, some, sum)) return false;
        }
        solutions = sum.number();
        return true;
    }

private:
    /// Rough work of a state and one of its candidates, in nanoseconds.
    static constexpr std::uint64_t step_work = 10;
    /// States of a part of a pass and of a look-ahead, which threads share out, and parts between two checks of the
    /// budget.
    static constexpr std::size_t states_per_part = 16384, states_per_look = 4096, parts_at_a_time = 8;
    /// As in frontier.cpp; here steps are cheaper, so look-ahead waits for more states.
    static constexpr std::size_t least_growth = 8, most_growth = 1024, few = 64;
    /// Look-ahead tries one part in this many first, and the others if it refutes one state in this many.
    static constexpr std::size_t sampling = 16, refuting = 10;
    /// Lower states that are joined at a time, at most, and rough bytes for each.
    static constexpr std::size_t join_size = std::size_t{1} << 20, join_bytes = 200;

    struct Side {
        CountedStates states;
        std::size_t at = 0;
        std::size_t growth = least_growth;
        int row_bits = 0, all_bits = 0;
        std::vector<int> bits;               ///< by line: of the digit of a column
        std::vector<std::uint32_t> columns;  ///< in the order of their cells
    };

    /// Where the digit of the i-th column is when those before the first stand behind the others.
    Field column_field(const Side& side, std::size_t i, std::size_t first) const {
        int at = side.row_bits;
        const std::size_t columns = side.columns.size();
        for (std::size_t j = first % columns; j != i; j = (j + 1) % columns) at += side.bits[side.columns[j]];
        return {at / 64, at % 64, side.bits[side.columns[i]]};
    }

    /// All successors at the next column of a row, which may have a cell there, sorted.  False if it cannot go on.
    bool step(Side& side, std::uint32_t column, const CellSequence::Cell* cell) {
        const PairTransition transition = cell ? PairTransition(sequence_, *cell, side.row_bits, &side == &upper_)
                                               : PairTransition(side.row_bits + side.bits[column]);
        const int column_bits = side.bits[column];
        const std::size_t digits = std::size_t{1} << column_bits;
        std::vector<CountedStates> dealt(digits);
        const std::vector<std::size_t> begins = side.states.parts(states_per_part);
        for (std::size_t first = 0; first + 1 < begins.size(); first += parts_at_a_time) {
            const std::size_t parts = std::min(parts_at_a_time, begins.size() - 1 - first);
            std::vector<std::vector<CountedStates>> results(parts);
            std::vector<char> overflows(parts);
            const std::size_t states = side.states.size_of(begins[first], begins[first + parts]);
            if (cell && !count_nodes(states)) return false;
            crew_.share(parts, [&](std::size_t part, int thread) {
                std::vector<StateWriter>& writers = writers_[static_cast<std::size_t>(thread)];
                if (writers.size() < digits) writers.resize(digits);
                overflows[part] =
                    !deal(side, transition, column_bits, begins[first + part], begins[first + part + 1], writers);
                for (std::size_t digit = 0; digit < digits; ++digit) results[part].push_back(writers[digit].take());
            });
            for (std::size_t part = 0; part < parts; ++part) {
                has_overflowed_ |= overflows[part];
                for (std::size_t digit = 0; digit < digits; ++digit)
                    dealt[digit].append(std::move(results[part][digit]));
            }
            side.states.free(begins[first], begins[first + parts]);
            std::size_t bytes_dealt = 0;
            for (const CountedStates& list : dealt) bytes_dealt += list.bytes();
            if (budget_.spend(step_work * transition.candidates * states) || has_overflowed_ ||
                bytes() + bytes_dealt > memory_)
                return false;
        }
        side.states = {};
        for (CountedStates& list : dealt) side.states.append(std::move(list));
        return true;
    }

    /// False if they are too many.
    bool count_nodes(std::size_t states) {
        crew_.budget().nodes += states - 1;  // `node` counts one
        if (budget_.node(stats_.nodes + states)) return false;
        stats_.nodes += states;
        return true;
    }

    /// Write the successors of the states of some blocks, by their new column digit.  States with the same other digits
    /// belong to the block of the first of them.  False if a number overflows.
    static bool deal(const Side& side, const PairTransition& transition, int column_bits, std::size_t first,
                     std::size_t end, std::vector<StateWriter>& writers) {
        const int low_bits = side.row_bits + column_bits;
        const Digits low = (Digits{1} << low_bits) - 1;
        const std::uint16_t row_mask = static_cast<std::uint16_t>((1u << side.row_bits) - 1);
        const int top = side.all_bits - column_bits;
        const std::vector<CountedStates::Block>& blocks = side.states.blocks();
        const Digits before = first ? blocks[first - 1].last >> low_bits : ~Digits{0};
        Digits rest = before;
        bool fits = true;
        std::vector<std::pair<std::uint16_t, unsigned __int128>> group;
        const auto write = [&] {
            for (const auto& [pair, number] : group)
                writers[pair >> side.row_bits].push(
                    {static_cast<Digits>(pair >> side.row_bits) << top | rest << side.row_bits | (pair & row_mask),
                     number});
            group.clear();
        };
        for (std::size_t b = first; b < blocks.size(); ++b) {
            StateReader reader(blocks[b]);
            for (CountedState one; reader.next(one);) {
                const Digits others = one.state >> low_bits;
                if (others != rest) {
                    write();
                    if (b >= end) return fits;
                    rest = others;
                }
                if (others == before) continue;
                const std::uint16_t* to =
                    &transition.to[static_cast<std::size_t>(one.state & low) * transition.candidates];
                for (std::size_t c = 0; c < transition.candidates; ++c) {
                    if (to[c] == PairTransition::nowhere) continue;
                    std::size_t at = group.size();
                    while (at && group[at - 1].first > to[c]) --at;
                    if (at && group[at - 1].first == to[c]) {
                        unsigned __int128& sum = group[at - 1].second;
                        sum += one.number;
                        fits &= sum >= one.number;
                    } else group.insert(group.begin() + static_cast<std::ptrdiff_t>(at), {to[c], one.number});
                }
            }
        }
        write();
        return fits;
    }

    bool advance_row(Side& side) {
        const bool is_upper = &side == &upper_;
        const std::size_t before = is_upper ? side.at : side.at - 1;
        const std::uint32_t row = cells_[before].along();
        std::size_t at = side.at, looked = side.states.size();
        for (std::size_t i = 0; i < side.columns.size(); ++i) {
            const std::uint32_t column = side.columns[i];
            const std::size_t next = is_upper ? at : at - 1;
            const bool has_cell =
                next < cells_.size() && cells_[next].along() == row && cells_[next].places[1].line == column;
            if (!has_cell && !side.bits[column]) continue;
            if (!step(side, column, has_cell ? &cells_[next] : nullptr)) return false;
            if (!has_cell) continue;
            is_upper ? ++at : --at;
            const std::size_t left = is_upper ? at : at - 1;
            const bool row_ends = left >= cells_.size() || cells_[left].along() != row;
            if (row_ends) continue;
            const std::size_t size = side.states.size();
            if (size <= side.growth * looked + few) continue;
            if (!look_ahead(side, row, at, i + 1)) return false;
            const bool pays = 2 * side.states.size() < size;
            side.growth = pays ? std::max(least_growth, side.growth / 2) : std::min(most_growth, 2 * side.growth);
            looked = side.states.size();
        }
        side.at = at;
        // What is still a dead end finds no partner.
        return side.states.size() <= few || has_met() || look_ahead(side, row, at, 0);
    }

    /// Keep the states that propagation does not refute.
    bool look_ahead(Side& side, std::uint32_t row, std::size_t at, std::size_t first) {
        const bool is_upper = &side == &upper_;
        std::vector<OpenLine> open;
        const std::vector<int> k = sequence_.boundaries(at, is_upper);
        const auto add = [&](std::uint32_t line, Field field) {
            if (k[line] >= 0 && sequence_.states(line, k[line], is_upper) > 1) open.push_back({line, k[line], field});
        };
        if (first) add(row, {0, 0, side.row_bits});
        for (std::size_t i = 0; i < side.columns.size(); ++i) add(side.columns[i], column_field(side, i, first));
        if (bytes() + look_.bytes_with(open.size()) > memory_) return true;
        look_.start_at(open, is_upper);
        const std::vector<std::size_t> begins = side.states.parts(states_per_look);
        std::vector<CountedStates> kept(begins.size() - 1);
        // A sample shows whether it pays.
        std::vector<std::size_t> sample, others;
        for (std::size_t part = 0; part < kept.size(); ++part)
            (part % sampling == sampling / 2 ? sample : others).push_back(part);
        std::size_t before = 0, after = 0;
        look_at(side, begins, sample, kept);
        for (const std::size_t part : sample) {
            before += side.states.size_of(begins[part], begins[part + 1]);
            after += kept[part].size();
        }
        if (refuting * (before - after) < before) return !budget_.ended();
        look_at(side, begins, others, kept);
        side.states = {};
        for (CountedStates& list : kept) side.states.append(std::move(list));
        return !budget_.ended();
    }

    /// Keep those states of some parts that propagation does not refute.
    void look_at(const Side& side, const std::vector<std::size_t>& begins, const std::vector<std::size_t>& parts,
                 std::vector<CountedStates>& kept) {
        std::size_t states = 0;
        for (const std::size_t part : parts) states += side.states.size_of(begins[part], begins[part + 1]);
        look_.each_part<2>(parts.size(), states, [&](std::size_t i, int thread, auto&& keep_possible) {
            const std::size_t part = parts[i];
            std::vector<CountedState> some = side.states.read(begins[part], begins[part + 1]);
            some.resize(keep_possible(std::span<CountedState>(some)));
            StateWriter& writer = writers_[static_cast<std::size_t>(thread)].front();
            for (const CountedState& one : some) writer.push(one);
            kept[part] = writer.take();
        });
    }

    /// Add the products over all compatible pairs of an upper state and one of these lower ones.  False if it cannot go
    /// on.
    bool add_pairs(const std::vector<SharedLine>& shared, const std::vector<CountedState>& lower, WideSum& sum) {
        std::vector<State<2>> states;
        for (const CountedState& one : lower) states.push_back(packed_state(one));
        std::vector<std::uint32_t> places;
        const StateJoin<2> join(shared, states, &places);
        const std::vector<Partners> partners = partners_of(shared, states);
        std::vector<CountedState> placed(lower.size());
        for (std::size_t i = 0; i < places.size(); ++i) placed[places[i]] = lower[i];
        const std::vector<std::size_t> begins = upper_.states.parts(states_per_part);
        for (std::size_t first = 0; first + 1 < begins.size(); first += parts_at_a_time) {
            const std::size_t parts = std::min(parts_at_a_time, begins.size() - 1 - first);
            std::vector<PairSum> sums(parts);
            crew_.share(parts, [&](std::size_t part, int) {
                for (std::size_t b = begins[first + part]; b < begins[first + part + 1]; ++b)
                    sum_pairs(shared, partners, join, placed, upper_.states.blocks()[b], sums[part]);
            });
            std::uint64_t work = 0;
            for (const PairSum& one : sums) {
                sum.add(one.sum);
                has_overflowed_ |= one.overflows;
                work += one.work;
            }
            if (budget_.spend(work) || has_overflowed_) return false;
        }
        return true;
    }
    /// The upper states of a line that are compatible with some of the lower states.
    struct Partners {
        Field field;
        Word states;
    };
    /// Lower states are sorted, so a part of them often has few states of a line.
    static std::vector<Partners> partners_of(const std::vector<SharedLine>& shared,
                                             const std::vector<State<2>>& lower) {
        std::vector<Partners> result;
        for (const SharedLine& line : shared) {
            Word reached = 0, all = 0;
            for (const Word set : *line.compatible) all |= set;
            for (const State<2>& state : lower) reached |= (*line.compatible)[line.second.of<2>(state)];
            if (reached != all) result.push_back({line.first, reached});
        }
        return result;
    }
    struct PairSum {
        WideSum sum;
        std::uint64_t work = 0;
        bool overflows = false;
    };
    static void sum_pairs(const std::vector<SharedLine>& shared, const std::vector<Partners>& partners,
                          const StateJoin<2>& join, const std::vector<CountedState>& placed,
                          const CountedStates::Block& block, PairSum& sum) {
        StateReader reader(block);
        for (CountedState one; reader.next(one);) {
            const State<2> state = packed_state(one);
            const auto lacks = [&](const Partners& line) { return !(line.states >> line.field.of<2>(state) & 1); };
            if (std::any_of(partners.begin(), partners.end(), lacks)) continue;
            sum.work += 100;
            unsigned __int128 below = 0;
            join.each_place(state, [&](std::uint32_t place) {
                sum.work += 5;
                if (!join.is_exact() && !are_compatible(shared, state, packed_state(placed[place]))) return true;
                below += placed[place].number;
                sum.overflows |= below < placed[place].number;
                return true;
            });
            sum.sum.add_product(one.number, below);
        }
        sum.work += 10 * block.states;
    }
    static bool are_compatible(const std::vector<SharedLine>& shared, const State<2>& upper, const State<2>& lower) {
        return std::all_of(shared.begin(), shared.end(), [&](const SharedLine& line) {
            return (*line.compatible)[line.second.of<2>(lower)] >> line.first.of<2>(upper) & 1;
        });
    }

    const CellSequence sequence_;
    const std::vector<CellSequence::Cell>& cells_ = sequence_.cells;
    Budget& budget_;
    Stats& stats_;
    Crew& crew_;
    LookAhead look_;
    std::vector<std::vector<StateWriter>> writers_;  ///< by thread and digit
    Side upper_, lower_;
    std::size_t memory_ = 0;
    bool has_overflowed_ = false;
};

}  // namespace

std::unique_ptr<CountingFrontier> CountingFrontier::of(const Grid& grid, const CellSequence& sequence, Budget& budget,
                                                       Stats& stats, Crew& crew) {
    if (sequence.has_large_lines() || !sequence.keeps_rotation()) return nullptr;
    auto frontier = std::make_unique<SortedFrontier>(grid, sequence, budget, stats, crew);
    return frontier->pack() ? std::move(frontier) : nullptr;
}

}  // namespace nonocsp
