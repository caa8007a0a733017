"""Sums over lines: what follows when lines of one axis need cells that those of the other have.

Count the cells of some colours where the lines of two sets cross, once by the lines of one set and
once by those of the other: in a solution both counts are the same. The *demand* of a line is the
least number of these cells in any of its placements, the *supply* of a line of the other set the
greatest. If all demands together exceed all supplies, there is no solution. Where the supplies
exceed the demands by some *slack*, a colour of a cell is impossible if its best placement changes
the sum of its line by more than that.

These are Lagrangian bounds with the weights 0 and 1, and reduced-cost filtering (see
`nonocsp.core.line.optimum`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...core import Line, Puzzle
from ...core.line.optimum import Weights


def crossings(puzzle: Puzzle, some: Iterable[Line], others: Iterable[Line]) -> frozenset[int]:
    """The cells that are on one of some lines and on one of others, by their numbers."""
    one, other = (
        frozenset(cell for line in lines for cell in puzzle.cells(line)) for lines in (some, others)
    )
    return one & other


def indicator(
    puzzle: Puzzle, line: Line, cells: Collection[int], colours: Collection[int]
) -> Weights:
    """The weights of a line that count some colours in some cells."""
    nothing = (0,) * len(puzzle.colours)
    counted = tuple(int(colour in colours) for colour in range(len(puzzle.colours)))
    return tuple(counted if cell in cells else nothing for cell in puzzle.cells(line))
