// Bindings of failed literals.
#include "chains/failed_literals.hpp"
#include "bindings/convert.hpp"

namespace nonocsp {

namespace {

/// FailedLiterals about a puzzle; called again and again, each time with the candidates known by then.
class FailedLiteralsHandle {
public:
    explicit FailedLiteralsHandle(const PuzzleHandle& handle) : puzzle_(handle.puzzle), failed_literals_(handle.puzzle) {}

    /// Lists of (cell, colour, links, premises), or the name of a limit; with the work, as a pair.
    nb::object refuted(const nb::bytes& known, int most_rounds, double seconds, std::uint64_t memory) {
        nb::list result;
        return ask(known, seconds, memory, [&](Budget& budget, Stats& stats) {
            const auto found = failed_literals_.refuted(most_rounds, budget, stats);
            nb::gil_scoped_acquire lock;
            for (const auto& one : found) result.append(nb::make_tuple(one.cell, one.colour, one.length.links, one.length.premises));
        }, result);
    }

    nb::object shared(const nb::bytes& known, double seconds, std::uint64_t memory) {
        nb::list result;
        return ask(known, seconds, memory, [&](Budget& budget, Stats& stats) {
            const auto found = failed_literals_.shared(budget, stats);
            nb::gil_scoped_acquire lock;
            for (const auto& one : found) result.append(nb::make_tuple(one.about, one.cell, one.length.links, one.length.premises));
        }, result);
    }

private:
    /// Raises a flag as long as it lives.
    struct Busy {
        explicit Busy(bool& flag) : flag(flag) { flag = true; }
        ~Busy() { flag = false; }
        bool& flag;
    };

    template <class Question>
    nb::object ask(const nb::bytes& known, double seconds, std::uint64_t memory, Question&& question, const nb::list& result) {
        if (busy_) throw std::runtime_error("these failed literals are being searched in another thread");
        Givens givens;
        givens.candidates = numbers<std::uint64_t>(known);
        validate(*puzzle_, &givens);
        Budget budget(make_limits(seconds, ~std::uint64_t{0}, memory));
        Stats stats;
        {
            const Busy busy(busy_);
            const Watched watched([&stats] { return list_of(stats); });
            nb::gil_scoped_release unlocked;
            failed_literals_.know(givens, budget);
            if (!budget.ended()) question(budget, stats);
        }
        raise_pending();
        const nb::object answer = budget.ended() ? name_of(budget.why()) : nb::object(result);
        return nb::make_tuple(answer, stats.probes, stats.tightenings);
    }

    std::shared_ptr<const Puzzle> puzzle_;
    FailedLiterals failed_literals_;
    bool busy_ = false;
};

}  // namespace

void bind_failed_literals(nb::module_& m) {
    nb::class_<FailedLiteralsHandle>(m, "FailedLiterals")
        .def(nb::init<const PuzzleHandle&>(), nb::arg("puzzle"))
        .def("refuted", &FailedLiteralsHandle::refuted, nb::arg("known"), nb::arg("most_rounds"), nb::arg("seconds"), nb::arg("memory"))
        .def("shared", &FailedLiteralsHandle::shared, nb::arg("known"), nb::arg("seconds"), nb::arg("memory"));
}

}  // namespace nonocsp
