// Which undecided cells have something to do with each other, and what problem each lot of them is.
//
// Two cells of one segment of a line do; the lots are found by uniting segments that share an undecided cell.  A lot
// is known by its cells in row-major order, each told by the numbers of its two segments, and by the prints of the
// segments.  Segments are numbered as they come up, so a problem that lies elsewhere, with other lines between its
// own, looks the same.
#include <algorithm>

#include "compile.hpp"

namespace nonocsp {

/// The segments of a line, looked up once in a round.
const Segments& Compiler::segments(int line) {
    if (looked_up_[line] != round_) {
        looked_up_[line] = round_;
        segments_[line] = &line_segments_[line].under(grid_.planes(line));
    }
    return *segments_[line];
}

std::uint32_t Compiler::root_of(std::uint32_t segment) {
    while (segment_states_[segment].parent != segment) {
        const std::uint32_t above = segment_states_[segment].parent;
        segment = segment_states_[segment].parent = segment_states_[above].parent;
    }
    return segment;
}

/// Append the parts of the undecided among lists_[from .. to) to the group on top, small ones first.
void Compiler::divide(std::size_t from, std::size_t to) {
    frames_.back().trail = trail_.size();
    ++round_;
    constexpr std::uint32_t none = ~0u;
    const auto touch = [&](std::uint32_t segment) {
        SegmentState& state = segment_states_[segment];
        if (state.round != round_) state = {round_, segment, none, none};
    };
    links_.clear();
    const int rows = grid_.rows();
    for (std::size_t i = from; i < to; ++i) {
        const std::uint32_t cell = lists_[i];
        if (is_decided(cell)) continue;
        const OpenCell& open = cells_[cell];
        const std::uint32_t across = first_segment_[open.row] + segments(open.row).of[open.column];
        const std::uint32_t down = first_segment_[rows + open.column] + segments(rows + open.column).of[open.row];
        touch(across);
        touch(down);
        links_.push_back({cell, across, down});
        segment_states_[root_of(across)].parent = root_of(down);
    }
    control_.spend(10 * (to - from));

    growing_.clear();
    for (const Link& link : links_) {
        SegmentState& root = segment_states_[root_of(link.across)];
        if (root.part == none) {
            root.part = static_cast<std::uint32_t>(growing_.size());
            growing_.emplace_back();
        }
        segment_states_[link.across].part = root.part;
        ++growing_[root.part].cells;
    }
    const std::size_t first = parts_.size();
    std::size_t at = lists_.size();
    for (Growing& part : growing_) {
        parts_.push_back({at, at, {}});
        at += part.cells;
    }
    lists_.resize(at);
    for (const Link& link : links_) {
        SegmentState &across = segment_states_[link.across], &down = segment_states_[link.down];
        Growing& part = growing_[across.part];
        Part& made = parts_[first + across.part];
        lists_[made.to++] = link.cell;
        const bool new_row = part.row != link.across, new_column = down.number == none;
        if (new_column) down.number = part.columns++;
        part.row = link.across;
        part.print.add(std::uint64_t{down.number} << 1 | new_row);
        const OpenCell& open = cells_[link.cell];
        if (new_row) part.print.add(segments_[open.row]->prints[link.across - first_segment_[open.row]]);
        if (new_column)
            part.print.add(segments_[rows + open.column]->prints[link.down - first_segment_[rows + open.column]]);
    }
    for (std::size_t p = 0; p < growing_.size(); ++p) parts_[first + p].key = growing_[p].print;
    std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end(), [&](const Part& a, const Part& b) {
        const std::size_t x = a.to - a.from, y = b.to - b.from;
        return x != y ? x < y : lists_[a.from] < lists_[b.from];
    });
}

}  // namespace nonocsp
