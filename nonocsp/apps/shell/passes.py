"""Passes over the grid: every row tightened once, then every column."""

from __future__ import annotations

from collections.abc import Iterator

from ...model.grid import Grid
from ...model.puzzle import Puzzle
from ...solver.trace import tightener


def passes(puzzle: Puzzle, grid: Grid | None = None) -> Iterator[Grid | None]:
    """The grid after each pass, as long as a pass finds something.

    None ends them when a line has no placement left. The last grid is what tightening single lines
    can find out: the fixpoint of arc consistency.

    >>> for grid in passes(Puzzle([[2], [1]], [[1], [2]])):
    ...     print(grid)
    ##
    _#
    """
    now = grid or Grid.unknown(puzzle)
    tighten = {line: tightener(puzzle, line) for line in puzzle.lines}
    while True:
        before = now
        for axis in ("row", "column"):
            tightened = [
                tighten[line](now.line(line)) for line in puzzle.lines if line.axis == axis
            ]
            kept = [masks for masks in tightened if masks is not None]
            if len(kept) < len(tightened):
                yield None
                return
            flat = kept if axis == "row" else zip(*kept, strict=True)
            now = Grid.of_masks(puzzle, [mask for masks in flat for mask in masks])
        if now == before:
            return
        yield now
