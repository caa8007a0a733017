// Passes over the strips, and steps of the potentials.
#include "bounds/board_potential_bound.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/power_scaling.hpp"

namespace nonocsp {

namespace {

/// The least value of a vector of states, relative to the greatest.  With the potentials of six lines it does not
/// underflow.
constexpr double least_value = 0x1p-600;

/// Potentials are between e^-40 and e^40.
constexpr double most_log_potential = 40;

/// Steps: the length, what is added to the sum of squares, and the share of the last step that is taken again at most,
/// which rises over this many steps.  On three triddlers of sides 6 to 8, bounds after 10 steps were e^1 to e^11 larger
/// without the rise; and after 80 steps e^5 larger with lengths that depend on the number of steps alone.
constexpr double step_length = 0.1, least_square = 0.1, most_momentum = 0.9, momentum_rise = 3;

/// That many steps which improve the logarithm of the bound by less are the last.
constexpr int steps_between_checks = 100;
constexpr double least_gain_of_steps = 0.02;

/// Work of states at a cell and of a link in a step, in rough nanoseconds; and of a whole step at most.
constexpr std::uint64_t states_work = 12, step_link_work = 4, most_step_work = 500'000'000;

constexpr std::size_t no_boundary = ~std::size_t{0};

}  // namespace

BoardPotentialBound::BoardPotentialBound(const Frontier::Lines& lines, ReorderedLines swept,
                                         const std::vector<BoardCell>& cells)
    : lines_(lines), swept_(std::move(swept)), boundaries_(lines.size()) {
    // Potentials that are always 1 come first.
    std::size_t most_states = 1;
    for (std::size_t line = 0; line < swept_.size(); ++line) {
        if (!swept_[line]) continue;
        boundaries_[line].assign(swept_[line]->cells() + 1, no_boundary);
        for (std::size_t step = 0; step <= swept_[line]->cells(); ++step)
            most_states = std::max(most_states, swept_[line]->states(step));
    }
    potentials_.resize(most_states);
    is_fixed_.resize(most_states, 1);
    arrange(cells);
    factors_.resize(potentials_.size());
    momentum_.resize(potentials_.size());
    squares_.resize(potentials_.size());
}

/// The lines at each cell, and where their states stand in the vectors.
void BoardPotentialBound::arrange(const std::vector<BoardCell>& cells) {
    const double share = 1.0 / std::max(1, cells[0].directions - 1);
    const auto strip = [&](std::size_t i) { return cells[i].places[0].line; };
    std::vector<std::size_t> left(lines_.size());    // cells of a line in the rest of the strip
    std::vector<std::size_t> states(lines_.size());  // of the lines within the strip, before the cell; 0: of others
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const auto each_line = [&](std::size_t n, auto&& visit) {
            for (std::size_t d = 0; d < static_cast<std::size_t>(cells[n].directions); ++d)
                if (const auto& place = cells[n].places[d]; swept_[place.line]) visit(d, place.line, place.step);
        };
        if (i == 0 || strip(i) != strip(i - 1)) {
            strips_.push_back(i);
            bytes = 0;
            for (std::size_t n = i; n < cells.size() && strip(n) == strip(i); ++n)
                each_line(n, [&](std::size_t, std::size_t line, std::size_t) { ++left[line]; });
        }
        Place& place = places_.emplace_back();
        const auto& in_strip = cells[i].places[0];
        place.candidates = lines_[in_strip.line]->colours(static_cast<int>(in_strip.k)).size();
        std::vector<std::size_t> behind = states, strides(lines_.size()), strides_behind(lines_.size());
        std::vector<char> is_here(lines_.size());
        each_line(i, [&](std::size_t, std::size_t line, std::size_t step) {
            is_here[line] = 1;
            behind[line] = --left[line] ? swept_[line]->states(step + 1) : 0;
        });
        std::size_t size = 1, size_behind = 1, beside = 1, together = 1;
        for (std::size_t line = 0; line < lines_.size(); ++line) {
            if (states[line]) strides[line] = std::exchange(size, size * states[line]);
            if (behind[line]) strides_behind[line] = std::exchange(size_behind, size_behind * behind[line]);
            if (!states[line] || is_here[line]) continue;
            place.spectators.push_back({states[line], strides[line], strides_behind[line]});
            beside *= states[line];
        }
        place.vectors = size;
        each_line(i, [&](std::size_t d, std::size_t line, std::size_t step) {
            place.axes[d] = {swept_[line]->next(step).data(),
                             swept_[line]->states(step),
                             states[line] ? 0 : boundary(line, step, share),
                             behind[line] ? 0 : boundary(line, step + 1, share),
                             strides[line],
                             strides_behind[line]};
            together *= swept_[line]->states(step);
        });
        most_work_ += together * (states_work + step_link_work * place.candidates * beside);
        bytes += size * (sizeof(double) + sizeof(std::uint32_t));
        most_bytes_ = std::max(most_bytes_, bytes);
        states = std::move(behind);
    }
    strips_.push_back(cells.size());
}

/// The potentials of a line before a cell: a share of the logarithm of each state's number of completions, were the
/// line alone, up to a constant.
std::size_t BoardPotentialBound::boundary(std::size_t line, std::size_t step, double share) {
    std::size_t& result = boundaries_[line][step];
    if (result != no_boundary) return result;
    result = potentials_.size();
    const ReorderedLine& swept = *swept_[line];
    std::vector<double> completions(swept.states(swept.cells()), 1.0);
    for (std::size_t k = swept.cells(); k-- > step;) {
        std::vector<double> before(swept.states(k), 0.0);
        const auto& next = swept.next(k);
        const std::size_t candidates = next.size() / before.size();
        for (std::size_t at = 0; at < next.size(); ++at)
            if (next[at] != ReorderedLine::none) before[at / candidates] += completions[next[at]];
        const double most = *std::max_element(before.begin(), before.end());
        for (double& number : before) number /= most;
        completions = std::move(before);
    }
    for (const double number : completions)
        potentials_.push_back(std::max(share * std::log(number), -most_log_potential));
    is_fixed_.resize(potentials_.size(), completions.size() == 1);
    return result;
}

std::uint64_t BoardPotentialBound::improve(std::uint64_t work, std::size_t memory, Budget& budget) {
    is_done_ |= most_work_ > most_step_work || bytes() + most_bytes_ > memory;
    work_ = 0;
    while (work_ < work && !is_done_ && !budget.look()) {
        step(budget);
        if (steps_ % steps_between_checks) continue;
        is_done_ = std::exchange(log_bound_before_, log_bound_) - log_bound_ < least_gain_of_steps;
    }
    return work_;
}

std::size_t BoardPotentialBound::bytes() const {
    std::size_t bytes = sizeof(*this) + potentials_.capacity() * 41;
    for (const auto& line : swept_) bytes += line ? line->bytes() : 0;
    for (const Place& place : places_) bytes += sizeof(Place) + place.spectators.capacity() * sizeof(Spectator);
    for (const auto& values : values_) bytes += values.capacity() * (sizeof(double) + sizeof(std::uint32_t));
    return bytes;
}

/// The states of a line to look at: where it comes in, not those of which another one is as bad for every candidate.
void BoardPotentialBound::find_states(std::size_t d, const Axis& axis, std::size_t candidates) {
    const double* const weights = weights_[d].data();
    const std::size_t* const moves = moves_[d].data();
    const auto is_covered = [&](std::size_t s, std::size_t by) {
        bool is_equal = true;
        for (std::size_t a = s * candidates, b = by * candidates; a < (s + 1) * candidates; ++a, ++b) {
            if (weights[a] > 0 && (moves[a] != moves[b] || weights[a] > weights[b])) return false;
            is_equal &= weights[a] == weights[b];
        }
        return !is_equal || by < s;
    };
    states_[d].clear();
    for (std::size_t s = 0; s < axis.states; ++s) {
        bool is_needed = true;
        for (std::size_t by = 0; axis.before && is_needed && by < axis.states; ++by)
            is_needed = by == s || !is_covered(s, by);
        if (is_needed) states_[d].push_back(s);
    }
}

/// The factors of the links of a place's lines, and the vectors of its spectators.
void BoardPotentialBound::prepare(const Place& place) {
    for (std::size_t d = 0; d < place.axes.size(); ++d) {
        const Axis& axis = place.axes[d];
        weights_[d].assign(axis.states * place.candidates, 1.0);
        moves_[d].assign(weights_[d].size(), 0);
        states_[d].assign(1, 0);
        if (!axis.next) continue;
        for (std::size_t at = 0; at < weights_[d].size(); ++at) {
            const std::uint16_t next = axis.next[at];
            const bool is_possible = next != ReorderedLine::none;
            weights_[d][at] =
                is_possible ? factors_[axis.behind + next] / factors_[axis.before + at / place.candidates] : 0;
            moves_[d][at] = is_possible ? next * axis.stride_behind : 0;
        }
        find_states(d, axis, place.candidates);
    }
    here_.assign(1, 0);
    there_.assign(1, 0);
    for (const Spectator& line : place.spectators) {
        const std::size_t number = here_.size();
        for (std::size_t s = 1; s < line.states; ++s)
            for (std::size_t h = 0; h < number; ++h) {
                here_.push_back(here_[h] + s * line.stride);
                there_.push_back(there_[h] + s * line.stride_behind);
            }
    }
}

/// Calls `visit(states, number, here, links)` for the states of a place's lines together that have possible candidates.
template <class Visit>
void BoardPotentialBound::each_state(const Place& place, Visit&& visit) {
    const auto& [a, b, c] = place.axes;
    const std::size_t candidates = place.candidates;
    pairs_.resize(candidates);
    links_.resize(candidates);
    for (const std::size_t i : states_[0])
        for (const std::size_t j : states_[1]) {
            std::size_t pairs = 0;
            for (std::size_t x = 0; x < candidates; ++x) {
                const std::size_t at_a = i * candidates + x, at_b = j * candidates + x;
                const double factor = weights_[0][at_a] * weights_[1][at_b];
                if (factor > 0) pairs_[pairs++] = {factor, moves_[0][at_a] + moves_[1][at_b], x};
            }
            if (!pairs) continue;
            for (const std::size_t k : states_[2]) {
                std::size_t links = 0;
                for (std::size_t p = 0; p < pairs; ++p) {
                    const std::size_t at = k * candidates + pairs_[p].candidate;
                    const double factor = pairs_[p].factor * weights_[2][at];
                    if (factor > 0) links_[links++] = {factor, pairs_[p].there + moves_[2][at], pairs_[p].candidate};
                }
                if (links)
                    visit(std::array{i, j, k}, static_cast<std::uint32_t>((i * b.states + j) * c.states + k),
                          i * a.stride + j * b.stride + k * c.stride, std::span<const Link>(links_.data(), links));
            }
        }
}

/// The logarithm of a strip's factor; the values and the worst states stay.  Infinite at the end of the budget.
double BoardPotentialBound::pass(std::size_t first, std::size_t last, Budget& budget) {
    values_.resize(std::max(values_.size(), last - first + 1));
    worst_.resize(values_.size());
    scales_.resize(values_.size());
    values_[last - first].assign(1, 1.0);
    double log_scale = 0;
    for (std::size_t p = last; p-- > first;) {
        if (budget.look()) return std::numeric_limits<double>::infinity();
        const Place& place = places_[p];
        const std::vector<double>& to = values_[p + 1 - first];
        std::vector<double>& from = values_[p - first];
        std::vector<std::uint32_t>& worst = worst_[p - first];
        from.assign(place.vectors, 0.0);
        worst.assign(place.vectors, 0);
        prepare(place);
        sums_.resize(here_.size());
        work_ += states_[0].size() * states_[1].size() * states_[2].size() *
                 (states_work + step_link_work * place.candidates * here_.size());
        double greatest = 0;
        each_state(place, [&](const auto&, std::uint32_t number, std::size_t here, std::span<const Link> links) {
            std::fill(sums_.begin(), sums_.end(), 0.0);
            for (const Link& link : links)
                for (std::size_t h = 0; h < there_.size(); ++h) sums_[h] += link.factor * to[link.there + there_[h]];
            for (std::size_t h = 0; h < here_.size(); ++h) {
                double& value = from[here + here_[h]];
                if (sums_[h] <= value) continue;
                value = sums_[h];
                worst[here + here_[h]] = number;
                greatest = std::max(greatest, value);
            }
        });
        if (!(greatest > 0)) return -std::numeric_limits<double>::infinity();
        const int exponent = scale_down(from, greatest, least_value);
        scales_[p - first] = std::ldexp(1.0, -exponent);
        log_scale += exponent * std::log(2.0);
    }
    return std::log(values_[0][0]) + log_scale;
}

/// Down along the worst pictures of the strip: how often they pass each state, into the gradient.
void BoardPotentialBound::descend(std::size_t first, std::size_t last) {
    share_.assign(1, 1.0);
    for (std::size_t p = first; p < last; ++p) {
        const Place& place = places_[p];
        const std::vector<double>&from = values_[p - first], &to = values_[p + 1 - first];
        const std::vector<std::uint32_t>& worst = worst_[p - first];
        prepare(place);
        next_share_.assign(to.size(), 0.0);
        each_state(place, [&](const std::array<std::size_t, 3>& states, std::uint32_t number, std::size_t here,
                              std::span<const Link> links) {
            for (std::size_t h = 0; h < here_.size(); ++h) {
                const std::size_t at = here + here_[h];
                if (worst[at] != number || share_[at] <= 0 || from[at] <= least_value) continue;
                const double share = share_[at] * scales_[p - first] / from[at];
                for (std::size_t d = 0; d < states.size(); ++d)
                    gradient_[place.axes[d].before + states[d]] -= share_[at];
                for (const Link& link : links) {
                    const std::size_t there = link.there + there_[h];
                    const double passing = share * link.factor * to[there];
                    next_share_[there] += passing;
                    for (std::size_t d = 0; d < states.size(); ++d) {
                        const Axis& axis = place.axes[d];
                        const std::size_t at_line = states[d] * place.candidates + link.candidate;
                        if (axis.next) gradient_[axis.behind + axis.next[at_line]] += passing;
                    }
                }
            }
        });
        share_.swap(next_share_);
    }
}

/// The bound for the potentials as they are, rounded up; then a step to better ones.
void BoardPotentialBound::step(Budget& budget) {
    gradient_.assign(potentials_.size(), 0.0);
    std::transform(potentials_.begin(), potentials_.end(), factors_.begin(), [](double x) { return std::exp(x); });
    double bound = 0, size = 1;
    for (std::size_t j = 0; j + 1 < strips_.size(); ++j) {
        const double factor = pass(strips_[j], strips_[j + 1], budget);
        if (budget.ended()) return;
        bound += factor;
        size += std::abs(factor);
        if (std::isfinite(factor)) descend(strips_[j], strips_[j + 1]);
    }
    ++steps_;
    const double share = std::min(most_momentum, steps_ / (steps_ + momentum_rise));
    for (std::size_t p = 0; p < potentials_.size(); ++p) {
        if (is_fixed_[p]) continue;
        squares_[p] += gradient_[p] * gradient_[p];
        momentum_[p] = share * momentum_[p] + gradient_[p];
        potentials_[p] = std::clamp(potentials_[p] - step_length * momentum_[p] / std::sqrt(least_square + squares_[p]),
                                    -most_log_potential, most_log_potential);
    }
    // Each number passes fewer than 2^20 operations, each exact to 2^-50 of its size.
    log_bound_ = std::min(log_bound_, bound + 0x1p-30 * (size + static_cast<double>(places_.size())));
}

}  // namespace nonocsp
