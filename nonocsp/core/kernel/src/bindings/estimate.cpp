// Bindings of restricted frontiers.
#include <algorithm>

#include "bindings/convert.hpp"
#include "counting/estimation/estimator.hpp"

namespace nonocsp {

namespace {

/// An estimator that owns all it refers to.
class EstimatorHandle {
public:
    EstimatorHandle(const PuzzleHandle& handle, const nb::object& given, const OptionsHandle& options, double seconds,
                    std::uint64_t nodes, std::uint64_t memory)
        : puzzle_(handle.puzzle), givens_(make_givens(given)) {
        validate(*puzzle_, givens_.get());
        const Limits limits = make_limits(seconds, nodes, memory);
        without_lock(
            [&] { estimator_ = std::make_unique<Estimator>(*puzzle_, givens_.get(), options.options, limits); });
    }

    /// Mantissa and exponent of what a run counted; or a limit's name.
    nb::object run(bool by_columns, std::uint64_t width, double tempering, bool is_random, std::uint64_t seed,
                   bool remembers) {
        const Watched watched([this] { return list_of(estimator_->stats()); });
        Outcome outcome;
        turn_.run([&] {
            can_draw_ = false;
            outcome =
                estimator_->run(by_columns, {static_cast<std::size_t>(width), is_random, seed, remembers}, tempering);
        });
        can_draw_ = outcome == Outcome::exhausted && remembers && estimator_->total().mantissa > 0;
        if (outcome != Outcome::exhausted) return name_of(outcome);
        return nb::make_tuple(estimator_->total().mantissa, static_cast<int>(estimator_->total().exponent));
    }
    bool is_complete() const { return now().is_complete(); }
    nb::bytes at_least() const { return as_bytes(now().at_least()); }
    nb::dict stats() const { return as_dict(now().stats()); }

    /// Pictures of the last run, concatenated.
    nb::bytes draw(std::uint64_t number, std::uint64_t seed) {
        if (!can_draw_) throw std::invalid_argument("only a run that remembers and has counted pictures can draw");
        std::vector<std::uint8_t> pictures;
        turn_.run([&] { estimator_->draw(static_cast<std::size_t>(number), seed, pictures); });
        return nb::bytes(pictures.data(), pictures.size());
    }

private:
    const Estimator& now() const {
        turn_.check();
        return *estimator_;
    }

    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Givens> givens_;
    std::unique_ptr<Estimator> estimator_;
    Exclusive turn_{"estimator"};
    bool can_draw_ = false;
};

}  // namespace

void bind_estimate(nb::module_& m) {
    nb::class_<EstimatorHandle>(m, "Estimator")
        .def(nb::init<const PuzzleHandle&, const nb::object&, const OptionsHandle&, double, std::uint64_t,
                      std::uint64_t>(),
             nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("options"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("memory"))
        .def("run", &EstimatorHandle::run, nb::arg("by_columns"), nb::arg("width"), nb::arg("tempering"),
             nb::arg("is_random"), nb::arg("seed"), nb::arg("remembers"))
        .def("draw", &EstimatorHandle::draw, nb::arg("number"), nb::arg("seed"))
        .def_prop_ro("is_complete", &EstimatorHandle::is_complete)
        .def_prop_ro("at_least", &EstimatorHandle::at_least)
        .def("stats", &EstimatorHandle::stats);
}

}  // namespace nonocsp
