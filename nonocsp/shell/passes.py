"""Passes over the grid: every row tightened once, then every column."""

from __future__ import annotations

from collections.abc import Iterator

from .. import kernel, line
from ..grid import Grid
from ..puzzle import Clue, Puzzle


def passes(puzzle: Puzzle, grid: Grid | None = None) -> Iterator[Grid | None]:
    """The grid after each pass, as long as a pass finds something.

    None ends them when a line has no placement left. The last grid is what tightening single lines
    can find out: the fixpoint of arc consistency.

    >>> for grid in passes(Puzzle([[2], [1]], [[1], [2]])):
    ...     print(grid)
    ##
    _#
    """
    rows, columns = puzzle.shape
    colours = len(puzzle.colours) - 1
    now = grid or Grid.unknown(rows, columns, colours)
    while True:
        before = now
        for side in (puzzle.rows, puzzle.columns):
            of_rows = side is puzzle.rows
            lines = [now.row(i) if of_rows else now.column(i) for i in range(len(side))]
            tightened = [
                _tightened(clue, masks, colours) for clue, masks in zip(side, lines, strict=True)
            ]
            kept = [masks for masks in tightened if masks is not None]
            if len(kept) < len(tightened):
                yield None
                return
            flat = kept if of_rows else zip(*kept, strict=True)
            now = Grid([mask for masks in flat for mask in masks], columns, colours)
        if now == before:
            return
        yield now


def _tightened(clue: Clue | None, masks: tuple[int, ...], colours: int) -> tuple[int, ...] | None:
    if kernel.REASON:
        return line.tighten(clue, masks, colours)
    return kernel.LineDomain(clue, len(masks), colours).tighten(masks)
