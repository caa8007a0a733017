// Rounds of messages, and the beliefs they lead to.
#include "search/belief_propagation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nonocsp {

namespace {

/// No message is smaller, so that none is beyond recall.
constexpr float least = 1e-4f;
/// The greatest change of a message at which the line that receives it is not updated.
constexpr float tolerance_of_change = 0.1f;
/// A seed changes messages by this factor at most, before the search and each dive.
constexpr double noise = 8;
/// Rounds before the search, and the counted work that all rounds may take: 20 seconds.
constexpr int least_rounds = 30;
constexpr double most_work = 2e10;
/// Before the search, one round more for each line beyond these: what is certain grows from the border inwards.
constexpr int lines_of_a_small_puzzle = 60;
/// Where more cells than these are open, the front advances by small changes over many rounds.
constexpr std::size_t cells_of_a_small_puzzle = 8000;
constexpr int rounds_a_line = 10;
constexpr float share_of_tolerance = 0.05f;

/// A set of cells as numbers 0 and 1, four at a time: writes up to three more.
void expand(const Word* cells, std::size_t n, float* to) {
    static constexpr float numbers[16][4] = {
        {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
        {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
    for (std::size_t i = 0; i < n; i += 4) std::copy_n(numbers[cells[i / 64] >> (i % 64) & 15], 4, to + i);
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
    const double most_rounds = most_work / std::max(round_work, 1.0);
    is_affordable_ = least_rounds <= most_rounds;
    if (!is_affordable_) return false;
    const bool is_large = cdcl_.variables.cells().size() > cells_of_a_small_puzzle;
    const int more = std::max(0, grid.lines() - lines_of_a_small_puzzle);
    first_rounds_ = static_cast<int>(std::min<double>(least_rounds + more, most_rounds));
    if (is_large) refined_rounds_ = static_cast<int>(std::min<double>(rounds_a_line * grid.lines(), most_rounds));
    for (int line = 0; line < grid.lines(); ++line)
        if (cdcl_.variables.is_active(line)) {
            lines_.push_back({line, -1});
            find_senders(line, entries);
        }
    residual_.assign(grid.lines(), 1.0f);
    outgoing_.assign(entries + 1, 1.0f);
    belief_.assign(cdcl_.variables.of_cells(), 0.5f);
    return true;
}

/// Where the messages to a line come from: the same colour of the crossing lines, or a last place that is always 1.
void BeliefPropagation::find_senders(int line, std::size_t none) {
    const Grid& grid = cdcl_.grid;
    const LineClue& clue = grid.clue(line);
    for (std::uint8_t colour : clue.palette)
        for (int i = 0; i < clue.cells; ++i) {
            std::vector<std::size_t>* senders = senders_;
            grid.each_crossing(line, i, [&](int other, int place) {
                const LineClue& crossing = grid.clue(other);
                const bool sends = first_[other] != no_messages && crossing.paint[colour] >= 0;
                senders++->push_back(sends ? first_[other] + crossing.paint[colour] * crossing.cells + place : none);
            });
        }
}

bool BeliefPropagation::exchange(int rounds) {
    find_changes();
    const float tolerance = share_ * tolerance_of_change;
    bool has_sent = true;
    for (int round = 0; round < rounds && has_sent; ++round) {
        ++cdcl_.stats.guide_rounds;
        has_sent = false;
        for (const Line& from : lines_) {
            // A line sends again only if its messages changed, and only while it has open cells.
            if (residual_[from.line] <= tolerance || from.candidates == cdcl_.grid.clue(from.line).cells) continue;
            residual_[from.line] = 0;
            has_sent = true;
            if (!send(from.line)) return false;
        }
    }
    for (const OpenCell& cell : cdcl_.variables.cells())
        if (cell.variables > 1 || cdcl_.assignment.is_open(positive(cell.first))) update_belief(cell);
    return true;
}

bool BeliefPropagation::refine() {
    const int rounds = std::exchange(refined_rounds_, 0);
    if (!rounds) return true;
    share_ = share_of_tolerance;
    std::fill(residual_.begin(), residual_.end(), 1.0f);
    std::fill(outgoing_.begin(), outgoing_.end(), 1.0f);
    return exchange(rounds);
}

void BeliefPropagation::disturb() {
    if (!cdcl_.options.seed) return;
    constexpr double span = noise - 1;
    for (std::size_t k = 0; k + 1 < outgoing_.size(); ++k) {
        const double u = uniform(random_), factor = (1 + span * u) / (1 + span * (1 - u));
        outgoing_[k] = std::clamp(static_cast<float>(outgoing_[k] * factor), least, 1.0f);
    }
    std::fill(residual_.begin(), residual_.end(), 1.0f);
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
    if (cdcl_.budget.spend(LineMarginals::work(clue))) return false;
    weigh(line);
    if (!counter_.compute(clue, weights_.data(), marginals_.data())) return true;
    mix(line);
    note_changes(line);
    return true;
}

/// The weights of the candidates of a line: the messages to its open cells, and 1 for the decided ones.
void BeliefPropagation::weigh(int line) {
    const LineClue& clue = cdcl_.grid.clue(line);
    const std::size_t n = clue.cells, entries = n * clue.paints();
    candidates_.resize(entries + 3);
    weights_.resize(entries);
    marginals_.resize(entries);
    choices_.assign(n, 0);
    for (std::size_t p = 0; p < entries; p += n) {
        expand(cdcl_.grid.planes(line) + p / n * clue.words, n, &candidates_[p]);
        for (std::size_t i = 0; i < n; ++i) choices_[i] += candidates_[p + i];
    }
    for (std::size_t k = 0; k < entries; ++k) weights_[k] = outgoing_[senders_[0][first_[line] + k]];
    if (!senders_[1].empty())
        for (std::size_t k = 0; k < entries; ++k) weights_[k] *= outgoing_[senders_[1][first_[line] + k]];
    for (std::size_t p = 0; p < entries; p += n)
        for (std::size_t i = 0; i < n; ++i)
            weights_[p + i] = candidates_[p + i] * (choices_[i] > 1 ? weights_[p + i] : 1);
}

/// The new messages of a line to its open cells: damped and normalised.
void BeliefPropagation::mix(int line) {
    const LineClue& clue = cdcl_.grid.clue(line);
    const std::size_t n = clue.cells, entries = n * clue.paints();
    float* const sent = &outgoing_[first_[line]];
    totals_.assign(n, 0);
    changes_.assign(n, 0);
    for (std::size_t k = 0; k < entries; ++k) marginals_[k] = candidates_[k] * std::max(marginals_[k], least);
    // Damping by a half: the geometric mean of the old message and the new one.
    for (std::size_t k = 0; k < entries; ++k) marginals_[k] = std::sqrt(sent[k] * marginals_[k]);
    for (std::size_t p = 0; p < entries; p += n)
        for (std::size_t i = 0; i < n; ++i) totals_[i] += marginals_[p + i];
    for (std::size_t p = 0; p < entries; p += n)
        for (std::size_t i = 0; i < n; ++i) {
            const float old = sent[p + i], fresh = std::max(marginals_[p + i] / totals_[i], least);
            sent[p + i] = candidates_[p + i] * (choices_[i] - 1) > 0 ? fresh : old;
            changes_[i] = std::max(changes_[i], std::abs(sent[p + i] - old));
        }
}

/// Note in the lines that cross a line how much its messages have changed.
void BeliefPropagation::note_changes(int line) {
    for (int i = 0; i < cdcl_.grid.length(line); ++i)
        cdcl_.grid.each_crossing(line, i,
                                 [&](int other, int) { residual_[other] = std::max(residual_[other], changes_[i]); });
}

float BeliefPropagation::outgoing(int line, int i, int colour) const {
    if (outgoing_.empty() || first_[line] == no_messages) return 1;
    const LineClue& clue = cdcl_.grid.clue(line);
    return outgoing_[first_[line] + static_cast<std::size_t>(clue.paint[colour]) * clue.cells + i];
}

/// The belief about a cell: the product of the messages of its lines.
void BeliefPropagation::update_belief(const OpenCell& cell) {
    const auto odds = [&](Literal excluding) {
        const int colour = cdcl_.variables.exclusion(excluding).colour;
        double product = 1;
        cell.each_place([&](int line, int i) { product *= outgoing(line, i, colour); });
        return product;
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
    if (!prepare()) return;
    disturb();
    if (!exchange(first_rounds_)) return;
    for (Variable v = 0; v < cdcl_.variables.of_cells(); ++v)
        if (cdcl_.assignment.is_open(positive(v))) heuristic.suggest(v, belief_[v] > 0.5f, certainty(v));
    heuristic.reorder();
}

}  // namespace nonocsp
