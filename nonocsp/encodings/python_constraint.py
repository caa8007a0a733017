"""A puzzle as a `constraint.Problem` of python-constraint, for any of its solvers."""

from __future__ import annotations

from typing import Any

import constraint

from ..common.limits import Limits
from ..line.definition import count, placements
from ..model.clue import Line
from ..model.grid import Picture
from ..model.puzzle import Puzzle


def problem(puzzle: Puzzle, solver: Any = None, limits: Limits | None = None) -> Any:
    """The row/column model: variables are lines, values placements, crossings must agree.

    Args:
        puzzle: what to state.
        solver: a solver of python-constraint; None is its own backtracking solver.
        limits: ``limits.placements`` bounds the placements listed.

    Returns:
        A `constraint.Problem` whose variables are named by `Line`; `picture` turns a solution of it
        into a picture. A line without any placement makes python-constraint refuse an empty domain,
        so such a line gets a value that no crossing line agrees with.

    Raises:
        ValueError: the placements would be more than the limit.

    >>> stated = problem(Puzzle([[1], [1]], [[1], [1]]))
    >>> len(stated.getSolutions())
    2
    """
    stated = constraint.Problem(solver) if solver is not None else constraint.Problem()
    colours = puzzle.block_colours
    limit = (limits or Limits()).placements
    total = sum(count(puzzle.clue(line), puzzle.length(line), colours) for line in puzzle.lines)
    if limit is not None and total > limit:
        raise ValueError(f"the limit is {limit} placements, and this puzzle has more")
    for line in puzzle.lines:
        length = puzzle.length(line)
        none = bytes([255]) * length if colours < 255 else b""
        stated.addVariable(line, list(placements(puzzle.clue(line), length, colours)) or [none])
    rows, columns = puzzle.shape
    for i in range(rows):
        for j in range(columns):
            stated.addConstraint(_Agree(i, j), (Line("row", i), Line("column", j)))
    return stated


class _Agree:
    """The constraint of one crossing, as a function of the two placements."""

    def __init__(self, row: int, column: int) -> None:
        self.row, self.column = row, column

    def __call__(self, across: bytes, down: bytes) -> bool:
        cell = across[self.column : self.column + 1]
        return cell == down[self.row : self.row + 1] and cell not in (b"", b"\xff")


def picture(puzzle: Puzzle, solution: dict[Line, bytes]) -> Picture:
    """The picture that a solution of the stated problem means."""
    rows, columns = puzzle.shape
    cells = b"".join(solution[Line("row", index)] for index in range(rows))
    return Picture.from_cells(cells, columns, puzzle.colours)
