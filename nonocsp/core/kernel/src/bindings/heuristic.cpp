// The state of a search as Python sees it, and the answers of a heuristic as literals.
#include "bindings/heuristic.hpp"

#include "search/line/count.hpp"

namespace nonocsp {

std::vector<std::uint64_t> masks_of(const Grid& grid) {
    const int words = Givens::words_per_cell(grid.colours());
    std::vector<std::uint64_t> masks(grid.board().cells() * words);
    std::size_t cell = 0;
    for (int row = 0; row < grid.rows(); ++row)
        for (int i = 0; i < grid.length(row); ++i, ++cell)
            for (int colour = 0; colour <= grid.colours(); ++colour)
                if (grid.has_colour(row, i, colour))
                    masks[cell * words + colour / 64] |= std::uint64_t{1} << (colour % 64);
    return masks;
}

const CdclEngine& SearchView::cdcl() const {
    if (!cdcl_) throw std::runtime_error("the view of a search is valid only while its heuristic is called");
    return *cdcl_;
}

int SearchView::checked(int cell) const {
    if (cell < 0 || static_cast<std::size_t>(cell) >= cdcl().grid.board().cells())
        throw std::out_of_range("no such cell");
    return cell;
}

nb::list SearchView::open_cells() const {
    const Grid& grid = cdcl().grid;
    nb::list cells;
    for (const OpenCell& cell : cdcl().variables.cells())
        if (grid.candidates(cell.row, cell.column) > 1) cells.append(grid.board().cell(cell.row, cell.column));
    return cells;
}

nb::list SearchView::candidates(int cell) const {
    const Grid& grid = cdcl().grid;
    const auto [row, i] = grid.board().in_row(checked(cell));
    nb::list colours;
    for (int colour = 0; colour <= grid.colours(); ++colour)
        if (grid.has_colour(row, i, colour)) colours.append(colour);
    return colours;
}

nb::bytes SearchView::domain_size(int line) const {
    const Grid& grid = cdcl().grid;
    if (line < 0 || line >= grid.lines()) throw std::out_of_range("no such line");
    return as_bytes(count(grid.clue(line), grid.planes(line)));
}

double SearchView::activity(int cell) const {
    const Variable v = most_active(checked(cell));
    return v < 0 || !own_ ? 0.0 : own_->activity(v);
}

nb::bytes SearchView::masks() const {
    const std::vector<std::uint64_t> masks = masks_of(cdcl().grid);
    return nb::bytes(masks.data(), masks.size() * sizeof(std::uint64_t));
}

nb::tuple SearchView::state() const {
    const Stats& stats = cdcl().stats;
    return nb::make_tuple(cdcl().assignment.level(), cdcl().assignment.trail().size(), stats.nodes, stats.conflicts,
                          stats.restarts);
}

nb::object SearchView::technique() const { return cdcl(), nb::str(technique_); }

/// The open variable of a cell with the highest activity, or -1.
Variable SearchView::most_active(int cell) const {
    const Grid& grid = cdcl().grid;
    const auto [row, i] = grid.board().in_row(cell);
    Variable best = -1;
    for (int colour = 0; colour <= grid.colours(); ++colour) {
        if (!grid.has_colour(row, i, colour)) continue;
        const Literal l = cdcl().variables.has_colour(grid, row, i, colour);
        if (l < 0 || !cdcl().assignment.is_open(l)) continue;
        if (best < 0 || (own_ && own_->activity(variable(l)) > own_->activity(best))) best = variable(l);
    }
    return best;
}

/// The literal that an answer of `decide` stands for.
Literal SearchView::decision(const nb::object& answer) const {
    if (answer.is_none()) return no_literal;
    const auto [cells, colour] = nb::cast<std::pair<std::vector<int>, int>>(answer);
    const Grid& grid = cdcl().grid;
    Literal best = no_literal;
    for (const int cell : cells) {
        const Variable v = most_active(checked(cell));
        if (v < 0) continue;
        if (colour >= 0) {
            const auto [row, i] = grid.board().in_row(cell);
            if (colour > grid.colours() || !grid.has_colour(row, i, colour)) continue;
            return cdcl().variables.has_colour(grid, row, i, colour);
        }
        if (best < 0 || own_->activity(v) > own_->activity(variable(best))) best = own_->preferred(v);
    }
    if (best < 0) throw std::invalid_argument("no open cell to decide");
    return best;
}

namespace {

/// Lets a view look at a search, for one call.
class Visit {
public:
    Visit(const CdclEngine*& at, const CdclEngine& cdcl) : at_(at) { at_ = &cdcl; }
    ~Visit() { at_ = nullptr; }
    Visit(const Visit&) = delete;

private:
    const CdclEngine*& at_;
};

/// What a literal says about its cell.
struct CellFact {
    int cell, colour;
    bool has;

    CellFact(const CdclEngine& cdcl, Literal l) {
        const OpenCell& open = cdcl.variables.cell(variable(l));
        cell = cdcl.grid.board().cell(open.row, open.column);
        // Each literal of two candidates says which one the cell has; the negative one of more says what it lacks.
        has = open.variables == 1 || is_positive(l);
        colour = cdcl.variables.exclusion(has ? negated(l) : l).colour;
    }
};

/// The literals on cells of a learned clause that contradict each other.
nb::tuple nogood(const CdclEngine& cdcl, const Learned& learned) {
    nb::list literals;
    for (const Literal l : learned.clause) {
        if (variable(l) >= cdcl.variables.of_cells()) continue;
        const CellFact fact(cdcl, negated(l));
        literals.append(nb::make_tuple(fact.cell, fact.colour, fact.has));
    }
    return nb::tuple(literals);
}

}  // namespace

nb::list SearchView::trail() const {
    const Assignment& assignment = cdcl().assignment;
    nb::list facts;
    for (const Literal l : assignment.trail()) {
        const Assignment::State& state = assignment[variable(l)];
        if (variable(l) < cdcl().variables.of_cells()) {
            const CellFact fact(cdcl(), l);
            const int line = state.reason.kind == Reason::line ? static_cast<int>(state.reason.index) : -1;
            facts.append(nb::make_tuple(fact.cell, fact.colour, fact.has, state.level, line));
        } else if (state.level > 0 && assignment.decision(state.level) == l) {
            facts.append(nb::make_tuple(-1, -1, true, state.level, -1));
        }
    }
    return facts;
}

void PythonHeuristic::look(const CdclEngine& cdcl) {
    with_host([&] {
        SearchView& view = nb::cast<SearchView&>(view_);
        view.technique_ = technique;
        const Visit visit(view.cdcl_, cdcl);
        decide_(view_);
    });
}

Literal PythonHeuristic::decide(const CdclEngine& cdcl, const DecisionHeuristic& own) {
    // Block positions may be open where the grid is decided; they are left to the kernel.
    if (cdcl.assignment.is_complete() || cdcl.grid.is_decided()) return no_literal;
    return with_host([&] {
        SearchView& view = nb::cast<SearchView&>(view_);
        view.own_ = &own;
        view.technique_ = technique;
        const Visit visit(view.cdcl_, cdcl);
        return view.decision(decide_(view_));
    });
}

void PythonHeuristic::on_leaf(const CdclEngine& cdcl, const Conflict* conflict) {
    if (on_leaf_.is_none()) return;
    with_host([&] {
        SearchView& view = nb::cast<SearchView&>(view_);
        view.technique_ = technique;
        const Visit visit(view.cdcl_, cdcl);
        const bool is_line = conflict && conflict->reason.kind == Reason::line;
        on_leaf_(view_, conflict == nullptr, is_line ? static_cast<int>(conflict->reason.index) : -1);
    });
}

void PythonHeuristic::on_conflict(const CdclEngine& cdcl, int level, std::size_t trail, const Learned* learned) {
    with_host([&] {
        if (on_conflict_.is_none()) return;
        const int back = cdcl.assignment.level();
        if (learned) on_conflict_(level, back, trail, nogood(cdcl, *learned), learned->clause.size(), learned->lbd);
        else on_conflict_(level, back, trail, nb::tuple(), 0, 0);
    });
}

void PythonHeuristic::on_restart() {
    with_host([&] {
        if (!on_restart_.is_none()) on_restart_();
    });
}

void bind_heuristic(nb::module_& m) {
    nb::class_<SearchView>(m, "SearchView")
        .def("open_cells", &SearchView::open_cells)
        .def("candidates", &SearchView::candidates, nb::arg("cell"))
        .def("domain_size", &SearchView::domain_size, nb::arg("line"))
        .def("activity", &SearchView::activity, nb::arg("cell"))
        .def("masks", &SearchView::masks)
        .def("trail", &SearchView::trail)
        .def("state", &SearchView::state)
        .def("technique", &SearchView::technique);
}

}  // namespace nonocsp
