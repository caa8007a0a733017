// Passes over the strips, and steps of the potentials.
#include "counting/bounds/potential_bound.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "search/base/power_scaling.hpp"

namespace nonocsp {

namespace {

/// The least value of a vector of states, relative to the greatest.
constexpr double smallest_value = 0x1p-900;

/// Potentials are between e^-100 and e^100.
constexpr double most_log = 100;

/// Vectors of column states in a strip, at first and at most; and the work of a step, at first at most.
constexpr std::size_t first_vectors = 1024, most_vectors = 1 << 16;
constexpr std::uint64_t first_work = 10'000'000;

/// Steps before strips become wider; the widest are done when a turn improves the logarithm of the bound by less.
constexpr int steps_of_width = 25;
constexpr double least_gain_of_strips = 0.02;

/// Rough memory for each row of a strip.
constexpr std::size_t bytes_per_vector = 10;

}  // namespace

PotentialBound::PotentialBound(const CellSequence& sequence, Budget& budget)
    : sequence_(sequence), by_column_(sequence.lines.size()), boundaries_(sequence.lines.size(), ~std::size_t{0}) {
    for (std::uint32_t i = 0; i < cells_.size(); ++i) {
        const std::uint32_t row = cells_[i].along();
        by_column_[cells_[i].places[1].line].push_back(i);
        if (boundaries_[row] != ~std::size_t{0}) continue;
        boundaries_[row] = is_fixed_.size();
        // A boundary with one state separates the row, and its potential may be 1.
        for (int k = 0; k <= dfa(row).cells(); ++k)
            is_fixed_.insert(is_fixed_.end(), static_cast<std::size_t>(dfa(row).states(k)), dfa(row).states(k) == 1);
    }
    potentials_.resize(is_fixed_.size());
    for (std::uint32_t row = 0; row < boundaries_.size(); ++row)
        if (boundaries_[row] != ~std::size_t{0}) begin_with_completions(row);
    gradient_.resize(is_fixed_.size());
    factors_.resize(is_fixed_.size());
    std::vector<std::vector<std::uint32_t>> strips;
    for (std::uint32_t column = 0; column < by_column_.size(); ++column)
        if (!by_column_[column].empty()) strips.push_back({column});
    arrange(strips, budget);
    for (; vectors_ < first_vectors; vectors_ *= 4) widen(4 * vectors_, first_work, budget);
}

/// The number of completions of each state, were the row alone, up to a factor for each boundary.  So the first bound
/// is no worse than the product of the rows' numbers of placements.
void PotentialBound::begin_with_completions(std::uint32_t line) {
    const MinimalLineDfa& row = dfa(line);
    std::size_t at = boundaries_[line];
    for (int k = 0; k < row.cells(); ++k) at += static_cast<std::size_t>(row.states(k));
    for (int k = row.cells(); k-- > 0;) {
        const auto states = static_cast<std::size_t>(row.states(k));
        const double* const behind = &potentials_[at];
        double* const before = &potentials_[at -= states];
        const std::size_t candidates = row.colours(k).size();
        for (std::size_t s = 0; s < states; ++s) {
            double sum = 0;
            for (std::size_t c = 0; c < candidates; ++c)
                if (const std::uint8_t next = row.next(k)[s * candidates + c]; next != MinimalLineDfa::none)
                    sum += std::exp(behind[next]);
            before[s] = std::log(sum);
        }
        const double most = *std::max_element(before, before + states);
        for (std::size_t s = 0; s < states; ++s) before[s] = std::max(before[s] - most, -most_log);
    }
}

/// The most vectors of states that these columns have between two cells.
std::size_t PotentialBound::vectors(const std::vector<std::uint32_t>& columns) const {
    std::map<std::uint32_t, std::size_t> states;
    std::vector<std::uint32_t> cells;
    std::size_t most = 1;
    for (const std::uint32_t column : columns) {
        states[column] = 1;
        cells.insert(cells.end(), by_column_[column].begin(), by_column_[column].end());
    }
    std::sort(cells.begin(), cells.end());
    for (const std::uint32_t i : cells) {
        const auto& [column, k] = cells_[i].places[1];
        states[column] = static_cast<std::size_t>(dfa(column).states(static_cast<int>(k) + 1));
        std::size_t product = 1;
        for (const auto& [column, number] : states) product = std::min(product * number, ~std::size_t{0} >> 8);
        most = std::max(most, product);
    }
    return most;
}

/// False if none becomes wider, or a step would take more work than this.
bool PotentialBound::widen(std::size_t most_vectors, std::uint64_t most_work, Budget& budget) {
    std::vector<std::vector<std::uint32_t>> strips, before = columns_;
    for (const std::vector<std::uint32_t>& columns : before) {
        if (budget.look()) return false;
        if (!strips.empty()) {
            std::vector<std::uint32_t> both = strips.back();
            both.insert(both.end(), columns.begin(), columns.end());
            if (vectors(both) <= most_vectors) {
                strips.back() = std::move(both);
                continue;
            }
        }
        strips.push_back(columns);
    }
    if (strips.size() == before.size()) return false;
    arrange(strips, budget);
    if (work_ <= most_work) return true;
    arrange(before, budget);
    return false;
}

std::uint64_t PotentialBound::improve(std::uint64_t work, std::size_t memory, Budget& budget) {
    const double before = log_bound_;
    std::uint64_t spent = 0;
    for (; spent < work; ++steps_since_) {
        if (budget.look()) return spent;
        step(budget);
        spent += work_;
    }
    spent_ += spent;
    const bool is_widest = vectors_ >= most_vectors || 4 * vectors_ * bytes_per_vector * (1 + most_rows_) > memory;
    if (is_widest) is_done_ = before - log_bound_ < least_gain_of_strips;
    // A step takes at most a share of the time so far.
    else if (steps_since_ >= steps_of_width && 8 * first_work + 8 * work_ <= spent_) {
        widen(4 * vectors_, spent_ / 8, budget);
        vectors_ *= 4;
        steps_since_ = 0;
    }
    return spent;
}

/// The cells of these strips.
void PotentialBound::arrange(const std::vector<std::vector<std::uint32_t>>& strips, Budget& budget) {
    columns_ = strips;
    most_rows_ = 0;
    places_.clear();
    rows_.clear();
    strips_ = {0};
    work_ = 0;
    for (const std::vector<std::uint32_t>& columns : columns_) {
        if (budget.look()) return;
        std::vector<std::size_t> states(columns.size(), 1);
        const auto product = [&](std::size_t from, std::size_t to) {
            std::size_t result = 1;
            for (; from < to; ++from) result *= states[from];
            return result;
        };
        std::uint32_t current = 0;
        for (const CellSequence::Cell& cell : cells_) {
            const auto at = static_cast<std::size_t>(std::find(columns.begin(), columns.end(), cell.places[1].line) -
                                                     columns.begin());
            if (at == columns.size()) continue;
            const int k_row = static_cast<int>(cell.places[0].k), k_column = static_cast<int>(cell.places[1].k);
            const MinimalLineDfa &row = sequence_.dfa(cell.places[0]), &column = sequence_.dfa(cell.places[1]);
            const auto potentials = [&](int k) {
                std::size_t result = boundaries_[cell.along()];
                while (k-- > 0) result += static_cast<std::size_t>(row.states(k));
                return result;
            };
            if (rows_.size() == strips_.back() || cell.along() != current)
                rows_.push_back({places_.size(), 0, potentials(k_row), 0, product(0, states.size()), 0});
            current = cell.along();
            places_.push_back({row.next(k_row).data(), column.next(k_column).data(), row.states(k_row),
                               row.states(k_row + 1), column.states(k_column), column.states(k_column + 1),
                               static_cast<int>(row.colours(k_row).size()), product(0, at),
                               product(at + 1, states.size())});
            const std::uint64_t links = static_cast<std::uint64_t>(row.states(k_row)) * row.colours(k_row).size();
            work_ += links * (3 * product(0, states.size()) + 4 * product(0, at + 1));
            states[at] = static_cast<std::size_t>(column.states(k_column + 1));
            rows_.back().last = places_.size();
            rows_.back().behind = potentials(k_row + 1);
            rows_.back().vectors_next = product(0, states.size());
        }
        most_rows_ = std::max(most_rows_, rows_.size() - strips_.back());
        strips_.push_back(rows_.size());
    }
}

std::size_t PotentialBound::bytes() const {
    std::size_t bytes = places_.capacity() * sizeof(Place) + rows_.capacity() * sizeof(Row) +
                        potentials_.capacity() * 25 + (current_.capacity() + beyond_.capacity()) * sizeof(double);
    for (const auto& values : values_) bytes += values.capacity() * (sizeof(double) + 1);
    return bytes;
}

/// Pass the current values over a cell, down or up: each link adds the values of its `low` neighbouring vectors on one
/// side to those on the other.
template <bool down>
void PotentialBound::cross(const Place& place) {
    const auto candidates = static_cast<std::size_t>(place.candidates);
    const auto rows = static_cast<std::size_t>(place.row_states);
    const auto columns = static_cast<std::size_t>(place.column_states);
    const auto columns_next = static_cast<std::size_t>(place.column_next);
    const std::size_t low = place.low, rows_beyond = down ? static_cast<std::size_t>(place.row_next) : rows;
    beyond_.assign(rows_beyond * (down ? columns_next : columns) * place.high * low, 0.0);
    for (std::size_t s = 0; s < rows; ++s)
        for (std::size_t c = 0; c < candidates; ++c) {
            const std::uint8_t s_next = place.row[s * candidates + c];
            if (s_next == MinimalLineDfa::none) continue;
            for (std::size_t d = 0; d < columns; ++d) {
                const std::uint8_t d_next = place.column[d * candidates + c];
                if (d_next == MinimalLineDfa::none) continue;
                for (std::size_t h = 0; h < place.high; ++h) {
                    const std::size_t here = ((s * place.high + h) * columns + d) * low;
                    const std::size_t there = ((s_next * place.high + h) * columns_next + d_next) * low;
                    double* const to = &beyond_[down ? there : here];
                    const double* const from = &current_[down ? here : there];
                    for (std::size_t l = 0; l < low; ++l) to[l] += from[l];
                }
            }
        }
    beyond_.swap(current_);
}

/// The logarithm of a strip's factor; the values and the worst states stay.
double PotentialBound::pass(std::size_t first, std::size_t last) {
    values_.resize(std::max(values_.size(), last - first + 1));
    worst_.resize(values_.size());
    scales_.resize(values_.size());
    values_[last - first].assign(1, 1.0);
    double log_scale = 0;
    for (std::size_t r = last; r-- > first;) {
        const Row& row = rows_[r];
        const std::vector<double>& to = values_[r + 1 - first];
        std::vector<double>& from = values_[r - first];
        std::vector<std::uint8_t>& worst = worst_[r - first];
        // By the row's state and the vector, cell by cell.
        const auto ends = static_cast<std::size_t>(places_[row.last - 1].row_next);
        current_.resize(ends * row.vectors_next);
        for (std::size_t s = 0; s < ends; ++s)
            for (std::size_t t = 0; t < row.vectors_next; ++t)
                current_[s * row.vectors_next + t] = factors_[row.behind + s] * to[t];
        for (std::size_t p = row.last; p-- > row.first;) cross<false>(places_[p]);
        from.assign(row.vectors, 0.0);
        worst.assign(row.vectors, 0);
        double greatest = 0;
        for (int s = 0; s < places_[row.first].row_states; ++s) {
            const double factor = 1 / factors_[row.before + static_cast<std::size_t>(s)];
            for (std::size_t t = 0; t < row.vectors; ++t) {
                const double value = current_[static_cast<std::size_t>(s) * row.vectors + t] * factor;
                if (value <= from[t]) continue;
                from[t] = value;
                worst[t] = static_cast<std::uint8_t>(s);
                greatest = std::max(greatest, value);
            }
        }
        if (!(greatest > 0)) return -std::numeric_limits<double>::infinity();
        const int exponent = scale_down(from, greatest, smallest_value);
        scales_[r - first] = std::ldexp(1.0, -exponent);
        log_scale += exponent * std::log(2.0);
    }
    return std::log(values_[0][0]) + log_scale;
}

/// Down along the worst pictures of the strip: how often they pass each row state, into the gradient.
void PotentialBound::descend(std::size_t first, std::size_t last) {
    share_.assign(1, 1.0);
    for (std::size_t r = first; r < last; ++r) {
        const Row& row = rows_[r];
        // Shares divided by values; these are passed on as they are.
        current_.assign(static_cast<std::size_t>(places_[row.first].row_states) * row.vectors, 0.0);
        for (std::size_t t = 0; t < row.vectors; ++t) {
            if (share_[t] <= 0 || values_[r - first][t] <= smallest_value) continue;
            const std::size_t s = worst_[r - first][t];
            gradient_[row.before + s] -= share_[t];
            current_[s * row.vectors + t] =
                share_[t] * scales_[r - first] / (values_[r - first][t] * factors_[row.before + s]);
        }
        for (std::size_t p = row.first; p < row.last; ++p) cross<true>(places_[p]);
        share_.assign(row.vectors_next, 0.0);
        for (std::size_t s = 0; s < static_cast<std::size_t>(places_[row.last - 1].row_next); ++s)
            for (std::size_t t = 0; t < row.vectors_next; ++t) {
                const double share =
                    current_[s * row.vectors_next + t] * factors_[row.behind + s] * values_[r + 1 - first][t];
                gradient_[row.behind + s] += share;
                share_[t] += share;
            }
    }
}

/// The bound for the potentials as they are, rounded up; then a step to better ones.
void PotentialBound::step(Budget& budget) {
    std::fill(gradient_.begin(), gradient_.end(), 0.0);
    std::transform(potentials_.begin(), potentials_.end(), factors_.begin(), [](double x) { return std::exp(x); });
    double bound = 0, size = 1;
    for (std::size_t j = 0; j + 1 < strips_.size(); ++j) {
        if (budget.look()) return;
        const double factor = pass(strips_[j], strips_[j + 1]);
        bound += factor;
        size += std::abs(factor);
        if (std::isfinite(factor)) descend(strips_[j], strips_[j + 1]);
    }
    // Steps that shrink.  Twice as long ones were worse.
    const double length = 0.5 / std::sqrt(1 + 0.2 * ++steps_);
    for (std::size_t p = 0; p < potentials_.size(); ++p)
        if (!is_fixed_[p]) potentials_[p] = std::clamp(potentials_[p] - length * gradient_[p], -most_log, most_log);
    // Each number passes fewer than 2^20 operations, each exact to 2^-50 of its size.
    log_bound_ = std::min(log_bound_, bound + 0x1p-30 * (size + static_cast<double>(places_.size())));
}

}  // namespace nonocsp
