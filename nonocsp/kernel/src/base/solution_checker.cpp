// Comparing the runs of a picture with the clues.
#include "base/solution_checker.hpp"

namespace nonocsp {

bool is_solution(const Puzzle& puzzle, const Givens* givens, const std::uint8_t* cells) {
    std::vector<std::uint8_t> collected;
    for (int line = 0; line < puzzle.lines(); ++line) {
        const Clue& clue = puzzle.clues[line];
        const int n = puzzle.length(line);
        collected.resize(n);
        const std::uint8_t* at = collected.data();
        if (line < puzzle.rows) at = cells + puzzle.cell(line, 0);
        else puzzle.each_cell(line, [&, to = collected.data()](int cell) mutable { *to++ = cells[cell]; });
        std::size_t met = 0;
        for (int i = 0; i < n;) {
            const int colour = at[i];
            int end = i + 1;
            while (end < n && at[end] == colour) ++end;
            if (colour > puzzle.colours) return false;
            if (colour && !clue.absent) {
                if (met == clue.blocks.size()) return false;
                const Block& block = clue.blocks[met++];
                if (block.colour != colour) return false;
                // Loose blocks make one run together.
                int length = block.length;
                if (block.joint == Joint::attached && (i == 0 || at[i - 1] == 0)) return false;
                while (met < clue.blocks.size() && clue.blocks[met].joint == Joint::loose && length < end - i)
                    length += clue.blocks[met++].length;
                if (block.length && length != end - i) return false;
            }
            i = end;
        }
        if (!clue.absent && met != clue.blocks.size()) return false;
    }
    if (givens) {
        const int words = Givens::words_per_cell(puzzle.colours);
        for (std::size_t cell = 0; cell < puzzle.cells(); ++cell)
            if (!(givens->candidates[cell * words + cells[cell] / 64] >> (cells[cell] % 64) & 1)) return false;
    }
    return true;
}

}  // namespace nonocsp
