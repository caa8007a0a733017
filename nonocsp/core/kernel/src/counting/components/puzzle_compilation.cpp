// The work before the first decision, and after the last.
#include "counting/components/puzzle_compilation.hpp"

#include <algorithm>
#include <numeric>

#include "search/lagrangian_bounds.hpp"
#include "search/probing.hpp"

namespace nonocsp {

namespace {

/// Learned nogoods are of use near where they were learned; a larger store costs more than it prunes.
constexpr int most_nogoods = 1000;

/// The order of decisions is fixed, so the options that choose it have no effect.
Options restricted(Options options) {
    options.reduce_first = std::min(options.reduce_first, most_nogoods);
    return options;
}

}  // namespace

PuzzleCompilation::PuzzleCompilation(const Puzzle& puzzle, const Givens* givens, const Options& options, Budget& budget,
                                     Stats& stats)
    : cdcl(puzzle, givens, restricted(options), nullptr, budget, stats), analysis(cdcl), diagram(puzzle.colours + 1) {}

bool PuzzleCompilation::start() {
    const bool is_feasible = cdcl.start();
    if (is_feasible && cdcl.variables.cells().empty()) return true;
    if (!is_feasible || (cdcl.options.probing && !Probing(cdcl).run(false)) || !LagrangianBounds(cdcl).run(true)) {
        is_infeasible = !cdcl.budget.ended();
        return false;
    }
    analysis.start();
    cells.resize(cdcl.variables.cells().size());
    std::iota(cells.begin(), cells.end(), 0u);
    decompose(0, cells.size());
    return true;
}

std::unique_ptr<Givens> PuzzleCompilation::facts() const {
    const Board& board = cdcl.grid.board();
    const std::size_t words = Givens::words_per_cell(cdcl.grid.colours());
    auto result = std::make_unique<Givens>();
    result->candidates.resize(board.cells() * words);
    const auto add = [&](int row, int column, int colour) {
        result->candidates[board.cell(row, column) * words + colour / 64] |= std::uint64_t{1} << (colour % 64);
    };
    for (int row = 0; row < board.rows; ++row)
        for (int column = 0; column < board.length(row); ++column)
            for (int colour = 0; colour <= cdcl.grid.colours(); ++colour)
                if (cdcl.grid.has_colour(row, column, colour)) add(row, column, colour);
    // What the decisions exclude comes back.
    const Assignment& assignment = cdcl.assignment;
    const auto& trail = assignment.trail();
    for (std::size_t i = assignment.level() ? assignment.levels()[0].start : trail.size(); i < trail.size(); ++i) {
        if (variable(trail[i]) >= cdcl.variables.of_cells()) continue;
        const int colour = cdcl.variables.exclusion(trail[i]).colour;
        const OpenCell& cell = cdcl.variables.cell(variable(trail[i]));
        if (colour >= 0) add(cell.row, cell.column, colour);
    }
    return result;
}

void PuzzleCompilation::finish(SolutionSet& result) {
    if (is_infeasible) return;
    const Board& board = cdcl.grid.board();
    result.base.resize(board.cells());
    for (int row = 0; row < board.rows; ++row)
        for (int column = 0; column < board.length(row); ++column)
            result.base[board.cell(row, column)] = static_cast<std::uint8_t>(
                cdcl.grid.candidates(row, column) == 1 ? cdcl.grid.first_candidate(row, column) : 0);
    std::vector<BigUnsigned> counts;
    for (const Component& part : components) {
        SolutionSet::Part& made = result.parts.emplace_back();
        made.node = part.node;
        for (std::size_t i = part.from; i < part.to; ++i) {
            const OpenCell& cell = cdcl.variables.cells()[cells[i]];
            made.cells.push_back(static_cast<std::uint32_t>(board.cell(cell.row, cell.column)));
            result.base[made.cells.back()] = 0;
        }
        counts.push_back(diagram.count(part.node));
    }
    result.count = product_of(std::move(counts));
    std::sort(result.parts.begin(), result.parts.end(),
              [](const auto& a, const auto& b) { return a.cells[0] < b.cells[0]; });
    result.diagram = std::move(diagram);
}

}  // namespace nonocsp
