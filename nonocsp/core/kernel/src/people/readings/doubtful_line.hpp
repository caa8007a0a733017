// A line whose clue is in doubt, in levels: level 0 allows its cheapest readings, every further level dearer ones.
#pragma once

#include <memory>
#include <vector>

#include "people/readings/bounded_line.hpp"

namespace nonocsp {

class DoubtfulLine {
public:
    /// Readings that cost more than `most` above the cheapest are left out.  `clue` must outlive it.
    DoubtfulLine(const DoubtfulClue& clue, int cells, int colours, Cost most);

    /// Working memory, for any lines.
    struct Scratch {
        LineScratch line;
        std::vector<Word> planes;
    };

    const DoubtfulClue& clue() const { return *clue_; }
    int levels() const { return static_cast<int>(levels_.size()); }
    /// The least cost of the readings that this level allows and the one before does not, above `cheapest()`.
    Cost step(int level) const { return levels_[level].least; }
    Cost cheapest() const { return cheapest_; }
    /// Whether a level allows one reading alone: then it is tightened as any other line.
    bool is_certain(int level);

    /// How much work it is to tighten it.
    std::uint64_t work(int level) const { return levels_[level].bounded ? levels_[level].bounded->work() : 100; }

    /// Removes from the planes, a set of cells for each colour, what no reading of the level supports.  Returns a
    /// lower bound of the cost of its readings that fit, above `cheapest()`; `no_path` if there is none.
    Cost tighten(int level, Word* planes, int words, Scratch& scratch);

private:
    struct Level {
        Cost least, most;
        std::unique_ptr<const LineClue> certain;
        std::unique_ptr<const BoundedLine> bounded;
    };
    /// Prepared when it is first used: few levels ever are.
    const Level& prepared(int level);
    bool tighten_certain(const LineClue& clue, Word* planes, int words, Scratch& scratch) const;

    const DoubtfulClue* clue_;
    int cells_, colours_;
    Cost cheapest_;
    std::vector<Level> levels_;
};

}  // namespace nonocsp
