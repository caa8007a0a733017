"""A puzzle as clauses, by the order encoding of block starts.

The variables are one for each cell and colour ("the cell has it", blank is none of them) and, for
each block and position, "the block starts at or before it". Bounds on starts are then single
literals, so a solver that learns can speak of where blocks may be: a conflict that takes many
cells to say often takes few bounds. No variable says which block covers a cell. Per line of n
cells and k blocks there are O(n k) variables and clauses, all of them short:

- the start of a block is ordered, and the next one keeps its distance;
- a block that starts at or before a cell and not before it is over covers the cell;
- a cell behind one block and before the next is blank.

Every cell is in one of the last two cases, so the clauses hold both directions: blocks decide
cells and cells restrict blocks. Source: the order encoding of Tamura, Taga, Kitagawa and Banbara,
Compiling finite linear CSP into SAT (2009).
"""

from __future__ import annotations

from itertools import combinations, count, pairwise

from nonocsp import Picture, Puzzle
from nonocsp.puzzle import Clue, minimal_length

from .base import Refused

#: A bound that always or never holds, instead of a variable.
TRUE, FALSE = True, False


class Encoding:
    """The clauses of a puzzle, and the way back from a model.

    Attributes:
        clauses: lists of literals, variables counted from 1.
        variables: how many there are.

    Raises:
        Refused: a block has an unknown length.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._numbers = count(1)
        self.clauses: list[list[int]] = []
        rows, columns = puzzle.shape
        colours = len(puzzle.colours) - 1
        self._cells = [
            [[next(self._numbers) for _ in range(colours)] for _ in range(columns)]
            for _ in range(rows)
        ]
        for cell in (cell for row in self._cells for cell in row):
            self.clauses += [[-a, -b] for a, b in combinations(cell, 2)]
        for line in puzzle.lines:
            clue, across = puzzle.clue(line), line.axis == "row"
            cells = self._cells[line.index] if across else [r[line.index] for r in self._cells]
            if clue is not None:
                self._line(clue, cells)
        self.variables = next(self._numbers) - 1

    def _line(self, clue: Clue, cells: list[list[int]]) -> None:
        if any(block.length is None for block in clue):
            raise Refused("the order encoding knows no blocks of unknown length")
        lengths = [block.length or 1 for block in clue]
        slack = len(cells) - minimal_length(clue)
        if slack < 0:
            self.clauses.append([])
            return
        gaps = [int(a.colour == b.colour) for a, b in pairwise(clue)]
        firsts = [0]
        for length, gap in zip(lengths, gaps, strict=False):
            firsts.append(firsts[-1] + length + gap)
        # starts[b][i]: block b starts at or before firsts[b] + i; at slack it always does.
        starts = [[next(self._numbers) for _ in range(slack)] for _ in clue]

        def by(block: int, position: int) -> int | bool:
            at = position - firsts[block]
            return FALSE if at < 0 else TRUE if at >= slack else starts[block][at]

        for bounds in starts:
            self.clauses += [[-earlier, later] for earlier, later in pairwise(bounds)]
        for before, after in pairwise(starts):
            self.clauses += [
                [-later, earlier] for earlier, later in zip(before, after, strict=True)
            ]
        for block, length in enumerate(lengths):
            colour = clue[block].colour - 1
            for at in range(firsts[block], firsts[block] + slack + length):
                self._unless([by(block, at)], [by(block, at - length)], [cells[at][colour]])
        for gap in range(len(clue) + 1):
            for at, cell in enumerate(cells):
                over = [by(gap - 1, at - lengths[gap - 1])] if gap else []
                begun = [by(gap, at)] if gap < len(clue) else []
                for colour in cell:
                    self._unless(over, begun, [-colour])

    def _unless(self, given: list[int | bool], absent: list[int | bool], then: list[int]) -> None:
        """The clause: if all of ``given`` and none of ``absent`` hold, one of ``then`` does."""
        clause = list(then)
        for bounds, holds in ((given, True), (absent, False)):
            for bound in bounds:
                if isinstance(bound, bool):
                    if bound is not holds:
                        return
                else:
                    clause.append(-bound if holds else bound)
        self.clauses.append(clause)

    def picture(self, model: list[int]) -> Picture:
        """The picture that a model (the value of every variable, as literals in order) means."""
        cells = bytes(
            next((number for number, v in enumerate(cell, 1) if model[v - 1] > 0), 0)
            for row in self._cells
            for cell in row
        )
        return Picture.from_cells(cells, self._puzzle.shape[1], self._puzzle.colours)

    def blocking(self, picture: Picture) -> list[int]:
        """The clause that excludes one solution.

        Where every row has a clue, all solutions have as many cells of each colour, so another one
        lacks some coloured cell of this; otherwise blank cells count too.
        """
        flat = [cell for row in self._cells for cell in row]
        clause = [-cell[c - 1] for cell, c in zip(flat, picture.cells, strict=True) if c]
        if None in self._puzzle.rows:
            blank = (cell for cell, c in zip(flat, picture.cells, strict=True) if not c)
            clause += [literal for cell in blank for literal in cell]
        return clause
