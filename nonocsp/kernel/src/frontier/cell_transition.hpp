// The transition of a packed state at one cell.
//
// The states of the cell's row and column are looked up together: for every pair of them and every candidate of the
// cell the table holds the difference to add to the state, or that the candidate is impossible.  Lines with many states
// make it large: 64 by 64 states in four colours take 256 KB.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "frontier/join.hpp"
#include "line/minimal_dfa.hpp"

namespace nonocsp {

template <int W>
struct CellTransition {
    /// No difference is odd, as the lowest bit of every word stays free.
    static constexpr std::uint64_t nowhere = 1;
    struct Change {
        std::uint64_t row, column;
    };

    Field row, column;
    int column_bits = 0;  ///< of the states before this cell
    std::size_t candidates = 0;
    std::vector<Change> changes;
    const std::vector<std::uint8_t>* colours = nullptr;

    /// Of a cell that is the k-th undecided one of its row and of its column, read from the left or from the right.
    CellTransition(const MinimalLineDfa& row_dfa, int k_row, Field row, const MinimalLineDfa& column_dfa, int k_column,
                   Field column, bool from_left)
        : row(row), column(column), candidates(row_dfa.colours(k_row).size()), colours(&row_dfa.colours(k_row)) {
        const auto& leads_row = from_left ? row_dfa.next(k_row) : row_dfa.before(k_row);
        const auto& leads_column = from_left ? column_dfa.next(k_column) : column_dfa.before(k_column);
        column_bits = width(leads_column.size() / candidates);
        changes.assign(leads_row.size() << column_bits, {nowhere, 0});
        for (std::uint64_t a = 0; a < leads_row.size() / candidates; ++a)
            for (std::uint64_t b = 0; b < leads_column.size() / candidates; ++b)
                for (std::size_t c = 0; c < candidates; ++c) {
                    const std::uint8_t to_row = leads_row[a * candidates + c],
                                       to_column = leads_column[b * candidates + c];
                    if (to_row == MinimalLineDfa::none || to_column == MinimalLineDfa::none) continue;
                    changes[(a << column_bits | b) * candidates + c] = {(to_row - a) << row.shift,
                                                                        (to_column - b) << column.shift};
                }
    }

    /// Of the transition that these make.
    static std::size_t bytes(const MinimalLineDfa& row, int k_row, const MinimalLineDfa& column, int k_column,
                             bool from_left) {
        const std::size_t candidates = row.colours(k_row).size();
        const std::size_t columns =
            from_left ? static_cast<std::size_t>(column.states(k_column)) : column.compatible(k_column + 1).size();
        const std::size_t rows =
            from_left ? static_cast<std::size_t>(row.states(k_row)) : row.compatible(k_row + 1).size();
        return sizeof(CellTransition) + ((rows * candidates) << width(columns)) * sizeof(Change);
    }

    /// Calls `lead(candidate, state)` for every successor.
    template <class Lead>
    void each(const State<W>& state, Lead&& lead) const {
        const Change* change =
            &changes[(row.template of<W>(state) << column_bits | column.template of<W>(state)) * candidates];
        for (std::size_t c = 0; c < candidates; ++c) {
            if (change[c].row == nowhere) continue;
            State<W> next = state;
            next[W == 1 ? 0 : row.word] += change[c].row;
            next[W == 1 ? 0 : column.word] += change[c].column;
            lead(c, next);
        }
    }

private:
    static int width(std::size_t states) { return static_cast<int>(std::bit_width(states - 1)); }
};

/// Calls `visit(state, place)` for the states of a list or a set, until it returns false.
template <class Packed, class Visit>
bool each_state(const std::vector<Packed>& states, Visit&& visit) {
    for (std::size_t i = 0; i < states.size(); ++i)
        if (!visit(states[i], i)) return false;
    return true;
}
template <int W, class Visit>
bool each_state(const StateSet<W>& states, Visit&& visit) {
    for (std::uint32_t slot = 0; slot < states.capacity(); ++slot)
        if (states.is_full(slot) && !visit(states[slot], slot)) return false;
    return true;
}

}  // namespace nonocsp
