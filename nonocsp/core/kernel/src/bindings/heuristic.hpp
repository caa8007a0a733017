// Decision heuristics in Python.
//
// The search runs with the interpreter's lock released and takes it for each call, so a decision costs at least ten
// microseconds.  What the heuristic raises ends the search and reaches the caller.
#pragma once

#include "bindings/convert.hpp"
#include "search/external_heuristic.hpp"

namespace nonocsp {

/// The candidates of every cell of a grid, row by row, as words.
std::vector<std::uint64_t> masks_of(const Grid& grid);

/// What a heuristic sees of a search; every method throws std::runtime_error outside its calls.
class SearchView {
public:
    /// Cells with two candidates or more, in ascending order.
    nb::list open_cells() const;
    nb::list candidates(int cell) const;
    /// The number of placements that agree with the candidates, little-endian.
    nb::bytes domain_size(int line) const;
    /// The highest activity of the open variables of a cell; 0 without any.
    double activity(int cell) const;
    nb::bytes masks() const;
    /// What is true, in the order in which it came, as (cell, colour, has it, level, line), where the line that forced
    /// it is -1 if none did.  Of positions of blocks only decisions are here, as (-1, -1, true, level, -1).
    nb::list trail() const;
    /// Level, length of the trail, and nodes, conflicts and restarts so far.
    nb::tuple state() const;
    /// What took the latest decision: "lucky", "dive", "probe" for an assumption that failed, or "".
    nb::object technique() const;

private:
    friend class PythonHeuristic;

    const CdclEngine& cdcl() const;
    int checked(int cell) const;
    Variable most_active(int cell) const;
    Literal decision(const nb::object& answer) const;

    const CdclEngine* cdcl_ = nullptr;        ///< null outside the calls
    const DecisionHeuristic* own_ = nullptr;  ///< null before the first decision
    const char* technique_ = "";
};

/// Calls four Python functions, of which all but the first may be None. With the last one it is an observer:
/// decide(view) -> None or (cells, colour), where a negative colour leaves the choice among the cells to the kernel;
/// on_conflict(level, level gone back to, trail, literals, size, lbd), where a literal is (cell, colour, has it), and
/// those on positions of blocks are counted and not listed; on_restart(); on_leaf(view, is_solution, line) at a
/// conflict or solution before anything is taken back, where the line that has no placement left is -1 if there is
/// none.
class PythonHeuristic final : public ExternalHeuristic {
public:
    explicit PythonHeuristic(const nb::tuple& functions)
        : decide_(four(functions)[0]),
          on_conflict_(functions[1]),
          on_restart_(functions[2]),
          on_leaf_(functions[3]),
          view_(nb::cast(SearchView())) {}

    bool only_observes() const override { return !on_leaf_.is_none(); }
    void look(const CdclEngine& cdcl) override;
    Literal decide(const CdclEngine& cdcl, const DecisionHeuristic& own) override;
    void on_leaf(const CdclEngine& cdcl, const Conflict* conflict) override;
    void on_conflict(const CdclEngine& cdcl, int level, std::size_t trail, const Learned* learned) override;
    void on_restart() override;

private:
    static const nb::tuple& four(const nb::tuple& functions) {
        if (nb::len(functions) != 4) throw std::invalid_argument("a heuristic is four functions");
        return functions;
    }

    nb::object decide_, on_conflict_, on_restart_, on_leaf_;
    nb::object view_;  ///< a SearchView
};

}  // namespace nonocsp
