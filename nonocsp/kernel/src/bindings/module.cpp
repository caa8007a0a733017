// The door to Python: small plain data in, pictures as bytes out.
//
// The whole search runs in here with the interpreter's lock released. About every 20 milliseconds the
// search asks whether a signal has arrived, so that Ctrl-C is answered at once.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "bindings/convert.hpp"
#include "base/grid.hpp"
#include "line/line.hpp"
#include "search/solver.hpp"

using namespace nonocsp;

namespace nonocsp {

unsigned long main_thread = 0;

bool signal_arrived() {
    if (PyThread_get_thread_ident() != main_thread) return false;
    nb::gil_scoped_acquire lock;
    return PyErr_CheckSignals() != 0;
}

}  // namespace nonocsp

namespace {

/// `blocks` of every line (-1: the clue is absent), then the lengths (0: unknown) and colours of them all.
std::vector<Clue> clues(const nb::bytes& blocks, const nb::bytes& lengths, const nb::bytes& colours) {
    const auto count = numbers<std::int32_t>(blocks);
    const auto length = numbers<std::int32_t>(lengths);
    const auto colour = numbers<std::uint8_t>(colours);
    if (length.size() != colour.size()) throw std::invalid_argument("as many lengths as colours are expected");
    std::vector<Clue> result(count.size());
    std::size_t at = 0;
    for (std::size_t line = 0; line < count.size(); ++line) {
        result[line].absent = count[line] < 0;
        for (std::int32_t block = 0; block < count[line]; ++block, ++at) {
            if (at == length.size()) throw std::invalid_argument("fewer blocks than the lines have");
            result[line].blocks.push_back({length[at], colour[at]});
        }
    }
    if (at != length.size()) throw std::invalid_argument("more blocks than the lines have");
    return result;
}

std::shared_ptr<Puzzle> make_puzzle(int rows, int columns, int colours, const nb::bytes& blocks,
                                    const nb::bytes& lengths, const nb::bytes& block_colours) {
    auto puzzle = std::make_shared<Puzzle>();
    puzzle->rows = rows;
    puzzle->columns = columns;
    puzzle->colours = colours;
    puzzle->clues = clues(blocks, lengths, block_colours);
    validate(*puzzle, nullptr);
    return puzzle;
}

/// A search that owns all it refers to.
class SearchHandle {
public:
    SearchHandle(const PuzzleHandle& puzzle, const nb::object& givens, const Options& options, bool two_suffice,
                 double seconds, std::uint64_t nodes, std::uint64_t memory)
        : puzzle_(puzzle.puzzle), givens_(make_givens(givens)) {
        const Limits limits = make_limits(seconds, nodes, memory);
        nb::gil_scoped_release unlocked;
        search_ = std::make_unique<Search>(*puzzle_, givens_.get(), options, limits,
                                           two_suffice ? Goal::uniqueness : Goal::all);
        cells_.resize(static_cast<std::size_t>(puzzle_->rows) * puzzle_->columns);
    }

    /// The next picture as bytes, or the name of why there is none.
    nb::object next() {
        if (busy_) throw std::runtime_error("this search is running in another thread");
        Outcome outcome;
        busy_ = true;
        try {
            nb::gil_scoped_release unlocked;
            outcome = search_->next(cells_.data());
        } catch (...) {
            busy_ = false;
            throw;
        }
        busy_ = false;
        if (PyErr_Occurred()) throw nb::python_error();
        if (outcome == Outcome::solution) return nb::bytes(cells_.data(), cells_.size());
        return name_of(outcome);
    }

    nb::tuple stats() const { return as_tuple(search_->stats()); }

private:
    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Givens> givens_;
    std::unique_ptr<Search> search_;
    std::vector<std::uint8_t> cells_;
    bool busy_ = false;
};

/// The candidates left after propagation, as words; None if some line has no placement; a limit's name.
nb::object propagated(const PuzzleHandle& handle, const nb::object& given, double seconds, std::uint64_t memory) {
    const Puzzle& puzzle = *handle.puzzle;
    const auto givens = make_givens(given);
    validate(puzzle, givens.get());
    const Limits limits = make_limits(seconds, ~std::uint64_t{0}, memory);
    const int words = Givens::words_per_cell(puzzle.colours);
    std::vector<std::uint64_t> masks;
    bool possible = false, ended = false;
    Outcome why = Outcome::exhausted;
    {
        nb::gil_scoped_release unlocked;
        Budget budget(limits);
        Grid grid(puzzle, givens.get(), budget);
        if (!budget.ended()) {
            Worklist waiting(puzzle.lines());
            for (int line = 0; line < puzzle.lines(); ++line) waiting.push(line);
            Stats stats;
            possible = propagate(grid, waiting, budget, stats);
        }
        ended = budget.ended();
        why = budget.why();
        if (possible) {
            masks.assign(static_cast<std::size_t>(puzzle.rows) * puzzle.columns * words, 0);
            std::size_t cell = 0;
            for (int row = 0; row < puzzle.rows; ++row)
                for (int column = 0; column < puzzle.columns; ++column, ++cell)
                    for (int colour = 0; colour <= puzzle.colours; ++colour)
                        if (grid.has_colour(row, column, colour))
                            masks[cell * words + colour / 64] |= std::uint64_t{1} << (colour % 64);
        }
    }
    if (PyErr_Occurred()) throw nb::python_error();
    if (ended) return name_of(why);
    if (!possible) return nb::none();
    return nb::bytes(masks.data(), masks.size() * sizeof(std::uint64_t));
}

/// One line by itself, for tests, hints and teaching.
class LineHandle {
public:
    LineHandle(int cells, int colours, const nb::bytes& blocks, const nb::bytes& lengths, const nb::bytes& block_colours)
        : clue_(only(clues(blocks, lengths, block_colours))), cells_(cells), line_(clue_, checked(cells), colours),
          colours_(colours) {}

    /// Seconds that one tightening takes, without the door: the mean over a loop. For benchmarks.
    double seconds_to_tighten(const nb::bytes& given, int repeats) const {
        const Line::Candidates candidates = sized(given);
        const LineClue clue(clue_, cells_, colours_);
        std::vector<Word> planes(static_cast<std::size_t>(clue.paints()) * clue.words), work;
        for (int p = 0; p < clue.paints(); ++p)
            for (int i = 0; i < cells_; ++i) {
                const std::size_t word = static_cast<std::size_t>(i) * line_.words_per_cell() + clue.palette[p] / 64;
                if (candidates[word] >> (clue.palette[p] % 64) & 1)
                    planes[static_cast<std::size_t>(p) * clue.words + i / 64] |= Word{1} << (i % 64);
            }
        LineScratch scratch;
        nb::gil_scoped_release unlocked;
        const double begun = now();
        for (int repeat = 0; repeat < repeats; ++repeat) {
            work = planes;
            with_words(clue.words, [&]<int W>() { return nonocsp::tighten<W>(clue, work.data(), scratch); });
        }
        return (now() - begun) / std::max(repeats, 1);
    }

    nb::object tighten(const nb::bytes& given) const {
        Line::Candidates candidates = sized(given);
        if (!line_.tighten(candidates)) return nb::none();
        return nb::bytes(candidates.data(), candidates.size() * sizeof(std::uint64_t));
    }

    bool feasible(const nb::bytes& given) const { return line_.feasible(sized(given)); }

    /// The number of placements as a little-endian integer of 64-bit limbs.
    nb::bytes count(const nb::bytes& given) const {
        return as_bytes(line_.count(sized(given)));
    }

    /// Pairs (cell, colour) that together force `colour` out of `cell`; None if nothing of the kind is forced.
    nb::object explain(const nb::bytes& given, int cell, int colour) const {
        std::vector<Line::Lack> because;
        if (cell < -1 || cell >= cells_) throw std::invalid_argument("no such cell");
        if (!line_.explain(sized(given), cell, colour, because)) return nb::none();
        nb::list result;
        for (const auto& lack : because) result.append(nb::make_tuple(lack.cell, lack.colour));
        return result;
    }

    /// The cells that force what is excluded (None: that leave no placement); None if it is not forced.
    nb::object reason(const nb::bytes& given, const nb::object& excluded, const nb::bytes& order) const {
        Line::Candidates out;
        if (!excluded.is_none()) out = sized(nb::cast<nb::bytes>(excluded));
        std::vector<int> because;
        if (!line_.reason(sized(given), excluded.is_none() ? nullptr : &out, numbers<std::int32_t>(order), because)) return nb::none();
        nb::list result;
        for (int cell : because) result.append(cell);
        return result;
    }

    /// At most `limit` placements, one string of colours each.
    nb::list placements(const nb::bytes& given, std::size_t limit) const {
        nb::list result;
        const auto list = line_.placements(sized(given));
        std::vector<std::uint8_t> colours(cells_);
        while (nb::len(result) < limit) {
            const int* paints = list->next();
            if (!paints) break;
            for (int i = 0; i < cells_; ++i) colours[i] = static_cast<std::uint8_t>(line_.colour_of(paints[i]));
            result.append(nb::bytes(colours.data(), colours.size()));
        }
        return result;
    }

private:
    static int checked(int cells) {
        if (cells < 1 || cells > longest_line) throw std::invalid_argument("a line has 1 to 10239 cells");
        return cells;
    }
    static Clue only(std::vector<Clue> clues) {
        if (clues.size() != 1) throw std::invalid_argument("one clue is expected");
        return clues[0];
    }
    Line::Candidates sized(const nb::bytes& given) const {
        auto candidates = numbers<std::uint64_t>(given);
        if (candidates.size() != static_cast<std::size_t>(cells_) * line_.words_per_cell())
            throw std::invalid_argument("candidates are expected for every cell");
        return candidates;
    }

    Clue clue_;
    int cells_;
    Line line_;
    int colours_;
};

}  // namespace

NB_MODULE(_nonocsp_kernel, m) {
    // Puzzles and options are cached by the Python side until the interpreter ends, which is no leak.
    nb::set_leak_warnings(false);
    nb::enum_<Strategy>(m, "Strategy").value("learning", Strategy::learning).value("textbook", Strategy::textbook);
    nb::enum_<Propagation>(m, "Propagation")
        .value("none", Propagation::none)
        .value("forward_checking", Propagation::forward_checking)
        .value("ac3", Propagation::ac3);
    nb::enum_<Ordering>(m, "Ordering")
        .value("in_order", Ordering::in_order)
        .value("mrv", Ordering::mrv)
        .value("mrv_degree", Ordering::mrv_degree);
    nb::enum_<Explaining>(m, "Explaining").value("sweep", Explaining::sweep).value("latest_first", Explaining::latest_first);
    nb::enum_<Compilation>(m, "Compilation")
        .value("portfolio", Compilation::portfolio)
        .value("search", Compilation::search)
        .value("frontier", Compilation::frontier);

    nb::class_<Options>(m, "Options")
        .def(nb::init<>())
        .def_rw("strategy", &Options::strategy)
        .def_rw("propagation", &Options::propagation)
        .def_rw("ordering", &Options::ordering)
        .def_rw("probing", &Options::probing)
        .def_rw("probe_effort", &Options::probe_effort)
        .def_rw("lucky", &Options::lucky)
        .def_rw("guidance", &Options::guidance)
        .def_rw("guide_rounds", &Options::guide_rounds)
        .def_rw("guide_damping", &Options::guide_damping)
        .def_rw("guide_tolerance", &Options::guide_tolerance)
        .def_rw("guide_effort", &Options::guide_effort)
        .def_rw("guide_weight", &Options::guide_weight)
        .def_rw("dives", &Options::dives)
        .def_rw("dive_gap", &Options::dive_gap)
        .def_rw("dive_gap_growth", &Options::dive_gap_growth)
        .def_rw("dive_rounds", &Options::dive_rounds)
        .def_rw("dive_step", &Options::dive_step)
        .def_rw("dive_conflicts", &Options::dive_conflicts)
        .def_rw("learning", &Options::learning)
        .def_rw("positions", &Options::positions)
        .def_rw("positions_after", &Options::positions_after)
        .def_rw("positions_wait", &Options::positions_wait)
        .def_rw("positions_limit", &Options::positions_limit)
        .def_rw("minimise", &Options::minimise)
        .def_rw("explaining", &Options::explaining)
        .def_rw("compilation", &Options::compilation)
        .def_rw("activity", &Options::activity)
        .def_rw("activity_decay", &Options::activity_decay)
        .def_rw("phase_saving", &Options::phase_saving)
        .def_rw("target_phases", &Options::target_phases)
        .def_rw("restarts", &Options::restarts)
        .def_rw("alternate", &Options::alternate)
        .def_rw("alternate_unit", &Options::alternate_unit)
        .def_rw("restart_unit", &Options::restart_unit)
        .def_rw("reduce", &Options::reduce)
        .def_rw("reduce_first", &Options::reduce_first)
        .def_rw("seed", &Options::seed);

    nb::class_<PuzzleHandle>(m, "Puzzle")
        .def(
            "__init__",
            [](PuzzleHandle* self, int rows, int columns, int colours, const nb::bytes& blocks, const nb::bytes& lengths,
               const nb::bytes& block_colours) {
                new (self) PuzzleHandle{make_puzzle(rows, columns, colours, blocks, lengths, block_colours)};
            },
            nb::arg("rows"), nb::arg("columns"), nb::arg("colours"), nb::arg("blocks"), nb::arg("lengths"),
            nb::arg("block_colours"));

    nb::class_<SearchHandle>(m, "Search")
        .def(nb::init<const PuzzleHandle&, const nb::object&, const Options&, bool, double, std::uint64_t, std::uint64_t>(),
             nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("options"), nb::arg("two_suffice"), nb::arg("seconds"),
             nb::arg("nodes"), nb::arg("memory"))
        .def("next", &SearchHandle::next)
        .def("stats", &SearchHandle::stats);

    nb::class_<LineHandle>(m, "Line")
        .def(nb::init<int, int, const nb::bytes&, const nb::bytes&, const nb::bytes&>(), nb::arg("cells"),
             nb::arg("colours"), nb::arg("blocks"), nb::arg("lengths"), nb::arg("block_colours"))
        .def("tighten", &LineHandle::tighten)
        .def("feasible", &LineHandle::feasible)
        .def("count", &LineHandle::count)
        .def("explain", &LineHandle::explain)
        .def("reason", &LineHandle::reason, nb::arg("candidates"), nb::arg("excluded").none(), nb::arg("order"))
        .def("placements", &LineHandle::placements)
        .def("seconds_to_tighten", &LineHandle::seconds_to_tighten);

    m.def("propagated", &propagated, nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("seconds"), nb::arg("memory"));
    bind_space(m);
    bind_assumptions(m);
    m.attr("interface") = 3;  // raised whenever what Python calls here changes
    m.attr("longest_line") = longest_line;
    main_thread = nb::cast<unsigned long>(nb::module_::import_("threading").attr("main_thread")().attr("ident"));
}
