// The open cells of a component become places on automata.
#include "counting/frontier/cell_sequence.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace nonocsp {

namespace {

/// Rough work for each cell of an automaton, as the line is, of a large one, and reordered, in nanoseconds.
constexpr std::uint64_t line_dfa_work = 1000, large_dfa_work = 30'000, reordered_work = 3000;

/// Large lines across the direction for whose states eight words have room.
constexpr int most_large = 72;

/// Make the automaton of a line if it is missing.  False if that takes too much memory, there are too many large ones,
/// or the budget has ended.
bool make_automaton(const CdclEngine& cdcl, int line, int direction, LineAutomata& automata, std::size_t memory) {
    if (automata.lines[line]) return true;
    const auto dfa =
        std::make_shared<MinimalLineDfa>(cdcl.grid.clue(line), cdcl.grid.planes(line), automata.only_from_left);
    automata.lines[line] = dfa;
    automata.bytes += dfa->bytes();
    const bool is_large = automata.only_from_left && dfa->is_large();
    automata.large += is_large && cdcl.grid.board().direction(line) != direction;
    if (is_large && (dfa->is_too_large() || automata.large > most_large)) return false;
    const std::uint64_t cells = static_cast<std::uint64_t>(cdcl.grid.length(line));
    return automata.bytes <= memory && !cdcl.budget.spend((is_large ? large_dfa_work : line_dfa_work) * cells);
}

/// Let every line count its cells in the order of the sequence, unless that is its own order.
bool reorder_lines(CellSequence& sequence, LineAutomata& automata, Budget& budget) {
    std::vector<std::vector<std::uint32_t>> orders(sequence.lines.size());
    for (const CellSequence::Cell& cell : sequence.cells)
        for (const auto& [line, k] : cell.all()) orders[line].push_back(k);
    std::vector<std::uint32_t> steps(sequence.lines.size());
    for (std::size_t line = 0; line < orders.size(); ++line) {
        if (std::is_sorted(orders[line].begin(), orders[line].end())) continue;
        CellSequence::Line& mine = sequence.lines[line];
        mine.dfa = std::make_shared<MinimalLineDfa>(mine.dfa->reordered(orders[line]));
        automata.bytes += mine.dfa->bytes();
        steps[line] = 1;
        if (budget.spend(reordered_work * orders[line].size())) return false;
    }
    for (CellSequence::Cell& cell : sequence.cells)
        for (std::uint32_t n = 0; n < cell.lines; ++n)
            if (auto& [line, k] = cell.places[n]; steps[line]) k = steps[line]++ - 1;
    return true;
}

int width(std::size_t states) { return static_cast<int>(std::bit_width(states - 1)); }

}  // namespace

CellSequence sequence_of(const PuzzleCompilation& compilation, const Component& component, int direction,
                         LineAutomata& automata, std::size_t memory) {
    const CdclEngine& cdcl = compilation.cdcl;
    automata.lines.resize(cdcl.grid.lines());
    CellSequence result;
    for (std::size_t i = component.from; i < component.to; ++i) {
        CellSequence::Cell& cell = result.cells.emplace_back();
        cell.number = static_cast<std::uint32_t>(i - component.from);
        bool is_made = true;
        cdcl.variables.cells()[compilation.cells[i]].each_place([&](int line, int place) {
            if (!(is_made = is_made && make_automaton(cdcl, line, direction, automata, memory))) return;
            cell.places[cell.lines] = {static_cast<std::uint32_t>(line), automata.lines[line]->number(place)};
            if (cdcl.grid.board().direction(line) == direction) std::swap(cell.places[0], cell.places[cell.lines]);
            ++cell.lines;
        });
        if (!is_made) return {};
        for (const CellSequence::Place& place : cell.all()) result.lines.push_back({place.line, nullptr});
    }
    const auto by_number = [](const CellSequence::Line& a, const CellSequence::Line& b) { return a.number < b.number; };
    std::sort(result.lines.begin(), result.lines.end(), by_number);
    const auto same = [](const CellSequence::Line& a, const CellSequence::Line& b) { return a.number == b.number; };
    result.lines.erase(std::unique(result.lines.begin(), result.lines.end(), same), result.lines.end());
    for (CellSequence::Line& line : result.lines) line.dfa = automata.lines[line.number];
    for (CellSequence::Cell& cell : result.cells)
        for (std::uint32_t n = 0; n < cell.lines; ++n) {
            auto& line = cell.places[n].line;
            const CellSequence::Line mine{line, nullptr};
            const auto found = std::lower_bound(result.lines.begin(), result.lines.end(), mine, by_number);
            line = static_cast<std::uint32_t>(found - result.lines.begin());
            if (n) found->is_along = false;
        }
    std::sort(result.cells.begin(), result.cells.end(), [](const CellSequence::Cell& a, const CellSequence::Cell& b) {
        return std::pair(a.along(), a.places[0].k) < std::pair(b.along(), b.places[0].k);
    });
    if (!reorder_lines(result, automata, cdcl.budget) || automata.bytes > memory) return {};
    return result;
}

CellSequence::Widths CellSequence::widths(bool from_above) const {
    Widths result{0, std::vector<int>(lines.size(), 0)};
    for (const Cell& cell : cells)
        for (const auto& [line, k] : cell.all()) {
            int& most = lines[line].is_along ? result.along : result.lines[line];
            for (const int end : {0, 1})
                most = std::max(most, width(states(line, static_cast<int>(k) + end, from_above)));
        }
    return result;
}

std::vector<int> CellSequence::boundaries(std::size_t at, bool from_above) const {
    std::vector<int> result(lines.size(), -1);
    if (from_above) {
        for (std::size_t i = 0; i < at; ++i)
            for (const auto& [line, k] : cells[i].all()) result[line] = static_cast<int>(k) + 1;
    } else {
        for (std::size_t i = cells.size(); i-- > at;)
            for (const auto& [line, k] : cells[i].all()) result[line] = static_cast<int>(k);
    }
    return result;
}

bool CellSequence::has_large_lines() const {
    return std::any_of(lines.begin(), lines.end(), [](const Line& line) { return line.dfa->is_too_large(); });
}

void CellSequence::drop_large_lines() {
    for (Line& line : lines)
        if (line.dfa->is_too_large()) line.dfa = std::make_shared<MinimalLineDfa>(line.dfa->without_clue());
}

bool CellSequence::keeps_rotation() const {
    if (std::any_of(lines.begin(), lines.end(), [](const Line& line) { return line.dfa->is_large(); })) return false;
    for (std::size_t i = 0; i < cells.size(); ++i) {
        const Cell& cell = cells[i];
        if (cell.lines != 2 || !lines[cell.along()].is_along) return false;
        const bool goes_on = i && cells[i - 1].along() == cell.along();
        if (goes_on && cells[i - 1].places[1].line >= cell.places[1].line) return false;
    }
    return true;
}

}  // namespace nonocsp
