// One pass over each line, from its end.
#include "counting/estimation/completion_weights.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

void CompletionWeights::add(const CellSequence& sequence) {
    for (const CellSequence::Line& line : sequence.lines) {
        const auto [entry, is_new] = weights_.try_emplace(line.dfa.get());
        if (!is_new) continue;
        entry->second = weights(line);
        for (const std::vector<double>& weights : entry->second)
            bytes_ += sizeof weights + weights.capacity() * sizeof(double);
    }
}

CompletionWeights::Weights CompletionWeights::weights(const CellSequence::Line& line) const {
    const int number = static_cast<int>(line.number), cells = line.dfa->cells();
    Weights weights(static_cast<std::size_t>(cells) + 1);
    weights[cells] = {1};
    for (int k = cells; k-- > 0;) {
        // How often the cell has each of its colours, as the crossing lines say.
        const auto& colours = line.dfa->colours(k);
        std::vector<double> shares;
        for (const std::uint8_t colour : colours) {
            shares.push_back(1);
            grid_.each_crossing(number, line.dfa->place(k), [&](int other, int place) {
                shares.back() *= std::pow(messages_.outgoing(other, place, colour), tempering_);
            });
        }
        const auto& next = line.dfa->next(k);
        weights[k].assign(line.dfa->states(k), 0);
        for (std::size_t at = 0; at < next.size(); ++at)
            if (next[at] != MinimalLineDfa::none)
                weights[k][at / colours.size()] += shares[at % colours.size()] * weights[k + 1][next[at]];
        const double most = *std::max_element(weights[k].begin(), weights[k].end());
        for (double& weight : weights[k]) weight /= most;
    }
    return weights;
}

std::vector<double> CompletionWeights::factors(const CellSequence& sequence, const CellSequence::Place& place) const {
    const MinimalLineDfa& dfa = sequence.dfa(place);
    const Weights& weights = weights_.at(&dfa);
    const auto& leads = dfa.next(static_cast<int>(place.k));
    const std::size_t candidates = dfa.colours(static_cast<int>(place.k)).size();
    std::vector<double> result(leads.size());
    for (std::size_t at = 0; at < leads.size(); ++at)
        if (leads[at] != MinimalLineDfa::none)
            result[at] = weights[place.k + 1][leads[at]] / weights[place.k][at / candidates];
    return result;
}

}  // namespace nonocsp
