// One line by itself.
#include <algorithm>

#include "bindings/convert.hpp"
#include "people/hints/known_line.hpp"
#include "search/base/budget.hpp"
#include "search/line/line.hpp"
#include "search/line/tighten.hpp"

namespace nonocsp {

namespace {

/// The domain of one line, for tests, hints and teaching.
class LineHandle {
public:
    LineHandle(int cells, int colours, const nb::bytes& blocks, const nb::bytes& lengths,
               const nb::bytes& block_colours, const nb::bytes& joints)
        : clue_(only(make_clues(blocks, lengths, block_colours, joints))),
          cells_(cells),
          line_(clue_, checked(cells), colours),
          colours_(colours) {}

    /// Mean seconds of one tightening over a loop, without the call from Python.  For benchmarks.
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
        const double begun = now();
        without_lock([&] {
            for (int repeat = 0; repeat < repeats; ++repeat) {
                work = planes;
                with_words(clue.words, [&]<int W>() { return nonocsp::tighten<W>(clue, work.data(), scratch); });
            }
        });
        return (now() - begun) / std::max(repeats, 1);
    }

    nb::object tighten(const nb::bytes& given) const {
        Line::Candidates candidates = sized(given);
        if (!line_.tighten(candidates)) return nb::none();
        return nb::bytes(candidates.data(), candidates.size() * sizeof(std::uint64_t));
    }

    bool feasible(const nb::bytes& given) const { return line_.feasible(sized(given)); }

    /// The number of placements as a little-endian integer of 64-bit limbs.
    nb::bytes count(const nb::bytes& given) const { return as_bytes(line_.count(sized(given))); }

    /// Pairs (cell, colour) that together force `colour` out of `cell`; None if it is not forced.
    nb::object explain(const nb::bytes& given, int cell, int colour) const {
        std::vector<Line::Lack> explanation;
        if (cell < -1 || cell >= cells_) throw std::invalid_argument("no such cell");
        if (!line_.explain(sized(given), cell, colour, explanation)) return nb::none();
        nb::list result;
        for (const auto& lack : explanation) result.append(nb::make_tuple(lack.cell, lack.colour));
        return result;
    }

    /// The cells that force what is excluded (None: that leave no placement); None if it is not forced.
    nb::object reason(const nb::bytes& given, const nb::object& excluded, const nb::bytes& order) const {
        Line::Candidates out;
        if (!excluded.is_none()) out = sized(nb::cast<nb::bytes>(excluded));
        std::vector<int> because;
        if (!line_.reason(sized(given), excluded.is_none() ? nullptr : &out, numbers<std::int32_t>(order), because))
            return nb::none();
        nb::list result;
        for (int cell : because) result.append(cell);
        return result;
    }

    /// The least and the greatest sum of weights, of the line and then of each cell and colour, as 32-bit integers;
    /// where there is no placement the least is the greater.
    nb::bytes min_marginals(const nb::bytes& given, const nb::bytes& weights) const {
        const auto extremes = line_.min_marginals(sized(given), numbers<std::int32_t>(weights));
        return nb::bytes(extremes.data(), extremes.size() * sizeof(Line::Extremes));
    }

    /// Least sums and greatest min-marginals of sixteen weights, see `Line`.
    nb::bytes least_sums(const nb::bytes& given, const nb::bytes& weights) const {
        const auto found = line_.least_sums(sized(given), numbers<std::int16_t>(weights));
        return nb::bytes(found.data(), found.size() * sizeof(std::int16_t));
    }

    /// The placements, at most `limit`, one string of colours each.
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

    /// The runs that each block has in some placement, as 32-bit pairs of start and end.
    nb::list runs(const nb::bytes& given) const {
        if (clue_.absent || clue_.has_stars()) throw std::invalid_argument("a clue without stars is expected");
        const BlockRuns blocks(clue_.blocks, sets_of(sized(given), colours_));
        nb::list result;
        for (int j = 0; j < static_cast<int>(clue_.blocks.size()); ++j)
            result.append(nb::bytes(blocks.of(j).data(), blocks.of(j).size() * sizeof(Run)));
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

void bind_line(nb::module_& m) {
    nb::class_<LineHandle>(m, "Line")
        .def(nb::init<int, int, const nb::bytes&, const nb::bytes&, const nb::bytes&, const nb::bytes&>(),
             nb::arg("cells"), nb::arg("colours"), nb::arg("blocks"), nb::arg("lengths"), nb::arg("block_colours"),
             nb::arg("joints"))
        .def("tighten", &LineHandle::tighten)
        .def("feasible", &LineHandle::feasible)
        .def("count", &LineHandle::count)
        .def("explain", &LineHandle::explain)
        .def("reason", &LineHandle::reason, nb::arg("candidates"), nb::arg("excluded").none(), nb::arg("order"))
        .def("min_marginals", &LineHandle::min_marginals)
        .def("least_sums", &LineHandle::least_sums)
        .def("placements", &LineHandle::placements)
        .def("runs", &LineHandle::runs)
        .def("seconds_to_tighten", &LineHandle::seconds_to_tighten);
}

}  // namespace nonocsp
