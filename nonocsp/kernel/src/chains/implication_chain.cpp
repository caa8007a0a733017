// Rounds forwards, reasons backwards.
#include "chains/implication_chain.hpp"

#include <algorithm>

#include "line/reason.hpp"

namespace nonocsp {

Trail::Trail(const Grid& start)
    : grid_(start),
      start_(start.planes(0), start.planes(0) + start.words()),
      waits_(start.lines(), 0),
      visited_(start.lines(), 0),
      needed_(start.plane_word(start.rows(), 0, 0), 0) {}

void Trail::assume(int cell, int colour) {
    std::copy(start_.begin(), start_.end(), grid_.all_planes());
    std::fill(visited_.begin(), visited_.end(), 0);
    std::fill(waits_.begin(), waits_.end(), 0);
    moves_.clear();
    pool_.clear();
    open_.clear();
    rounds_ = 0;
    end_ = End::open;
    assumed_cell_ = cell;
    const int row = cell / grid_.columns(), column = cell % grid_.columns();
    for (std::uint8_t other : grid_.clue(row).palette)
        if (other != colour) grid_.remove(row, column, other);
    for (int line : {row, grid_.rows() + column})
        if (!grid_.clue(line).absent) open_.push_back(line);
}

bool Trail::advance(Budget& budget, Stats& stats) {
    if (end_ != End::open) return false;
    ++rounds_;
    next_.clear();
    for (int line : open_) {
        const LineClue& clue = grid_.clue(line);
        if (budget.spend(tighten_work(clue))) return false;
        ++stats.tightenings;
        visited_[line] = 1;
        const int place = grid_.place(line);
        bool told = false;
        const bool alive = tighten_line(grid_, line, scratch_, before_, [&](int i, int colour) {
            grid_.remove_in(grid_.crossing(line, i), colour, place);
            told = true;
        });
        if (alive && !told) continue;
        moves_.push_back({line, !alive, pool_.size()});
        pool_.insert(pool_.end(), before_.begin(), before_.end());
        if (!alive) {
            end_ = End::contradiction;
            return false;
        }
        const Word* after = grid_.planes(line);
        pool_.insert(pool_.end(), after, after + before_.size());
        for (int w = 0; w < clue.words; ++w) {
            Word changed = 0;
            for (std::size_t at = w; at < before_.size(); at += clue.words) changed |= before_[at] & ~after[at];
            for (; changed; changed &= changed - 1) {
                const int other = grid_.crossing(line, 64 * w + std::countr_zero(changed));
                if (waits_[other] || grid_.clue(other).absent) continue;
                waits_[other] = 1;
                next_.push_back(other);
            }
        }
    }
    for (int line : next_) waits_[line] = 0;
    open_.swap(next_);
    if (open_.empty()) end_ = End::closed;
    return end_ == End::open;
}

int Trail::lacks(int cell) const {
    const int row = cell / grid_.columns(), column = cell % grid_.columns();
    int left = 0;
    for (int p = 0; p < grid_.clue(row).paints(); ++p)
        left += start_[grid_.plane_word(row, p, column)] >> (column % 64) & 1;
    return grid_.colours() + 1 - left;
}

ChainLength Trail::chain(const std::vector<Exclusion>& wanted, Leaned& leaned, Budget& budget) {
    ChainLength length;
    for (const Exclusion& one : wanted) needed_[word_of(one.cell, one.colour)] |= bit_of(one.cell);
    for (auto move = moves_.rbegin(); move != moves_.rend(); ++move) {
        if (move->broken ? !wanted.empty() : !wanted_of(*move)) continue;
        const LineClue& clue = grid_.clue(move->line);
        explain(*move, budget);
        if (budget.ended()) break;
        const Word *before = &pool_[move->before], *start = &start_[grid_.plane_word(move->line, 0, 0)];
        for (int i : because_) {
            const int at = cell(move->line, i);
            if (at == assumed_cell_) continue;
            for (int p = 0; p < clue.paints(); ++p)
                if (is_candidate(clue, start, p, i) && !is_candidate(clue, before, p, i))
                    needed_[word_of(at, clue.palette[p])] |= bit_of(at);
            if (lacks(at) && leaned.add(at)) length.leaned += lacks(at);
        }
        ++length.links;
    }
    std::fill(needed_.begin(), needed_.end(), 0);
    return length;
}

/// Puts into `excluded_` what a move excluded of what is needed; false if it is nothing.
bool Trail::wanted_of(const Move& move) {
    const LineClue& clue = grid_.clue(move.line);
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * clue.words;
    const Word *before = &pool_[move.before], *after = before + words;
    excluded_.assign(words, 0);
    bool any = false;
    for (int p = 0; p < clue.paints(); ++p)
        for (int w = 0; w < clue.words; ++w) {
            const std::size_t at = static_cast<std::size_t>(p) * clue.words + w;
            for (Word gone = before[at] & ~after[at]; gone; gone &= gone - 1) {
                const int at_cell = cell(move.line, 64 * w + std::countr_zero(gone));
                if (!(needed_[word_of(at_cell, clue.palette[p])] & bit_of(at_cell))) continue;
                excluded_[at] |= gone & -gone;
                any = true;
            }
        }
    return any;
}

bool Trail::is_known_from_start(int line, const Word* before, int i) const {
    const LineClue& clue = grid_.clue(line);
    const Word* start = &start_[grid_.plane_word(line, 0, 0)];
    for (int p = 0; p < clue.paints(); ++p)
        if (is_candidate(clue, start, p, i) != is_candidate(clue, before, p, i)) return false;
    return true;
}

/// Puts a minimal reason of a move into `because_`: the cells changed on the trail are spared first, then the last.
void Trail::explain(const Move& move, Budget& budget) {
    const LineClue& clue = grid_.clue(move.line);
    const Word* before = &pool_[move.before];
    order_.clear();
    for (bool from_start : {true, false})
        for (int i = 0; i < clue.cells; ++i) {
            bool is_known = false;
            for (int p = 0; p < clue.paints(); ++p) is_known |= !is_candidate(clue, before, p, i);
            if (is_known && is_known_from_start(move.line, before, i) == from_start) order_.push_back(i);
        }
    if (budget.spend((order_.size() + 2) * tighten_work(clue))) return;
    const Word* excluded = move.broken ? nullptr : excluded_.data();
    with_words(clue.words, [&]<int W>() { find_reason<W>(clue, before, excluded, order_, scratch_, because_); });
}

}  // namespace nonocsp
