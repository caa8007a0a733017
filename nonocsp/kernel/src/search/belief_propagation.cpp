// Rounds of messages, and the beliefs they lead to.
#include "search/belief_propagation.hpp"

#include <algorithm>
#include <cmath>

namespace nonocsp {

namespace {

/// No message is smaller, so that none is beyond recall.
constexpr float least = 1e-4f;
/// Before the search, one round more for each line beyond these: what is certain grows from the border inwards.
constexpr int lines_of_a_small_puzzle = 60;

/// The old message and the new one, mixed in the logarithm.
float damped(float old, float fresh, float kept) {
    return kept == 0.5f ? std::sqrt(old * fresh) : std::pow(old, kept) * std::pow(fresh, 1 - kept);
}

}  // namespace

bool BeliefPropagation::prepare() {
    if (is_prepared_) return is_affordable_;
    is_prepared_ = true;
    const Grid& grid = cdcl_.grid;
    double round_work = 0;
    std::size_t entries = 0;
    first_.assign(grid.lines(), no_messages);
    for (int line = 0; line < grid.lines(); ++line) {
        if (!cdcl_.variables.is_active(line)) continue;
        const LineClue& clue = grid.clue(line);
        first_[line] = entries;
        entries += static_cast<std::size_t>(clue.cells) * clue.paints();
        round_work += 4.0 * clue.cells * clue.states;
    }
    const double most_rounds = cdcl_.options.guide_effort * 1e9 / std::max(round_work, 1.0);
    is_affordable_ = cdcl_.options.guide_rounds <= most_rounds;
    if (!is_affordable_) return false;
    const int more = std::max(0, grid.lines() - lines_of_a_small_puzzle);
    first_rounds_ = static_cast<int>(std::min<double>(cdcl_.options.guide_rounds + more, most_rounds));
    for (int line = 0; line < grid.lines(); ++line)
        if (cdcl_.variables.is_active(line)) lines_.push_back({line, -1});
    residual_.assign(grid.lines(), 1.0f);
    incoming_.assign(entries, 1.0f);
    outgoing_.assign(entries, 1.0f);
    belief_.assign(cdcl_.variables.of_cells(), 0.5f);
    return true;
}

bool BeliefPropagation::exchange(int rounds) {
    find_changes();
    const float tolerance = static_cast<float>(cdcl_.options.guide_tolerance);
    for (int round = 0; round < rounds; ++round) {
        ++cdcl_.stats.guide_rounds;
        for (const Line& from : lines_) {
            // A line sends again only if its messages changed, and only while it has open cells.
            if (residual_[from.line] <= tolerance || from.candidates == cdcl_.grid.clue(from.line).cells) continue;
            residual_[from.line] = 0;
            if (!send(from.line)) return false;
        }
    }
    for (const OpenCell& cell : cdcl_.variables.cells())
        if (cell.variables > 1 || cdcl_.assignment.is_open(positive(cell.first))) update_belief(cell);
    return true;
}

/// Lines whose candidates have changed since the last exchange send again.
void BeliefPropagation::find_changes() {
    for (Line& line : lines_) {
        const LineClue& clue = cdcl_.grid.clue(line.line);
        const Word* planes = cdcl_.grid.planes(line.line);
        int candidates = 0;
        for (int i = 0; i < clue.paints() * clue.words; ++i) candidates += std::popcount(planes[i]);
        if (candidates != line.candidates) residual_[line.line] = 1;
        line.candidates = candidates;
    }
}

/// All messages of a line.  False if the budget has ended.
bool BeliefPropagation::send(int line) {
    const LineClue& clue = cdcl_.grid.clue(line);
    const std::size_t n = clue.cells, paints = clue.paints(), words = clue.words, first = first_[line];
    if (cdcl_.budget.spend(LineMarginals::work(clue))) return false;
    const Word* const planes = cdcl_.grid.planes(line);
    open_.assign(words, 0);
    for (std::size_t w = 0; w < words; ++w) {
        Word any = 0;
        for (std::size_t p = 0; p < paints; ++p) {
            open_[w] |= any & planes[p * words + w];
            any |= planes[p * words + w];
        }
    }
    weights_.assign(n * paints, 0);
    marginals_.resize(n * paints);
    for (std::size_t p = 0; p < paints; ++p)
        each_bit(planes + p * words, clue.words, [&](int i) {
            weights_[p * n + i] = open_[i / 64] >> (i % 64) & 1 ? incoming_[first + p * n + i] : 1;
        });
    if (!counter_.compute(clue, weights_.data(), marginals_.data())) return true;
    each_bit(open_.data(), clue.words, [&](int i) { send_cell(line, i); });
    return true;
}

/// The messages about one open cell: damped, normalised, written to the crossing line.
void BeliefPropagation::send_cell(int line, int i) {
    const float kept = static_cast<float>(cdcl_.options.guide_damping);
    const LineClue& clue = cdcl_.grid.clue(line);
    const int n = clue.cells, paints = clue.paints();
    float* const sent = &outgoing_[first_[line] + i];
    float total = 0;
    for (int p = 0; p < paints; ++p) {
        if (weights_[p * n + i] <= 0) continue;
        sent[p * n] = damped(sent[p * n], std::max(marginals_[p * n + i], least), kept);
        total += sent[p * n];
    }
    const int other = cdcl_.grid.crossing(line, i);
    const bool has_receiver = first_[other] != no_messages;
    const LineClue& crossing = cdcl_.grid.clue(other);
    float* const incoming = has_receiver ? &incoming_[first_[other] + cdcl_.grid.place(line)] : nullptr;
    for (int p = 0; p < paints; ++p) {
        if (weights_[p * n + i] <= 0) continue;
        sent[p * n] = std::max(sent[p * n] / total, least);
        if (!has_receiver) continue;
        float& received = incoming[crossing.paint[clue.palette[p]] * crossing.cells];
        residual_[other] = std::max(residual_[other], std::abs(sent[p * n] - received));
        received = sent[p * n];
    }
}

/// Message from a line to a cell; 1 if it sends none.
float BeliefPropagation::outgoing(int line, int i, int colour) const {
    if (first_[line] == no_messages) return 1;
    const LineClue& clue = cdcl_.grid.clue(line);
    return outgoing_[first_[line] + static_cast<std::size_t>(clue.paint[colour]) * clue.cells + i];
}

/// The belief about a cell: the product of the messages of both its lines.
void BeliefPropagation::update_belief(const OpenCell& cell) {
    const auto odds = [&](Literal excluding) {
        const int colour = cdcl_.variables.exclusion(excluding).colour;
        return 1.0 * outgoing(cell.row, cell.column, colour) * outgoing(cell.down, cell.row, colour);
    };
    if (cell.variables == 1) {
        const double high = odds(negative(cell.first)), low = odds(positive(cell.first));
        belief_[cell.first] = static_cast<float>(high / (high + low));
        return;
    }
    const Assignment& assignment = cdcl_.assignment;
    double total = 0;
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v)
        if (!assignment.is_false(positive(v))) total += odds(negative(v));
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v)
        belief_[v] = assignment.is_false(positive(v)) ? 0 : static_cast<float>(odds(negative(v)) / total);
}

float BeliefPropagation::certainty(Variable v) const {
    return cdcl_.variables.cell(v).variables == 1 ? std::abs(2 * belief_[v] - 1) : belief_[v];
}

void BeliefPropagation::suggest(DecisionHeuristic& heuristic) {
    if (!prepare() || !exchange(first_rounds_)) return;
    for (Variable v = 0; v < cdcl_.variables.of_cells(); ++v)
        if (cdcl_.assignment.is_open(positive(v)))
            heuristic.suggest(v, belief_[v] > 0.5f, cdcl_.options.guide_weight * certainty(v));
    heuristic.reorder();
}

}  // namespace nonocsp
