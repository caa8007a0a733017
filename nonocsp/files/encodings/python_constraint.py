"""The row and column model as a `constraint.Problem` of python-constraint."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import TYPE_CHECKING, Any

import constraint

from ...core import Limits, Line, OptionError, Picture, Puzzle, checked
from ...core.line.definition import count, placements

if TYPE_CHECKING:
    from constraint import Solver

__all__ = ["picture", "problem"]


@checked
def problem(puzzle: Puzzle, solver: Solver | None = None, limits: Limits | None = None) -> Any:
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
    check_number(puzzle, puzzle.board.clued, limits)
    for line in puzzle.board.clued:
        length = puzzle.length(line)
        none = bytes([255]) * length if colours < 255 else b""
        stated.addVariable(line, list(placements(puzzle.clue(line), length, colours)) or [none])
    lines = puzzle.board.clued
    for through in puzzle.board.clued_places():
        for (one, i), (other, j) in combinations(through, 2):
            stated.addConstraint(_Agree(i, j), (lines[one], lines[other]))
    return stated


def check_number(puzzle: Puzzle, lines: Iterable[Line], limits: Limits | None) -> None:
    """Raises `OptionError` where the placements of all these lines are more than the limit."""
    limit = (limits or Limits()).placements
    clues = ((puzzle.clue(line), puzzle.length(line)) for line in lines)
    total = sum(count(clue, length, puzzle.block_colours) for clue, length in clues)
    if limit is not None and total > limit:
        raise OptionError(f"the limit is {limit} placements, and this puzzle has more")


class _Agree:
    """The constraint that two lines agree on a cell, as a function of their placements.

    Args:
        first, second: the index of the cell along each of the lines.
    """

    def __init__(self, first: int, second: int) -> None:
        self.first, self.second = first, second

    def __call__(self, one: bytes, other: bytes) -> bool:
        cell = one[self.first : self.first + 1]
        return cell == other[self.second : self.second + 1] and cell not in (b"", b"\xff")


@checked
def picture(puzzle: Puzzle, solution: dict[Line, bytes]) -> Picture:
    """The picture of a solution of `problem`."""
    for line in puzzle.lines[: puzzle.board.height]:
        if len(solution.get(line, b"")) != puzzle.length(line):
            raise OptionError(f"solution has no placement of {line}")
    lines = [solution[line] for line in puzzle.board.clued]
    cells = bytes([lines[through[0][0]][through[0][1]] for through in puzzle.board.clued_places()])
    return Picture.from_cells(cells, puzzle.board, puzzle.colours)
