"""Fog: the thumbnail of a puzzle that is not solved yet, without a spoiler.

It is made of the clues and the cells that the player knows, never of the solution
(`nonocsp.core.line.crossing`), and clears as one plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any, TypeAlias

from ...core import Board, Grid, Puzzle
from ...core.line.crossing import Shares, crossed_marginals
from ...files.render.drawing import Drawing
from ...files.render.polygon_layout import PolygonLayout
from .messages import grid_in, puzzle_in
from .tools import check_lines

#: A sample covers one cell and a half or more, so that the fog of a small puzzle is not a drawing.
CELLS_PER_SAMPLE, MOST_SAMPLES = 1.5, 12

#: A share as one character, from 0 to 1 in equal steps.
LEVELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

#: Cells by number, each with its weight; the weights add up to 1.
Weights: TypeAlias = list[tuple[int, float]]


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
    return _sampled(puzzle, [shares for row in crossed_marginals(puzzle, grid) for shares in row])


def rough_fog(puzzle: Puzzle) -> dict[str, Any]:
    """As `fog_of` for a rectangle, from the sums of the clues alone, and a hundred times faster.

    >>> rough_fog(Puzzle([[2], []], [[1], [1]]))
    {'width': 2, 'height': 2, 'shares': '__AA'}
    """
    colours = range(puzzle.block_colours + 1)
    rows, columns = (
        [
            [sum(b.length or 0 for b in clue or () if b.colour == c) for c in colours]
            for clue in clues
        ]
        for clues in (puzzle.rows, puzzle.columns)
    )
    whole = [max(1, sum(row[c] for row in rows)) for c in colours]
    return _sampled(
        puzzle,
        [
            tuple(row[c] * column[c] / whole[c] for c in colours)
            for row in rows
            for column in columns
        ],
    )


def _sampled(puzzle: Puzzle, cells: Sequence[Shares]) -> dict[str, Any]:
    """The fog, from the shares of all cells."""
    board = puzzle.board
    height, width, samples = _squares(board) if board.table else _places(puzzle)
    shares = "".join(
        LEVELS[round((len(LEVELS) - 1) * min(1.0, _mean(cells, colour, weights)))]
        for colour in range(1, puzzle.block_colours + 1)
        for weights in samples
    )
    return {"width": width, "height": height, "shares": shares}


def _mean(cells: Sequence[Shares], colour: int, weights: Weights) -> float:
    """The mean share of a colour over the cells of a sample."""
    return sum(weight * cells[cell][colour] for cell, weight in weights)


def _squares(board: Board) -> tuple[int, int, list[Weights]]:
    """The height and width in samples; for every sample its cells, by the share it covers."""
    height, width = (min(ceil(length / CELLS_PER_SAMPLE), MOST_SAMPLES) for length in board.shape)
    down, across = (_covered(*sizes) for sizes in zip(board.shape, (height, width), strict=True))
    samples: list[Weights] = [
        [(board.number(r, c), high * wide) for r, high in row for c, wide in column]
        for row in down
        for column in across
    ]
    return height, width, samples


def _covered(length: int, samples: int) -> list[Weights]:
    """For every sample of a line, the cells that it covers, each with its share of the sample."""
    size = length / samples
    return [
        [
            (cell, (min(cell + 1, (at + 1) * size) - max(cell, at * size)) / size)
            for cell in range(int(at * size), min(length, ceil((at + 1) * size)))
        ]
        for at in range(samples)
    ]


def _places(puzzle: Puzzle) -> tuple[int, int, list[Weights]]:
    """As `_squares` for other cells, which weigh the less the further from the sample they lie."""
    layout = PolygonLayout(Drawing(puzzle=puzzle, clues=False))
    cells = range(puzzle.board.size)
    corners = [corner for cell in cells for corner in layout.polygon(cell)]
    left, top = (min(corner[at] for corner in corners) for at in (0, 1))
    right, bottom = (max(corner[at] for corner in corners) for at in (0, 1))
    height, width = (
        min(ceil(length / layout.cell / CELLS_PER_SAMPLE), MOST_SAMPLES)
        for length in (bottom - top, right - left)
    )
    high, wide = (bottom - top) / height, (right - left) / width
    middles = [((x - left) / wide, (y - top) / high) for x, y in map(layout.centre, cells)]
    samples: list[Weights] = []
    for row in range(height):
        for column in range(width):
            # The fourth power leaves little to far cells; beside the board, the nearest one counts.
            near = [(column + 0.5 - x) ** 2 + (row + 0.5 - y) ** 2 for x, y in middles]
            weights = [1 / (0.01 + square * square) for square in near]
            samples.append(
                [(cell, w / sum(weights)) for cell, w in zip(cells, weights, strict=True)]
            )
    return height, width, samples
