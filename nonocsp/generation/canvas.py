"""A picture on the way to a better one: it can be painted, and tells where its puzzle is faulty.

Two things may be asked of a puzzle: that it is *unique*, or that it is solved by *lines* alone
(tightening each line until nothing changes), which implies the former. Where a puzzle falls short,
the cells at fault fall into parts that share no line:

- for uniqueness, *switching components*: smallest sets of cells in which another solution
  differs from the picture while it agrees with it elsewhere;
- for lines, the cells that tightening leaves undecided, in parts that share no line.

**Which cells can mend a fault.** A change of the picture that touches none of the lines of a part
leaves the fault as it is: the other solution, with the same cells changed, solves the new puzzle
too, because every line has either its old clue and cells that satisfy it, or exactly the new
picture's cells; and the undecided cells stay undecided, because the candidates of the part remain
supported. So every change that mends a picture has a cell in some line of every fault. `repair`
proves with it that fewer cells would not do.

All of this is determined by the picture: which solver answers, and in which order it searches,
makes no difference. Only in the rating of a puzzle that has to be searched, the search counts.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, Protocol, TypeAlias

from ..common.limits import LimitReached, Limits, Meter, Stats
from ..explanation import Rating, rate
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..solver.engines import engine_named

#: What is asked of a puzzle.
Goal: TypeAlias = Literal["unique", "lines"]
GOALS: tuple[Goal, ...] = ("unique", "lines")

#: Rows among which switching components are looked for first.
BAND = 8


class Fault(NamedTuple):
    """A part of a picture because of which its puzzle falls short of a goal."""

    cells: tuple[int, ...]
    """The cells at fault, ascending, in row-major order."""
    rows: frozenset[int]
    """The rows they lie in."""
    columns: frozenset[int]
    """The columns they lie in."""


class Drawing(Protocol):
    """What answers the questions about one picture after another: see `nonocsp.kernel.drawing`."""

    cells: bytearray

    def paint(self, cell: int, colour: int) -> None:
        """Give a cell a colour."""
        ...

    def propagated(self, limits: Limits) -> list[int]:
        """The candidates that tightening every line leaves, as masks."""
        ...

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        """How many solutions agree with candidates: 0, 1, or 2 for several."""
        ...


class Canvas:
    """A picture that can be painted, and the faults of its puzzle.

    Args:
        picture: the picture to begin with.
        colours: number of block colours of the puzzle.
        meter: bounds all the work, and counts it.
        engine: the name of an engine; None is the default.

    Every method raises `LimitReached` when the meter's limits are reached.
    """

    def __init__(
        self, picture: Picture, colours: int, meter: Meter, engine: str | None = None
    ) -> None:
        self.rows, self.columns = picture.shape
        self.colours = colours
        self.checks = 0
        """Questions asked so far."""
        self._meter, self._engine = meter, engine
        self._drawing = _drawing(picture, colours, engine)
        self._undecided: tuple[int, ...] | None = None

    @property
    def cells(self) -> bytes:
        """The picture's cells in row-major order."""
        return bytes(self._drawing.cells)

    def __getitem__(self, cell: int) -> int:
        return self._drawing.cells[cell]

    def paint(self, changes: Iterable[tuple[int, int]]) -> None:
        """Give cells colours."""
        for cell, colour in changes:
            self._drawing.paint(cell, colour)
        self._undecided = None

    def undecided(self) -> tuple[int, ...]:
        """The cells that tightening every line leaves undecided, ascending."""
        if self._undecided is None:
            self.checks += 1
            masks = self._drawing.propagated(self._meter.left())
            self._undecided = tuple(cell for cell, mask in enumerate(masks) if mask & (mask - 1))
        return self._undecided

    def meets(self, goal: Goal) -> bool:
        """Whether the picture's puzzle is what it should be."""
        if not self.undecided():
            return True
        return goal == "unique" and not self.differs_within(self.undecided())

    def differs_within(self, free: Collection[int]) -> bool:
        """Whether another solution differs from the picture in some of these cells and no others.

        Only undecided cells matter.
        """
        self.checks += 1
        full = (2 << self.colours) - 1
        known = [1 << colour for colour in self._drawing.cells]
        for cell in free:
            known[cell] = full
        left = self._meter.left()
        return self._drawing.solutions(known, left, self._meter.stats) > 1

    def rated(self) -> Rating:
        """How hard the picture's puzzle, which is unique, is for a careful person."""
        self.checks += 1
        picture = Picture.from_cells(self.cells, self.columns)
        colours = [f"colour {number}" for number in range(1, self.colours + 1)]
        puzzle = Puzzle.from_picture(picture, colours)
        rating = rate(puzzle, limits=self._meter.left(), engine=self._engine)
        self._meter.stats.add(rating.stats)
        if rating.stopped_by is not None:
            raise LimitReached(rating.stopped_by)
        return rating

    def faults(self, goal: Goal, most: int) -> list[Fault]:
        """Some faults, ``most`` at most, of which no two share a line; none if the goal is met."""
        if goal == "lines":
            return self._parts()[:most]
        found: list[Fault] = []
        for region in self._bands():
            self._find(region, found, most)
        if not found:
            self._find(self.undecided(), found, most)
        return found

    def _bands(self) -> list[tuple[int, ...]]:
        """The undecided cells of bands of rows: most components lie in one, and questions about
        few cells are quick. Only where no band has any is the whole picture asked about."""
        if self.rows <= BAND:
            return []
        return [
            tuple(cell for cell in self.undecided() if top <= cell // self.columns < top + BAND)
            for top in range(0, self.rows - BAND // 2, BAND // 2)
        ]

    def _find(self, region: tuple[int, ...], found: list[Fault], most: int) -> None:
        """Add switching components within a region that share no line with those found."""
        while len(found) < most:
            cells = self._component(self._apart(region, found))
            if cells is None:
                break
            found.append(self._fault(cells))

    def _apart(self, cells: tuple[int, ...], faults: list[Fault]) -> tuple[int, ...]:
        """The cells that share no line with faults."""
        rows = frozenset[int]().union(*(fault.rows for fault in faults))
        columns = frozenset[int]().union(*(fault.columns for fault in faults))
        return tuple(
            cell
            for cell in cells
            if cell // self.columns not in rows and cell % self.columns not in columns
        )

    def _component(self, free: tuple[int, ...]) -> tuple[int, ...] | None:
        """A smallest set of free cells in which another solution differs from the picture.

        The first free cells are fixed, as many as leave another solution; the next one then belongs
        to the set, and so on. Cost: for each cell of the set, a logarithm of questions.
        """
        if not free or not self.differs_within(free):
            return None
        needed: tuple[int, ...] = ()
        while True:
            # Fixing `low` of the free cells leaves another solution, fixing `high` does not.
            low, high = 0, len(free) + 1
            while high - low > 1:
                middle = (low + high) // 2
                if self.differs_within(needed + free[middle:]):
                    low = middle
                else:
                    high = middle
            if low == len(free):
                return tuple(sorted(needed))
            needed += (free[low],)
            free = free[low + 1 :]

    def _parts(self) -> list[Fault]:
        """The undecided cells in parts that share no line."""
        left = set(self.undecided())
        by_line: dict[int, list[int]] = {}
        for cell in self.undecided():
            row, column = divmod(cell, self.columns)
            by_line.setdefault(row, []).append(cell)
            by_line.setdefault(self.rows + column, []).append(cell)
        parts = []
        for first in self.undecided():
            if first not in left:
                continue
            left.discard(first)
            part, waiting, seen = [first], [first], set()
            while waiting:
                row, column = divmod(waiting.pop(), self.columns)
                for line in (row, self.rows + column):
                    if line not in seen:
                        seen.add(line)
                        fresh = [cell for cell in by_line[line] if cell in left]
                        left.difference_update(fresh)
                        part += fresh
                        waiting += fresh
            parts.append(self._fault(tuple(sorted(part))))
        return parts

    def _fault(self, cells: tuple[int, ...]) -> Fault:
        rows = frozenset(cell // self.columns for cell in cells)
        return Fault(cells, rows, frozenset(cell % self.columns for cell in cells))


def _drawing(picture: Picture, colours: int, engine: str | None) -> Drawing:
    columns = picture.shape[1]
    name = engine_named(engine).name
    if name == "kernel":
        from ..kernel.drawing import Drawing as KernelDrawing

        return KernelDrawing(picture.cells, columns, colours)
    from .definition import DefinedDrawing

    return DefinedDrawing(picture.cells, columns, colours, name)
