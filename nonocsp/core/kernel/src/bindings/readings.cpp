// Bindings of the search for readings.
#include <deque>

#include "bindings/calls.hpp"
#include "bindings/convert.hpp"
#include "people/readings/page_readings.hpp"

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

/// Hypotheses about a page, and the search for readings over all of them.
class PageHandle {
public:
    PageHandle() = default;

    void add(const PuzzleHandle& board, const nb::bytes& nodes, const nb::bytes& counts, const nb::bytes& arcs) {
        turn_.check();
        clues_.push_back(make_doubtful(nodes, counts, arcs));
        boards_.push_back(board.puzzle);
    }

    /// Readings as (hypothesis, cost, solutions, clues of all lines), the bound on all others, whether the search was
    /// complete, the limit that ended it, the counted work.
    nb::tuple readings(int most_readings, int most_cost, int margin, int several, std::uint64_t work, double seconds,
                       std::uint64_t most_nodes, std::uint64_t memory) {
        Budget budget(make_limits(seconds, most_nodes, memory));
        Stats stats;
        PageReadings found;
        const Watched watched([&] { return list_of(stats); });
        turn_.run([&] {
            std::vector<Hypothesis> hypotheses;
            for (std::size_t i = 0; i < clues_.size(); ++i)
                hypotheses.push_back({boards_[i].get(), boards_[i]->colours, &clues_[i]});
            found = page_readings(hypotheses, {most_readings, most_cost, margin, several, work}, budget, stats);
        });
        stats.peak_memory = budget.peak_memory();
        nb::list all;
        for (const auto& [hypothesis, one] : found.found)
            all.append(nb::make_tuple(hypothesis, one.cost, one.solutions, listed(one)));
        return nb::make_tuple(all, found.bound, found.is_complete, budget.ended() ? name_of(budget.why()) : nb::none(),
                              as_dict(stats));
    }

private:
    std::deque<std::vector<DoubtfulClue>> clues_;
    std::vector<std::shared_ptr<const Puzzle>> boards_;
    Exclusive turn_{"page"};
};

}  // namespace

void bind_readings(nb::module_& m) {
    nb::class_<PageHandle>(m, "Page")
        .def(nb::init<>())
        .def("add", &PageHandle::add, nb::arg("board"), nb::arg("nodes"), nb::arg("counts"), nb::arg("arcs"))
        .def("readings", &PageHandle::readings, nb::arg("most_readings"), nb::arg("most_cost"), nb::arg("margin"),
             nb::arg("several"), nb::arg("work"), nb::arg("seconds"), nb::arg("most_nodes"), nb::arg("memory"));
}

}  // namespace nonocsp
