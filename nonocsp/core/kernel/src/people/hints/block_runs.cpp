// Two passes over the blocks of a line.
#include "people/hints/block_runs.hpp"

namespace nonocsp {

BlockRuns::BlockRuns(const std::vector<Block>& clue, std::vector<Colours> cells)
    : clue_(clue), cells_(std::move(cells)), runs_(clue.size()) {
    const int n = length(), k = static_cast<int>(clue_.size());
    const auto measure = [&](int colour) {
        std::vector<int>& room = room_[colour];
        room.assign(n + 1, 0);
        for (int cell = n - 1; cell >= 0; --cell) room[cell] = cells_[cell][colour] ? room[cell + 1] + 1 : 0;
    };
    measure(0);
    for (const Block& block : clue_)
        if (!room_.count(block.colour)) measure(block.colour);

    std::vector<Positions> starts(k);
    Positions ends(n + 1);
    ends[0] = 1;
    for (int j = 0; j < k; ++j) {
        const auto [length, colour, joint] = clue_[j];
        starts[j] = between<true>(ends, j);
        std::fill(ends.begin(), ends.end(), 0);
        for (int start = 0, least = std::max(length, 1); start + least <= n; ++start)
            if (starts[j][start] && room(start, colour) >= least) ends[start + least] = 1;
        if (!length) ends = spread<true>(std::move(ends), colour);
    }
    Positions begins(n + 1);
    begins[n] = 1;
    for (int j = k - 1; j >= 0; --j) {
        const auto [length, colour, joint] = clue_[j];
        const Positions ended = between<false>(begins, j + 1);
        for (int start = 0; start < n; ++start) {
            if (!starts[j][start]) continue;
            const int most = room(start, colour);
            for (int size = std::max(length, 1); size <= (length ? std::min(length, most) : most); ++size)
                if (ended[start + size]) runs_[j].push_back({start, start + size});
        }
        std::fill(begins.begin(), begins.end(), 0);
        for (int start = 0, least = std::max(length, 1); start + least <= n; ++start)
            begins[start] = ended[start + least] && room(start, colour) >= least;
        if (!length) begins = spread<false>(std::move(begins), colour);
    }
}

int BlockRuns::room(int cell, int colour) const { return room_.at(colour)[cell]; }

/// The positions reached from some over any number of cells that may have the colour.
template <bool Up>
BlockRuns::Positions BlockRuns::spread(Positions positions, int colour) const {
    const int n = length();
    if constexpr (Up) {
        for (int cell = 0; cell < n; ++cell) positions[cell + 1] |= positions[cell] && cells_[cell][colour];
    } else {
        for (int cell = n - 1; cell >= 0; --cell) positions[cell] |= positions[cell + 1] && cells_[cell][colour];
    }
    return positions;
}

/// From where one block ends (or begins) to where the next in this direction may begin (or end), with the blanks
/// before `block` between them.
template <bool Up>
BlockRuns::Positions BlockRuns::between(const Positions& positions, int block) const {
    const bool is_inside = block > 0 && block < static_cast<int>(clue_.size());
    if (is_inside && clue_[block].joint == Joint::attached) return positions;
    Positions settled = spread<Up>(positions, 0);
    if (!is_inside || !needs_gap(clue_[block - 1], clue_[block])) return settled;
    Positions parted(settled.size());
    for (int cell = 0; cell < length(); ++cell) parted[cell + Up] = settled[cell + !Up] && cells_[cell][0];
    return parted;
}

Run BlockRuns::covered(int block) const {
    if (runs_[block].empty()) return {0, 0};
    Run found{runs_[block].back().start, length()};
    for (const Run& run : runs_[block]) found.end = std::min(found.end, run.end);
    return found;
}

Run BlockRuns::reach(int block) const {
    if (runs_[block].empty()) return {0, 0};
    Run found{runs_[block].front().start, 0};
    for (const Run& run : runs_[block]) found.end = std::max(found.end, run.end);
    return found;
}

std::vector<std::pair<int, Run>> BlockRuns::over(int cell, int colour) const {
    std::vector<std::pair<int, Run>> found;
    for (int j = 0; j < static_cast<int>(clue_.size()); ++j)
        if (clue_[j].colour == colour)
            for (const Run& run : runs_[j])
                if (run.has(cell)) found.emplace_back(j, run);
    return found;
}

std::vector<Run> BlockRuns::stretches(int colour) const {
    return runs_where(length(), [&](int cell) { return cells_[cell][colour]; });
}

std::vector<Run> BlockRuns::painted(int colour) const {
    return runs_where(length(), [&](int cell) { return cells_[cell] == Colours().set(colour); });
}

}  // namespace nonocsp
