// Propagation forwards, conflict analysis backwards.
#include "people/chains/implication_chain.hpp"

#include <algorithm>

#include "search/line/cell_reason.hpp"

namespace nonocsp {

ImplicationChain::ImplicationChain(const Grid& start)
    : grid_(start),
      start_(start.planes(0), start.planes(0) + start.words()),
      waits_(start.lines(), 0),
      visited_(start.lines(), 0),
      needed_(start.plane_word(start.rows(), 0, 0), 0) {}

void ImplicationChain::assume(int cell, int colour) {
    std::copy(start_.begin(), start_.end(), grid_.all_planes());
    std::fill(visited_.begin(), visited_.end(), 0);
    std::fill(waits_.begin(), waits_.end(), 0);
    steps_.clear();
    pool_.clear();
    open_.clear();
    rounds_ = 0;
    end_ = End::open;
    assumed_cell_ = cell;
    const auto [row, i] = grid_.board().in_row(cell);
    for (std::uint8_t other : grid_.clue(row).palette)
        if (other != colour) grid_.remove(row, i, other);
    const auto open = [&](int line, int = 0) {
        if (grid_.clue(line).absent) return;
        waits_[line] = 1;
        open_.push_back(line);
    };
    open(row);
    grid_.each_crossing(row, i, open);
}

bool ImplicationChain::advance(Budget& budget, Stats& stats) {
    if (end_ != End::open) return false;
    ++rounds_;
    next_.clear();
    for (int line : open_) {
        waits_[line] = 0;
        const LineClue& clue = grid_.clue(line);
        if (budget.spend(tighten_work(clue))) return false;
        ++stats.tightenings;
        visited_[line] = 1;
        bool changes = false;
        const bool alive = tighten_line(grid_, line, scratch_, before_, [&](int i, int colour) {
            grid_.each_crossing(line, i, [&](int other, int place) { grid_.remove_in(other, colour, place); });
            changes = true;
        });
        if (alive && !changes) continue;
        steps_.push_back({line, !alive, pool_.size()});
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
            for (; changed; changed &= changed - 1)
                grid_.each_crossing(line, 64 * w + std::countr_zero(changed), [&](int other, int) {
                    if (waits_[other] || grid_.clue(other).absent) return;
                    waits_[other] = 1;
                    next_.push_back(other);
                });
        }
    }
    open_.swap(next_);
    if (open_.empty()) end_ = End::closed;
    return end_ == End::open;
}

int ImplicationChain::lacks(int cell) const {
    const auto [row, i] = grid_.board().in_row(cell);
    int left = 0;
    for (int p = 0; p < grid_.clue(row).paints(); ++p) left += start_[grid_.plane_word(row, p, i)] >> (i % 64) & 1;
    return grid_.colours() + 1 - left;
}

ChainLength ImplicationChain::chain(const std::vector<Exclusion>& wanted, Premises& premises, Budget& budget) {
    ChainLength length;
    for (const Exclusion& one : wanted) needed_[word_of(one.cell, one.colour)] |= bit_of(one.cell);
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        if (step->broken ? !wanted.empty() : !wanted_of(*step)) continue;
        const LineClue& clue = grid_.clue(step->line);
        explain(*step, budget);
        if (budget.ended()) break;
        const Word *before = &pool_[step->before], *start = &start_[grid_.plane_word(step->line, 0, 0)];
        for (int i : reason_) {
            const int at = grid_.board().cell(step->line, i);
            if (at == assumed_cell_) continue;
            for (int p = 0; p < clue.paints(); ++p)
                if (is_candidate(clue, start, p, i) && !is_candidate(clue, before, p, i))
                    needed_[word_of(at, clue.palette[p])] |= bit_of(at);
            if (lacks(at) && premises.add(at)) length.premises += lacks(at);
        }
        ++length.links;
    }
    std::fill(needed_.begin(), needed_.end(), 0);
    return length;
}

/// Puts into `excluded_` the needed candidates that a step excluded; false if there are none.
bool ImplicationChain::wanted_of(const Step& step) {
    const LineClue& clue = grid_.clue(step.line);
    const std::size_t words = static_cast<std::size_t>(clue.paints()) * clue.words;
    const Word *before = &pool_[step.before], *after = before + words;
    excluded_.assign(words, 0);
    bool any = false;
    for (int p = 0; p < clue.paints(); ++p)
        for (int w = 0; w < clue.words; ++w) {
            const std::size_t at = static_cast<std::size_t>(p) * clue.words + w;
            for (Word gone = before[at] & ~after[at]; gone; gone &= gone - 1) {
                const int at_cell = grid_.board().cell(step.line, 64 * w + std::countr_zero(gone));
                if (!(needed_[word_of(at_cell, clue.palette[p])] & bit_of(at_cell))) continue;
                excluded_[at] |= gone & -gone;
                any = true;
            }
        }
    return any;
}

bool ImplicationChain::is_known_at_start(int line, const Word* before, int i) const {
    const LineClue& clue = grid_.clue(line);
    const Word* start = &start_[grid_.plane_word(line, 0, 0)];
    for (int p = 0; p < clue.paints(); ++p)
        if (is_candidate(clue, start, p, i) != is_candidate(clue, before, p, i)) return false;
    return true;
}

/// Puts a minimal reason of a step into `reason_`: cells changed by the chain are dropped first, then the last.
void ImplicationChain::explain(const Step& step, Budget& budget) {
    const LineClue& clue = grid_.clue(step.line);
    const Word* before = &pool_[step.before];
    order_.clear();
    for (bool from_start : {true, false})
        for (int i = 0; i < clue.cells; ++i) {
            bool is_known = false;
            for (int p = 0; p < clue.paints(); ++p) is_known |= !is_candidate(clue, before, p, i);
            if (is_known && is_known_at_start(step.line, before, i) == from_start) order_.push_back(i);
        }
    if (budget.spend((order_.size() + 2) * tighten_work(clue))) return;
    const Word* excluded = step.broken ? nullptr : excluded_.data();
    with_words(clue.words, [&]<int W>() { find_reason<W>(clue, before, excluded, order_, scratch_, reason_); });
}

}  // namespace nonocsp
