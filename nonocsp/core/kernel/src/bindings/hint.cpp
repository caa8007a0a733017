// Bindings of hints.
#include <algorithm>
#include <functional>
#include <utility>

#include "bindings/convert.hpp"
#include "people/hints/hint.hpp"

namespace nonocsp {

namespace {

template <class T, class Made>
nb::list listed(const T& values, Made&& made) {
    nb::list result;
    for (const auto& value : values) result.append(made(value));
    return result;
}

nb::list listed(const std::vector<int>& values) {
    return listed(values, [](int value) { return value; });
}

nb::object text(std::string_view words) { return nb::str(std::string(words).c_str()); }

/// Pairs of a cell and a list of excluded colours.
template <class T>
nb::list listed_exclusions(const T& exclusions) {
    return listed(exclusions, [](const auto& exclusion) {
        nb::list colours;
        for (int c = 0; c < static_cast<int>(exclusion.second.size()); ++c)
            if (exclusion.second[c]) colours.append(c);
        return nb::make_tuple(exclusion.first, colours);
    });
}

/// Words are (key, block, cells, others, count, most), see `Phrase`.
nb::list listed_words(const std::vector<Phrase>& words) {
    return listed(words, [](const Phrase& phrase) {
        return nb::make_tuple(text(phrase.key), phrase.block, listed(phrase.cells), listed(phrase.others), phrase.count,
                              phrase.most);
    });
}

/// A hint: technique, lines, (cell, excluded colours) pairs, reasons, words, tenths of its cost; None where there is
/// none; a limit's name.
nb::object hint_about(const PuzzleHandle& handle, const nb::object& given, double seconds) {
    const auto givens = make_givens(given);
    validate(*handle.puzzle, givens.get());
    Budget budget(make_limits(seconds, ~std::uint64_t{0}, ~std::uint64_t{0}));
    std::optional<Hint> found;
    const Watched watched;
    without_lock([&] { found = hint(*handle.puzzle, givens.get(), budget); });
    if (budget.ended()) return name_of(budget.why());
    if (!found) return nb::none();
    return nb::make_tuple(text(found->technique), listed(found->lines), listed_exclusions(found->cells),
                          listed(found->because), listed_words(found->words), found->cost);
}

/// One line of a puzzle.
class KnownLineHandle {
public:
    KnownLineHandle(const PuzzleHandle& handle, int number) : puzzle_(handle.puzzle), number_(checked(number)) {}

    /// The candidates that no placement supports, as words like the given ones; None where there is no placement.
    nb::object know(const nb::bytes& candidates) {
        auto words = numbers<std::uint64_t>(candidates);
        if (words.size() != length() * Givens::words_per_cell(puzzle_->colours))
            throw std::invalid_argument("candidates are expected for every cell");
        bool has_placement = false;
        turn_.run([&] {
            line_.know(sets_of(words, puzzle_->colours));
            has_placement = line_.has_placement();
            words = line_.news();
        });
        if (!has_placement) return nb::none();
        return nb::bytes(words.data(), words.size() * sizeof(std::uint64_t));
    }

    /// A step by a technique, or where a pattern shows nothing by the first one after it that does: its name, (cell,
    /// excluded colours) pairs, reasons, words; None where there is none; a limit's name.
    nb::object step(const std::string& technique, const nb::bytes& preferred, double seconds) {
        const std::vector<int> first = numbers<std::int32_t>(preferred);
        for (int cell : first)
            if (cell < 0 || cell >= static_cast<int>(length())) throw std::invalid_argument("no such cell");
        const Work work = work_of(technique);
        Budget budget(make_limits(seconds, ~std::uint64_t{0}, ~std::uint64_t{0}));
        std::optional<LineStep> found;
        std::string_view name = technique;
        const Watched watched;
        turn_.run([&] { found = work(line_, first, budget, name); });
        if (budget.ended()) return name_of(budget.why());
        if (!found) return nb::none();
        return nb::make_tuple(text(name), listed_exclusions(found->exclusions), listed(found->because),
                              listed_words(found->words));
    }

private:
    int checked(int number) const {
        if (number < 0 || number >= puzzle_->lines()) throw std::invalid_argument("no such line");
        return number;
    }

    std::size_t length() const { return puzzle_->length(number_); }

    using Work = std::function<std::optional<LineStep>(KnownLine&, const std::vector<int>& preferred, Budget&,
                                                       std::string_view& name)>;

    static Work work_of(const std::string& technique) {
        if (technique == "contradiction")
            return [](KnownLine& line, const std::vector<int>& preferred, Budget&, std::string_view&) {
                return line.has_placement() ? std::nullopt : std::optional(line.refuted(preferred));
            };
        if (technique == "shared colours")
            return [](KnownLine& line, const std::vector<int>&, Budget&, std::string_view&) {
                LineStep step{line.foreign(), {}, {}};
                return step.exclusions.empty() ? std::nullopt : std::optional(step);
            };
        if (technique == "line reasoning")
            return [](KnownLine& line, const std::vector<int>&, Budget& budget, std::string_view&) {
                return line.by_all_placements(budget);
            };
        const auto from = std::find_if(patterns.begin(), patterns.end(),
                                       [&](const Pattern& pattern) { return pattern.name == technique; });
        if (from == patterns.end()) throw std::invalid_argument("no such technique");
        return [from](KnownLine& line, const std::vector<int>&, Budget&, std::string_view& name) {
            for (auto pattern = from; pattern != patterns.end(); ++pattern)
                if (auto step = line.by(*pattern)) return name = pattern->name, step;
            return std::optional<LineStep>();
        };
    }

    const std::shared_ptr<const Puzzle> puzzle_;
    const int number_;
    KnownLine line_{*puzzle_, number_};
    Exclusive turn_{"line"};
};

}  // namespace

void bind_hint(nb::module_& m) {
    m.def("hint", &hint_about, nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("seconds"));
    nb::class_<KnownLineHandle>(m, "KnownLine")
        .def(nb::init<const PuzzleHandle&, int>(), nb::arg("puzzle"), nb::arg("number"))
        .def("know", &KnownLineHandle::know, nb::arg("candidates"))
        .def("step", &KnownLineHandle::step, nb::arg("technique"), nb::arg("preferred"), nb::arg("seconds"));
}

}  // namespace nonocsp
