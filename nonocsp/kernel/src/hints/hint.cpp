// Techniques of lines, the first that finds something.
#include "hints/hint.hpp"

#include <cstdlib>
#include <numeric>
#include <tuple>

#include "line/line.hpp"

namespace nonocsp {

namespace {

/// The first conclusions of a line; of these the one with the shortest reason is taken.
constexpr int compared = 40;

/// What is known of a line, and what follows from it.
class KnownLine {
public:
    KnownLine(const Puzzle& puzzle, int number, std::vector<Colours> cells, const Colours& full)
        : number(number),
          clue(puzzle.clues[number]),
          full(full),
          cells(std::move(cells)),
          domain_(clue, puzzle.length(number), puzzle.colours),
          colours_(puzzle.colours) {
        has_placement = tighten(this->cells, fresh);
    }

    const int number;
    const Clue& clue;
    const Colours full;
    const std::vector<Colours> cells;
    bool has_placement;
    Exclusions fresh;  ///< candidates that no placement supports

    bool has_blocks() const { return !clue.absent && !clue.has_stars(); }

    /// Known cells that force the exclusions (none: that there is no placement), those first in `order` preferred.
    std::vector<int> reason(const Exclusions& exclusions, const std::vector<int>& first = {}) const {
        std::vector<int> order;
        std::vector<char> is_in(cells.size());
        const auto add = [&](int cell) {
            if (cells[cell] != full && !std::exchange(is_in[cell], 1)) order.push_back(cell);
        };
        for (int cell : first) add(cell);
        for (int cell : nearest_first(exclusions)) add(cell);
        std::vector<Colours> excluded(cells.size());
        for (const auto& [cell, mask] : exclusions) excluded[cell] = mask;
        const Line::Candidates out = words(excluded);
        std::vector<int> because;
        domain_.reason(words(cells), exclusions.empty() ? nullptr : &out, order, because);
        std::sort(because.begin(), because.end());
        return because;
    }

    /// The candidates if only some cells are known.
    std::vector<Colours> only(const std::vector<int>& known) const {
        std::vector<Colours> masks(cells.size(), full);
        for (int cell : known) masks[cell] = cells[cell];
        return masks;
    }

    /// Candidates that no placement supports; false if there is no placement.
    bool tighten(const std::vector<Colours>& masks, Exclusions& gone) const {
        Line::Candidates left = words(masks);
        if (!domain_.tighten(left)) return false;
        for (std::size_t cell = 0; cell < masks.size(); ++cell)
            for (int c = 0; c <= colours_; ++c)
                if (masks[cell][c] && !(left[cell * domain_.words_per_cell() + c / 64] >> (c % 64) & 1))
                    gone[static_cast<int>(cell)].set(c);
        return true;
    }

    const BlockRuns& blocks() {
        if (!blocks_) blocks_.emplace(clue.blocks, cells);
        return *blocks_;
    }
    const BlockRuns& initial() {
        if (!initial_) initial_.emplace(clue.blocks, std::vector<Colours>(cells.size(), full));
        return *initial_;
    }

private:
    /// The cells, those next to an excluded one first.
    std::vector<int> nearest_first(const Exclusions& exclusions) const {
        const int n = static_cast<int>(cells.size());
        std::vector<int> distance(n, n), order(n);
        for (const auto& [cell, mask] : exclusions) distance[cell] = 0;
        if (exclusions.empty()) distance[0] = 0;
        for (int i = 1; i < n; ++i) distance[i] = std::min(distance[i], distance[i - 1] + 1);
        for (int i = n - 2; i >= 0; --i) distance[i] = std::min(distance[i], distance[i + 1] + 1);
        std::iota(order.begin(), order.end(), 0);
        std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] < distance[b]; });
        return order;
    }

    Line::Candidates words(const std::vector<Colours>& masks) const {
        const int size = domain_.words_per_cell();
        Line::Candidates words(masks.size() * size);
        for (std::size_t cell = 0; cell < masks.size(); ++cell)
            for (int c = 0; c <= colours_; ++c)
                if (masks[cell][c]) words[cell * size + c / 64] |= Word{1} << (c % 64);
        return words;
    }

    Line domain_;
    int colours_;
    std::optional<BlockRuns> blocks_, initial_;
};

class HintSearch {
public:
    HintSearch(const Puzzle& puzzle, const Givens* givens, Budget& budget) : puzzle_(puzzle), budget_(budget) {
        for (int c = 0; c <= puzzle.colours; ++c) full_.set(c);
        masks_.assign(puzzle.cells(), full_);
        const std::size_t size = Givens::words_per_cell(puzzle.colours);
        for (std::size_t cell = 0; givens && cell < masks_.size(); ++cell)
            for (int c = 0; c <= puzzle.colours; ++c)
                masks_[cell][c] = givens->candidates[cell * size + c / 64] >> (c % 64) & 1;
    }

    std::optional<Hint> next() {
        for (int number = 0; number < puzzle_.lines() && !budget_.look(); ++number) {
            std::vector<Colours> cells;
            puzzle_.each_cell(number, [&](int cell) { cells.push_back(masks_[cell]); });
            lines_.push_back(std::make_unique<KnownLine>(puzzle_, number, std::move(cells), full_));
            if (!lines_.back()->has_placement) return refuted(*lines_.back());
        }
        if (budget_.ended()) return std::nullopt;
        if (auto found = shared_colours()) return found;
        for (const Pattern& pattern : patterns)
            if (auto found = easiest([&](KnownLine& line) { return step(line, pattern); })) return found;
        return easiest([&](KnownLine& line) { return std::optional(line_reasoning(line)); });
    }

private:
    /// The easiest of the steps that are found in the lines; of equal ones that with the most conclusions, then that of
    /// the first line.
    template <class Work>
    std::optional<Hint> easiest(Work&& work) {
        std::optional<Hint> best;
        const auto key = [](const Hint& hint) { return std::pair(hint.cost, -static_cast<int>(hint.cells.size())); };
        for (const auto& line : lines_) {
            if (budget_.look()) return std::nullopt;
            if (line->fresh.empty()) continue;
            if (auto found = work(*line); found && (!best || key(*found) < key(*best))) best = std::move(found);
        }
        return best;
    }

    Hint about(const KnownLine& line, std::string_view technique, int cost, const Exclusions& exclusions,
               const std::vector<int>& because) const {
        Hint hint{technique, {line.number}, {}, {}, {}, cost + static_cast<int>(because.size())};
        for (const auto& [i, mask] : exclusions) hint.cells.emplace_back(puzzle_.cell(line.number, i), mask);
        for (int i : because) hint.because.push_back(puzzle_.cell(line.number, i));
        return hint;
    }

    /// The first step of a kind in a line.
    std::optional<Hint> step(KnownLine& line, const Pattern& pattern) const {
        if (!line.has_blocks()) return std::nullopt;
        const auto& clue = line.clue.blocks;
        for (const Finding& finding : pattern.find({clue, line.blocks(), line.initial(), false, line.fresh, full_})) {
            Exclusions exclusions;
            for (const auto& [cell, mask] : finding.exclusions)
                if (const auto at = line.fresh.find(cell); at != line.fresh.end() && (at->second & mask).any())
                    exclusions[cell] = at->second & mask;
            if (exclusions.empty()) continue;
            const std::vector<int> because = line.reason(exclusions, finding.uses);
            const BlockRuns blocks(clue, line.only(because));
            for (const Finding& again : pattern.find({clue, blocks, line.initial(), true, exclusions, full_})) {
                if (again.key != finding.key || !covers(again.exclusions, exclusions)) continue;
                Hint hint = about(line, pattern.name, pattern.cost, exclusions, because);
                if (again.needs_reasons && !because.empty()) hint.words.push_back({"since"});
                hint.words.insert(hint.words.end(), again.why.begin(), again.why.end());
                if (!again.states_conclusion) hint.words.push_back({"so"});
                return hint;
            }
        }
        return std::nullopt;
    }

    static bool covers(const Exclusions& more, const Exclusions& fewer) {
        for (const auto& [cell, mask] : fewer)
            if (const auto at = more.find(cell); at == more.end() || (mask & ~at->second).any()) return false;
        return true;
    }

    /// Of all that no placement of a line has, the conclusion with the shortest reason, and what else follows from it.
    Hint line_reasoning(const KnownLine& line) {
        std::optional<std::vector<int>> because;
        int tried = 0;
        for (const auto& [cell, mask] : line.fresh) {
            if (++tried > compared || budget_.look()) break;
            std::vector<int> reason = line.reason({{cell, mask}});
            if (!because || reason.size() < because->size()) because = std::move(reason);
        }
        if (!because) return {};
        Exclusions follows, also;
        line.tighten(line.only(*because), follows);
        for (const auto& [cell, mask] : line.fresh)
            if (const auto at = follows.find(cell); at != follows.end() && (mask & at->second).any())
                also[cell] = mask & at->second;
        Hint hint = about(line, "line reasoning", 80, also, *because);
        if (!because->empty()) hint.words.push_back({"since"});
        if (line.clue.blocks.size() == 1) hint.words.push_back({"line reasoning, one", 0});
        else hint.words.push_back({"line reasoning"});
        return hint;
    }

    /// A cell has only colours that are in both its clues: one step for all lines.
    std::optional<Hint> shared_colours() const {
        if (puzzle_.colours == 1) return std::nullopt;
        std::map<int, Colours> excluded;
        Hint hint{"shared colours", {}, {}, {}, {}, 10};
        for (const auto& line : lines_) {
            if (!line->has_blocks() || line->clue.blocks.empty()) continue;
            Colours missing = full_;
            missing.reset(0);
            for (const Block& block : line->clue.blocks) missing.reset(block.colour);
            bool is_foreign = false;
            puzzle_.each_cell(line->number, [&](int cell) {
                const Colours gone = masks_[cell] & missing;
                if (gone.none()) return;
                excluded[cell] |= gone;
                is_foreign = true;
            });
            if (is_foreign) hint.lines.push_back(line->number);
        }
        if (excluded.empty()) return std::nullopt;
        hint.cells.assign(excluded.begin(), excluded.end());
        hint.words = {{puzzle_.is_rectangle() ? "shared colours" : "shared colours, board"}};
        return hint;
    }

    /// A line has no placement left.
    Hint refuted(const KnownLine& line) const {
        const std::vector<int> because = line.reason({});
        Hint hint = about(line, "contradiction", 10, {}, because);
        if (because.empty()) hint.words = {{"contradiction", -1, {}, {}, puzzle_.length(line.number)}};
        // A cell without colours is the whole reason, whatever the clue.
        else if (line.cells[because[0]].none()) hint.words = {{"known"}};
        else if (!line.clue.absent && line.clue.blocks.empty()) hint.words = {{"contradiction, blank"}};
        else hint.words = {{"since"}, {"contradiction, known"}};
        return hint;
    }

    const Puzzle& puzzle_;
    Budget& budget_;
    Colours full_;
    std::vector<Colours> masks_;
    std::vector<std::unique_ptr<KnownLine>> lines_;
};

}  // namespace

std::optional<Hint> hint(const Puzzle& puzzle, const Givens* givens, Budget& budget) {
    return HintSearch(puzzle, givens, budget).next();
}

}  // namespace nonocsp
