// The automaton of a line whose cells are decided in another order than they lie in.
//
// Rows of triangles cannot be decided from left to right so that the lines of both other directions are met in order,
// too: around a corner six lines would each ask for the order of the next.  So a state is one of the line's own
// automaton, before the first cell that is not decided, and the colours of cells behind it.  Few cells ever wait: one,
// where triangles are decided row by row.
//
// Cost: cells x states x candidates.
#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "search/line/minimal_dfa.hpp"

namespace nonocsp {

namespace {

/// States before they are merged, at most.
constexpr std::size_t most_waiting = 4096;
constexpr std::uint16_t no_lead = 65535;

/// A state of the line's automaton before its first undecided cell, and the colours, by number, of the cells behind
/// that one; `open` where they are undecided.
struct Waiting {
    static constexpr std::uint8_t open = 255;

    std::uint8_t state = 0;
    std::vector<std::uint8_t> behind;

    bool operator<(const Waiting& other) const { return std::tie(state, behind) < std::tie(other.state, other.behind); }

    /// Decide the cell `far` cells behind the first undecided one, cells[first].  False if there is no placement.
    bool decide(const MinimalLineDfa& line, const std::vector<std::uint32_t>& cells, std::size_t& first,
                std::size_t far, std::uint8_t candidate) {
        behind.resize(std::max(behind.size(), far + 1), open);
        behind.at(far) = candidate;
        std::size_t decided = 0;
        for (; decided < behind.size() && behind[decided] != open; ++decided) {
            const int k = static_cast<int>(cells[first++]);
            state = line.next(k)[state * line.colours(k).size() + behind[decided]];
            if (state == MinimalLineDfa::none) return false;
            // Cells of other components lie between them: the line falls apart there.
            if (first < cells.size() && cells[first] != cells[first - 1] + 1) state = 0;
        }
        behind.erase(behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(decided));
        return true;
    }
};

}  // namespace

MinimalLineDfa MinimalLineDfa::reordered(const std::vector<std::uint32_t>& order) const {
    MinimalLineDfa result;
    for (const std::uint32_t k : order) {
        result.places_.push_back(places_[k]);
        result.colours_.push_back(colours_[k]);
    }
    result.states_.assign(order.size() + 1, 1);
    result.next_.resize(order.size());
    result.is_too_large_ = is_too_large_;
    result.only_from_left_ = only_from_left_;
    if (!is_too_large_) result.read(*this, order);
    result.determinise_backwards();
    return result;
}

/// Reachable states from the first cell on, merged from the last.
void MinimalLineDfa::read(const MinimalLineDfa& line, const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> in_line = order;
    std::sort(in_line.begin(), in_line.end());
    std::vector<std::vector<std::uint16_t>> steps;
    std::map<Waiting, std::uint16_t> layer{{Waiting{}, 0}};
    std::size_t first = 0;
    for (const std::uint32_t cell : order) {
        const std::size_t candidates = line.colours(static_cast<int>(cell)).size();
        const auto place =
            static_cast<std::size_t>(std::lower_bound(in_line.begin(), in_line.end(), cell) - in_line.begin());
        std::map<Waiting, std::uint16_t> reached;
        auto& leads = steps.emplace_back(layer.size() * candidates, no_lead);
        std::size_t after = first;
        for (const auto& [from, number] : layer)
            for (std::size_t c = 0; c < candidates; ++c) {
                Waiting to = from;
                std::size_t begin = first;
                if (!to.decide(line, in_line, begin, place - first, static_cast<std::uint8_t>(c))) continue;
                after = begin;
                leads[number * candidates + c] =
                    reached.emplace(std::move(to), static_cast<std::uint16_t>(reached.size())).first->second;
            }
        first = after;
        if ((is_too_large_ = reached.size() > most_waiting)) return;
        layer = std::move(reached);
    }
    // States with equal successors become one, and states without any are left out.
    std::vector<std::uint8_t> names(layer.size(), 0);
    for (std::size_t k = order.size(); k-- > 0;) {
        const std::size_t candidates = colours_[k].size();
        std::map<std::vector<std::uint16_t>, std::uint8_t> rows;
        std::vector<std::uint8_t> own;
        for (std::size_t at = 0; at < steps[k].size(); at += candidates) {
            std::vector<std::uint16_t> row;
            for (std::size_t c = 0; c < candidates; ++c)
                row.push_back(steps[k][at + c] == no_lead ? none : names[steps[k][at + c]]);
            own.push_back(none);
            if (std::count(row.begin(), row.end(), none) == static_cast<std::ptrdiff_t>(candidates)) continue;
            const auto [found, is_new] = rows.emplace(row, static_cast<std::uint8_t>(rows.size()));
            if (is_new) next_[k].insert(next_[k].end(), row.begin(), row.end());
            own.back() = found->second;
            if ((is_too_large_ = rows.size() > limit())) return;
        }
        states_[k] = static_cast<int>(rows.size());
        names = std::move(own);
    }
}

}  // namespace nonocsp
