// Why is this literal true?
//
// Nothing is stored when a line forces a literal.  When analysis asks, the candidates of the line as they
// were just before are put together from the times on the trail, the conclusion is denied, and the sweep
// of line/automaton.hpp (or, as an option, dropping the latest literals first, one feasibility test each)
// returns a minimal set of removals that makes the line infeasible.  A computed reason is remembered as
// long as the literal stays true.  Literals true at level 0 need no reason and appear in none.
#include "search/learning.hpp"

namespace nonocsp {

/// Appends true literals that together force `l`.
void LearningSearch::append_reason(Literal l, std::vector<Literal>& because) {
    const Variable v = variable(l);
    const Reason reason = reason_[v];
    switch (reason.kind) {
        case Reason::decision: return;
        case Reason::nogood: {
            Nogoods::Nogood nogood = nogoods_[reason.index];
            if (nogood.used() >= 0) nogood.used() = 1;
            for (Literal literal : nogood)
                if (literal != l) because.push_back(negated(literal));
            return;
        }
        case Reason::other: because.push_back(static_cast<Literal>(reason.index)); return;
        case Reason::only: {
            const OpenCell& cell = cells_[cell_of_[v]];
            for (Variable w = cell.first; w < cell.first + cell.variables; ++w)
                if (w != v) because.push_back(negative(w));
            return;
        }
        case Reason::line:
            if (!explained_[v]) {
                const std::size_t at = because_.size();
                because_.push_back(0);
                explain_line(static_cast<int>(reason.index), l, because_);
                because_[at] = static_cast<Literal>(because_.size() - at - 1);
                explained_[v] = static_cast<std::uint32_t>(at);
            }
            const std::size_t at = explained_[v];
            because.insert(because.end(), because_.begin() + at + 1, because_.begin() + at + 1 + because_[at]);
    }
}

/// Appends true literals that leave the line no placement; or, with a conclusion, that force it.
void LearningSearch::explain_line(int line, Literal conclusion, std::vector<Literal>& because) {
    const std::size_t before = because.size();
    with_words(grid_.clue(line).words, [&]<int W>() { explain_line_in_words<W>(line, conclusion, because); });
    ++stats_.explanations;
    stats_.explanation_literals += because.size() - before;
    budget_.spend(2 * tighten_work(grid_.clue(line)));
}

template <int W>
void LearningSearch::explain_line_in_words(int line, Literal conclusion, std::vector<Literal>& because) {
    const LineClue& clue = grid_.clue(line);
    const int n = clue.cells, paints = clue.paints();
    const Literal* lacks = &lacks_[lacks_from_[line]];
    const std::size_t words = static_cast<std::size_t>(paints) * W;
    const Word* root = &root_[grid_.plane_word(line, 0, 0)];
    open_.assign(root, root + words);
    known_.assign(root, root + words);
    const std::int32_t now = conclusion == no_literal ? static_cast<std::int32_t>(trail_.size()) : when_[variable(conclusion)];
    work_.clear();
    for (int i = 0; i < n; ++i)
        for (int p = 0; p < paints; ++p) {
            const Literal l = lacks[i * paints + p];
            if (l < 0 || !is_true(l) || when_[variable(l)] >= now) continue;
            const Word bit = ~(Word{1} << (i & 63));
            const std::size_t at = static_cast<std::size_t>(p) * W + (W == 1 ? 0 : i >> 6);
            known_[at] &= bit;
            if (level_[variable(l)] == 0) open_[at] &= bit;
            else work_.push_back(l);
        }
    if (conclusion != no_literal) {
        const int cell = line_cell(line, conclusion), paint = clue.paint[removes_[conclusion].colour];
        for (int p = 0; p < paints; ++p) {
            const std::size_t at = static_cast<std::size_t>(p) * W + (W == 1 ? 0 : cell >> 6);
            const Word bit = Word{1} << (cell & 63);
            for (std::vector<Word>* planes : {&open_, &known_}) {
                if (p == paint) (*planes)[at] |= bit;
                else (*planes)[at] &= ~bit;
            }
        }
    }
    if (options_.explanation_order == ExplanationOrder::left_to_right) {
        removals_.clear();
        explain<W>(clue, open_.data(), known_.data(), scratch_, removals_);
        for (const Removal& removal : removals_) because.push_back(lacks[removal.cell * paints + removal.paint]);
        return;
    }
    std::sort(work_.begin(), work_.end(), [&](Literal a, Literal b) { return when_[variable(a)] > when_[variable(b)]; });
    for (Literal l : work_) {
        const int cell = line_cell(line, l), paint = clue.paint[removes_[l].colour];
        const std::size_t at = static_cast<std::size_t>(paint) * W + (W == 1 ? 0 : cell >> 6);
        const Word bit = Word{1} << (cell & 63);
        if (!(open_[at] & bit)) continue;
        known_[at] |= bit;
        if (feasible<W>(clue, known_.data(), scratch_)) {
            known_[at] &= ~bit;
            because.push_back(l);
        }
    }
}

/// Computed reasons are kept until there are too many.  Not to be called while a reason is being used.
void LearningSearch::forget_reasons_if_many() {
    if (because_.size() < (std::size_t{1} << 21)) return;
    for (Literal l : trail_) explained_[variable(l)] = 0;
    because_.assign(1, 0);
}

}  // namespace nonocsp
