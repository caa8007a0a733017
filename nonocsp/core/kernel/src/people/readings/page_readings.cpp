#include "people/readings/page_readings.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace nonocsp {

namespace {

/// Above the cheapest reading of any hypothesis.
constexpr int first_reach = 6 * costs_per_nat;
/// Of a hypothesis the first time that all are searched; four times as much the next time.
constexpr std::uint64_t work_of_turn = 100'000'000;

/// Lines, and blocks with colours by their first use: so readings of two hypotheses are equal that differ in unused
/// colours.
std::vector<std::uint32_t> in_used_colours(const Board& board, const std::vector<Clue>& clues) {
    std::vector<std::uint32_t> result;
    std::vector<std::uint8_t> used;
    for (int line = 0; line < board.lines(); ++line) {
        result.push_back(static_cast<std::uint32_t>(board.length(line)) << 8);
        for (const Block& block : clues[line].blocks) {
            const auto at = std::find(used.begin(), used.end(), block.colour) - used.begin();
            if (at == static_cast<std::ptrdiff_t>(used.size())) used.push_back(block.colour);
            result.push_back(static_cast<std::uint32_t>(block.length) << 8 | static_cast<std::uint32_t>(at + 1));
        }
    }
    return result;
}

class PageSearch {
public:
    PageSearch(const std::vector<Hypothesis>& hypotheses, const ReadingLimits& limits, Budget& budget, Stats& stats)
        : hypotheses_(hypotheses), limits_(limits), budget_(budget), stats_(stats), states_(hypotheses.size()) {
        for (std::size_t i = 0; i < hypotheses.size(); ++i) {
            State& state = states_[i];
            for (const DoubtfulClue& clue : *hypotheses[i].clues) {
                const Cost cost = clue.costs_from()[0];
                state.cheapest += cost;
                state.is_complete = state.is_complete || cost >= no_path;
            }
            state.bound = state.cheapest;
            order_.push_back(static_cast<int>(i));
        }
        lowest_ = std::min_element(states_.begin(), states_.end(), [](const State& a, const State& b) {
                      return a.cheapest < b.cheapest;
                  })->cheapest;
    }

    PageReadings run() {
        int reach = std::min(first_reach, limits_.most_cost);
        for (std::uint64_t work = work_of_turn;; work *= 4) {
            // The most likely ones first: what they find bounds the others.
            for (;; reach = std::min(3 * reach, limits_.most_cost)) {
                std::stable_sort(order_.begin(), order_.end(),
                                 [&](int a, int b) { return states_[a].bound < states_[b].bound; });
                for (const int i : order_) search(i, lowest_ + reach, work);
                if (is_over() || reach == limits_.most_cost || best_ + limits_.margin < lowest_ + reach) break;
            }
            if (is_over() || budget_.look() || budget_.work() >= limits_.most_work) break;
            if (std::all_of(states_.begin(), states_.end(), [](const State& one) { return one.is_exhausted; })) break;
        }
        return result();
    }

private:
    struct State {
        int cheapest = 0;           ///< the sum over lines
        int bound = 0;              ///< no reading below it is left to find
        bool is_complete = false;   ///< none is left that could be as good as its best
        bool is_exhausted = false;  ///< more work would find no more
        FoundReadings readings;
    };

    bool is_done(const State& state) const { return state.is_complete || state.bound > best_ + limits_.margin; }
    bool is_over() const {
        return std::all_of(states_.begin(), states_.end(), [&](const State& state) { return is_done(state); });
    }

    /// Look for readings of a hypothesis up to this cost.
    void search(int i, int most, std::uint64_t work) {
        State& state = states_[i];
        most = std::min(most, best_ == nothing ? most : best_ + limits_.margin + 1);
        state.is_exhausted = is_done(state) || state.bound >= most;
        if (state.is_exhausted || budget_.look() || budget_.work() >= limits_.most_work) return;
        ReadingLimits limits = limits_;
        limits.most_cost = std::min(most - state.cheapest, limits_.most_cost);
        limits.most_work = std::min(limits_.most_work, budget_.work() + work);
        const Hypothesis& one = hypotheses_[i];
        ReadingSearch search(*one.board, one.colours, *one.clues, limits, budget_, stats_);
        Readings found = search.run();
        state.bound = std::max(state.bound, found.bound);
        state.is_complete = found.is_complete;
        state.is_exhausted = found.is_complete || (!budget_.ended() && budget_.work() < limits.most_work);
        // A search that a limit ends may find fewer than the one before.
        for (const auto& [key, reading] : found.found) {
            best_ = std::min(best_, limits_.rank(reading));
            FoundReading& kept = state.readings.emplace(key, reading).first->second;
            if (reading.solutions) kept = reading;
        }
    }

    /// The best readings up to the margin.  Where others as good are left out, it is not proven that there are none.
    PageReadings result() const {
        PageReadings result;
        std::vector<PageReading> all;
        result.is_complete = is_over();
        result.bound = nothing;
        for (std::size_t i = 0; i < states_.size(); ++i) {
            result.bound = std::min(result.bound, states_[i].bound);
            for (const auto& [key, reading] : states_[i].readings) all.push_back({static_cast<int>(i), reading});
        }
        std::stable_sort(all.begin(), all.end(), [&](const PageReading& a, const PageReading& b) {
            return limits_.rank(a.reading) < limits_.rank(b.reading);
        });
        std::vector<std::pair<int, std::vector<std::uint32_t>>> taken;
        for (PageReading& one : all) {
            std::vector<std::uint32_t> key = in_used_colours(*hypotheses_[one.hypothesis].board, one.reading.clues);
            const auto is_same = [&](const auto& other) {
                return other.first != one.hypothesis && other.second == key;
            };
            if (std::any_of(taken.begin(), taken.end(), is_same)) continue;
            const int most = best_ + limits_.margin;
            if (limits_.rank(one.reading) <= most && static_cast<int>(taken.size()) < limits_.most_readings) {
                taken.emplace_back(one.hypothesis, std::move(key));
                result.found.push_back(std::move(one));
                continue;
            }
            result.bound = std::min(result.bound, one.reading.cost);
            if ((one.reading.solutions ? limits_.rank(one.reading) : one.reading.cost) <= most)
                result.is_complete = false;
        }
        return result;
    }

    static constexpr int nothing = std::numeric_limits<int>::max() / 2;

    const std::vector<Hypothesis>& hypotheses_;
    const ReadingLimits& limits_;
    Budget& budget_;
    Stats& stats_;
    std::vector<State> states_;
    std::vector<int> order_;
    int lowest_ = 0;
    int best_ = nothing;  ///< rank
};

}  // namespace

PageReadings page_readings(const std::vector<Hypothesis>& hypotheses, const ReadingLimits& limits, Budget& budget,
                           Stats& stats) {
    if (hypotheses.empty()) throw std::invalid_argument("at least one hypothesis is expected");
    for (const int cost : {limits.most_cost, limits.margin, limits.several})
        if (cost < 0 || cost > no_path) throw std::invalid_argument("a margin out of range");
    for (const Hypothesis& one : hypotheses) {
        if (static_cast<int>(one.clues->size()) != one.board->lines())
            throw std::invalid_argument("a clue for every line is expected");
        for (const DoubtfulClue& clue : *one.clues) validate(clue, one.colours);
    }
    return PageSearch(hypotheses, limits, budget, stats).run();
}

}  // namespace nonocsp
