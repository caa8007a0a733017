// Each function is one pattern, as of the same name in Python.
#include "people/hints/patterns.hpp"

#include <limits>
#include <numeric>
#include <optional>
#include <set>

namespace nonocsp {

namespace {

using Findings = std::vector<Finding>;
using Cells = std::vector<int>;

Colours only(int colour) { return Colours().set(colour); }

int blocks_of(const LineView& view) { return static_cast<int>(view.clue.size()); }

int least_length(const Block& block) { return std::max(block.length, 1); }

Cells cells_of(Run run) {
    Cells cells(std::max(0, run.end - run.start));
    std::iota(cells.begin(), cells.end(), run.start);
    return cells;
}

std::set<int> colours_of(const LineView& view) {
    std::set<int> colours;
    for (const Block& block : view.clue) colours.insert(block.colour);
    return colours;
}

Cells of_colour(const LineView& view, int colour) {
    Cells numbers;
    for (int j = 0; j < blocks_of(view); ++j)
        if (view.clue[j].colour == colour) numbers.push_back(j);
    return numbers;
}

bool is_useful(const LineView& view, const Exclusions& exclusions) {
    for (const auto& [cell, mask] : exclusions)
        if (const auto at = view.wanted.find(cell); at != view.wanted.end() && (at->second & mask).any()) return true;
    return false;
}

Exclusions without(const Cells& cells, const Colours& colours) {
    Exclusions exclusions;
    for (int cell : cells) exclusions[cell] = colours;
    return exclusions;
}

/// The exclusions that leave some cells one colour.
Exclusions filled(const LineView& view, const Cells& cells, int colour) {
    return without(cells, view.full & ~only(colour));
}

/// The cells next to a run.
Cells beside(const LineView& view, Run run) {
    Cells cells;
    if (run.start > 0) cells.push_back(run.start - 1);
    if (run.end < view.length()) cells.push_back(run.end);
    return cells;
}

/// Known cells of a block's colour that the block covers in all of its runs.
Cells anchors_of(const LineView& view, int block) {
    Cells anchors;
    for (int cell : cells_of(view.blocks.covered(block)))
        if (view.blocks.cells()[cell] == only(view.clue[block].colour)) anchors.push_back(cell);
    return anchors;
}

Findings blank_line(const LineView& view) {
    if (blocks_of(view)) return {};
    return {{{}, filled(view, cells_of({0, view.length()}), 0), {{"blank line"}}, {}, true}};
}

Findings full_line(const LineView& view) {
    int taken = 0, gaps = 0;
    for (int j = 0; j < blocks_of(view); ++j) {
        taken += least_length(view.clue[j]);
        gaps += j > 0 && needs_gap(view.clue[j - 1], view.clue[j]);
    }
    if (!blocks_of(view) || taken + gaps != view.length()) return {};
    Exclusions cells = filled(view, cells_of({0, view.length()}), 0);
    for (int j = 0; j < blocks_of(view); ++j)
        for (auto& [cell, mask] : filled(view, cells_of(view.initial.covered(j)), view.clue[j].colour))
            cells[cell] = mask;
    if (blocks_of(view) == 1) return {{{}, cells, {{"full line, one", 0}}}};
    return {{{}, cells, {{gaps ? "full line, gaps" : "full line", -1, {}, {}, view.length()}}}};
}

Findings complete_line(const LineView& view) {
    std::map<int, int> colours;
    for (int j = 0; j < blocks_of(view); ++j) {
        if (view.blocks.of(j).size() != 1) return {};
        for (int cell : cells_of(view.blocks.of(j)[0])) colours[cell] = view.clue[j].colour;
    }
    if (!blocks_of(view)) return {};
    Cells own, rest;
    for (int cell = 0; cell < view.length(); ++cell) (colours.count(cell) ? own : rest).push_back(cell);
    for (int cell : own)
        if (!view.is_reason && view.blocks.cells()[cell] != only(colours[cell])) return {};
    const Phrase why = blocks_of(view) > 1 ? Phrase{"complete line"} : Phrase{"complete line, one", 0};
    return {{{}, filled(view, rest, 0), {why}, own}};
}

Findings overlap(const LineView& view) {
    Findings found;
    for (int j = 0; j < blocks_of(view); ++j) {
        const Cells covered = cells_of(view.initial.covered(j));
        const Exclusions cells = filled(view, covered, view.clue[j].colour);
        if (is_useful(view, cells)) found.push_back({{j}, cells, {{"overlap", j, covered}}, {}, true});
    }
    return found;
}

Findings finished_block(const LineView& view) {
    Findings found;
    for (int colour : colours_of(view))
        for (const Run& painted : view.blocks.painted(colour)) {
            std::set<int> numbers;
            std::set<Run> runs;
            for (const auto& [block, run] : view.blocks.over(painted.start, colour))
                numbers.insert(block), runs.insert(run);
            if (runs.size() != 1) continue;
            const Run run = *runs.begin();
            const Exclusions cells = without(beside(view, run), only(colour));
            if (!(view.is_reason || run == painted) || !is_useful(view, cells)) continue;
            const auto key = numbers.size() == 1 ? "finished block" : "finished block, any";
            found.push_back({{run.start, run.end}, cells, {{key, *numbers.begin(), cells_of(run)}}, cells_of(run)});
        }
    return found;
}

Findings edge(const LineView& view) {
    Findings found;
    for (int j = 0; j < blocks_of(view); ++j) {
        const Cells anchors = anchors_of(view, j);
        if (!view.clue[j].length || anchors.empty() || view.blocks.of(j).size() != 1) continue;
        const Run run = view.blocks.of(j)[0];
        const Exclusions cells = filled(view, cells_of(run), view.clue[j].colour);
        if (!is_useful(view, cells)) continue;
        for (const bool begins : {true, false}) {
            const int at = begins ? run.start : run.end - 1, next = begins ? run.start - 1 : run.end;
            if (!std::count(anchors.begin(), anchors.end(), at)) continue;
            if (next < 0 || next >= view.length())
                found.push_back({{j, at}, cells, {{begins ? "edge, begins" : "edge, ends", j}}, {at}});
            else if (view.blocks.cells()[next] == only(0))
                found.push_back({{j, at},
                                 cells,
                                 {{begins ? "edge, begins at blank" : "edge, ends at blank", j, {next}}},
                                 {at, next}});
        }
    }
    return found;
}

Findings join(const LineView& view) {
    Findings found;
    for (int j = 0; j < blocks_of(view); ++j) {
        const Cells anchors = anchors_of(view, j);
        Cells between, ends;
        for (std::size_t i = 0; i < anchors.size(); ++i) {
            const bool opens = i + 1 < anchors.size() && anchors[i + 1] > anchors[i] + 1;
            if (opens || (i && anchors[i - 1] < anchors[i] - 1)) ends.push_back(anchors[i]);
            for (int cell = anchors[i] + 1; opens && cell < anchors[i + 1]; ++cell) between.push_back(cell);
        }
        const Exclusions cells = filled(view, between, view.clue[j].colour);
        if (is_useful(view, cells)) found.push_back({{j}, cells, {{"join", j, ends}}, ends});
    }
    return found;
}

/// The blocks of a colour that could cover some of a gap if its borders were open: the rest of the line decides.
Cells near_gap(const LineView& view, int colour, Run gap) {
    std::vector<Colours> masks = view.blocks.cells();
    for (int border : beside(view, gap)) masks[border] = view.full;
    const BlockRuns blocks(view.clue, masks);
    Cells near;
    for (int j : of_colour(view, colour))
        if (const Run reach = blocks.reach(j); reach.start < gap.end && reach.end > gap.start) near.push_back(j);
    return near;
}

Findings small_gap(const LineView& view) {
    Findings found;
    for (int colour : colours_of(view))
        for (const Run& gap : view.blocks.stretches(colour)) {
            const int size = gap.end - gap.start;
            const Cells inside = cells_of(gap);
            const auto fits = [&](int j) { return least_length(view.clue[j]) <= size; };
            const auto is_painted = [&](int cell) { return view.blocks.cells()[cell] == only(colour); };
            const Cells own = of_colour(view, colour);
            const Exclusions cells = without(inside, only(colour));
            if (std::any_of(inside.begin(), inside.end(), is_painted) || std::all_of(own.begin(), own.end(), fits) ||
                !is_useful(view, cells))
                continue;
            const Cells near = near_gap(view, colour, gap);
            if (near.empty() || std::any_of(near.begin(), near.end(), fits)) continue;
            const int smallest = *std::min_element(near.begin(), near.end(), [&](int a, int b) {
                return least_length(view.clue[a]) < least_length(view.clue[b]);
            });
            const auto key = near.size() == 1 ? "small gap, one" : "small gap";
            found.push_back({{colour, gap.start}, cells, {{key, smallest, inside}}, beside(view, gap)});
        }
    return found;
}

/// Cells that none of some blocks reaches.
void out_of_reach(const LineView& view, int key, const Cells& numbers, const Colours& excluded, Findings& found) {
    std::vector<char> reached(view.length());
    for (int j : numbers)
        for (int cell : cells_of(view.blocks.reach(j))) reached[cell] = 1;
    for (const Run& free : runs_where(view.length(), [&](int cell) { return !reached[cell]; })) {
        const Exclusions cells = without(cells_of(free), excluded);
        if (!is_useful(view, cells)) continue;
        int before = 0;
        std::vector<Phrase> why;
        std::optional<Phrase> after;
        for (int j : numbers) {
            const Run reach = view.blocks.reach(j);
            if (reach.end <= free.start) ++before, why = {{"unreachable, before", j, {reach.end - 1}}};
            if (reach.start >= free.end && !after) after = {"unreachable, after", j, {reach.start}};
        }
        if (before && after) why.push_back({"and"});
        if (after) why.push_back(*after);
        found.push_back({{key, before}, cells, why});
    }
}

Findings unreachable(const LineView& view) {
    Findings found;
    if (blocks_of(view)) out_of_reach(view, -1, cells_of({0, blocks_of(view)}), view.full & ~only(0), found);
    return found;
}

Findings unreachable_colour(const LineView& view) {
    Findings found;
    for (int colour : colours_of(view)) out_of_reach(view, colour, of_colour(view, colour), only(colour), found);
    return found;
}

/// The cells that a block covers in all the places that it has left, with or without known cells of its own.
Findings covered_cells(const LineView& view, bool glued) {
    Findings found;
    for (int j = 0; j < blocks_of(view); ++j) {
        const Exclusions cells = filled(view, cells_of(view.blocks.covered(j)), view.clue[j].colour);
        if (!is_useful(view, cells)) continue;
        const Cells anchors = anchors_of(view, j);
        const Run reach = view.blocks.reach(j);
        if (glued && !anchors.empty()) found.push_back({{j}, cells, {{"glue", j, anchors, cells_of(reach)}}, anchors});
        // A reason that has a cell of the block itself makes it a case of `glue`.
        if (!glued && !(view.is_reason && !anchors.empty()))
            found.push_back({{j}, cells, {{"narrowed overlap", j, cells_of(reach)}}, beside(view, reach), false, true});
    }
    return found;
}

Findings narrowed_overlap(const LineView& view) { return covered_cells(view, false); }
Findings glue(const LineView& view) { return covered_cells(view, true); }

Findings split(const LineView& view) {
    Findings found;
    for (int colour : colours_of(view)) {
        const std::vector<Run> painted = view.blocks.painted(colour);
        for (std::size_t i = 1; i < painted.size(); ++i) {
            const auto [start, stop] = painted[i - 1];
            const auto [go_on, end] = painted[i];
            if (go_on != stop + 1) continue;
            int longest = 0;
            for (int cell : {start, end - 1})
                for (const auto& [block, run] : view.blocks.over(cell, colour))
                    longest = std::max(longest, view.clue[block].length ? view.clue[block].length : view.length());
            if (!longest) longest = view.length();
            if (longest >= end - start) continue;
            Cells runs = cells_of({start, end});
            runs.erase(runs.begin() + (stop - start));
            found.push_back({{colour, stop},
                             without({stop}, only(colour)),
                             {{"split", -1, runs, {stop}, end - start, longest}},
                             cells_of({start, end})});
        }
    }
    return found;
}

Findings whichever_block(const LineView& view) {
    Findings found;
    for (int colour : colours_of(view))
        for (const Run& painted : view.blocks.painted(colour))
            for (int cell : cells_of(painted)) {
                Run first{std::numeric_limits<int>::max(), std::numeric_limits<int>::max()}, last{-1, -1};
                for (const auto& [block, run] : view.blocks.over(cell, colour)) {
                    first = {std::min(first.start, run.start), std::min(first.end, run.end)};
                    last = {std::max(last.start, run.start), std::max(last.end, run.end)};
                }
                if (last.start < 0) continue;
                const auto add = [&](int key, const Exclusions& cells, std::string_view phrase, const Cells& others) {
                    found.push_back({{cell, key}, cells, {{phrase, -1, {cell}, others}}, {cell}});
                };
                const Cells core = cells_of({last.start, first.end});
                if (const Exclusions cells = filled(view, core, colour); is_useful(view, cells))
                    add(0, cells, "whichever block", core);
                if (first.start == last.start && first.start > 0)
                    add(1, without({first.start - 1}, only(colour)), "whichever block, begins", {first.start});
                if (first.end == last.end && first.end < view.length())
                    add(2, without({first.end}, only(colour)), "whichever block, ends", {first.end - 1});
            }
    return found;
}

}  // namespace

const std::vector<Pattern> patterns{
    {"blank line", 10, blank_line},
    {"full line", 10, full_line},
    {"complete line", 12, complete_line},
    {"overlap", 20, overlap},
    {"finished block", 20, finished_block},
    {"edge", 22, edge},
    {"join", 25, join},
    {"small gap", 30, small_gap},
    {"unreachable", 30, unreachable},
    {"narrowed overlap", 35, narrowed_overlap},
    {"glue", 35, glue},
    {"split", 40, split},
    {"unreachable colour", 50, unreachable_colour},
    {"whichever block", 50, whichever_block},
};

}  // namespace nonocsp
