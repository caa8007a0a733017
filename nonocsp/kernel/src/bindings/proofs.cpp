// The checker of proofs.
#include "bindings/convert.hpp"
#include "proofs/verifier.hpp"

namespace nonocsp {

namespace {

class ProofVerifierHandle {
public:
    ProofVerifierHandle(const PuzzleHandle& puzzle, const std::string& fingerprint)
        : verifier_(*puzzle.puzzle, fingerprint) {}

    /// False if the proof is refused.
    bool feed(const nb::bytes& text) {
        const std::string_view piece(text.c_str(), text.size());
        nb::gil_scoped_release unlocked;
        return verifier_.feed(piece);
    }
    bool finish() { return verifier_.finish(); }

    /// The claim, why the proof is refused, the steps so far, the cells known beforehand.
    nb::tuple state() const {
        return nb::make_tuple(verifier_.claim(), verifier_.error(), verifier_.steps(), verifier_.givens());
    }

private:
    ProofVerifier verifier_;
};

}  // namespace

void bind_proofs(nb::module_& m) {
    nb::class_<ProofVerifierHandle>(m, "ProofVerifier")
        .def(nb::init<const PuzzleHandle&, const std::string&>(), nb::arg("puzzle"), nb::arg("fingerprint"))
        .def("feed", &ProofVerifierHandle::feed, nb::arg("text"))
        .def("finish", &ProofVerifierHandle::finish)
        .def("state", &ProofVerifierHandle::state);
}

}  // namespace nonocsp
