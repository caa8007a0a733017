// Uniting segments that share an undecided cell, and fingerprinting the components.
#include "counting/components/component_analysis.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

void ComponentAnalysis::start() {
    const Grid& grid = cdcl_.grid;
    first_segment_.assign(grid.lines(), 0);
    for (const OpenCell& cell : cdcl_.variables.cells())
        cell.each_place([&](int line, int) { ++first_segment_[line]; });
    std::exclusive_scan(first_segment_.begin(), first_segment_.end(), first_segment_.begin(), 0u);
    states_.resize(grid.board().directions() * cdcl_.variables.cells().size());
    find_scrambled();
    segments_.resize(grid.lines());
    looked_up_.resize(grid.lines());
    for (int line = 0; line < grid.lines(); ++line) line_segments_.emplace_back(grid.clue(line));
}

void ComponentAnalysis::find_scrambled() {
    const Board& board = cdcl_.grid.board();
    std::vector<char> rises(board.directions(), true), falls(board.directions(), true);
    std::vector<int> last(cdcl_.grid.lines(), -1);
    for (const OpenCell& cell : cdcl_.variables.cells())
        cell.each_place([&](int line, int index) {
            if (last[line] >= 0) (index > last[line] ? falls : rises)[board.direction(line)] = false;
            last[line] = index;
        });
    is_scrambled_.resize(rises.size());
    for (std::size_t d = 0; d < rises.size(); ++d) is_scrambled_[d] = !rises[d] && !falls[d];
}

bool ComponentAnalysis::is_decided(std::uint32_t cell) const {
    const OpenCell& open = cdcl_.variables.cells()[cell];
    const Assignment& assignment = cdcl_.assignment;
    if (open.variables == 1) return !assignment.is_open(positive(open.first));
    for (Variable v = open.first; v < open.first + open.variables; ++v)
        if (assignment.is_true(positive(v))) return true;
    return false;
}

std::size_t ComponentAnalysis::bytes() const {
    std::size_t bytes = states_.size() * sizeof(SegmentState);
    for (const LineSegments& line : line_segments_) bytes += line.bytes();
    return bytes;
}

/// The segments of a line, looked up once in a round.
const Segments& ComponentAnalysis::segments(int line) {
    if (looked_up_[line] != round_) {
        looked_up_[line] = round_;
        const std::uint64_t read = line_segments_[line].read_so_far();
        segments_[line] = &line_segments_[line].under(cdcl_.grid.planes(line));
        if (line_segments_[line].read_so_far() > read) cdcl_.budget.spend(10 * tighten_work(cdcl_.grid.clue(line)));
    }
    return *segments_[line];
}

/// False if the segment has been met in this round; else it is a tree of its own now.
bool ComponentAnalysis::touch(std::uint32_t segment) {
    SegmentState& state = states_[segment];
    if (state.round == round_) return false;
    state = {round_, segment, none, none};
    return true;
}

std::uint32_t ComponentAnalysis::root_of(std::uint32_t segment) {
    while (states_[segment].parent != segment) {
        const std::uint32_t above = states_[segment].parent;
        segment = states_[segment].parent = states_[above].parent;
    }
    return segment;
}

void ComponentAnalysis::decompose(std::vector<std::uint32_t>& cells, std::size_t from, std::size_t to,
                                  std::vector<Component>& components) {
    ++round_;
    const std::size_t number = unite(cells, from, to), first = components.size();
    cdcl_.budget.spend(25 * (to - from));
    measure(number);
    distribute(cells, components, first);
    if (number < 2) return;
    std::sort(components.begin() + static_cast<std::ptrdiff_t>(first), components.end(),
              [&](const Component& a, const Component& b) {
                  const std::size_t x = a.to - a.from, y = b.to - b.from;
                  return x != y ? x < y : cells[a.from] < cells[b.from];
              });
}

/// Link the undecided cells; returns the number of components.
std::size_t ComponentAnalysis::unite(const std::vector<std::uint32_t>& cells, std::size_t from, std::size_t to) {
    links_.clear();
    std::size_t components = 0;
    std::uint32_t root = none;  // of the segment across
    for (std::size_t i = from; i < to; ++i) {
        const std::uint32_t cell = cells[i];
        if (is_decided(cell)) continue;
        const OpenCell& open = cdcl_.variables.cells()[cell];
        const auto segment = [&](int line, int index) { return first_segment_[line] + segments(line).of[index]; };
        const std::uint32_t across = segment(open.row, open.column), down = segment(open.down, open.down_index);
        const std::uint32_t third = open.third < 0 ? none : segment(open.third, open.third_index);
        if (links_.empty() || links_.back().across != across) {
            touch(across);
            root = across;
            ++components;
        }
        links_.push_back({cell, across, down, third});
        for (const std::uint32_t crossing : {down, third}) {
            if (crossing == none) continue;
            if (touch(crossing)) {
                states_[crossing].parent = root;
            } else if (const std::uint32_t other = root_of(crossing), mine = root_of(root); other != mine) {
                states_[mine].parent = other;
                root = other;
                --components;
            }
        }
    }
    return components;
}

/// Number the components by their first cells, and count their cells.
void ComponentAnalysis::measure(std::size_t components) {
    growing_.assign(components, {});
    if (components == 1) {
        growing_[0].cells = links_.size();
        return;
    }
    std::uint32_t next = 0;
    for (const Link& link : links_) {
        SegmentState& top = states_[root_of(link.across)];
        if (top.component == none) top.component = next++;
        states_[link.across].component = top.component;
        ++growing_[top.component].cells;
    }
}

/// Append the cells of the components and compute their keys.
void ComponentAnalysis::distribute(std::vector<std::uint32_t>& cells, std::vector<Component>& components,
                                   std::size_t first) {
    std::size_t at = cells.size();
    for (const Growing& growing : growing_) {
        components.push_back({at, at, {}});
        at += growing.cells;
    }
    cells.resize(at);
    for (const Link& link : links_) {
        const std::uint32_t number = growing_.size() == 1 ? 0 : states_[link.across].component;
        Growing& growing = growing_[number];
        cells[components[first + number].to++] = link.cell;
        const bool is_new_row = growing.row != link.across;
        growing.row = link.across;
        const OpenCell& open = cdcl_.variables.cells()[link.cell];
        const auto add_print = [&](int line, std::uint32_t segment) {
            growing.prints.add(segments_[line]->prints[segment - first_segment_[line]]);
        };
        if (is_new_row) add_print(open.row, link.across);
        const auto add = [&](int line, int index, std::uint32_t segment, bool mark) {
            std::uint32_t& of_segment = states_[segment].number;
            const bool is_new = of_segment == none;
            if (is_new) of_segment = growing.numbers++;
            growing.form.add_short(of_segment << 1 | mark);
            if (is_new) add_print(line, segment);
            if (is_scrambled_[cdcl_.grid.board().direction(line)])
                growing.form.add_short(static_cast<std::uint32_t>(index));
        };
        add(open.down, open.down_index, link.down, is_new_row);
        if (link.third != none) add(open.third, open.third_index, link.third, false);
    }
    for (std::size_t c = 0; c < growing_.size(); ++c)
        components[first + c].key = growing_[c].form.finished().add(growing_[c].prints);
}

}  // namespace nonocsp
