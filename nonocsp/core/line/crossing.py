"""Crossed line marginals: a blurred guess at a picture from its clues alone, line by line.

The marginals of a line are exact: the share of its placements in which a cell has a colour. Every
cell lies on two lines or three: for each colour the geometric mean of their shares, normalised.
This is the first message of belief propagation, tempered: the guess clears as cells become known,
and shows nothing that a careful look at single lines does not.
"""

from __future__ import annotations

from math import prod

from ..model.bits import full, is_single
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle, check_fit
from .definition import colour_counts

Shares = tuple[float, ...]
"""For one cell its share of each colour, blank first; the sum is 1."""


def crossed_marginals(puzzle: Puzzle, grid: Grid | None = None) -> tuple[tuple[Shares, ...], ...]:
    """For every cell its shares of the colours: rows x columns x colours.

    A known cell has its colour for certain. A line that has no placement left, because a known
    cell is wrong or its clue too long, counts as if nothing on it were known.

    Args:
        puzzle: the clues; goals are not looked at.
        grid: what is known; None is nothing.

    Raises:
        PuzzleError: the grid is of another shape.

    >>> puzzle = Puzzle([[2], [1]], [[1], [2], []])
    >>> crossed_marginals(puzzle)[0]
    ((0.5, 0.5), (0.0, 1.0), (1.0, 0.0))
    """
    check_fit(puzzle, grid)
    masks = (Grid.unknown(puzzle) if grid is None else grid).masks
    along: dict[Line, list[Shares]] = {
        line: _marginals(puzzle, line, tuple(masks[cell] for cell in puzzle.cells(line)))
        for line in puzzle.lines
    }
    return puzzle.board.rows(
        tuple(
            _crossed(mask, [along[line][index] for line, index in puzzle.lines_through(cell)])
            for cell, mask in enumerate(masks)
        )
    )


def _marginals(puzzle: Puzzle, line: Line, masks: tuple[int, ...]) -> list[Shares]:
    clue, colours = puzzle.clue(line), puzzle.block_colours
    unknown = (full(colours),) * len(masks)
    for known in (masks, unknown):
        counts = colour_counts(clue, known, colours)
        total = sum(counts[0])
        if total:
            return [tuple(count / total for count in cell) for cell in counts]
    return [(1 / (colours + 1),) * (colours + 1)] * len(masks)


def _crossed(mask: int, lines: list[Shares]) -> Shares:
    if is_single(mask):
        return tuple(float(mask >> colour & 1) for colour in range(len(lines[0])))
    mean = [prod(shares) ** (1 / len(lines)) for shares in zip(*lines, strict=True)]
    if not any(mean):  # the lines contradict each other
        mean = [sum(shares) for shares in zip(*lines, strict=True)]
    return tuple(share / sum(mean) for share in mean)
