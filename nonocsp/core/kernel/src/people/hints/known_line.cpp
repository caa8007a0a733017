// Steps of one line.
#include "people/hints/known_line.hpp"

#include <numeric>

namespace nonocsp {

namespace {

/// The first conclusions of a line; of these the one with the shortest reason is taken.
constexpr int compared = 40;

bool covers(const Exclusions& more, const Exclusions& fewer) {
    for (const auto& [cell, mask] : fewer)
        if (const auto at = more.find(cell); at == more.end() || (mask & ~at->second).any()) return false;
    return true;
}

/// What is in both.
Exclusions common(const Exclusions& some, const Exclusions& others) {
    Exclusions both;
    for (const auto& [cell, mask] : some)
        if (const auto at = others.find(cell); at != others.end() && (mask & at->second).any())
            both[cell] = mask & at->second;
    return both;
}

}  // namespace

KnownLine::KnownLine(const Puzzle& puzzle, int number)
    : clue_(puzzle.clues[number]),
      colours_(puzzle.colours),
      full_(all_colours(puzzle)),
      domain_(clue_, puzzle.length(number), puzzle.colours),
      cells_(puzzle.length(number), full_) {}

void KnownLine::know(std::vector<Colours> cells) {
    cells_ = std::move(cells);
    fresh_.clear();
    blocks_.reset();
    has_placement_ = tighten(cells_, fresh_);
}

Line::Candidates KnownLine::news() const {
    std::vector<Colours> excluded(cells_.size());
    for (const auto& [cell, mask] : fresh_) excluded[cell] = mask;
    return words(excluded);
}

std::optional<LineStep> KnownLine::by(const Pattern& pattern) {
    if (!has_blocks() || fresh_.empty()) return std::nullopt;
    if (!blocks_) blocks_.emplace(clue_.blocks, cells_);
    if (!initial_) initial_.emplace(clue_.blocks, std::vector<Colours>(cells_.size(), full_));
    for (const Finding& finding : pattern.find({clue_.blocks, *blocks_, *initial_, false, fresh_, full_})) {
        const Exclusions exclusions = common(finding.exclusions, fresh_);
        if (exclusions.empty()) continue;
        LineStep step{exclusions, reason(exclusions, finding.uses), {}};
        const BlockRuns blocks(clue_.blocks, only(step.because));
        for (const Finding& again : pattern.find({clue_.blocks, blocks, *initial_, true, exclusions, full_})) {
            if (again.key != finding.key || !covers(again.exclusions, exclusions)) continue;
            if (again.needs_reasons && !step.because.empty()) step.words.push_back({"since"});
            step.words.insert(step.words.end(), again.why.begin(), again.why.end());
            if (!again.states_conclusion) step.words.push_back({"so"});
            step.exclusions = forced(exclusions, step.because);
            return step;
        }
    }
    return std::nullopt;
}

std::optional<LineStep> KnownLine::by_all_placements(Budget& budget) const {
    std::optional<LineStep> step;
    int tried = 0;
    for (const auto& [cell, mask] : fresh_) {
        if (budget.look()) return std::nullopt;
        if (++tried > compared) break;
        std::vector<int> because = reason({{cell, mask}});
        if (!step || because.size() < step->because.size()) step = LineStep{{}, std::move(because), {}};
    }
    if (!step) return std::nullopt;
    step->exclusions = forced(fresh_, step->because);
    if (!step->because.empty()) step->words.push_back({"since"});
    if (clue_.blocks.size() == 1) step->words.push_back({"line reasoning, one", 0});
    else step->words.push_back({"line reasoning"});
    return step;
}

LineStep KnownLine::refuted(const std::vector<int>& preferred) const {
    LineStep step{{}, reason({}, preferred), {}};
    if (step.because.empty()) step.words = {{"contradiction", -1, {}, {}, static_cast<int>(cells_.size())}};
    // A cell without colours is the whole reason, whatever the clue.
    else if (cells_[step.because[0]].none()) step.words = {{"known"}};
    else if (!clue_.absent && clue_.blocks.empty()) step.words = {{"contradiction, blank"}};
    else step.words = {{"since"}, {"contradiction, known"}};
    return step;
}

Exclusions KnownLine::foreign() const {
    if (!has_blocks() || clue_.blocks.empty()) return {};
    Colours missing = full_;
    missing.reset(0);
    for (const Block& block : clue_.blocks) missing.reset(block.colour);
    Exclusions found;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        if ((cells_[cell] & missing).any()) found[static_cast<int>(cell)] = missing;
    return found;
}

/// All that follows from a few known cells about the cells of which some of the news do.
Exclusions KnownLine::forced(const Exclusions& news, const std::vector<int>& because) const {
    Line::Candidates left = words(only(because));
    domain_.tighten(left);
    const std::vector<Colours> tight = sets_of(left, colours_);
    Exclusions found;
    for (const auto& [cell, mask] : news)
        if ((mask & ~tight[cell]).any()) found[cell] = full_ & ~tight[cell];
    return found;
}

/// Candidates that no placement supports; false if there is no placement.
bool KnownLine::tighten(const std::vector<Colours>& masks, Exclusions& gone) const {
    Line::Candidates left = words(masks);
    if (!domain_.tighten(left)) return false;
    const std::vector<Colours> tight = sets_of(left, colours_);
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
        if (const Colours out = masks[cell] & ~tight[cell]; out.any()) gone[static_cast<int>(cell)] = out;
    return true;
}

/// Known cells that force the exclusions (none: that there is no placement).
std::vector<int> KnownLine::reason(const Exclusions& exclusions, const std::vector<int>& preferred) const {
    std::vector<int> order;
    std::vector<char> is_in(cells_.size());
    const auto add = [&](int cell) {
        if (cells_[cell] != full_ && !std::exchange(is_in[cell], 1)) order.push_back(cell);
    };
    for (int cell : preferred) add(cell);
    for (int cell : nearest_first(exclusions)) add(cell);
    std::vector<Colours> excluded(cells_.size());
    for (const auto& [cell, mask] : exclusions) excluded[cell] = mask;
    const Line::Candidates out = words(excluded);
    std::vector<int> because;
    domain_.reason(words(cells_), exclusions.empty() ? nullptr : &out, order, because);
    std::sort(because.begin(), because.end());
    return because;
}

/// The cells, those next to an excluded one first.
std::vector<int> KnownLine::nearest_first(const Exclusions& exclusions) const {
    const int n = static_cast<int>(cells_.size());
    std::vector<int> distance(n, n), order(n);
    for (const auto& [cell, mask] : exclusions) distance[cell] = 0;
    if (exclusions.empty()) distance[0] = 0;
    for (int i = 1; i < n; ++i) distance[i] = std::min(distance[i], distance[i - 1] + 1);
    for (int i = n - 2; i >= 0; --i) distance[i] = std::min(distance[i], distance[i + 1] + 1);
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return distance[a] < distance[b]; });
    return order;
}

/// The candidates if only some cells are known.
std::vector<Colours> KnownLine::only(const std::vector<int>& known) const {
    std::vector<Colours> masks(cells_.size(), full_);
    for (int cell : known) masks[cell] = cells_[cell];
    return masks;
}

Line::Candidates KnownLine::words(const std::vector<Colours>& masks) const {
    const int size = domain_.words_per_cell();
    Line::Candidates words(masks.size() * size);
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
        for (int c = 0; c <= colours_; ++c)
            if (masks[cell][c]) words[cell * size + c / 64] |= Word{1} << (c % 64);
    return words;
}

std::vector<Colours> sets_of(const Line::Candidates& words, int colours) {
    const std::size_t size = Givens::words_per_cell(colours);
    std::vector<Colours> sets(words.size() / size);
    for (std::size_t cell = 0; cell < sets.size(); ++cell)
        for (int c = 0; c <= colours; ++c) sets[cell][c] = words[cell * size + c / 64] >> (c % 64) & 1;
    return sets;
}

Colours all_colours(const Puzzle& puzzle) {
    Colours full;
    for (int c = 0; c <= puzzle.colours; ++c) full.set(c);
    return full;
}

}  // namespace nonocsp
