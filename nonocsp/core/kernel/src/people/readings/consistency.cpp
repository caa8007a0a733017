#include "people/readings/consistency.hpp"

#include <algorithm>
#include <bit>

namespace nonocsp {

void Blame::add(const Blame& other) {
    for (std::size_t i = 0; i < lines.size(); ++i) lines[i] |= other.lines[i];
    decisions.resize(std::max(decisions.size(), other.decisions.size()), 0);
    for (std::size_t i = 0; i < other.decisions.size(); ++i) decisions[i] |= other.decisions[i];
}

Puzzle Consistency::without_clues(const Board& board, int colours) {
    Puzzle puzzle{board, colours, {}};
    puzzle.clues.resize(board.lines());
    for (Clue& clue : puzzle.clues) clue.absent = true;
    return puzzle;
}

Consistency::Consistency(const Board& board, int colours, std::vector<DoubtfulLine>& lines, Budget& budget,
                         Stats& stats)
    : lines_(lines),
      budget_(budget),
      stats_(stats),
      grid_(without_clues(board, colours), nullptr, budget),
      reasons_(board.cells() * (colours + 1), -1),
      costs_(board.lines(), 0),
      is_certain_(board.lines(), 0),
      certain_(board.lines()),
      weighted_(board.lines()) {
    // A grid that was too large for the budget has no planes.
    if (!budget.ended()) all_.assign(grid_.planes(0), grid_.planes(0) + grid_.words());
}

int Consistency::cost() const {
    int total = 0;
    for (const Cost cost : costs_) total += cost;
    return total;
}

void Consistency::restore(const Saved& saved) {
    std::copy(saved.planes.begin(), saved.planes.end(), grid_.all_planes());
    reasons_ = saved.reasons;
    costs_ = saved.costs;
}

bool Consistency::start(const std::vector<int>& levels) {
    levels_ = levels;
    std::copy(all_.begin(), all_.end(), grid_.all_planes());
    std::fill(reasons_.begin(), reasons_.end(), -1);
    std::fill(costs_.begin(), costs_.end(), Cost{0});
    for (int line = 0; line < grid_.lines(); ++line) {
        is_certain_[line] = levels_[line] != left_out && lines_[line].is_certain(levels_[line]);
        wake(line);
    }
    return run();
}

bool Consistency::decide(int row, int i, int colour, bool has, int depth) {
    for (int other = 0; other <= grid_.colours(); ++other)
        if ((other == colour) != has && grid_.has(row, other, i)) remove(row, i, other, grid_.lines() + depth);
    wake(row);
    return run();
}

void Consistency::wake(int line) {
    if (levels_[line] == left_out) return;
    if (is_certain_[line]) certain_.push(line);
    else weighted_.push(line);
}

bool Consistency::run() {
    while (!certain_.empty() || !weighted_.empty()) {
        const int line = certain_.empty() ? weighted_.pop() : certain_.pop();
        if (tighten(line)) continue;
        certain_.clear();
        weighted_.clear();
        return false;
    }
    return true;
}

bool Consistency::tighten(int line) {
    const int words = grid_.clue(line).words, colours = grid_.colours();
    Word* const planes = grid_.planes(line);
    const std::size_t size = static_cast<std::size_t>(colours + 1) * words;
    if (budget_.spend(lines_[line].work(levels_[line]))) return false;
    ++stats_.tightenings;
    before_.assign(planes, planes + size);
    const Cost cost = lines_[line].tighten(levels_[line], planes, words, scratch_);
    if (cost >= no_path) {
        find_blame(line);
        return false;
    }
    costs_[line] = cost;
    for (int colour = 0; colour <= colours; ++colour)
        for (int w = 0; w < words; ++w) {
            const std::size_t at = static_cast<std::size_t>(colour) * words + w;
            for (Word gone = before_[at] & ~planes[at]; gone; gone &= gone - 1)
                remove(line, 64 * w + std::countr_zero(gone), colour, line);
        }
    return true;
}

void Consistency::remove(int line, int i, int colour, int reason) {
    reasons_[candidate(grid_.board().cell(line, i), colour)] = reason;
    grid_.remove_in(line, colour, i);
    grid_.each_crossing(line, i, [&](int other, int place) {
        grid_.remove_in(other, colour, place);
        wake(other);
    });
}

void Consistency::find_blame(int line) {
    const int lines = grid_.lines();
    blame_.lines.assign(lines, 0);
    blame_.decisions.clear();
    std::vector<int> open{line};
    blame_.lines[line] = 1;
    while (!open.empty()) {
        const int blamed = open.back();
        open.pop_back();
        grid_.board().each_cell(blamed, [&](int cell) {
            for (int colour = 0; colour <= grid_.colours(); ++colour) {
                const int reason = reasons_[candidate(cell, colour)];
                if (reason >= lines) {
                    const std::size_t depth = reason - lines;
                    if (blame_.decisions.size() <= depth) blame_.decisions.resize(depth + 1, 0);
                    blame_.decisions[depth] = 1;
                } else if (reason >= 0 && !blame_.lines[reason]) {
                    blame_.lines[reason] = 1;
                    open.push_back(reason);
                }
            }
        });
    }
}

}  // namespace nonocsp
