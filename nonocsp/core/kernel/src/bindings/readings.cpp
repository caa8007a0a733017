// Bindings of the search for readings.
#include "bindings/convert.hpp"
#include "people/readings/reading_search.hpp"

namespace nonocsp {

namespace {

/// Costs cross in whole units of `costs_per_nat`.
std::vector<DoubtfulClue> make_doubtful(const nb::bytes& nodes, const nb::bytes& counts, const nb::bytes& arcs) {
    const auto node = numbers<std::int32_t>(nodes), count = numbers<std::int32_t>(counts);
    const auto value = numbers<std::int32_t>(arcs);
    if (node.size() != count.size()) throw std::invalid_argument("as many counts as clues are expected");
    std::vector<DoubtfulClue> result(node.size());
    std::size_t at = 0;
    for (std::size_t line = 0; line < node.size(); ++line) {
        result[line].nodes = node[line];
        for (std::int32_t arc = 0; arc < count[line]; ++arc, at += 5) {
            if (at + 5 > value.size()) throw std::invalid_argument("fewer arcs than the clues have");
            if (value[at + 3] < 0 || value[at + 3] > 255 || value[at + 4] < 0 || value[at + 4] > no_path)
                throw std::invalid_argument("a colour or a cost out of range");
            result[line].arcs.push_back({value[at], value[at + 1], value[at + 2],
                                         static_cast<std::uint8_t>(value[at + 3]), static_cast<Cost>(value[at + 4])});
        }
    }
    if (at != value.size()) throw std::invalid_argument("more arcs than the clues have");
    return result;
}

nb::list listed(const FoundReading& reading) {
    nb::list lines;
    for (const Clue& clue : reading.clues) {
        nb::list blocks;
        for (const Block& block : clue.blocks) blocks.append(nb::make_tuple(block.length, block.colour));
        lines.append(blocks);
    }
    return lines;
}

/// Readings as (cost, solutions, clues of all lines), the bound on all others, whether the search was complete, the
/// counted work.
nb::tuple readings(const PuzzleHandle& board, const nb::bytes& nodes, const nb::bytes& counts, const nb::bytes& arcs,
                   int most_readings, int most_cost, int margin, int several, std::uint64_t work, double seconds,
                   std::uint64_t most_nodes, std::uint64_t memory) {
    const std::vector<DoubtfulClue> clues = make_doubtful(nodes, counts, arcs);
    Budget budget(make_limits(seconds, most_nodes, memory));
    Stats stats;
    Readings found;
    const Watched watched([&] { return list_of(stats); });
    without_lock([&] {
        ReadingSearch search(*board.puzzle, board.puzzle->colours, clues,
                             {most_readings, most_cost, margin, several, work}, budget, stats);
        found = search.run();
    });
    stats.peak_memory = budget.peak_memory();
    nb::list all;
    for (const FoundReading& one : found.found) all.append(nb::make_tuple(one.cost, one.solutions, listed(one)));
    return nb::make_tuple(all, found.bound, found.is_complete, budget.ended() ? name_of(budget.why()) : nb::none(),
                          as_dict(stats));
}

}  // namespace

void bind_readings(nb::module_& m) {
    m.def("readings", &readings, nb::arg("board"), nb::arg("nodes"), nb::arg("counts"), nb::arg("arcs"),
          nb::arg("most_readings"), nb::arg("most_cost"), nb::arg("margin"), nb::arg("several"), nb::arg("work"),
          nb::arg("seconds"), nb::arg("most_nodes"), nb::arg("memory"));
}

}  // namespace nonocsp
