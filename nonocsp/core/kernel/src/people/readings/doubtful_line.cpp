#include "people/readings/doubtful_line.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// A level takes in what costs at most this much more than its cheapest reading, and this share.
constexpr int wide = costs_per_nat / 2, share = 6;

}  // namespace

DoubtfulLine::DoubtfulLine(const DoubtfulClue& clue, int cells, int colours, Cost most)
    : clue_(&clue), cells_(cells), colours_(colours), cheapest_(clue.costs_from()[0]) {
    levels_.push_back({0, 0, nullptr, nullptr});
    for (const Cost cost : clue.steps(most)) {
        Level& last = levels_.back();
        if (levels_.size() > 1 && cost <= last.least + std::max(wide, last.least / share)) last.most = cost;
        else levels_.push_back({cost, cost, nullptr, nullptr});
    }
}

const DoubtfulLine::Level& DoubtfulLine::prepared(int level) {
    Level& made = levels_[level];
    if (made.certain || made.bounded) return made;
    const DoubtfulClue allowed = clue_->within(static_cast<Cost>(cheapest_ + made.most));
    Clue only;
    if (allowed.is_certain(only.blocks)) made.certain = std::make_unique<LineClue>(only, cells_, colours_);
    else made.bounded = std::make_unique<BoundedLine>(allowed, cells_, colours_, made.most);
    return made;
}

bool DoubtfulLine::is_certain(int level) { return prepared(level).certain != nullptr; }

/// A clue has planes for its own colours alone.
bool DoubtfulLine::tighten_certain(const LineClue& clue, Word* planes, int words, Scratch& scratch) const {
    if (clue.impossible) return false;
    scratch.planes.assign(static_cast<std::size_t>(clue.paints()) * clue.words, 0);
    const int common = std::min(words, clue.words);
    for (int p = 0; p < clue.paints(); ++p)
        std::copy_n(planes + static_cast<std::size_t>(clue.palette[p]) * words, common,
                    &scratch.planes[static_cast<std::size_t>(p) * clue.words]);
    if (!with_words(clue.words,
                    [&]<int W>() { return nonocsp::tighten<W>(clue, scratch.planes.data(), scratch.line); }))
        return false;
    std::fill_n(planes, static_cast<std::size_t>(colours_ + 1) * words, 0);
    for (int p = 0; p < clue.paints(); ++p)
        std::copy_n(&scratch.planes[static_cast<std::size_t>(p) * clue.words], common,
                    planes + static_cast<std::size_t>(clue.palette[p]) * words);
    return true;
}

Cost DoubtfulLine::tighten(int level, Word* planes, int words, Scratch& scratch) {
    const Level& allowed = prepared(level);
    if (allowed.certain) return tighten_certain(*allowed.certain, planes, words, scratch) ? Cost{0} : no_path;
    return allowed.bounded->tighten(planes, words, scratch.line);
}

}  // namespace nonocsp
