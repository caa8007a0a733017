"""Fog: the thumbnail of a puzzle that is not solved yet, without a spoiler.

It is made of the clues and the cells that the player knows, never of the solution
(`nonocsp.line.crossing`), and clears as one plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any

from ...line.crossing import Shares, crossed_marginals
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from .messages import grid_in, puzzle_in
from .tools import check_lines

#: A sample covers one cell and a half or more, so that the fog of a small puzzle is no drawing.
CELLS_PER_SAMPLE, MOST_SAMPLES = 1.5, 12

#: A share as one character, from 0 to 1 in equal steps.
LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"


def fog(data: Any) -> dict[str, Any]:
    puzzle = puzzle_in(data)
    check_lines(puzzle.board)
    return fog_of(puzzle, grid_in(data, puzzle))


def fog_of(puzzle: Puzzle, grid: Grid | None = None) -> dict[str, Any]:
    """The fog of a puzzle: ``width`` and ``height`` in samples, and ``shares``.

    ``shares`` has one character of `LEVELS` a sample, row by row, for every block colour in turn;
    what is missing from 1 is blank.

    >>> fog_of(Puzzle([[2], []], [[1], [1]]))
    {'width': 2, 'height': 2, 'shares': '__AA'}
    """
    cells = crossed_marginals(puzzle, grid)
    height, width = (min(ceil(length / CELLS_PER_SAMPLE), MOST_SAMPLES) for length in puzzle.shape)
    down, across = (_weights(*sizes) for sizes in zip(puzzle.shape, (height, width), strict=True))
    shares = "".join(
        LEVELS[round((len(LEVELS) - 1) * _mean(cells, colour, row, column))]
        for colour in range(1, puzzle.block_colours + 1)
        for row in down
        for column in across
    )
    return {"width": width, "height": height, "shares": shares}


def _weights(length: int, samples: int) -> list[dict[int, float]]:
    """For every sample, the cells that it covers, each with its share of the sample."""
    size = length / samples
    return [
        {
            cell: (min(cell + 1, (at + 1) * size) - max(cell, at * size)) / size
            for cell in range(int(at * size), min(length, ceil((at + 1) * size)))
        }
        for at in range(samples)
    ]


def _mean(
    cells: Sequence[Sequence[Shares]], colour: int, row: dict[int, float], column: dict[int, float]
) -> float:
    """The mean share of a colour over the cells of a sample."""
    mean = sum(
        down * across * cells[r][c][colour]
        for r, down in row.items()
        for c, across in column.items()
    )
    return min(1.0, mean)
