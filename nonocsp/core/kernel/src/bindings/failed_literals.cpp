// Bindings of failed literals.
#include "people/chains/failed_literals.hpp"
#include "bindings/convert.hpp"

namespace nonocsp {

namespace {

/// FailedLiterals about a puzzle; called again and again, each time with the candidates known by then.
class FailedLiteralsHandle {
public:
    explicit FailedLiteralsHandle(const PuzzleHandle& handle)
        : puzzle_(handle.puzzle), failed_literals_(handle.puzzle) {}

    /// Lists of (cell, colour, links, premises), or the name of a limit; with the work, as a pair.
    nb::object refuted(const nb::bytes& known, int most_rounds, double seconds, std::uint64_t memory) {
        return ask(
            known, seconds, memory,
            [&](Budget& budget, Stats& stats) { return failed_literals_.refuted(most_rounds, budget, stats); },
            [](const auto& one) {
                return nb::make_tuple(one.cell, one.colour, one.length.links, one.length.premises);
            });
    }

    nb::object shared(const nb::bytes& known, double seconds, std::uint64_t memory) {
        return ask(
            known, seconds, memory,
            [&](Budget& budget, Stats& stats) { return failed_literals_.shared(budget, stats); },
            [](const auto& one) { return nb::make_tuple(one.about, one.cell, one.length.links, one.length.premises); });
    }

private:
    template <class Question, class Row>
    nb::object ask(const nb::bytes& known, double seconds, std::uint64_t memory, Question&& question, Row&& row) {
        Givens givens;
        givens.candidates = numbers<std::uint64_t>(known);
        validate(*puzzle_, &givens);
        Budget budget(make_limits(seconds, ~std::uint64_t{0}, memory));
        Stats stats;
        std::remove_cvref_t<decltype(question(budget, stats))> found;
        const Watched watched([&stats] { return list_of(stats); });
        turn_.run([&] {
            failed_literals_.know(givens, budget);
            if (!budget.ended()) found = question(budget, stats);
        });
        nb::list rows;
        for (const auto& one : found) rows.append(row(one));
        const nb::object answer = budget.ended() ? name_of(budget.why()) : nb::object(rows);
        return nb::make_tuple(answer, stats.probes, stats.tightenings);
    }

    std::shared_ptr<const Puzzle> puzzle_;
    FailedLiterals failed_literals_;
    Exclusive turn_{"search for failed literals"};
};

}  // namespace

void bind_failed_literals(nb::module_& m) {
    nb::class_<FailedLiteralsHandle>(m, "FailedLiterals")
        .def(nb::init<const PuzzleHandle&>(), nb::arg("puzzle"))
        .def("refuted", &FailedLiteralsHandle::refuted, nb::arg("known"), nb::arg("most_rounds"), nb::arg("seconds"),
             nb::arg("memory"))
        .def("shared", &FailedLiteralsHandle::shared, nb::arg("known"), nb::arg("seconds"), nb::arg("memory"));
}

}  // namespace nonocsp
