// Comparing the runs of a picture with the clues.
#include "search/base/solution_checker.hpp"

#include <algorithm>

namespace nonocsp {

namespace {

/// Where blocks end that are laid from cell `at` on, each where its first cell must be; -1 if they do not fit.
template <class At>
int end_of(const Block* block, const Block* end, int i, int n, At&& at) {
    for (const Block* before = nullptr; block != end; before = block++) {
        const int start = i;
        while (i < n && at(i) == 0) ++i;
        if (before && (block->joint == Joint::attached ? i > start : needs_gap(*before, *block) && i == start))
            return -1;
        const int begin = i;
        while (i < n && at(i) == block->colour && (!block->length || i - begin < block->length)) ++i;
        if (i - begin < std::max(block->length, 1)) return -1;
    }
    return i;
}

/// As `runs_agree`, with stars: the blocks between two of them lie as far left as they fit, those behind the last one
/// at the end.
template <class At>
bool runs_match(const Clue& clue, int n, At&& at) {
    const auto is_cut = [&](int i) { return i == 0 || i == n || at(i) == 0 || at(i) != at(i - 1); };
    const auto is_blank_from = [&](int i) {
        while (i < n && at(i) == 0) ++i;
        return i == n;
    };
    const Block *begin = clue.blocks.data(), *const last = begin + clue.blocks.size();
    int done = 0;
    for (bool is_first = true;; is_first = false) {
        const Block* const end = std::find_if(begin, last, [](const Block& block) { return block.length == star; });
        int start = done, found = -1;
        for (; found < 0 && start <= n; ++start) {
            if (is_cut(start)) found = end_of(begin, end, start, n, at);
            if (found >= 0 && !(end == last ? is_blank_from(found) : is_cut(found))) found = -1;
            if (is_first) break;
        }
        if (found < 0) return false;
        if (end == last) return true;
        done = found;
        begin = end + 1;
        if (begin == last) return true;
    }
}

/// Whether the runs of n cells are those of a clue; `at(i)` is the colour of the i-th cell.
template <class At>
bool runs_agree(const Clue& clue, int n, int colours, At&& at) {
    if (clue.has_stars()) {
        for (int i = 0; i < n; ++i)
            if (at(i) > colours) return false;
        return runs_match(clue, n, at);
    }
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
