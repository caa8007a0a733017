// Passes over the columns, and steps of the potentials.
#include "compilation/potential_bound.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace nonocsp {

PotentialBound::PotentialBound(const Relaxation::Lines& lines, std::vector<Frontier::Cell> cells) {
    const auto dfa = [&](std::uint32_t line) -> const MinimalLineDfa& {
        return *(lines.kept[line]->is_too_large() ? lines.dropped : lines.kept)[line];
    };
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> boundaries;  // of rows
    const auto potentials = [&](std::uint32_t row, std::uint32_t k) {
        const auto [at, is_new] = boundaries.try_emplace({row, k}, potentials_.size());
        const auto states = static_cast<std::size_t>(dfa(row).states(static_cast<int>(k)));
        if (is_new) potentials_.resize(potentials_.size() + states);
        return at->second;
    };
    std::sort(cells.begin(), cells.end(), [](const Frontier::Cell& a, const Frontier::Cell& b) {
        return std::pair(a.column, a.row) < std::pair(b.column, b.row);
    });
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Frontier::Cell& cell = cells[i];
        if (!i || cells[i - 1].column != cell.column) columns_.push_back(i);
        const int k_row = static_cast<int>(cell.k_row), k_column = static_cast<int>(cell.k_column);
        const MinimalLineDfa &row = dfa(cell.row), &column = dfa(cell.column);
        const std::size_t before = potentials(cell.row, cell.k_row), behind = potentials(cell.row, cell.k_row + 1);
        places_.push_back({row.next(k_row).data(), column.next(k_column).data(), row.states(k_row),
                           column.states(k_column), static_cast<int>(row.colours(k_row).size()), before, behind});
        work_ += 6u * static_cast<unsigned>(row.states(k_row) * column.states(k_column)) * row.colours(k_row).size();
    }
    columns_.push_back(cells.size());
    gradient_.resize(potentials_.size());
    // A boundary with one state separates the row, and its potential may be 1.
    is_fixed_.assign(potentials_.size(), 0);
    for (const auto& [boundary, at] : boundaries)
        if (dfa(boundary.first).states(static_cast<int>(boundary.second)) == 1) is_fixed_[at] = 1;
}

/// The logarithm of a column's factor; adds its part to the gradient.
double PotentialBound::pass(std::size_t first, std::size_t last) {
    constexpr std::size_t most = MinimalLineDfa::most_states;
    values_.assign((last - first + 1) * most, 0.0);
    worst_.assign((last - first + 1) * most, 0);
    values_[(last - first) * most] = 1;
    double log_scale = 0;
    for (std::size_t i = last; i-- > first;) {
        const Place& place = places_[i];
        const double* const to = &values_[(i + 1 - first) * most];
        double* const from = &values_[(i - first) * most];
        double greatest = 0;
        for (int s = 0; s < place.row_states; ++s) {
            double weight[256];
            for (int c = 0; c < place.candidates; ++c) {
                const int next = place.row[s * place.candidates + c];
                weight[c] = next == MinimalLineDfa::none
                                ? 0.0
                                : std::exp(potentials_[place.behind + next] - potentials_[place.before + s]);
            }
            for (int t = 0; t < place.column_states; ++t) {
                double sum = 0;
                for (int c = 0; c < place.candidates; ++c) {
                    const int next = place.column[t * place.candidates + c];
                    if (next != MinimalLineDfa::none) sum += weight[c] * to[next];
                }
                if (sum <= from[t]) continue;
                from[t] = sum;
                worst_[(i - first) * most + t] = static_cast<std::uint8_t>(s);
                greatest = std::max(greatest, sum);
            }
        }
        if (!(greatest > 0)) return -std::numeric_limits<double>::infinity();
        int exponent = 0;
        std::frexp(greatest, &exponent);
        const double factor = std::ldexp(1.0, -exponent);
        for (int t = 0; t < place.column_states; ++t) from[t] = std::max(from[t] * factor, 0x1p-900);
        log_scale += exponent * std::log(2.0);
    }
    const double result = std::log(values_[0]) + log_scale;

    // Down along the worst pictures: how often they pass each row state.
    share_.assign(most, 0.0);
    share_[0] = 1;
    for (std::size_t i = first; i < last; ++i) {
        const Place& place = places_[i];
        const double* const to = &values_[(i + 1 - first) * most];
        next_share_.assign(most, 0.0);
        for (int t = 0; t < place.column_states; ++t) {
            if (share_[t] <= 0) continue;
            const int s = worst_[(i - first) * most + t];
            double part[256], sum = 0;
            for (int c = 0; c < place.candidates; ++c) {
                const int row = place.row[s * place.candidates + c], column = place.column[t * place.candidates + c];
                const bool is_possible = row != MinimalLineDfa::none && column != MinimalLineDfa::none;
                sum += part[c] = is_possible ? std::exp(potentials_[place.behind + row] -
                                                        potentials_[place.before + s]) * to[column]
                                             : 0.0;
            }
            if (!(sum > 0)) continue;
            gradient_[place.before + s] -= share_[t];
            for (int c = 0; c < place.candidates; ++c) {
                if (part[c] <= 0) continue;
                const double share = share_[t] * part[c] / sum;
                gradient_[place.behind + place.row[s * place.candidates + c]] += share;
                next_share_[place.column[t * place.candidates + c]] += share;
            }
        }
        share_.swap(next_share_);
    }
    return result;
}

double PotentialBound::step() {
    std::fill(gradient_.begin(), gradient_.end(), 0.0);
    double bound = 0, size = 1;
    for (std::size_t j = 0; j + 1 < columns_.size(); ++j) {
        const double factor = pass(columns_[j], columns_[j + 1]);
        bound += factor;
        size += std::abs(factor);
    }
    // Steps that shrink.  Twice as long ones were worse.
    const double length = 0.3 / std::sqrt(1 + 0.02 * ++steps_);
    for (std::size_t p = 0; p < potentials_.size(); ++p)
        if (!is_fixed_[p]) potentials_[p] = std::clamp(potentials_[p] - length * gradient_[p], -100.0, 100.0);
    // Each number passes fewer than 2^20 operations, each exact to 2^-50 of its size.
    return bound + 0x1p-30 * (size + static_cast<double>(places_.size()));
}

}  // namespace nonocsp
