// Uniting segments that share an undecided cell, and fingerprinting the components.
#include "compilation/component_analysis.hpp"

#include <algorithm>
#include <numeric>

namespace nonocsp {

void ComponentAnalysis::start() {
    const Grid& grid = cdcl_.grid;
    first_segment_.assign(grid.lines(), 0);
    for (const OpenCell& cell : cdcl_.variables.cells()) {
        ++first_segment_[cell.row];
        ++first_segment_[cell.down];
    }
    std::exclusive_scan(first_segment_.begin(), first_segment_.end(), first_segment_.begin(), 0u);
    states_.resize(2 * cdcl_.variables.cells().size());
    segments_.resize(grid.lines());
    looked_up_.resize(grid.lines());
    for (int line = 0; line < grid.lines(); ++line) line_segments_.emplace_back(grid.clue(line));
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
        const std::uint32_t across = first_segment_[open.row] + segments(open.row).of[open.column];
        const std::uint32_t down = first_segment_[open.down] + segments(open.down).of[open.row];
        if (links_.empty() || links_.back().across != across) {
            touch(across);
            root = across;
            ++components;
        }
        links_.push_back({cell, across, down});
        if (touch(down)) {
            states_[down].parent = root;
        } else if (const std::uint32_t other = root_of(down), mine = root_of(root); other != mine) {
            states_[mine].parent = other;
            root = other;
            --components;
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
        SegmentState& down = states_[link.down];
        Growing& growing = growing_[number];
        cells[components[first + number].to++] = link.cell;
        const bool is_new_row = growing.row != link.across, is_new_column = down.number == none;
        growing.row = link.across;
        if (is_new_column) down.number = growing.columns++;
        growing.form.add_short(down.number << 1 | is_new_row);
        const OpenCell& open = cdcl_.variables.cells()[link.cell];
        if (is_new_row) growing.prints.add(segments_[open.row]->prints[link.across - first_segment_[open.row]]);
        if (is_new_column) growing.prints.add(segments_[open.down]->prints[link.down - first_segment_[open.down]]);
    }
    for (std::size_t c = 0; c < growing_.size(); ++c)
        components[first + c].key = growing_[c].form.finished().add(growing_[c].prints);
}

}  // namespace nonocsp
