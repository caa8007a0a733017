// The checker of proofs, the writer of those that count, and that of LRAT.
#include "bindings/convert.hpp"
#include "proofs/count_writer.hpp"
#include "proofs/lrat_writer.hpp"
#include "proofs/verifier.hpp"

namespace nonocsp {

namespace {

class ProofVerifierHandle {
public:
    ProofVerifierHandle(const PuzzleHandle& puzzle, const std::string& fingerprint)
        : verifier_(*puzzle.puzzle, fingerprint) {}

    /// False if the proof is refused.
    bool feed(const nb::bytes& text) {
        bool is_right = false;
        turn_.run([&] { is_right = verifier_.feed({text.c_str(), text.size()}); });
        return is_right;
    }
    bool finish() {
        bool is_right = false;
        turn_.run([&] { is_right = verifier_.finish(); });
        return is_right;
    }

    /// The claim, why the proof is refused, the steps so far, the cells known beforehand, the bytes in memory.
    nb::tuple state() const {
        turn_.check();
        return nb::make_tuple(verifier_.claim(), verifier_.error(), verifier_.steps(), verifier_.givens(),
                              verifier_.bytes());
    }

private:
    ProofVerifier verifier_;
    Exclusive turn_{"checker"};
};

/// Continues a proof that begins with a given text: the header, and the cells known beforehand.
class CountWriterHandle {
public:
    CountWriterHandle(const PuzzleHandle& puzzle, const std::string& fingerprint, const nb::bytes& text)
        : verifier_(*puzzle.puzzle, fingerprint), writer_(verifier_) {
        if (!verifier_.feed({text.c_str(), text.size()})) throw std::invalid_argument(verifier_.error());
        if (!verifier_.is_begun()) throw std::invalid_argument("a header and nothing but givens are expected");
    }

    /// Go on for about this many steps; true at the end.
    bool run(std::uint64_t steps) {
        bool is_over = false;
        turn_.run([&] { is_over = writer_.run(steps); });
        return is_over;
    }
    /// What was written since the last call.
    nb::bytes text() {
        turn_.check();
        const std::string text = writer_.text();
        return nb::bytes(text.data(), text.size());
    }
    /// The number of branches (0 at the end: there was nothing to count), and the bytes in memory.
    nb::tuple state() const {
        turn_.check();
        return nb::make_tuple(writer_.branches(), writer_.bytes());
    }
    /// The number of solutions, at the end.
    nb::bytes count() const {
        turn_.check();
        return as_bytes(verifier_.counter() ? verifier_.counter()->count() : BigUnsigned());
    }

private:
    ProofVerifier verifier_;
    CountWriter writer_;
    Exclusive turn_{"writer"};
};

class LratWriterHandle {
public:
    /// The clauses are numbers of 32 bits, each clause with a 0 at its end.
    LratWriterHandle(int variables, const nb::bytes& clauses, const std::vector<std::uint32_t>& ends)
        : writer_(variables, numbers<std::int32_t>(clauses), ends) {}

    void name(LratWriter::Step step, std::uint32_t clause) {
        turn_.run([&] { writer_.name(step, clause); });
    }
    /// Whether a clause follows. Then `text` has it, and what it needs.
    bool add(LratWriter::Step step, const std::vector<std::int32_t>& clause,
             const std::vector<LratWriter::Step>& hints) {
        bool is_right = false;
        turn_.run([&] { is_right = writer_.add(step, clause, hints); });
        return is_right;
    }
    void remove(LratWriter::Step step) {
        turn_.run([&] { writer_.remove(step); });
    }
    /// What was written since the last call, and whether the empty clause was.
    nb::tuple text() {
        turn_.check();
        const std::string text = writer_.text();
        return nb::make_tuple(nb::bytes(text.data(), text.size()), writer_.is_over());
    }

private:
    LratWriter writer_;
    Exclusive turn_{"writer"};
};

}  // namespace

void bind_proofs(nb::module_& m) {
    nb::class_<ProofVerifierHandle>(m, "ProofVerifier")
        .def(nb::init<const PuzzleHandle&, const std::string&>(), nb::arg("puzzle"), nb::arg("fingerprint"))
        .def("feed", &ProofVerifierHandle::feed, nb::arg("text"))
        .def("finish", &ProofVerifierHandle::finish)
        .def("state", &ProofVerifierHandle::state);
    nb::class_<CountWriterHandle>(m, "CountWriter")
        .def(nb::init<const PuzzleHandle&, const std::string&, const nb::bytes&>(), nb::arg("puzzle"),
             nb::arg("fingerprint"), nb::arg("text"))
        .def("run", &CountWriterHandle::run, nb::arg("steps"))
        .def("text", &CountWriterHandle::text)
        .def("state", &CountWriterHandle::state)
        .def("count", &CountWriterHandle::count);
    nb::class_<LratWriterHandle>(m, "LratWriter")
        .def(nb::init<int, const nb::bytes&, const std::vector<std::uint32_t>&>(), nb::arg("variables"),
             nb::arg("clauses"), nb::arg("ends"))
        .def("name", &LratWriterHandle::name, nb::arg("step"), nb::arg("clause"))
        .def("add", &LratWriterHandle::add, nb::arg("step"), nb::arg("clause"), nb::arg("hints"))
        .def("remove", &LratWriterHandle::remove, nb::arg("step"))
        .def("text", &LratWriterHandle::text);
}

}  // namespace nonocsp
