#include "people/readings/evidence.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

namespace {

/// Log-odds beyond this are as good as certain; in long lines less, so that products and their quotients stay finite.
double most_odds(int cells, int colours) { return std::min(8.0, (colours > 1 ? 300.0 : 600.0) / std::max(cells, 1)); }

/// Of a new message, beside the old one.
constexpr double weight_of_new = 0.5;

}  // namespace

LineWeights::LineWeights(const DoubtfulClue& clue, int cells, int colours, double sureness)
    : clue_(clue), cells_(cells), colours_(colours), weights_(static_cast<std::size_t>(colours) * (cells + 1), 1) {
    const std::vector<Cost> rest = clue.costs_from();
    for (const Arc& arc : clue.arcs)
        factors_.push_back(
            std::exp(-static_cast<double>(arc.cost + rest[arc.to] - rest[arc.from]) * sureness / costs_per_nat));
}

void LineWeights::before(int node, int colour, std::vector<double>& result) const {
    result.assign(&open_[at(node, 0)], &open_[at(node, 0)] + cells_ + 1);
    for (int other = 1; other <= colours_; ++other)
        for (int i = 0; i <= cells_ && other != colour; ++i) result[i] += laid_[at(node, other, i)];
    for (int i = 0; i <= cells_ && colour > 1; ++i) result[i] /= weights_[at(0, colour, i)];
}

void LineWeights::lay_forward(const double* blank) {
    laid_.assign(at(clue_.nodes, 1, 0), 0);
    open_.assign(at(clue_.nodes, 0), 0);
    start_.assign(clue_.nodes, 0);
    start_[0] = 1;
    std::vector<std::vector<double>> from(colours_ + 1);
    std::size_t next = 0;
    for (int node = 0; node < clue_.nodes; ++node) {
        double* const open = &open_[at(node, 0)];
        open[0] = start_[node];
        for (int i = 0; i < cells_; ++i) {
            double all = open[i];
            for (int colour = 1; colour <= colours_; ++colour) all += laid_[at(node, colour, i)];
            open[i + 1] = all * blank[i];
        }
        for (std::vector<double>& each : from) each.clear();
        for (; next < clue_.arcs.size() && clue_.arcs[next].from == node; ++next) {
            const Arc& arc = clue_.arcs[next];
            const double factor = factors_[next];
            if (!arc.length) {
                // Blanks are counted at the node from which the next block is laid: without a block only `laid` moves.
                start_[arc.to] += factor * start_[node];
                for (int colour = 1; colour <= colours_; ++colour)
                    for (int i = 0; i <= cells_; ++i)
                        laid_[at(arc.to, colour, i)] += factor * laid_[at(node, colour, i)];
                continue;
            }
            std::vector<double>& begin = from[arc.colour];
            if (begin.empty()) before(node, arc.colour, begin);
            double* const to = &laid_[at(arc.to, arc.colour, 0)];
            const double* const weight = &weights_[at(0, arc.colour, 0)];
            for (int i = 0; i + arc.length <= cells_; ++i)
                to[i + arc.length] += factor * begin[i] * weight[i + arc.length];
        }
    }
    total_ = open_[at(clue_.nodes - 1, cells_)];
    for (int colour = 1; colour <= colours_; ++colour) total_ += laid_[at(clue_.nodes - 1, colour, cells_)];
}

void LineWeights::lay_backward(const double* blank) {
    after_laid_.assign(at(clue_.nodes, 1, 0), 0);
    after_open_.assign(at(clue_.nodes, 0), 0);
    after_start_.assign(clue_.nodes, 0);
    after_open_[at(clue_.nodes - 1, cells_)] = 1;
    for (int colour = 1; colour <= colours_; ++colour) after_laid_[at(clue_.nodes - 1, colour, cells_)] = 1;
    std::vector<double> begun;
    int next = static_cast<int>(clue_.arcs.size()) - 1;
    for (int node = clue_.nodes - 1; node >= 0; --node) {
        double* const open = &after_open_[at(node, 0)];
        begun.assign(at(0, colours_ + 1, 0), 0);  // of each colour and boundary: a block begins just here
        for (; next >= 0 && clue_.arcs[next].from == node; --next) {
            const Arc& arc = clue_.arcs[next];
            const double factor = factors_[next];
            if (!arc.length) {
                after_start_[node] += factor * after_start_[arc.to];
                for (int colour = 1; colour <= colours_; ++colour)
                    for (int i = 0; i <= cells_; ++i)
                        after_laid_[at(node, colour, i)] += factor * after_laid_[at(arc.to, colour, i)];
                continue;
            }
            const double* const to = &after_laid_[at(arc.to, arc.colour, 0)];
            const double* const weight = &weights_[at(0, arc.colour, 0)];
            double* const from = &begun[at(0, arc.colour, 0)];
            for (int i = 0; i + arc.length <= cells_; ++i)
                from[i] += factor * to[i + arc.length] * (weight[i + arc.length] / weight[i]);
        }
        for (int colour = 1; colour <= colours_; ++colour)
            for (int i = 0; i <= cells_; ++i) {
                open[i] += begun[at(0, colour, i)];
                for (int other = 1; other <= colours_; ++other)
                    if (other != colour) after_laid_[at(node, other, i)] += begun[at(0, colour, i)];
            }
        for (int i = cells_ - 1; i >= 0; --i) {
            for (int colour = 1; colour <= colours_; ++colour)
                after_laid_[at(node, colour, i)] += blank[i] * open[i + 1];
            open[i] += blank[i] * open[i + 1];
        }
        after_start_[node] += open[0];
    }
}

bool LineWeights::weigh(const std::vector<double>& odds) {
    for (int colour = 2; colour <= colours_; ++colour)
        for (int i = 0; i < cells_; ++i)
            weights_[at(0, colour, i + 1)] = weights_[at(0, colour, i)] * odds[(colour - 1) * cells_ + i];
    lay_forward(odds.data());
    if (!(total_ > 0) || !std::isfinite(total_)) return false;
    lay_backward(odds.data());
    return true;
}

template <class Visit>
void LineWeights::each_placement(Visit visit) const {
    std::vector<std::vector<double>> from(colours_ + 1);
    int node = -1;
    for (std::size_t number = 0; number < clue_.arcs.size(); ++number) {
        const Arc& arc = clue_.arcs[number];
        if (!arc.length) continue;
        if (arc.from != node)
            for (std::vector<double>& each : from) each.clear();
        node = arc.from;
        std::vector<double>& begin = from[arc.colour];
        if (begin.empty()) before(node, arc.colour, begin);
        const double* const to = &after_laid_[at(arc.to, arc.colour, 0)];
        const double* const weight = &weights_[at(0, arc.colour, 0)];
        const double factor = factors_[number] / total_;
        for (int i = 0; i + arc.length <= cells_; ++i)
            visit(number, i, factor * begin[i] * weight[i + arc.length] * to[i + arc.length]);
    }
}

std::vector<double> LineWeights::shares(const std::vector<double>& odds) const {
    std::vector<double> share(static_cast<std::size_t>(colours_) * cells_, 0);
    for (int node = 0; node < clue_.nodes; ++node)
        for (int i = 0; i < cells_; ++i) {
            double all = open_[at(node, i)];
            for (int colour = 1; colour <= colours_; ++colour) all += laid_[at(node, colour, i)];
            share[i] += all * after_open_[at(node, i + 1)] * odds[i] / total_;
        }
    if (colours_ == 1) return share;
    std::vector<double> changes(at(0, colours_ + 1, 0), 0);
    each_placement([&](std::size_t number, int start, double weight) {
        const Arc& arc = clue_.arcs[number];
        changes[at(0, arc.colour, start)] += weight;
        changes[at(0, arc.colour, start + arc.length)] -= weight;
    });
    for (int colour = 2; colour <= colours_; ++colour) {
        double now = 0;
        for (int i = 0; i < cells_; ++i) share[(colour - 1) * cells_ + i] = now += changes[at(0, colour, i)];
    }
    return share;
}

std::vector<double> LineWeights::arc_shares() const {
    std::vector<double> share(clue_.arcs.size(), 0);
    each_placement([&](std::size_t number, int, double weight) { share[number] += weight; });
    for (std::size_t number = 0; number < share.size(); ++number) {
        const Arc& arc = clue_.arcs[number];
        if (arc.length) continue;
        double sum = start_[arc.from] * after_start_[arc.to];
        for (int colour = 1; colour <= colours_; ++colour)
            for (int i = 0; i <= cells_; ++i)
                sum += laid_[at(arc.from, colour, i)] * after_laid_[at(arc.to, colour, i)];
        share[number] = sum * factors_[number] / total_;
    }
    return share;
}

namespace {

/// The clue with the cost of each arc by its share of what leaves its node: so a reading costs as much as it is
/// improbable.
DoubtfulClue with_shares(const DoubtfulClue& clue, const std::vector<double>& shares) {
    std::vector<double> leaving(clue.nodes, 0);
    for (std::size_t number = 0; number < shares.size(); ++number) leaving[clue.arcs[number].from] += shares[number];
    DoubtfulClue result = clue;
    for (std::size_t number = 0; number < shares.size(); ++number) {
        Arc& arc = result.arcs[number];
        const double whole = leaving[arc.from];
        const double cost = shares[number] > 0 ? -std::log(shares[number] / whole) * costs_per_nat : no_path;
        arc.cost = static_cast<Cost>(std::lround(std::clamp(cost, 0.0, 100.0 * costs_per_nat)));
    }
    return result;
}

}  // namespace

std::vector<DoubtfulClue> with_evidence(const Board& board, int colours, const std::vector<DoubtfulClue>& clues,
                                        double sureness, int rounds, Budget& budget) {
    std::vector<LineWeights> weights;
    std::vector<std::vector<double>> messages;  // from each line to its cells
    std::uint64_t bytes = 0;
    for (int line = 0; line < board.lines(); ++line) {
        weights.emplace_back(clues[line], board.length(line), colours, sureness);
        messages.emplace_back(colours * board.length(line), 0.0);
        bytes += weights.back().bytes();
    }
    if (budget.memory(bytes)) return clues;
    std::vector<DoubtfulClue> result = clues;
    std::vector<double> odds;
    for (int round = 0; round < rounds; ++round)
        for (int line = 0; line < board.lines(); ++line) {
            const int cells = board.length(line);
            const double most = most_odds(cells, colours);
            if (budget.spend(clues[line].arcs.size() * cells / 2)) return result;
            odds.assign(messages[line].size(), 0);
            for (int i = 0; i < cells; ++i)
                board.each_crossing(line, i, [&](int other, int place) {
                    for (int k = 0; k < colours; ++k)
                        odds[k * cells + i] += messages[other][k * board.length(other) + place];
                });
            for (double& each : odds) each = std::exp(std::clamp(each, -most, most));
            if (!weights[line].weigh(odds)) continue;
            if (round + 1 == rounds) result[line] = with_shares(clues[line], weights[line].arc_shares());
            const std::vector<double> shares = weights[line].shares(odds);
            for (int i = 0; i < cells; ++i) {
                double rest = 1;
                for (int k = 0; k < colours; ++k) rest -= shares[k * cells + i];
                for (int k = 0; k < colours; ++k) {
                    const double share = std::max(shares[k * cells + i], 1e-12), first = std::max(rest, 1e-12);
                    const double told = std::clamp(std::log(share / first / odds[k * cells + i]), -most, most);
                    double& message = messages[line][k * cells + i];
                    message += weight_of_new * (told - message);
                }
            }
        }
    return result;
}

}  // namespace nonocsp
