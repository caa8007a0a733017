#include "people/readings/picture_search.hpp"

#include <algorithm>

namespace nonocsp {

PictureSearch::End PictureSearch::run(const std::vector<int>& levels, int most_cost, int most_nodes,
                                      const Found& found) {
    found_ = &found;
    most_cost_ = most_cost;
    nodes_left_ = most_nodes;
    is_pruned_ = is_given_up_ = false;
    const bool is_possible = consistency_.start(levels);
    if (budget_.ended()) return End::given_up;
    blame_ = is_possible ? explore(0) : consistency_.blame();
    if (is_given_up_ || budget_.ended()) return End::given_up;
    return is_pruned_ ? End::complete : End::contradiction;
}

/// All lines and decisions: where it is not a contradiction that ends a branch.
Blame PictureSearch::everything(int depth) const {
    return {std::vector<char>(consistency_.grid().lines(), 1), std::vector<char>(depth, 1)};
}

Blame PictureSearch::explore(int depth) {
    if (consistency_.cost() >= most_cost_) {
        is_pruned_ = true;
        return everything(depth);
    }
    const Choice choice = choose();
    if (choice.row < 0) {
        std::vector<std::uint8_t> cells(consistency_.grid().board().cells());
        consistency_.grid().read_off(cells.data());
        most_cost_ = (*found_)(cells);
        is_pruned_ = true;
        return everything(depth);
    }
    Blame all{std::vector<char>(consistency_.grid().lines(), 0), {}};
    const Consistency::Saved saved = consistency_.save();
    for (const bool has : {true, false}) {
        if (--nodes_left_ < 0 || budget_.node(stats_.nodes + 1) || budget_.spend(1000)) {
            is_given_up_ = true;
            return everything(depth);
        }
        ++stats_.nodes;
        const bool is_possible = consistency_.decide(choice.row, choice.i, choice.colour, has, depth);
        const Blame blame = is_possible ? explore(depth + 1) : consistency_.blame();
        if (is_given_up_ || budget_.ended()) return blame;
        consistency_.restore(saved);
        // The branch fails whatever this decision is.
        if (static_cast<int>(blame.decisions.size()) <= depth || !blame.decisions[depth]) return blame;
        all.add(blame);
    }
    all.decisions[depth] = 0;
    return all;
}

/// A cell on the line with the fewest open cells, with a block colour if it can have one.
PictureSearch::Choice PictureSearch::choose() const {
    const Grid& grid = consistency_.grid();
    Choice best;
    int fewest = 0;
    for (int line = 0; line < grid.lines(); ++line) {
        int open = 0, first = -1;
        for (int i = 0; i < grid.length(line); ++i)
            if (grid.candidates(line, i) > 1) {
                ++open;
                if (first < 0) first = i;
            }
        if (!open || (best.row >= 0 && open >= fewest)) continue;
        const Board::Place place = grid.board().in_row(grid.board().cell(line, first));
        int colour = grid.colours();
        while (!grid.has(place.line, colour, place.i)) --colour;
        best = {place.line, place.i, colour};
        fewest = open;
    }
    return best;
}

}  // namespace nonocsp
