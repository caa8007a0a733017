// The module of the host, Python or JavaScript: small plain data in, pictures as bytes out.
//
// The whole search runs in here with the interpreter's lock released. About every 20 milliseconds the
// search asks whether a signal has arrived, so that Ctrl-C is answered at once, and gives its counters to the host,
// which may show them or end the work: in the searching thread, so that they need no lock and cost nothing in between.
#include <memory>
#include <stdexcept>
#include <string>

#include "bindings/convert.hpp"
#include "bindings/heuristic.hpp"
#include "search/grid/propagation.hpp"
#include "search/proof_log.hpp"
#include "search/search.hpp"

using namespace nonocsp;

namespace nonocsp {

// Never freed: they live as long as the host.
nb::object* watcher = nullptr;  // takes counted work; the work ends if it returns anything
nb::object* asker = nullptr;    // returns anything if the watcher may end the work of this thread

bool may_be_stopped() { return is_main_thread() || (asker && !asker->is_none() && !(*asker)().is_none()); }

void hold(nb::object*& held, const nb::object& given) {
    if (held) *held = given;
    else held = new nb::object(given);
}
void watch(const nb::object& function, const nb::object& may_stop) {
    hold(watcher, function);
    hold(asker, may_stop);
}

/// Let the host handle signals and look at the work counted so far.  Returns whether the work ends; throws what the
/// host raised.
bool host_ends_work() {
    static thread_local bool is_reporting = false;  // what a report calls is not reported
    return with_host([] {
        if (is_main_thread()) handle_signals();
        if (!watcher) return false;
        const nb::object look = *watcher;  // it may be replaced meanwhile
        if (is_reporting || !Watched::current()) return !look(nb::list()).is_none();
        const FlagSet reporting(is_reporting);
        return !look((*Watched::current())()).is_none();
    });
}

bool signal_arrived() {
    if (!is_main_thread() && !Watched::asks()) return false;
    try {
        return host_ends_work();
    } catch (HostError& error) {
        raised().emplace(std::move(error));
        return true;
    }
}

std::vector<Clue> make_clues(const nb::bytes& blocks, const nb::bytes& lengths, const nb::bytes& colours,
                             const nb::bytes& joints) {
    const auto count = numbers<std::int32_t>(blocks);
    const auto length = numbers<std::int32_t>(lengths);
    const auto colour = numbers<std::uint8_t>(colours);
    const auto joint = numbers<std::uint8_t>(joints);
    if (length.size() != colour.size()) throw std::invalid_argument("as many lengths as colours are expected");
    if (!joint.empty() && joint.size() != length.size())
        throw std::invalid_argument("as many joints as blocks are expected");
    for (const std::uint8_t one : joint)
        if (one > static_cast<std::uint8_t>(Joint::loose)) throw std::invalid_argument("a joint is 0, 1 or 2");
    std::vector<Clue> result(count.size());
    std::size_t at = 0;
    for (std::size_t line = 0; line < count.size(); ++line) {
        result[line].absent = count[line] < 0;
        for (std::int32_t block = 0; block < count[line]; ++block, ++at) {
            if (at == length.size()) throw std::invalid_argument("fewer blocks than the lines have");
            result[line].blocks.push_back(
                {length[at], colour[at], joint.empty() ? Joint::by_colour : static_cast<Joint>(joint[at])});
        }
    }
    if (at != length.size()) throw std::invalid_argument("more blocks than the lines have");
    return result;
}

PuzzleHandle::PuzzleHandle(int rows, int columns, int colours, const nb::bytes& blocks, const nb::bytes& lengths,
                           const nb::bytes& block_colours, const nb::bytes& joints, const nb::bytes& cells) {
    const Board board =
        cells.size() ? Board::of_lines(rows, columns, numbers<std::int32_t>(cells)) : Board{rows, columns};
    const auto made =
        std::make_shared<Puzzle>(Puzzle{board, colours, make_clues(blocks, lengths, block_colours, joints)});
    validate(*made, nullptr);
    puzzle = made;
}

}  // namespace nonocsp

namespace {

/// Gives the text of a proof to a function of the host; what it raises ends the search and reaches the caller.
class HostSink final : public ProofSink {
public:
    explicit HostSink(nb::object write) : write_(std::move(write)) {}
    void write(std::string_view text) override {
        with_host([&] { write_(nb::bytes(text.data(), text.size())); });
    }

private:
    nb::object write_;
};

/// A search that owns its puzzle, givens, heuristic and the sink of its proof.
class SearchHandle {
public:
    SearchHandle(const PuzzleHandle& puzzle, const nb::object& givens, const OptionsHandle& options, double seconds,
                 std::uint64_t nodes, std::uint64_t memory, int threads, const nb::object& heuristic,
                 const nb::object& proof)
        : puzzle_(puzzle.puzzle), givens_(make_givens(givens)) {
        if (!proof.is_none()) proof_ = std::make_unique<HostSink>(proof);
        if (!heuristic.is_none()) heuristic_ = std::make_unique<PythonHeuristic>(nb::cast<nb::tuple>(heuristic));
        const Limits limits = make_limits(seconds, nodes, memory, threads);
        const Watched watched;
        without_lock([&] {
            search_ = std::make_unique<Search>(*puzzle_, givens_.get(), options.options, limits, heuristic_.get(),
                                               proof_.get());
            cells_.resize(puzzle_->cells());
        });
    }

    /// The next picture as bytes, or the name of why there is none, and of why there are no more.
    nb::object next() {
        const Watched watched([this] { return list_of(search_->stats()); });
        turn_.run([this] {
            if (outcome_ == Outcome::solution) outcome_ = search_->next(cells_.data());
        });
        if (outcome_ == Outcome::solution) return nb::bytes(cells_.data(), cells_.size());
        return name_of(outcome_);
    }

    nb::dict stats() const {
        turn_.check();
        return as_dict(search_->stats());
    }

private:
    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Givens> givens_;
    std::unique_ptr<PythonHeuristic> heuristic_;
    std::unique_ptr<HostSink> proof_;
    std::unique_ptr<Search> search_;
    std::vector<std::uint8_t> cells_;
    Exclusive turn_{"search"};
    Outcome outcome_ = Outcome::solution;  ///< of the last call
};

/// The candidates left after propagation, as words; None if some line has no placement; a limit's name.
nb::object propagated(const PuzzleHandle& handle, const nb::object& given, double seconds, std::uint64_t memory) {
    const Puzzle& puzzle = *handle.puzzle;
    const auto givens = make_givens(given);
    validate(puzzle, givens.get());
    const Limits limits = make_limits(seconds, ~std::uint64_t{0}, memory);
    std::vector<std::uint64_t> masks;
    bool possible = false, ended = false;
    Outcome why = Outcome::exhausted;
    const Watched watched;
    without_lock([&] {
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
        if (possible) masks = masks_of(grid);
    });
    if (ended) return name_of(why);
    if (!possible) return nb::none();
    return nb::bytes(masks.data(), masks.size() * sizeof(std::uint64_t));
}

}  // namespace

NB_MODULE(_nonocsp_kernel, m) {
    // Puzzles and options are cached by the Python side until the interpreter ends, which is not a leak.
    nb::set_leak_warnings(false);
    bind_options(m);
    nb::class_<PuzzleHandle>(m, "Puzzle")
        .def(nb::init<int, int, int, const nb::bytes&, const nb::bytes&, const nb::bytes&, const nb::bytes&,
                      const nb::bytes&>(),
             nb::arg("rows"), nb::arg("columns"), nb::arg("colours"), nb::arg("blocks"), nb::arg("lengths"),
             nb::arg("block_colours"), nb::arg("joints") = nb::bytes("", 0), nb::arg("cells") = nb::bytes("", 0));

    nb::class_<SearchHandle>(m, "Search")
        .def(nb::init<const PuzzleHandle&, const nb::object&, const OptionsHandle&, double, std::uint64_t,
                      std::uint64_t, int, const nb::object&, const nb::object&>(),
             nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("options"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("memory"), nb::arg("threads"), nb::arg("heuristic") = nb::none(), nb::arg("proof") = nb::none())
        .def("next", &SearchHandle::next)
        .def("stats", &SearchHandle::stats);

    m.def("watch", &watch, nb::arg("function"), nb::arg("may_stop") = nb::none());
    m.def("propagated", &propagated, nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("seconds"),
          nb::arg("memory"));
    bind_line(m);
    bind_space(m);
    bind_estimate(m);
    bind_failed_literals(m);
    bind_hint(m);
    bind_heuristic(m);
    bind_proofs(m);
    bind_readings(m);
    bind_photo_numbers(m);
    bind_photo_sheet(m);
    m.attr("interface") = 26;  // raised whenever what Python calls here changes
    m.attr("longest_line") = longest_line;
    set_up_host();
}
