// Bindings of the portfolio and of solution sets.
#include <algorithm>

#include "bindings/convert.hpp"
#include "counting/bounds/upper_bound.hpp"
#include "counting/diagram/enumerator.hpp"
#include "counting/diagram/solution_set.hpp"
#include "counting/portfolio.hpp"
#include "search/base/solution_checker.hpp"

namespace nonocsp {

namespace {

/// A complete solution set: compiled, or loaded.
class SpaceHandle {
public:
    explicit SpaceHandle(std::shared_ptr<const SolutionSet> set) : set(std::move(set)) {}

    /// All nodes; collected once.
    const std::vector<Node>& nodes() const {
        if (nodes_.empty()) nodes_ = set->diagram.nodes();
        return nodes_;
    }
    Node checked(Node node) const {
        if (!std::binary_search(nodes().begin(), nodes().end(), node)) throw std::out_of_range("no such node");
        return node;
    }
    BigUnsigned checked(const nb::bytes& index) const {
        const BigUnsigned number = as_big_unsigned(index);
        if (set->base.empty() || !(number < set->count)) throw std::out_of_range("no solution has this index");
        return number;
    }

    const std::shared_ptr<const SolutionSet> set;

private:
    mutable std::vector<Node> nodes_;
};

/// A portfolio that owns all it refers to.
class PortfolioHandle {
public:
    PortfolioHandle(const PuzzleHandle& handle, const nb::object& given, const OptionsHandle& options, double seconds,
                    std::uint64_t nodes, std::uint64_t memory, int threads, bool only_count)
        : puzzle_(handle.puzzle), givens_(make_givens(given)) {
        validate(*puzzle_, givens_.get());
        const Limits limits = make_limits(seconds, nodes, memory, threads);
        const Watched watched;
        without_lock([&] {
            portfolio_ = std::make_unique<Portfolio>(*puzzle_, givens_.get(), options.options, limits, only_count);
        });
    }

    bool run(std::uint64_t work) {
        const Watched watched([this] { return counted(); });
        turn_.run([&] { is_over_ = portfolio_->run(work); });
        return is_over_;
    }
    nb::object stopped_by() const {
        turn_.check();
        return name_of(portfolio_->outcome());
    }
    nb::bytes lower_bound() {
        BigUnsigned bound;
        turn_.run([&] { bound = portfolio_->lower_bound(); });
        return as_bytes(bound);
    }
    nb::object upper_bound() {
        std::optional<BigUnsigned> bound;
        turn_.run([&] { bound = portfolio_->upper_bound(); });
        if (!bound) return nb::none();
        return as_bytes(*bound);
    }

    /// The work of the members, in a few parts.
    nb::list stats() const {
        turn_.check();
        return counted();
    }

    /// After a run to the end that no limit stopped.
    std::unique_ptr<SpaceHandle> solutions() {
        turn_.check();
        if (!is_over_ || portfolio_->outcome() != Outcome::exhausted)
            throw std::runtime_error("the solutions are not known: a run to the end is expected first");
        turn_.run([this] {
            if (set_) return;
            const auto set = std::make_shared<SolutionSet>(puzzle_->colours + 1);
            portfolio_->finish(*set);
            if (!set->base.empty()) {
                // Every picture of a search is checked; here the first stands for all.
                SolutionEnumerator solutions(*set);
                solutions.seek(0);
                if (!is_solution(*puzzle_, givens_.get(), solutions.next()))
                    throw std::logic_error("nonocsp kernel: a picture failed its check");
            }
            set_ = set;
        });
        return std::make_unique<SpaceHandle>(set_);
    }

private:
    nb::list counted() const {
        nb::list result;
        for (const Stats& stats : portfolio_->stats()) result.append(as_dict(stats));
        return result;
    }

    std::shared_ptr<const Puzzle> puzzle_;
    std::unique_ptr<Givens> givens_;
    std::unique_ptr<Portfolio> portfolio_;
    Exclusive turn_{"portfolio"};
    bool is_over_ = false;
    std::shared_ptr<const SolutionSet> set_;  ///< once it was asked for
};

/// The upper bound after this much work, and None if there is none.
nb::object upper_bound(const PuzzleHandle& handle, const nb::object& given, const OptionsHandle& options,
                       std::uint64_t work, std::uint64_t memory) {
    std::unique_ptr<Givens> givens = make_givens(given);
    validate(*handle.puzzle, givens.get());
    UpperBound bound(*handle.puzzle, std::move(givens), options.options);
    bound.run(work, memory);
    if (!bound.best()) return nb::none();
    return as_bytes(*bound.best());
}

/// The space of what `parts`, `base` and `array` returned.  Throws if that is not a solution set.
std::unique_ptr<SpaceHandle> loaded(int colours, const nb::bytes& base, const nb::list& parts, const nb::bytes& array) {
    if (colours < 1 || colours > 256) throw std::invalid_argument("a solution set has 1 to 256 colours");
    const auto set = std::make_shared<SolutionSet>(colours);
    set->base = numbers<std::uint8_t>(base);
    for (std::uint8_t colour : set->base)
        if (colour >= colours) throw std::invalid_argument("a cell has a colour that is not there");
    const auto bytes = numbers<std::uint8_t>(array);
    set->diagram.load(bytes);
    const std::vector<Node> nodes = set->diagram.nodes();
    std::vector<BigUnsigned> counts;
    std::vector<char> taken(set->base.size());
    for (nb::handle item : parts) {
        const auto [node, cells] = nb::cast<std::pair<Node, nb::bytes>>(item);
        SolutionSet::Part& made = set->parts.emplace_back();
        made.node = node;
        made.cells = numbers<std::uint32_t>(cells);
        if (!std::binary_search(nodes.begin(), nodes.end(), made.node) ||
            set->diagram.cells(made.node) != made.cells.size())
            throw std::invalid_argument("a part does not fit its node");
        for (std::uint32_t cell : made.cells)
            if (cell >= taken.size() || taken[cell]++)
                throw std::invalid_argument("a part has a cell that is not its own");
        counts.push_back(set->diagram.count(made.node));
    }
    set->count = set->base.empty() ? BigUnsigned() : product_of(std::move(counts));
    return std::make_unique<SpaceHandle>(set);
}

/// Pictures in order, many at a time.
class EnumeratorHandle {
public:
    EnumeratorHandle(const SpaceHandle& space, const nb::bytes& index) : set_(space.set), solutions_(*set_) {
        solutions_.seek(space.checked(index));
    }

    /// The next pictures, up to `most`, concatenated: a byte a cell; packed, a bit a cell, each picture in whole bytes.
    nb::bytes next(std::size_t most, bool packed) {
        const std::size_t cells = set_->base.size(), size = packed ? (cells + 7) / 8 : cells;
        std::vector<std::uint8_t> result;
        for (; most; --most) {
            const std::uint8_t* picture = solutions_.next();
            if (!picture) break;
            const std::size_t at = result.size();
            result.resize(at + size);
            if (!packed) std::memcpy(&result[at], picture, cells);
            else pack(picture, cells, &result[at]);
        }
        return nb::bytes(result.data(), result.size());
    }

private:
    /// Blank cells are zeros; the first cell is the highest bit of the first byte.
    static void pack(const std::uint8_t* picture, std::size_t cells, std::uint8_t* to) {
        std::size_t cell = 0;
        for (; cell + 8 <= cells; cell += 8) {
            std::uint64_t eight;
            std::memcpy(&eight, picture + cell, 8);
            // Every byte that is not zero becomes 1 (colours may use all eight bits), and the ones are gathered.
            eight = ((eight & 0x7f7f7f7f7f7f7f7fu) + 0x7f7f7f7f7f7f7f7fu) | eight;
            eight = eight >> 7 & 0x0101010101010101u;
            to[cell / 8] = static_cast<std::uint8_t>(eight * 0x8040201008040201u >> 56);
        }
        for (; cell < cells; ++cell) to[cell / 8] |= static_cast<std::uint8_t>((picture[cell] != 0) << (7 - cell % 8));
    }

    std::shared_ptr<const SolutionSet> set_;
    SolutionEnumerator solutions_;
};

nb::bytes picture(const SpaceHandle& space, const nb::bytes& index) {
    SolutionEnumerator solutions(*space.set);
    solutions.seek(space.checked(index));
    return nb::bytes(solutions.next(), space.set->base.size());
}

nb::object index(const SpaceHandle& space, const nb::bytes& cells) {
    if (cells.size() != space.set->base.size())
        throw std::invalid_argument("as many cells as the puzzle has are expected");
    const auto found = index_of(*space.set, reinterpret_cast<const std::uint8_t*>(cells.c_str()));
    if (!found) return nb::none();
    return as_bytes(*found);
}

/// Part by part, cell by cell, colour by colour: numbers of as many limbs as the count has; or a limit's name.
nb::object marginals(const SpaceHandle& space, double seconds, std::uint64_t memory) {
    const std::size_t limbs = space.set->count.limbs.size();
    std::vector<std::uint64_t> result;
    Budget budget(make_limits(seconds, ~std::uint64_t{0}, memory));
    const Watched watched;
    without_lock([&] {
        const std::vector<BigUnsigned> counts = colour_counts(*space.set, budget);
        if (budget.ended()) return;
        result.assign(counts.size() * limbs, 0);
        for (std::size_t i = 0; i < counts.size(); ++i)
            std::copy(counts[i].limbs.begin(), counts[i].limbs.end(),
                      result.begin() + static_cast<std::ptrdiff_t>(i * limbs));
    });
    if (budget.ended()) return name_of(budget.why());
    return nb::bytes(result.data(), result.size() * sizeof(std::uint64_t));
}

nb::list parts(const SpaceHandle& space) {
    nb::list result;
    for (const SolutionSet::Part& part : space.set->parts)
        result.append(
            nb::make_tuple(part.node, nb::bytes(part.cells.data(), part.cells.size() * sizeof(std::uint32_t))));
    return result;
}

/// The edges of a node: for each its facts (cell, colour) and its children (node, cells), cells within the node's.
nb::list edges(const SpaceHandle& space, Node node) {
    nb::list result;
    Diagram::Edges edges(space.set->diagram, space.checked(node));
    Edge edge;
    while (edges.next(edge)) {
        nb::list facts, children;
        for (const Fact& fact : edge.facts) facts.append(nb::make_tuple(fact.cell, fact.colour));
        for (const Child& child : edge.children) {
            nb::list cells;
            for (std::uint32_t cell : edge.cells(child)) cells.append(cell);
            children.append(nb::make_tuple(child.node, cells));
        }
        result.append(nb::make_tuple(facts, children));
    }
    return result;
}

}  // namespace

void bind_space(nb::module_& m) {
    nb::class_<PortfolioHandle>(m, "Portfolio")
        .def(nb::init<const PuzzleHandle&, const nb::object&, const OptionsHandle&, double, std::uint64_t,
                      std::uint64_t, int, bool>(),
             nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("options"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("memory"), nb::arg("threads"), nb::arg("only_count"))
        .def("run", &PortfolioHandle::run, nb::arg("work"))
        .def_prop_ro("stopped_by", &PortfolioHandle::stopped_by)
        .def_prop_ro("lower_bound", &PortfolioHandle::lower_bound)
        .def_prop_ro("upper_bound", &PortfolioHandle::upper_bound)
        .def("stats", &PortfolioHandle::stats)
        .def("solutions", &PortfolioHandle::solutions);
    nb::class_<SpaceHandle>(m, "Space")
        .def_prop_ro("count", [](const SpaceHandle& space) { return as_bytes(space.set->count); })
        .def_prop_ro("colours", [](const SpaceHandle& space) { return space.set->diagram.colours(); })
        .def_prop_ro("base",
                     [](const SpaceHandle& space) { return nb::bytes(space.set->base.data(), space.set->base.size()); })
        .def_prop_ro("array",
                     [](const SpaceHandle& space) {
                         const auto array = space.set->diagram.array();
                         return nb::bytes(array.data(), array.size());
                     })
        .def_prop_ro("size", [](const SpaceHandle& space) { return space.set->diagram.size(); })
        .def("nodes",
             [](const SpaceHandle& space) {
                 return nb::bytes(space.nodes().data(), space.nodes().size() * sizeof(Node));
             })
        .def("parts", &parts)
        .def("edges", &edges)
        .def("node_count", [](const SpaceHandle& space,
                              Node node) { return as_bytes(space.set->diagram.count(space.checked(node))); })
        .def("picture", &picture)
        .def("index", &index)
        .def("marginals", &marginals);
    nb::class_<EnumeratorHandle>(m, "SolutionEnumerator")
        .def(nb::init<const SpaceHandle&, const nb::bytes&>())
        .def("next", &EnumeratorHandle::next);
    m.def("upper_bound", &upper_bound, nb::arg("puzzle"), nb::arg("givens").none(), nb::arg("options"), nb::arg("work"),
          nb::arg("memory"));
    m.def("loaded", &loaded, nb::arg("colours"), nb::arg("base"), nb::arg("parts"), nb::arg("array"));
}

}  // namespace nonocsp
