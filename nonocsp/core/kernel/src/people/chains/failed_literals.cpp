// Iterative deepening over the rounds.
#include "people/chains/failed_literals.hpp"

#include <algorithm>

namespace nonocsp {

void FailedLiterals::know(const Givens& givens, Budget& budget) {
    auto grid = std::make_unique<Grid>(*puzzle_, &givens, budget);
    if (budget.ended()) return;
    if (!grid_) {
        const int cells = static_cast<int>(grid->board().cells());
        line_words_ = static_cast<std::size_t>(grid->lines() + 63) / 64;
        const std::size_t each = sizeof(Followed) + line_words_ * sizeof(Word);
        for (int cell = 0; cell < cells; ++cell) {
            const auto [row, i] = grid->board().in_row(cell);
            if (grid->candidates(row, i) < 2) continue;
            if (budget.memory(grid->bytes() + (followed_.size() + grid->candidates(row, i) + 1) * each)) break;
            for (int colour = 0; colour <= grid->colours(); ++colour)
                if (grid->has_colour(row, i, colour)) followed_.push_back({cell, colour});
            followed_.push_back({cell, -1});
        }
        if (budget.ended()) return followed_.clear();
        visited_.assign(followed_.size() * line_words_, 0);
        premises_ = std::make_unique<ImplicationChain::Premises>(static_cast<std::size_t>(cells));
    } else {
        std::vector<Word> changed(line_words_, 0);
        for (int line = 0; line < grid->lines(); ++line) {
            const std::size_t words = static_cast<std::size_t>(grid->clue(line).paints()) * grid->clue(line).words;
            if (!std::equal(grid->planes(line), grid->planes(line) + words, grid_->planes(line)))
                changed[line / 64] |= Word{1} << (line % 64);
        }
        for (std::size_t at = 0; at < followed_.size(); ++at)
            if (!std::equal(changed.begin(), changed.end(), visited(at), [](Word a, Word b) { return !(a & b); }))
                followed_[at] = {followed_[at].cell, followed_[at].colour};
    }
    grid_ = std::move(grid);
    chains_.clear();
}

std::vector<Refuted> FailedLiterals::refuted(int most_rounds, Budget& budget, Stats& stats) {
    std::vector<Refuted> result;
    const int rounds = fewest_rounds(false, most_rounds, budget, stats);
    for (Followed& entry : followed_) {
        if (entry.colour < 0 || entry.end != End::something || entry.rounds != rounds || !is_open(entry)) continue;
        measure(entry, budget, stats);
        if (budget.ended()) return {};
        result.push_back({entry.cell, entry.colour, entry.length});
    }
    return result;
}

std::vector<Shared> FailedLiterals::shared(Budget& budget, Stats& stats) {
    std::vector<Shared> result;
    const int rounds = fewest_rounds(true, most_rounds_of_all, budget, stats);
    for (Followed& entry : followed_) {
        if (entry.colour >= 0 || entry.end != End::something || entry.rounds != rounds || !is_open(entry)) continue;
        measure(entry, budget, stats);
        if (budget.ended()) return {};
        result.insert(result.end(), entry.shared.begin(), entry.shared.end());
    }
    return result;
}

/// Whether the cell of an entry is still open, and its colour a candidate.
bool FailedLiterals::is_open(const Followed& entry) const {
    const auto [row, i] = grid_->board().in_row(entry.cell);
    return grid_->candidates(row, i) > 1 && (entry.colour < 0 || grid_->has_colour(row, i, entry.colour));
}

std::vector<int> FailedLiterals::colours(const Followed& entry) const {
    if (entry.colour >= 0) return {entry.colour};
    const auto [row, i] = grid_->board().in_row(entry.cell);
    std::vector<int> result;
    for (std::uint8_t colour : grid_->clue(row).palette)
        if (grid_->has_colour(row, i, colour)) result.push_back(colour);
    return result;
}

int FailedLiterals::fewest_rounds(bool of_cells, int most_rounds, Budget& budget, Stats& stats) {
    for (int pass = 2;; pass *= 2) {
        int best = std::min(pass, most_rounds);
        bool found = false, all_closed = true;
        for (Followed& entry : followed_) {
            if ((entry.colour < 0) != of_cells || !is_open(entry)) continue;
            if (entry.end == End::open && entry.rounds < best) follow(entry, best, budget, stats);
            if (budget.ended()) return 0;
            if (entry.end == End::something && entry.rounds <= best) {
                best = entry.rounds;
                found = true;
            }
            all_closed &= entry.end == End::nothing;
        }
        if (found) return best;
        if (all_closed || pass >= most_rounds) return 0;
    }
}

void FailedLiterals::follow(Followed& entry, int most_rounds, Budget& budget, Stats& stats) {
    const std::vector<int> assumed = colours(entry);
    while (chains_.size() < assumed.size()) chains_.emplace_back(*grid_);
    for (std::size_t t = 0; t < assumed.size(); ++t) chains_[t].assume(entry.cell, assumed[t]);
    stats.probes += assumed.size();
    budget.spend(assumed.size() * grid_->words() / 2);  // of a large board, copying takes most of the time
    entry.rounds = 0;
    entry.end = End::open;
    while (entry.end == End::open && entry.rounds < most_rounds) {
        ++entry.rounds;
        bool is_going = false, is_refuted = false;
        for (std::size_t t = 0; t < assumed.size(); ++t) {
            is_going |= chains_[t].advance(budget, stats);
            is_refuted |= chains_[t].end() == ImplicationChain::End::contradiction;
        }
        if (budget.ended()) {
            entry = {entry.cell, entry.colour};
            return;
        }
        if (entry.colour >= 0 ? is_refuted : !is_refuted && find_common(assumed.size())) entry.end = End::something;
        else if (is_refuted || !is_going) entry.end = End::nothing;
    }
    Word* lines = visited(static_cast<std::size_t>(&entry - followed_.data()));
    std::fill_n(lines, line_words_, 0);
    for (std::size_t t = 0; t < assumed.size(); ++t)
        for (int line = 0; line < grid_->lines(); ++line)
            if (chains_[t].visited()[line]) lines[line / 64] |= Word{1} << (line % 64);
}

bool FailedLiterals::find_common(std::size_t chains) {
    const std::size_t words = grid_->plane_word(grid_->rows(), 0, 0);
    common_.assign(grid_->planes(0), grid_->planes(0) + words);
    Word any = 0;
    for (std::size_t t = 0; t < chains; ++t)
        for (std::size_t at = 0; at < words; ++at) common_[at] &= ~chains_[t].grid().planes(0)[at];
    for (Word word : common_) any |= word;
    return any;
}

/// The length of the chains, which are followed once more.
void FailedLiterals::measure(Followed& entry, Budget& budget, Stats& stats) {
    if (entry.is_measured) return;
    entry.end = End::open;
    follow(entry, entry.rounds, budget, stats);
    if (budget.ended()) return;
    if (entry.colour >= 0) {
        premises_->clear();
        entry.length = chains_[0].chain({}, *premises_, budget);
    } else {
        measure_shared(entry, budget);
    }
    // A length that a limit cut short must not be remembered.
    if (budget.ended()) entry = {entry.cell, entry.colour};
    else entry.is_measured = true;
}

void FailedLiterals::measure_shared(Followed& entry, Budget& budget) {
    for (int cell = 0; cell < static_cast<int>(grid_->board().cells()); ++cell) {
        const auto [row, i] = grid_->board().in_row(cell);
        const LineClue& clue = grid_->clue(row);
        std::vector<Exclusion> wanted;
        for (int p = 0; p < clue.paints(); ++p)
            if (common_[grid_->plane_word(row, p, i)] >> (i % 64) & 1) wanted.push_back({cell, clue.palette[p]});
        if (wanted.empty()) continue;
        premises_->clear();
        Shared shared{entry.cell, cell, {0, chains_[0].lacks(entry.cell)}};
        for (std::size_t t = 0; t < colours(entry).size(); ++t) {
            const ChainLength more = chains_[t].chain(wanted, *premises_, budget);
            shared.length.links += more.links;
            shared.length.premises += more.premises;
        }
        entry.shared.push_back(shared);
    }
}

}  // namespace nonocsp
