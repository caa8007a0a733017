// One pass over each line, from its end.
#include "estimation/completion_weights.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

CompletionWeights::CompletionWeights(const Grid& grid, const Frontier::Lines& lines, const BeliefPropagation& messages,
                                     double tempering)
    : weights_(lines.size()), shares_(lines.size()) {
    for (std::size_t line = 0; line < lines.size(); ++line) {
        if (!lines[line]) continue;
        const MinimalLineDfa& dfa = *lines[line];
        const int number = static_cast<int>(line);
        auto& weights = weights_[line];
        weights.resize(dfa.cells() + 1);
        weights[dfa.cells()] = {1};
        shares_[line].resize(dfa.cells());
        for (int i = grid.length(number), k = dfa.cells(); i-- > 0;) {
            if (static_cast<int>(dfa.number(i)) == k) continue;
            --k;
            const auto& colours = dfa.colours(k);
            std::vector<double>& shares = shares_[line][k];
            for (const std::uint8_t colour : colours) {
                shares.push_back(1);
                grid.each_crossing(number, i, [&](int other, int place) {
                    shares.back() *= std::pow(messages.outgoing(other, place, colour), tempering);
                });
            }
            weights[k].assign(dfa.states(k), 0);
            for (std::size_t at = 0; at < dfa.next(k).size(); ++at)
                if (const std::uint8_t to = dfa.next(k)[at]; to != MinimalLineDfa::none)
                    weights[k][at / colours.size()] += shares[at % colours.size()] * weights[k + 1][to];
            const double most = *std::max_element(weights[k].begin(), weights[k].end());
            for (double& weight : weights[k]) weight /= most;
            bytes_ += 2 * sizeof(shares) + (weights[k].capacity() + shares.capacity()) * sizeof(double);
        }
    }
}

}  // namespace nonocsp
