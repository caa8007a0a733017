"""A draft: a picture that can be changed cell by cell, and the faults of its puzzle.

A puzzle can be required to be *unique*, or to be solved by *lines* alone (tightening every line to
the fixpoint), which implies uniqueness. Where it is not, the cells at fault form parts that share
no line:

- for uniqueness, *switching components*: minimal sets of cells in which another solution differs
  from the picture while it agrees everywhere else;
- for lines, the cells that tightening leaves undecided.

**Which cells can repair a fault.** A change of the picture that touches none of the lines of a part
leaves the fault in place. The other solution with the same cells changed solves the new puzzle too,
because every line keeps either its old clue and cells that satisfy it, or exactly the cells of the
new picture; and undecided cells stay undecided, because the candidates of the part keep their
support. So every change that repairs a picture has a cell on some line of every fault.
`fewest_changes` derives its lower bounds from this.

The picture determines all of this, whatever engine answers and in whatever order it searches. Only
the rating of a puzzle that needs search depends on the search.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple, Protocol, TypeAlias

from ...core import (
    Board,
    Grid,
    LimitReached,
    Limits,
    Line,
    Meter,
    Picture,
    Puzzle,
    Stats,
    engine_named,
    full,
    has_several,
    propagated,
    solutions,
)
from ..explanation import Rating, rate

#: What a puzzle is required to be.
Goal: TypeAlias = Literal["unique", "lines"]

#: Rows in which switching components are searched first.
BAND = 8


class Fault(NamedTuple):
    """A part of a picture that keeps its puzzle from a goal."""

    cells: tuple[int, ...]
    """The cells at fault, ascending, in row-major order."""
    lines: frozenset[Line]
    """The lines on which they lie."""


class Drawing(Protocol):
    """Questions about a changing picture, as `nonocsp.core.kernel.edited_picture` answers them."""

    cells: bytearray

    def paint(self, cell: int, colour: int) -> None:
        """Give a cell a colour."""
        ...

    def propagated(self, limits: Limits) -> list[int]:
        """The candidates that tightening every line leaves, as masks."""
        ...

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        """The number of solutions that agree with candidates: 0, 1, or 2 for several."""
        ...


class Draft:
    """A picture that can be changed, and the faults of its puzzle.

    Args:
        picture: the picture to begin with.
        colours: number of block colours of the puzzle.
        meter: bounds and counts all work.
        engine: the name of an engine; None is the default.

    Every method raises `LimitReached` when a limit of the meter is reached.
    """

    def __init__(
        self, picture: Picture, colours: int, meter: Meter, engine: str | None = None
    ) -> None:
        self.board = picture.board
        self.colours = colours
        self.checks = 0
        """Questions asked so far."""
        self._meter, self._engine = meter, engine
        self._drawing = _drawing(picture, colours, engine)
        # Its clues grow stale, its lines do not.
        self._frame = _puzzle(picture, colours)
        self._undecided: tuple[int, ...] | None = None
        self._rating: Rating | None = None

    @property
    def cells(self) -> bytes:
        """The picture's cells in row-major order."""
        return bytes(self._drawing.cells)

    def __getitem__(self, cell: int) -> int:
        return self._drawing.cells[cell]

    def paint(self, changes: Iterable[tuple[int, int]]) -> None:
        """Give cells colours: pairs of a cell and its new colour."""
        for cell, colour in changes:
            self._drawing.paint(cell, colour)
        self._undecided = self._rating = None

    def undecided(self) -> tuple[int, ...]:
        """The cells that tightening every line leaves undecided, ascending."""
        if self._undecided is None:
            self.checks += 1
            masks = self._drawing.propagated(self._meter.left())
            self._undecided = tuple(cell for cell, mask in enumerate(masks) if has_several(mask))
        return self._undecided

    def meets(self, goal: Goal) -> bool:
        """Whether the picture's puzzle meets a goal."""
        if not self.undecided():
            return True
        return goal == "unique" and not self.differs_within(self.undecided())

    def differs_within(self, free: Collection[int]) -> bool:
        """Whether another solution differs from the picture in some of these cells and no others.

        Only undecided cells matter.
        """
        self.checks += 1
        known = [1 << colour for colour in self._drawing.cells]
        for cell in free:
            known[cell] = full(self.colours)
        left = self._meter.left()
        return self._drawing.solutions(known, left, self._meter.stats) > 1

    def rated(self) -> Rating:
        """The depth of the picture's puzzle, which is unique, for a careful person."""
        if self._rating is not None:
            return self._rating
        self.checks += 1
        puzzle = _puzzle(Picture.from_cells(self.cells, self.board), self.colours)
        rating = rate(puzzle, limits=self._meter.left(), engine=self._engine)
        self._meter.stats.add(rating.stats)
        if rating.stopped_by is not None:
            raise LimitReached(rating.stopped_by)
        self._rating = rating
        return rating

    def cells_on(self, lines: Iterable[Line]) -> set[int]:
        """The cells of some lines."""
        return {cell for line in lines for cell in self._frame.cells(line)}

    def faults(self, goal: Goal, most: int) -> list[Fault]:
        """Some faults, at most ``most``, no two of which share a line; none if the goal is met."""
        if goal == "lines":
            return self._parts()[:most]
        found: list[Fault] = []
        for region in self._bands():
            self._search(region, found, most)
        if not found:
            self._search(self.undecided(), found, most)
        return found

    def _bands(self) -> list[tuple[int, ...]]:
        """The undecided cells of overlapping bands of rows.

        Most components lie in one band, and questions about few cells are fast.
        """
        rows = [line for line in self._frame.lines if line.is_row]
        if len(rows) <= BAND:
            return []
        bands = (
            self.cells_on(rows[top : top + BAND])
            for top in range(0, len(rows) - BAND // 2, BAND // 2)
        )
        return [tuple(cell for cell in self.undecided() if cell in band) for band in bands]

    def _search(self, region: tuple[int, ...], found: list[Fault], most: int) -> None:
        """Add switching components within a region that share no line with those found."""
        while len(found) < most:
            taken = self.cells_on(line for fault in found for line in fault.lines)
            cells = self._component(tuple(cell for cell in region if cell not in taken))
            if cells is None:
                break
            found.append(self._fault(cells))

    def _component(self, free: tuple[int, ...]) -> tuple[int, ...] | None:
        """A minimal set of free cells in which another solution differs from the picture.

        Binary search for the longest prefix of the free cells that can be fixed while another
        solution remains; the next cell then belongs to the set, and so on. Cost: a logarithm of
        questions for each cell of the set.
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
        by_line: dict[Line, list[int]] = defaultdict(list)
        for cell in self.undecided():
            for line, _ in self._frame.lines_through(cell):
                by_line[line].append(cell)
        parts = []
        for first in self.undecided():
            if first not in left:
                continue
            left.discard(first)
            part = [first]
            for cell in part:  # grows
                for line, _ in self._frame.lines_through(cell):
                    fresh = [other for other in by_line.pop(line, ()) if other in left]
                    left.difference_update(fresh)
                    part += fresh
            parts.append(self._fault(tuple(sorted(part))))
        return parts

    def _fault(self, cells: tuple[int, ...]) -> Fault:
        lines = (line for cell in cells for line, _ in self._frame.lines_through(cell))
        return Fault(cells, frozenset(lines))


class _PortableDrawing:
    """A `Drawing` for every engine, by way of a `Puzzle` and the definition of tightening."""

    def __init__(self, cells: bytes, board: Board, colours: int, engine: str) -> None:
        self.cells = bytearray(cells)
        self._board, self._colours, self._engine = board, colours, engine

    def paint(self, cell: int, colour: int) -> None:
        self.cells[cell] = colour

    def propagated(self, limits: Limits) -> list[int]:
        left = propagated(self._puzzle(), limits=limits, by_definition=True)
        assert left is not None, "the picture solves its own puzzle"
        return list(left.masks)

    def solutions(self, known: list[int], limits: Limits, stats: Stats) -> int:
        puzzle = self._puzzle()
        grid = Grid.of_masks(puzzle, known)
        with solutions(puzzle, limit=2, grid=grid, limits=limits, engine=self._engine) as search:
            found = len(list(search))
        stats.add(search.stats)
        if search.stopped_by not in (None, "solutions"):
            raise LimitReached(search.stopped_by, search.detail)
        return found

    def _puzzle(self) -> Puzzle:
        return _puzzle(Picture.from_cells(bytes(self.cells), self._board), self._colours)


def _puzzle(picture: Picture, colours: int) -> Puzzle:
    """The puzzle of a picture, of which some colours may have no cell, without goals."""
    names = [f"colour {number}" for number in range(1, colours + 1)]
    return Puzzle.from_picture(picture, names, goals=())


def _drawing(picture: Picture, colours: int, engine: str | None) -> Drawing:
    name = engine_named(engine).name
    if name == "kernel":
        from ...core.kernel.edited_picture import EditedPicture

        return EditedPicture(picture.cells, picture.board, colours)
    return _PortableDrawing(picture.cells, picture.board, colours, name)
