// Which undecided cells have something to do with each other, and what problem each lot of them is.
//
// Two cells of one segment of a line do; the lots are found by uniting segments that share an undecided cell.  A lot
// is known by its cells in row-major order, each told by the numbers of its two segments, and by the prints of the
// segments.  Segments are numbered as they come up, so a problem that lies elsewhere, with other lines between its
// own, looks the same.
#include <algorithm>

#include "count/compile.hpp"

#include "search/probing.hpp"

namespace nonocsp {

namespace {
constexpr std::uint32_t none = ~0u;
}

/// The segments of a line, looked up once in a round.
const Segments& Compiler::segments(int line) {
    if (looked_up_[line] != round_) {
        looked_up_[line] = round_;
        const std::uint64_t read = line_segments_[line].read_so_far();
        segments_[line] = &line_segments_[line].under(cdcl_.grid.planes(line));
        if (line_segments_[line].read_so_far() > read) cdcl_.budget.spend(10 * tighten_work(cdcl_.grid.clue(line)));
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
void Compiler::decompose(std::size_t from, std::size_t to) {
    frames_.back().trail = cdcl_.assignment.trail().size();
    ++round_;
    const auto touch = [&](std::uint32_t segment) {
        SegmentState& state = segment_states_[segment];
        if (state.round == round_) return false;
        state = {round_, segment, none, none};
        return true;
    };
    links_.clear();
    const int rows = cdcl_.grid.rows();
    std::size_t parts = 0;
    std::uint32_t root = none;  // of the segment across
    for (std::size_t i = from; i < to; ++i) {
        const std::uint32_t cell = lists_[i];
        if (is_decided(cell)) continue;
        const OpenCell& open = cdcl_.variables.cells()[cell];
        const std::uint32_t across = first_segment_[open.row] + segments(open.row).of[open.column];
        const std::uint32_t down = first_segment_[rows + open.column] + segments(rows + open.column).of[open.row];
        if (links_.empty() || links_.back().across != across) {
            touch(across);
            root = across;
            ++parts;
        }
        links_.push_back({cell, across, down});
        if (touch(down)) {
            segment_states_[down].parent = root;
        } else if (const std::uint32_t other = root_of(down), mine = root_of(root); other != mine) {
            segment_states_[mine].parent = other;
            root = other;
            --parts;
        }
    }
    cdcl_.budget.spend(25 * (to - from));

    growing_.assign(parts, {});
    if (parts == 1) {
        growing_[0].cells = links_.size();
    } else {
        std::uint32_t next = 0;
        for (const Link& link : links_) {
            SegmentState& top = segment_states_[root_of(link.across)];
            if (top.part == none) top.part = next++;
            segment_states_[link.across].part = top.part;
            ++growing_[top.part].cells;
        }
    }
    const std::size_t first = parts_.size();
    std::size_t at = lists_.size();
    for (Growing& part : growing_) {
        parts_.push_back({at, at, {}});
        at += part.cells;
    }
    lists_.resize(at);
    for (const Link& link : links_) {
        const std::uint32_t number = parts == 1 ? 0 : segment_states_[link.across].part;
        SegmentState& down = segment_states_[link.down];
        Growing& part = growing_[number];
        lists_[parts_[first + number].to++] = link.cell;
        const bool new_row = part.row != link.across, new_column = down.number == none;
        part.row = link.across;
        if (new_column) down.number = part.columns++;
        part.form.add_short(down.number << 1 | new_row);
        const OpenCell& open = cdcl_.variables.cells()[link.cell];
        if (new_row) part.prints.add(segments_[open.row]->prints[link.across - first_segment_[open.row]]);
        if (new_column)
            part.prints.add(segments_[rows + open.column]->prints[link.down - first_segment_[rows + open.column]]);
    }
    for (std::size_t p = 0; p < parts; ++p) parts_[first + p].key = growing_[p].form.finished().add(growing_[p].prints);
    if (parts < 2) return;
    std::sort(parts_.begin() + static_cast<std::ptrdiff_t>(first), parts_.end(), [&](const Part& a, const Part& b) {
        const std::size_t x = a.to - a.from, y = b.to - b.from;
        return x != y ? x < y : lists_[a.from] < lists_[b.from];
    });
}

}  // namespace nonocsp
