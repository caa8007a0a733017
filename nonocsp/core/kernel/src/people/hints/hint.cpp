// Techniques of lines, the first that finds something.
#include "people/hints/hint.hpp"

#include <memory>

namespace nonocsp {

namespace {

class HintSearch {
public:
    HintSearch(const Puzzle& puzzle, const Givens* givens, Budget& budget) : puzzle_(puzzle), budget_(budget) {
        if (givens) masks_ = sets_of(givens->candidates, puzzle.colours);
        else masks_.assign(puzzle.cells(), all_colours(puzzle));
    }

    std::optional<Hint> next() {
        for (int number = 0; number < puzzle_.lines() && !budget_.look(); ++number) {
            std::vector<Colours> cells;
            puzzle_.each_cell(number, [&](int cell) { cells.push_back(masks_[cell]); });
            KnownLine& line = *lines_.emplace_back(std::make_unique<KnownLine>(puzzle_, number));
            line.know(std::move(cells));
            if (!line.has_placement()) return about(number, "contradiction", 10, line.refuted());
        }
        if (budget_.ended()) return std::nullopt;
        if (auto found = shared_colours()) return found;
        for (const Pattern& pattern : patterns)
            if (auto found = easiest(pattern.name, pattern.cost, [&](KnownLine& line) { return line.by(pattern); }))
                return found;
        return easiest("line reasoning", 80, [&](KnownLine& line) { return line.by_all_placements(budget_); });
    }

private:
    /// The easiest of the steps that are found in the lines; of equal ones that with the most conclusions, then that of
    /// the first line.
    template <class Work>
    std::optional<Hint> easiest(std::string_view technique, int cost, Work&& work) {
        std::optional<LineStep> best;
        int best_line = 0;
        const auto key = [](const LineStep& step) {
            return std::pair(step.because.size(), -static_cast<int>(step.exclusions.size()));
        };
        for (int number = 0; number < puzzle_.lines(); ++number) {
            if (budget_.look()) return std::nullopt;
            if (!lines_[number]->has_news()) continue;
            if (auto found = work(*lines_[number]); found && (!best || key(*found) < key(*best)))
                best = std::move(found), best_line = number;
        }
        if (!best) return std::nullopt;
        return about(best_line, technique, cost, *best);
    }

    Hint about(int number, std::string_view technique, int cost, const LineStep& step) const {
        Hint hint{technique, {number}, {}, {}, step.words, cost + static_cast<int>(step.because.size())};
        for (const auto& [i, mask] : step.exclusions) hint.cells.emplace_back(puzzle_.cell(number, i), mask);
        for (int i : step.because) hint.because.push_back(puzzle_.cell(number, i));
        return hint;
    }

    /// A cell has only colours that are in both its clues: one step for all lines.
    std::optional<Hint> shared_colours() const {
        if (puzzle_.colours == 1) return std::nullopt;
        std::map<int, Colours> excluded;
        Hint hint{"shared colours", {}, {}, {}, {}, 10};
        for (int number = 0; number < puzzle_.lines(); ++number) {
            const Exclusions foreign = lines_[number]->foreign();
            for (const auto& [i, mask] : foreign) excluded[puzzle_.cell(number, i)] |= mask;
            if (!foreign.empty()) hint.lines.push_back(number);
        }
        if (excluded.empty()) return std::nullopt;
        hint.cells.assign(excluded.begin(), excluded.end());
        hint.words = {{puzzle_.is_rectangle() ? "shared colours" : "shared colours, board"}};
        return hint;
    }

    const Puzzle& puzzle_;
    Budget& budget_;
    std::vector<Colours> masks_;
    std::vector<std::unique_ptr<KnownLine>> lines_;
};

}  // namespace

std::optional<Hint> hint(const Puzzle& puzzle, const Givens* givens, Budget& budget) {
    return HintSearch(puzzle, givens, budget).next();
}

}  // namespace nonocsp
