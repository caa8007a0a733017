// Comparing the runs of a picture with the clues.
#include "base/solution_checker.hpp"

namespace nonocsp {

namespace {

/// Whether the runs of n cells are those of a clue; `at(i)` is the colour of the i-th cell.
template <class At>
bool runs_agree(const Clue& clue, int n, int colours, At&& at) {
    std::size_t met = 0;
    for (int i = 0; i < n;) {
        const int colour = at(i);
        int end = i + 1;
        while (end < n && at(end) == colour) ++end;
        if (colour > colours) return false;
        if (colour && !clue.absent) {
            if (met == clue.blocks.size()) return false;
            const Block& block = clue.blocks[met++];
            if (block.colour != colour) return false;
            // Loose blocks make one run together.
            int length = block.length;
            if (block.joint == Joint::attached && (i == 0 || at(i - 1) == 0)) return false;
            while (met < clue.blocks.size() && clue.blocks[met].joint == Joint::loose && length < end - i)
                length += clue.blocks[met++].length;
            if (block.length && length != end - i) return false;
        }
        i = end;
    }
    return clue.absent || met == clue.blocks.size();
}

/// Whether the runs of a line are those of its clue.
bool line_agrees(const Puzzle& puzzle, int line, const std::uint8_t* cells) {
    const Clue& clue = puzzle.clues[line];
    const int n = puzzle.length(line), colours = puzzle.colours;
    if (line < puzzle.rows) {
        return runs_agree(clue, n, colours, [at = cells + puzzle.cell(line, 0)](int i) { return at[i]; });
    }
    if (puzzle.is_rectangle()) {
        const std::size_t step = puzzle.columns;
        return runs_agree(clue, n, colours, [at = cells + line - puzzle.rows, step](int i) { return at[i * step]; });
    }
    return runs_agree(clue, n, colours, [&](int i) { return cells[puzzle.cell(line, i)]; });
}

}  // namespace

bool is_solution(const Puzzle& puzzle, const Givens* givens, const std::uint8_t* cells) {
    for (int line = 0; line < puzzle.lines(); ++line)
        if (!line_agrees(puzzle, line, cells)) return false;
    if (givens) {
        const int words = Givens::words_per_cell(puzzle.colours);
        for (std::size_t cell = 0; cell < puzzle.cells(); ++cell)
            if (!(givens->candidates[cell * words + cells[cell] / 64] >> (cells[cell] % 64) & 1)) return false;
    }
    return true;
}

}  // namespace nonocsp
