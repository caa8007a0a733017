"""The row and column model as a `constraint.Problem` of python-constraint."""

from __future__ import annotations

from math import prod
from typing import Any

import constraint

from ..common.limits import Limits
from ..line.definition import count, placements
from ..model.grid import Picture
from ..model.line import Line
from ..model.puzzle import Puzzle


def problem(puzzle: Puzzle, solver: Any = None, limits: Limits | None = None) -> Any:
    """Variables are lines, values are placements, and crossings must agree.

    Args:
        puzzle: what to encode.
        solver: a solver of python-constraint; None is its own backtracking solver.
        limits: ``limits.placements`` bounds the placements listed.

    Returns:
        A `constraint.Problem` whose variables are named by `Line`; `picture` turns a solution of it
        into a picture. python-constraint rejects an empty domain, so a line without placements gets
        one value that no crossing line agrees with.

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
    for cell in range(prod(puzzle.shape)):
        (row, j), (column, i) = puzzle.lines_through(cell)
        stated.addConstraint(_Agree(i, j), (row, column))
    return stated


class _Agree:
    """The constraint of one crossing, as a function of the two placements."""

    def __init__(self, row: int, column: int) -> None:
        self.row, self.column = row, column

    def __call__(self, across: bytes, down: bytes) -> bool:
        cell = across[self.column : self.column + 1]
        return cell == down[self.row : self.row + 1] and cell not in (b"", b"\xff")


def picture(puzzle: Puzzle, solution: dict[Line, bytes]) -> Picture:
    """The picture of a solution of `problem`."""
    cells = b"".join(solution[line] for line in puzzle.lines if line.is_row)
    return Picture.from_cells(cells, puzzle.shape[1], puzzle.colours)
