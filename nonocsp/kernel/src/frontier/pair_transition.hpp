// The transition of the digits of a row and a column at their cell.
#pragma once

#include <cstdint>
#include <vector>

#include "line/minimal_dfa.hpp"

namespace nonocsp {

/// What a pair of digits, the column's before the row's, becomes for each candidate of the cell.
struct PairTransition {
    static constexpr std::uint16_t nowhere = 0xffff;

    std::vector<std::uint16_t> to;
    std::size_t candidates;

    /// Of a cell that is the k-th undecided one of its row and of its column, read from the left or from the right.
    PairTransition(const MinimalLineDfa& row, int k_row, int row_bits, const MinimalLineDfa& column, int k_column,
                   bool from_left)
        : candidates(row.colours(k_row).size()) {
        const auto& leads_row = from_left ? row.next(k_row) : row.before(k_row);
        const auto& leads_column = from_left ? column.next(k_column) : column.before(k_column);
        to.assign(leads_column.size() << row_bits, nowhere);
        for (std::size_t b = 0; b < leads_column.size() / candidates; ++b)
            for (std::size_t a = 0; a < leads_row.size() / candidates; ++a)
                for (std::size_t c = 0; c < candidates; ++c) {
                    const std::uint8_t to_row = leads_row[a * candidates + c],
                                       to_column = leads_column[b * candidates + c];
                    if (to_row == MinimalLineDfa::none || to_column == MinimalLineDfa::none) continue;
                    to[(b << row_bits | a) * candidates + c] =
                        static_cast<std::uint16_t>(to_column << row_bits | to_row);
                }
    }
};

}  // namespace nonocsp
