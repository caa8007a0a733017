// Guidance: guesses from line marginals.
//
// Rows and columns tell each other, cell by cell, how likely each colour is: a line counts its placements,
// weighted by what the crossing lines said (line/marginals.hpp), and says its own share of the odds back.
// A few damped rounds of this belief propagation on a graph full of loops prove nothing, but the guesses
// are good enough that following them, the surest cells first, often runs straight into a solution; where
// they mislead, learning repairs.  They serve twice: as first phases and activities of the search, and in
// dives (dive.cpp), which ask again every few decisions.  Pearl, "Probabilistic reasoning in intelligent
// systems" (1988); Mezard, Parisi and Zecchina, "Analytic and algorithmic solution of random
// satisfiability problems" (2002), for deciding by such messages.
//
// Cost: rounds x lines x (cells x states).  Left out where one run alone would take too long.
#include <algorithm>
#include <cmath>

#include "search/learning.hpp"

namespace nonocsp {

/// The tables of messages.  False if a run would take longer than the options allow.
bool LearningSearch::prepare_guide() {
    if (guide_prepared_) return guide_affordable_;
    guide_prepared_ = true;
    double round_work = 0;
    std::size_t entries = 0;
    guide_from_.assign(grid_.lines(), no_messages);
    for (int line = 0; line < grid_.lines(); ++line) {
        if (!in_search_[line]) continue;
        const LineClue& clue = grid_.clue(line);
        guide_from_[line] = entries;
        entries += static_cast<std::size_t>(clue.cells) * clue.paints();
        round_work += 4.0 * clue.cells * clue.states;
    }
    guide_affordable_ = round_work * options_.guide_rounds <= options_.guide_effort * 1e9;
    if (!guide_affordable_) return false;
    for (int line = 0; line < grid_.lines(); ++line)
        if (in_search_[line]) guide_lines_.push_back({line, LineSteps(grid_.clue(line)), -1});
    news_.assign(grid_.lines(), 1.0f);
    told_.assign(entries, 1.0f);
    said_.assign(entries, 1.0f);
    belief_.assign(cell_variables_, 0.5f);
    return true;
}

namespace {

/// The old message and the new one, mixed in the logarithm.
float mixed(float old, float fresh, float keep) {
    return keep == 0.5f ? std::sqrt(old * fresh) : std::pow(old, keep) * std::pow(fresh, 1 - keep);
}

}  // namespace

/// Exchange messages, given what is decided now, and note the beliefs about the open variables.
/// False if the budget has ended.
bool LearningSearch::exchange_messages(int rounds) {
    const float keep = static_cast<float>(options_.guide_damping), floor = 1e-4f;
    // A line speaks again only if it has something new to go by.
    const float news = static_cast<float>(options_.guide_tolerance);
    for (GuideLine& guide : guide_lines_) {
        const LineClue& clue = grid_.clue(guide.line);
        int candidates = 0;
        for (int i = 0; i < clue.paints() * clue.words; ++i) candidates += std::popcount(grid_.planes(guide.line)[i]);
        if (candidates != guide.candidates) news_[guide.line] = 1;
        guide.candidates = candidates;
    }
    for (int round = 0; round < rounds; ++round) {
        ++stats_.guide_rounds;
        for (const GuideLine& guide : guide_lines_) {
            const int line = guide.line;
            const LineClue& clue = grid_.clue(line);
            if (news_[line] <= news || guide.candidates == clue.cells) continue;
            news_[line] = 0;
            const int paints = clue.paints(), place = grid_.place(line);
            const std::size_t from = guide_from_[line], size = static_cast<std::size_t>(clue.cells) * paints;
            if (budget_.spend(2 * static_cast<std::uint64_t>(clue.cells) * clue.states + 100)) return false;
            weight_.assign(size, 0);
            fresh_.resize(size);
            for (int p = 0; p < paints; ++p)
                each_bit(grid_.planes(line) + static_cast<std::size_t>(p) * clue.words, clue.words, [&](int i) {
                    const std::size_t at = static_cast<std::size_t>(i) * paints + p;
                    weight_[at] = told_[from + at];
                });
            if (!marginals_.compute(guide.steps, clue.cells, paints, weight_.data(), fresh_.data())) continue;
            for (int i = 0; i < clue.cells; ++i) {
                const int other = grid_.crossing(line, i);
                const std::size_t at = static_cast<std::size_t>(i) * paints;
                float total = 0;
                int candidates = 0;
                for (int p = 0; p < paints; ++p) {
                    if (weight_[at + p] <= 0) continue;
                    float& mine = said_[from + at + p];
                    mine = mixed(mine, std::max(fresh_[at + p], floor), keep);
                    total += mine;
                    ++candidates;
                }
                if (candidates < 2) continue;
                const bool tell = guide_from_[other] != no_messages;
                const LineClue& crossing = grid_.clue(other);
                for (int p = 0; p < paints; ++p) {
                    if (weight_[at + p] <= 0) continue;
                    float& mine = said_[from + at + p];
                    mine = std::max(mine / total, floor);
                    if (!tell) continue;
                    float& theirs = told_[guide_from_[other] + static_cast<std::size_t>(place) * crossing.paints() +
                                          crossing.paint[clue.palette[p]]];
                    news_[other] = std::max(news_[other], std::abs(mine - theirs));
                    theirs = mine;
                }
            }
        }
    }
    for (const OpenCell& cell : cells_) note_belief(cell);
    return true;
}

/// The belief about a cell: what both its lines say.
void LearningSearch::note_belief(const OpenCell& cell) {
    const int column = grid_.rows() + cell.column;
    const auto chance = [&](int colour) {
        double product = 1;
        if (guide_from_[cell.row] != no_messages) {
            const LineClue& clue = grid_.clue(cell.row);
            product *= said_[guide_from_[cell.row] + static_cast<std::size_t>(cell.column) * clue.paints() + clue.paint[colour]];
        }
        if (guide_from_[column] != no_messages) {
            const LineClue& clue = grid_.clue(column);
            product *= said_[guide_from_[column] + static_cast<std::size_t>(cell.row) * clue.paints() + clue.paint[colour]];
        }
        return product;
    };
    if (cell.variables == 1) {
        const double high = chance(removes_[negative(cell.first)].colour), low = chance(removes_[positive(cell.first)].colour);
        belief_[cell.first] = static_cast<float>(high / (high + low));
        return;
    }
    double total = 0;
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v)
        if (!is_false(positive(v))) total += chance(removes_[negative(v)].colour);
    for (Variable v = cell.first; v < cell.first + cell.variables; ++v)
        belief_[v] = is_false(positive(v)) ? 0 : static_cast<float>(chance(removes_[negative(v)].colour) / total);
}

/// How sure the beliefs are about a variable; of a cell with many colours only the likeliest should be decided.
float LearningSearch::certainty(Variable v) const {
    return cells_[cell_of_[v]].variables == 1 ? std::abs(2 * belief_[v] - 1) : belief_[v];
}

/// First phases and activities.
void LearningSearch::guide() {
    if (!prepare_guide() || !exchange_messages(options_.guide_rounds)) return;
    for (Variable v = 0; v < cell_variables_; ++v) {
        if (!is_open(positive(v))) continue;
        phase_[v] = belief_[v] > 0.5f;
        order_.activity[v] += options_.guide_weight * certainty(v);
    }
    order_.reorder();
}

}  // namespace nonocsp
