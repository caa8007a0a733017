// Bindings of hints.
#include "hints/hint.hpp"
#include "bindings/convert.hpp"

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

nb::list colours_of(const Colours& colours) {
    nb::list result;
    for (int c = 0; c < static_cast<int>(colours.size()); ++c)
        if (colours[c]) result.append(c);
    return result;
}

/// A hint: technique, lines, (cell, excluded colours) pairs, reasons, words, tenths of its cost; None where there is
/// none; a limit's name.  Words are (key, block, cells, others, count, most), see `Phrase`.
nb::object hint_about(const PuzzleHandle& handle, const nb::object& given, double seconds) {
    const auto givens = make_givens(given);
    validate(*handle.puzzle, givens.get());
    Budget budget(make_limits(seconds, ~std::uint64_t{0}, ~std::uint64_t{0}));
    std::optional<Hint> found;
    const Watched watched;
    without_lock([&] { found = hint(*handle.puzzle, givens.get(), budget); });
    if (budget.ended()) return name_of(budget.why());
    if (!found) return nb::none();
    const auto text = [](std::string_view words) { return nb::str(std::string(words).c_str()); };
    return nb::make_tuple(
        text(found->technique), listed(found->lines),
        listed(found->cells, [](const auto& cell) { return nb::make_tuple(cell.first, colours_of(cell.second)); }),
        listed(found->because),
        listed(found->words,
               [&](const Phrase& phrase) {
                   return nb::make_tuple(text(phrase.key), phrase.block, listed(phrase.cells), listed(phrase.others),
                                         phrase.count, phrase.most);
               }),
        found->cost);
}

}  // namespace

void bind_hint(nb::module_& m) {
    m.def("hint", &hint_about, nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("seconds"));
}

}  // namespace nonocsp
