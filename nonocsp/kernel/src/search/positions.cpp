// Positions: literals for where blocks are.
//
// A nogood over cells alone can be exponentially longer than one that may say "this block starts by here":
// proofs on n-dominos and large random puzzles live on that.  So puzzles that resist for a while get, for
// every block, the literals of an order encoding, start <= p, one for each possible start but the last, and
// clauses that tie them to one another and to the cells:
//
//     start(j) <= p           ->  start(j) <= p + 1
//     start(j+1) <= p         ->  start(j) <= p - length(j) - gap
//     start(j) <= i < end(j)  ->  cell i has the block's colour
//     end(j) <= i < start(j+1) ->  cell i is blank
//
// The lines go on tightening on cells, which is stronger; the clauses carry the positions along and give
// analysis its shorter words.  Cost: lines x cells x blocks clauses of three literals; left out where
// that is too many.  Where lines hold few blocks they cost little and are worth it almost at once; with many
// blocks, which say much about the cells, they come late.
// Tamura, Taga, Kitagawa and Banbara, "Compilation finite linear CSP into SAT" (2009) for the encoding.
#include "search/learning.hpp"

namespace nonocsp {

/// A permanent clause at level 0.  False if it is violated.
bool LearningSearch::add_clause(std::vector<Literal> literals) {
    std::size_t kept = 0;
    for (Literal l : literals) {
        if (l == always || (l >= 0 && is_true(l))) return true;
        if (l == never || is_false(l)) continue;
        literals[kept++] = l;
    }
    literals.resize(kept);
    if (literals.empty()) return false;
    if (literals.size() == 1) {
        set(literals[0], {});
        return true;
    }
    nogoods_.add(literals, 2, true);
    return true;
}

/// About how many clauses positions take.
double LearningSearch::position_clauses() const {
    double clauses = 0;
    for (int line = 0; line < grid_.lines(); ++line)
        if (in_search_[line]) clauses += 2.0 * grid_.clue(line).cells * grid_.clue(line).blocks.size();
    return clauses;
}

/// The more clauses positions take, the longer cells alone get a chance.
bool LearningSearch::positions_due() const {
    if (!options_.positions || has_positions_) return false;
    const double conflicts = static_cast<double>(stats_.conflicts);
    return conflicts >= options_.positions_after || conflicts >= options_.positions_wait * position_clauses();
}

/// At level 0, with everything propagated.  False if the puzzle turns out to have no solution.
bool LearningSearch::add_positions() {
    has_positions_ = true;
    if (position_clauses() > options_.positions_limit) return true;
    for (int line = 0; line < grid_.lines(); ++line) {
        const LineClue& clue = grid_.clue(line);
        if (!in_search_[line] || clue.unknown_lengths || clue.blocks.empty()) continue;
        if (budget_.spend(50 * static_cast<std::uint64_t>(clue.cells) * clue.blocks.size())) return true;
        if (!add_line_positions(line)) return false;
    }
    return true;
}

bool LearningSearch::add_line_positions(int line) {
    const LineClue& clue = grid_.clue(line);
    const int n = clue.cells, k = static_cast<int>(clue.blocks.size());
    std::vector<std::vector<int>> starts(k);
    const bool alive = with_words(clue.words, [&]<int W>() {
        std::vector<BitSet<W>> sets(k);
        if (!possible_starts<W>(clue, grid_.planes(line), sets.data())) return false;
        for (int j = 0; j < k; ++j) each_bit(sets[j].word, W, [&](int p) { starts[j].push_back(p); });
        return true;
    });
    if (!alive) return false;

    std::vector<Variable> first(k);
    Variable next = static_cast<Variable>(reason_.size());
    for (int j = 0; j < k; ++j) {
        first[j] = next;
        next += static_cast<Variable>(starts[j].size()) - 1;
    }
    grow_variables(next);
    // start(j) <= p
    const auto by = [&](int j, int p) -> Literal {
        if (p >= starts[j].back()) return always;
        const auto after = std::upper_bound(starts[j].begin(), starts[j].end(), p);
        if (after == starts[j].begin()) return never;
        return positive(first[j] + static_cast<Variable>(after - starts[j].begin()) - 1);
    };
    const auto no = [](Literal l) { return l >= 0 ? negated(l) : l == always ? never : always; };
    const auto cell_has = [&](int i, int colour) {
        return line < grid_.rows() ? has_colour(line, i, colour) : has_colour(i, line - grid_.rows(), colour);
    };

    for (int j = 0; j < k; ++j) {
        const LineBlock& block = clue.blocks[j];
        for (std::size_t s = 0; s + 2 < starts[j].size(); ++s)
            if (!add_clause({no(by(j, starts[j][s])), by(j, starts[j][s + 1])})) return false;
        if (j + 1 < k)
            for (int p : starts[j + 1])
                if (!add_clause({no(by(j + 1, p)), by(j, p - block.length - block.gap_after)})) return false;
        for (int i = starts[j].front(); i < starts[j].back() + block.length; ++i)
            if (!add_clause({no(by(j, i)), by(j, i - block.length), cell_has(i, clue.palette[block.paint])})) return false;
    }
    for (int j = 0; j <= k; ++j)
        for (int i = 0; i < n; ++i) {
            const Literal ended = j == 0 ? always : by(j - 1, i - clue.blocks[j - 1].length);
            const Literal begun = j == k ? never : by(j, i);
            if (ended == never || begun == always) continue;
            if (!add_clause({no(ended), begun, cell_has(i, 0)})) return false;
        }
    return true;
}

}  // namespace nonocsp
