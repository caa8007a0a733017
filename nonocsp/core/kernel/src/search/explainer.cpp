// Computing minimal reasons from a line's automaton.
#include "search/explainer.hpp"

namespace nonocsp {

void Explainer::append_reason(Literal l, std::vector<Literal>& reason) {
    const Variable v = variable(l);
    Reason& why = assignment_[v].reason;
    const std::uint32_t index = why.index;
    switch (why.kind) {
        case Reason::decision: return;
        case Reason::clause: {
            ClauseDatabase::Clause clause = clauses_[index];
            clause.mark_used();
            for (Literal literal : clause)
                if (literal != l) reason.push_back(negated(literal));
            return;
        }
        case Reason::two: reason.push_back(static_cast<Literal>(why.second)); [[fallthrough]];
        case Reason::one: reason.push_back(static_cast<Literal>(index)); return;
        case Reason::only: {
            const OpenCell& cell = variables_.cell(v);
            for (Variable w = cell.first; w < cell.first + cell.variables; ++w)
                if (w != v) reason.push_back(negative(w));
            return;
        }
        case Reason::line:
            if (!why.second) {
                const std::size_t at = reasons_.size();
                reasons_.push_back(0);
                append_explanation(static_cast<int>(index), l, reasons_);
                reasons_[at] = static_cast<Literal>(reasons_.size() - at - 1);
                why.second = static_cast<std::uint32_t>(at);
            }
            const auto from = reasons_.begin() + why.second;
            reason.insert(reason.end(), from + 1, from + 1 + *from);
    }
}

void Explainer::append_explanation(int line, Literal conclusion, std::vector<Literal>& explanation) {
    const std::size_t before = explanation.size();
    with_words(grid_.clue(line).words, [&]<int W>() { explain<W>(line, conclusion, explanation); });
    ++stats_.explanations;
    stats_.explanation_literals += explanation.size() - before;
    budget_.spend(2 * tighten_work(grid_.clue(line)));
}

template <int W>
void Explainer::explain(int line, Literal conclusion, std::vector<Literal>& explanation) {
    rebuild_candidates<W>(line, conclusion);
    const LineClue& clue = grid_.clue(line);
    const Literal* exclusions = variables_.exclusions_of(line);
    removals_.clear();
    nonocsp::explain<W>(clue, open_.data(), known_.data(), scratch_, removals_);
    for (const Removal& removal : removals_)
        explanation.push_back(exclusions[removal.cell * clue.paints() + removal.paint]);
}

/// The candidates of the line just before the conclusion (or now), with the conclusion negated.
template <int W>
void Explainer::rebuild_candidates(int line, Literal conclusion) {
    const LineClue& clue = grid_.clue(line);
    const int n = clue.cells, paints = clue.paints();
    const Literal* exclusions = variables_.exclusions_of(line);
    const Word* root = &root_[grid_.plane_word(line, 0, 0)];
    open_.assign(root, root + static_cast<std::size_t>(paints) * W);
    known_ = open_;
    const std::int32_t now = conclusion == no_literal ? static_cast<std::int32_t>(assignment_.trail().size())
                                                      : assignment_[variable(conclusion)].position;
    for (int i = 0; i < n; ++i)
        for (int p = 0; p < paints; ++p) {
            const Literal l = exclusions[i * paints + p];
            if (l < 0 || !assignment_.is_true(l)) continue;
            const Assignment::State& state = assignment_[variable(l)];
            if (state.position >= now) continue;
            const Word bit = ~(Word{1} << (i & 63));
            const std::size_t at = static_cast<std::size_t>(p) * W + (W == 1 ? 0 : i >> 6);
            known_[at] &= bit;
            if (state.level == 0) open_[at] &= bit;
        }
    if (conclusion == no_literal) return;
    const int cell = variables_.index_in(line, conclusion), paint = clue.paint[variables_.exclusion(conclusion).colour];
    const Word bit = Word{1} << (cell & 63);
    for (int p = 0; p < paints; ++p) {
        const std::size_t at = static_cast<std::size_t>(p) * W + (W == 1 ? 0 : cell >> 6);
        for (std::vector<Word>* planes : {&open_, &known_}) {
            if (p == paint) (*planes)[at] |= bit;
            else (*planes)[at] &= ~bit;
        }
    }
}

void Explainer::forget_if_many() {
    if (reasons_.size() < (std::size_t{1} << 21)) return;
    for (Literal l : assignment_.trail())
        if (Reason& reason = assignment_[variable(l)].reason; reason.kind == Reason::line) reason.second = 0;
    reasons_.assign(1, 0);
}

}  // namespace nonocsp
