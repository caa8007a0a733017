// Reachable states from the first cell on, merged from the last.
#include "line/reordered_line.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace nonocsp {

namespace {

/// A state of the line's automaton before its first undecided cell, and the colours, by number, of the cells behind
/// that one; `open` where they are undecided.
struct Waiting {
    static constexpr std::uint8_t open = 255;

    std::uint8_t state = 0;
    std::vector<std::uint8_t> behind;

    bool operator<(const Waiting& other) const {
        return std::tie(state, behind) < std::tie(other.state, other.behind);
    }

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
            // Between them are cells of other components: the line falls apart there.
            if (first < cells.size() && cells[first] != cells[first - 1] + 1) state = 0;
        }
        behind.erase(behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(decided));
        return true;
    }
};

}  // namespace

ReorderedLine::ReorderedLine(const MinimalLineDfa& line, const std::vector<std::uint32_t>& order) {
    std::vector<std::uint32_t> cells = order;
    std::sort(cells.begin(), cells.end());
    std::map<Waiting, std::uint16_t> layer{{Waiting{}, 0}};
    std::size_t first = 0;
    states_.push_back(1);
    for (const std::uint32_t cell : order) {
        const std::size_t candidates = line.colours(static_cast<int>(cell)).size();
        const auto place = static_cast<std::size_t>(std::lower_bound(cells.begin(), cells.end(), cell) - cells.begin());
        std::map<Waiting, std::uint16_t> reached;
        auto& leads = next_.emplace_back(layer.size() * candidates, none);
        std::size_t after = first;
        for (const auto& [from, number] : layer)
            for (std::size_t c = 0; c < candidates; ++c) {
                Waiting to = from;
                std::size_t begin = first;
                if (!to.decide(line, cells, begin, place - first, static_cast<std::uint8_t>(c))) continue;
                after = begin;
                leads[number * candidates + c] =
                    reached.emplace(std::move(to), static_cast<std::uint16_t>(reached.size())).first->second;
            }
        first = after;
        states_.push_back(reached.size());
        if ((is_too_large_ = reached.size() > most_states)) return;
        layer = std::move(reached);
    }
    // From the last cell: states with equal successors become one, and states without any are left out.
    std::vector<std::uint16_t> names(states_.back(), 0);
    for (std::size_t step = order.size(); step-- > 0;) {
        const std::size_t candidates = next_[step].size() / states_[step];
        std::map<std::vector<std::uint16_t>, std::uint16_t> rows;
        std::vector<std::uint16_t> own(states_[step], none), merged;
        for (std::size_t s = 0; s < states_[step]; ++s) {
            std::vector<std::uint16_t> row;
            for (std::size_t c = 0; c < candidates; ++c) {
                const std::uint16_t to = next_[step][s * candidates + c];
                row.push_back(to == none ? none : names[to]);
            }
            if (row == std::vector<std::uint16_t>(candidates, none)) continue;
            const auto [found, is_new] = rows.emplace(row, static_cast<std::uint16_t>(rows.size()));
            if (is_new) merged.insert(merged.end(), row.begin(), row.end());
            own[s] = found->second;
        }
        next_[step] = std::move(merged);
        states_[step] = rows.size();
        names = std::move(own);
    }
}

std::size_t ReorderedLine::bytes() const {
    std::size_t bytes = sizeof(*this);
    for (const auto& leads : next_) bytes += leads.capacity() * sizeof(std::uint16_t);
    return bytes;
}

}  // namespace nonocsp
