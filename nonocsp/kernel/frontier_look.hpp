// Looking ahead from a state of a front: does propagation refute it?
//
// A state says of every line between the fronts where its automaton is.  Whatever way led there, what the line still
// allows is the same; so any one way is put into the grid, and the lines that hear of it are tightened until nothing
// changes or one has no placement left.  What each state of a line removes from the lines that cross it is worked out
// once for all packed states.
//
// Cost: some microseconds a state, as much as going on with it for twenty or thirty cells.
#pragma once

#include <cstdint>
#include <vector>

#include "frontier.hpp"
#include "frontier_fit.hpp"
#include "grid.hpp"

namespace nonocsp {

/// A line at some boundary, and the field of its states.
struct OpenLine {
    std::uint32_t line;
    int k;         ///< the boundary is before its k-th undecided cell
    Field field;
};

class LookAhead {
public:
    /// The grid without any decision.
    LookAhead(const Grid& grid, const Frontier::Lines& lines, Control& control, Stats& stats);

    /// Look from here on, from the upper front down or from the lower one up.
    void stand(const std::vector<OpenLine>& open, bool is_upper);

    template <int W>
    bool is_possible(const State<W>& state) {
        Word* const planes = grid_.all_planes();
        std::copy(root_.begin(), root_.end(), planes);
        for (const Line& line : open_) {
            const Told& told = line.told[line.field.template of<W>(state)];
            std::copy(told.planes.begin(), told.planes.end(), planes + line.at);
        }
        for (const Line& line : open_) {
            const Told& told = line.told[line.field.template of<W>(state)];
            for (const auto& [word, keep] : told.removed) planes[word] &= keep;
            for (const int crossing : told.news) waiting_.push(crossing);
        }
        const bool possible = propagate(grid_, waiting_, control_, stats_) || control_.ended();
        if (!possible) waiting_.clear();
        return possible;
    }

private:
    /// What a state of a line tells.
    struct Told {
        std::vector<Word> planes;
        std::vector<std::pair<std::size_t, Word>> removed;
        std::vector<int> news;
    };
    struct Line {
        std::uint32_t line;
        int k;
        Field field;
        std::size_t at;
        std::vector<Told> told;
    };
    Line tell(const OpenLine& open, bool is_upper);
    void decide(std::vector<Word>& planes, std::uint32_t line, int k, std::uint8_t colour) const;

    Grid grid_;
    const Frontier::Lines& lines_;
    Control& control_;
    Stats& stats_;
    Worklist waiting_;
    LineScratch scratch_;
    std::vector<Word> root_;
    std::vector<std::vector<int>> undecided_;  ///< line -> the places of its undecided cells
    std::vector<Line> open_;
    bool is_upper_ = true;
};

}  // namespace nonocsp
