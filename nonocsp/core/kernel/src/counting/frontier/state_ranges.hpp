// Lists of packed states, divided among threads.
//
// Sample sort: the quantiles of a sample divide the states into ranges of about equal size, each below the next.
// Frazer and McKellar, "Samplesort" (1970).
#pragma once

#include <algorithm>
#include <vector>

#include "counting/frontier/state_set.hpp"
#include "search/base/budget.hpp"
#include "search/base/crew.hpp"

namespace nonocsp {

/// The last word is the most significant.
template <int W>
bool is_before(const State<W>& a, const State<W>& b) {
    for (int w = W; w-- > 1;)
        if (a[w] != b[w]) return a[w] < b[w];
    return a[0] < b[0];
}

/// Reorder the states into at most `ranges` ranges, and return where each begins, and the end.
template <int W>
std::vector<std::size_t> divide_into_ranges(std::vector<State<W>>& states, std::size_t ranges) {
    constexpr std::size_t samples_per_range = 16;
    if (ranges < 2 || states.size() < samples_per_range * ranges) return {0, states.size()};
    std::vector<State<W>> samples;
    for (std::size_t i = 0; i < samples_per_range * ranges; ++i)
        samples.push_back(states[i * states.size() / (samples_per_range * ranges)]);
    std::sort(samples.begin(), samples.end(), is_before<W>);
    std::vector<State<W>> firsts;  // of all ranges but the lowest
    for (std::size_t range = 1; range < ranges; ++range) firsts.push_back(samples[samples_per_range * range]);

    std::vector<std::uint16_t> range_of(states.size());
    std::vector<std::size_t> begins(ranges + 1);
    for (std::size_t i = 0; i < states.size(); ++i) {
        range_of[i] = static_cast<std::uint16_t>(
            std::upper_bound(firsts.begin(), firsts.end(), states[i], is_before<W>) - firsts.begin());
        ++begins[range_of[i] + 1u];
    }
    for (std::size_t range = 0; range < ranges; ++range) begins[range + 1] += begins[range];
    std::vector<std::size_t> next(begins.begin(), begins.end() - 1);
    std::vector<State<W>> divided(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) divided[next[range_of[i]]++] = states[i];
    states.swap(divided);
    return begins;
}

/// Keep the states that pass a test which takes about this much work.  Invalid if the budget has ended.
template <class Packed, class Test>
void keep_in_parts(std::vector<Packed>& states, Crew& crew, Budget& budget, std::uint64_t work, Test&& test) {
    constexpr std::size_t part_size = 16384, parts_at_a_time = 16;
    std::size_t kept = 0;
    std::vector<std::size_t> kept_here(parts_at_a_time);
    for (std::size_t begin = 0; begin < states.size();) {
        const std::size_t end = std::min(states.size(), begin + parts_at_a_time * part_size);
        const auto first_of = [&](std::size_t part) { return states.data() + std::min(end, begin + part * part_size); };
        crew.share((end - begin + part_size - 1) / part_size, [&](std::size_t part, int) {
            Packed* const first = first_of(part);
            const auto fails = [&](const Packed& state) { return !test(state); };
            kept_here[part] = static_cast<std::size_t>(std::remove_if(first, first_of(part + 1), fails) - first);
        });
        for (std::size_t part = 0; begin + part * part_size < end; ++part) {
            std::copy_n(first_of(part), kept_here[part], states.data() + kept);
            kept += kept_here[part];
        }
        if (budget.spend(work * (end - begin))) return;
        begin = end;
    }
    states.resize(kept);
}

}  // namespace nonocsp
