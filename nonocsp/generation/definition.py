"""The questions about a picture by definition, in Python: for every engine but the kernel."""

from __future__ import annotations

from ..common.limits import LimitReached, Limits, Meter, Stats
from ..line.definition import tighten
from ..model.clue import clue_of
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import solutions


class DefinedDrawing:
    """The same as `nonocsp.kernel.drawing.Drawing`, answered by `nonocsp.line` and any engine.

    >>> drawing = DefinedDrawing(b"\\x01\\x00\\x00\\x01", 2, 1)
    >>> drawing.paint(1, 1)
    >>> drawing.propagated(Limits())
    [2, 2, 1, 2]
    """

    def __init__(self, cells: bytes, columns: int, colours: int, engine: str = "textbook") -> None:
        self.cells = bytearray(cells)
        self._engine = engine
        self._columns, self._colours = columns, colours

    def paint(self, cell: int, colour: int) -> None:
        self.cells[cell] = colour

    def propagated(self, limits: Limits) -> list[int]:
        cells, width = self.cells, self._columns
        lines = [range(start, start + width) for start in range(0, len(cells), width)]
        lines += [range(start, len(cells), width) for start in range(width)]
        masks = [(2 << self._colours) - 1] * len(cells)
        meter = Meter(limits, Stats())
        meter.start()
        changed = True
        while changed:
            changed = False
            for line in lines:
                meter.look_at_clock()
                before = [masks[cell] for cell in line]
                after = tighten(clue_of(cells[cell] for cell in line), before, self._colours)
                assert after is not None, "the picture solves its own puzzle"
                changed |= list(after) != before
                for cell, mask in zip(line, after, strict=True):
                    masks[cell] = mask
        return masks

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        picture = Picture.from_cells(bytes(self.cells), self._columns)
        colours = [f"colour {number}" for number in range(1, self._colours + 1)]
        puzzle = Puzzle.from_picture(picture, colours, goals=())
        grid = Grid(known, self._columns, self._colours)
        with solutions(puzzle, limit=2, grid=grid, limits=limits, engine=self._engine) as search:
            found = len(list(search))
        stats.add(search.stats)
        if search.stopped_by not in (None, "solutions"):
            raise LimitReached(search.stopped_by, search.detail)
        return found
