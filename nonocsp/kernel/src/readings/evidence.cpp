#include "readings/evidence.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

namespace {

/// Log-odds beyond this are as good as certain; in long lines less, so that products stay finite.
double most_odds(int cells) { return std::min(8.0, 600.0 / std::max(cells, 1)); }

/// Of a new message, beside the old one.
constexpr double weight_of_new = 0.5;

}  // namespace

LineWeights::LineWeights(const DoubtfulClue& clue, int cells, double sureness) : clue_(clue), cells_(cells) {
    const std::vector<Cost> rest = clue.costs_from();
    for (const Arc& arc : clue.arcs)
        factors_.push_back(
            std::exp(-static_cast<double>(arc.cost + rest[arc.to] - rest[arc.from]) * sureness / costs_per_nat));
}

void LineWeights::lay_forward(const std::vector<double>& blank) {
    laid_.assign(at(clue_.nodes, 0), 0);
    open_.assign(at(clue_.nodes, 0), 0);
    start_.assign(clue_.nodes, 0);
    start_[0] = 1;
    std::size_t next = 0;
    for (int node = 0; node < clue_.nodes; ++node) {
        double* const open = &open_[at(node, 0)];
        const double* const laid = &laid_[at(node, 0)];
        open[0] = start_[node];
        for (int i = 0; i < cells_; ++i) open[i + 1] = (open[i] + laid[i]) * blank[i];
        for (; next < clue_.arcs.size() && clue_.arcs[next].from == node; ++next) {
            const Arc& arc = clue_.arcs[next];
            const double factor = factors_[next];
            if (!arc.length) start_[arc.to] += factor * start_[node];
            // Blanks are counted at the node from which the next block is laid, so without a block only `laid` moves.
            const double* const from = arc.length ? open : laid;
            double* const to = &laid_[at(arc.to, 0)];
            for (int i = 0; i + arc.length <= cells_; ++i) to[i + arc.length] += factor * from[i];
        }
    }
    total_ = open_[at(clue_.nodes - 1, cells_)] + laid_[at(clue_.nodes - 1, cells_)];
}

void LineWeights::lay_backward(const std::vector<double>& blank) {
    after_laid_.assign(at(clue_.nodes, 0), 0);
    after_open_.assign(at(clue_.nodes, 0), 0);
    after_start_.assign(clue_.nodes, 0);
    after_laid_[at(clue_.nodes - 1, cells_)] = after_open_[at(clue_.nodes - 1, cells_)] = 1;
    int next = static_cast<int>(clue_.arcs.size()) - 1;
    for (int node = clue_.nodes - 1; node >= 0; --node) {
        double* const open = &after_open_[at(node, 0)];
        double* const laid = &after_laid_[at(node, 0)];
        for (; next >= 0 && clue_.arcs[next].from == node; --next) {
            const Arc& arc = clue_.arcs[next];
            const double factor = factors_[next];
            if (!arc.length) after_start_[node] += factor * after_start_[arc.to];
            double* const from = arc.length ? open : laid;
            const double* const to = &after_laid_[at(arc.to, 0)];
            for (int i = 0; i + arc.length <= cells_; ++i) from[i] += factor * to[i + arc.length];
        }
        for (int i = cells_ - 1; i >= 0; --i) {
            laid[i] += blank[i] * open[i + 1];
            open[i] += blank[i] * open[i + 1];
        }
        after_start_[node] += open[0];
    }
}

bool LineWeights::weigh(const std::vector<double>& blank) {
    lay_forward(blank);
    if (!(total_ > 0) || !std::isfinite(total_)) return false;
    lay_backward(blank);
    return true;
}

std::vector<double> LineWeights::blank_shares(const std::vector<double>& blank) const {
    std::vector<double> share(cells_, 0);
    for (int node = 0; node < clue_.nodes; ++node)
        for (int i = 0; i < cells_; ++i)
            share[i] += (open_[at(node, i)] + laid_[at(node, i)]) * after_open_[at(node, i + 1)];
    for (int i = 0; i < cells_; ++i) share[i] *= blank[i] / total_;
    return share;
}

std::vector<double> LineWeights::arc_shares() const {
    std::vector<double> share(clue_.arcs.size(), 0);
    for (std::size_t number = 0; number < share.size(); ++number) {
        const Arc& arc = clue_.arcs[number];
        const double* const from = &(arc.length ? open_ : laid_)[at(arc.from, 0)];
        const double* const to = &after_laid_[at(arc.to, 0)];
        double sum = arc.length ? 0 : start_[arc.from] * after_start_[arc.to];
        for (int i = 0; i + arc.length <= cells_; ++i) sum += from[i] * to[i + arc.length];
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

std::vector<DoubtfulClue> with_evidence(const Board& board, const std::vector<DoubtfulClue>& clues, double sureness,
                                        int rounds, Budget& budget) {
    std::vector<LineWeights> weights;
    std::vector<std::vector<double>> messages;  // from each line to its cells
    std::uint64_t bytes = 0;
    for (int line = 0; line < board.lines(); ++line) {
        weights.emplace_back(clues[line], board.length(line), sureness);
        messages.emplace_back(board.length(line), 0.0);
        bytes += weights.back().bytes();
    }
    if (budget.memory(bytes)) return clues;
    std::vector<DoubtfulClue> result = clues;
    std::vector<double> blank;
    for (int round = 0; round < rounds; ++round)
        for (int line = 0; line < board.lines(); ++line) {
            const int cells = board.length(line);
            const double most = most_odds(cells);
            if (budget.spend(clues[line].arcs.size() * cells / 2)) return result;
            blank.resize(cells);
            for (int i = 0; i < cells; ++i) {
                double odds = 0;
                board.each_crossing(line, i, [&](int other, int place) { odds += messages[other][place]; });
                blank[i] = std::exp(-std::clamp(odds, -most, most));
            }
            if (!weights[line].weigh(blank)) continue;
            if (round + 1 == rounds) result[line] = with_shares(clues[line], weights[line].arc_shares());
            const std::vector<double> shares = weights[line].blank_shares(blank);
            for (int i = 0; i < cells; ++i) {
                const double filled = std::max(1 - shares[i], 1e-12), empty = std::max(shares[i], 1e-12);
                const double told = std::clamp(std::log(filled / empty * blank[i]), -most, most);
                messages[line][i] += weight_of_new * (told - messages[line][i]);
            }
        }
    return result;
}

}  // namespace nonocsp
