"""Boards of triangles and of hexagons, with lines in three directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from math import sqrt
from typing import Any, ClassVar

from ..base.arguments import checked_on_failure
from ..base.errors import PuzzleError, check_choice, quoted
from ..base.whole import whole
from .board import ListedBoard
from .geometry import Outwards, Point
from .line import Axis, Line

#: The clue of a line continues the line: A at the left end, B at the top, C at the bottom.
_OUTWARDS = {
    "A": Outwards(-1.0, 0.0, True),
    "B": Outwards(0.5, -0.866, True),
    "C": Outwards(0.5, 0.866, False),
}

#: The corners of a hexagon around its middle.
_CORNERS = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))


class _ThreeDirections(ListedBoard):
    """A hexagonal outline around cells that lie on a line of each of three directions.

    A cell is a triple (a, b, c) of the numbers of its lines. Direction A runs from left to right,
    its lines numbered from the top; B runs like a slash from the top, C like a backslash from the
    top, both numbered from the left. Numbered so that all of them meet in one point, a - b + c of
    a cell is one of a few numbers, which say what cells look like.
    """

    axes: tuple[Axis, ...] = ("A", "B", "C")
    sizes: tuple[int, ...]
    """The lengths of its sides."""
    _sums: ClassVar[tuple[int, ...]]
    """a - b + c of cells; for one row and one line of B, from left to right."""
    _shared: ClassVar[int]
    """Cells that two neighbouring sides have in common."""
    _most: ClassVar[int] = 10_000
    _wide: ClassVar[int] = 1
    """Columns of text that a cell takes."""

    def __init__(self, a: int, b: int, c: int, d: int, e: int, f: int) -> None:
        try:
            sizes = a, b, c, d, e, f = tuple(map(whole, (a, b, c, d, e, f)))
        except TypeError:
            sides = quoted([a, b, c, d, e, f])
            raise PuzzleError(
                f"the sides of a {self.kind} are whole numbers, not {sides}"
            ) from None
        if min(sizes) < (least := self._shared):
            raise PuzzleError(f"a side of a {self.kind} is at least {least}, not {min(sizes)}")
        if max(sizes) > self._most:
            raise PuzzleError(f"a side of a {self.kind} is at most {self._most}, not {max(sizes)}")
        if (a + b, b + c, c + d) != (d + e, e + f, f + a):
            raise PuzzleError(
                f"sides of {a}, {b}, {c}, {d}, {e}, {f} do not close: "
                f"after {a}, {b}, {c}, {d} come {a + b - d} and {c + d - a}"
            )
        if min(a + b, b + c, c + d) <= least:
            raise PuzzleError(f"a {self.kind} with such sides has no cells")
        self.sizes = sizes
        self.key = self.kind, *sizes

    @cached_property
    def size(self) -> int:
        # Without the list of cells, which may be too long: a triangle without three corners, and
        # for hexagons the points inside and on that outline, by Pick's theorem.
        a, b, c, d, e, f = (side - self._shared for side in self.sizes)
        triangles = (a + b + c) ** 2 - a**2 - c**2 - e**2
        return (triangles + a + b + c + d + e + f) // 2 + 1 if self._shared else triangles

    @cached_property
    def counts(self) -> tuple[int, int, int]:
        """The number of lines of each direction."""
        a, b, c, d, _, _ = self.sizes
        return a + b - self._shared, b + c - self._shared, c + d - self._shared

    @cached_property
    def triples(self) -> tuple[tuple[int, int, int], ...]:
        """The lines of every cell: their indices in the directions A, B and C."""
        # Lines of C are numbered from 0 here, and from -shift where a - b + c is what it is.
        shift = self.sizes[0] - self._shared
        rows, slashes, backslashes = self.counts
        return tuple(
            (a, b, c)
            for a in range(rows)
            for b in range(max(0, a - shift - 1), min(slashes, a - shift + backslashes + 1))
            for total in self._sums
            if 0 <= (c := total - a + b + shift) < backslashes
        )

    # What it looks like.

    @property
    def _lefts(self) -> list[int]:
        """Where cells begin, in halves of the side of a triangle, or of the width of a hexagon."""
        return [2 * c + a for a, _, c in self.triples]

    def places(self) -> Sequence[tuple[int, int]]:
        return [(a, left) for (a, _, _), left in zip(self.triples, self._lefts, strict=True)]

    @checked_on_failure
    def text(self, rows: Iterable[str | Sequence[str]], wide: int = 1) -> str:
        """
        >>> print(Hexagon(2, 2, 2, 2, 2, 2).text(["##", "#_#", "##"]))
         # #
        # _ #
         # #
        """
        # Half a side of a triangle and half a hexagon are one column wide.
        lefts = self._lefts
        indents = [" " * (lefts[start] - min(lefts)) for start in self._starts[:-1]]
        lines = ("".join([mark.ljust(self._wide) for mark in row]).rstrip(" ") for row in rows)
        return "\n".join(map("".join, zip(indents, lines, strict=True)))

    def squares(self) -> tuple[int, int, Sequence[int]]:
        lefts = self._lefts
        first, columns = min(lefts), max(lefts) - min(lefts) + 1
        return self.height, columns, [a * columns + left - first for a, left in self.places()]

    def outwards(self, line: Line) -> Outwards:
        self.cells(line)  # or it is missing
        return _OUTWARDS[line.axis]

    def counting(self, axis: Axis) -> str:
        check_choice("axis", axis, self.axes)
        lines, cells = ("top", "left") if axis == "A" else ("left", "top")
        return (
            f"Lines of direction {axis} are counted from the {lines}, their cells from the {cells}."
        )

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "sides": [*self.sizes]}

    def __str__(self) -> str:
        return f"{self.kind} with sides of {', '.join(map(str, self.sizes))}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.sizes))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.sizes

    # Its lines.

    @cached_property
    def _cells(self) -> Mapping[Line, tuple[int, ...]]:
        triples = self.triples
        along: list[list[list[int]]] = [[[] for _ in range(count)] for count in self.counts]
        for cell, triple in enumerate(triples):
            for lines, index in zip(along, triple, strict=True):
                lines[index].append(cell)
        # From the top; in one row B runs to the left, C to the right.
        for cells in along[1]:
            cells.sort(key=lambda cell: triples[cell][0] - triples[cell][2])
        return {
            Line(axis, index): tuple(cells)
            for axis, lines in zip(self.axes, along, strict=True)
            for index, cells in enumerate(lines)
        }

    def neighbours(self, cell: int) -> Iterator[int]:
        found = dict.fromkeys(
            cells[near]
            for line, index in self.lines_through(cell)
            for cells in (self._cells[line],)
            for near in (index - 1, index + 1)
            if 0 <= near < len(cells)
        )
        return iter(found)


class Triddler(_ThreeDirections):
    """Triangular cells in a hexagonal outline, with lines in three directions.

    Its sides go counter-clockwise from the upper left; a side that the outline lacks is 0. Four of
    them fix the others: e = a + b - d, f = c + d - a.

    Args:
        a, b, c, d, e, f: the lengths of the sides in triangles.

    Raises:
        PuzzleError: the sides do not close, or there is no cell.

    Source: the outlines are those of griddlers.net and of Olšák's grid.

    >>> board = Triddler(1, 1, 1, 1, 1, 1)
    >>> board.size, len(board.lines), board.cells(Line("A", 0)), board.cells(Line("B", 0))
    (6, 6, (0, 1, 2), (1, 0, 3))
    """

    kind = name = "triddler"
    noun = "triangle"
    lattice = 0.5, sqrt(3) / 2
    _sums = (-1, 0)
    _shared = 0

    def points_up(self, cell: int) -> bool:
        a, b, c = self._of(cell, self.triples)
        return a - b + c - self.sizes[0] == -1

    def outline(self, cell: int) -> Sequence[Point]:
        a, _, c = self._of(cell, self.triples)
        left = 2 * c + a
        if self.points_up(cell):
            return (left + 1, a + 1), (left + 2, a), (left + 3, a + 1)
        return (left, a), (left + 2, a), (left + 1, a + 1)

    @property
    def _lefts(self) -> list[int]:
        return [left + self.points_up(cell) for cell, left in enumerate(super()._lefts)]


class Hexagon(_ThreeDirections):
    """Hexagonal cells in a hexagonal outline, with lines in three directions.

    Sides are as for `Triddler`.

    Args:
        a, b, c, d, e, f: the lengths of the sides in cells, at least 1.

    Raises:
        PuzzleError: the sides do not close.

    >>> board = Hexagon(2, 2, 2, 2, 2, 2)
    >>> board.size, board.lengths("A"), board.cells(Line("C", 0))
    (7, [2, 3, 2], (2, 5))
    """

    kind = name = "hexagon"
    noun = "hexagon"
    lattice = 0.5, sqrt(3) / 6
    row = 3
    _sums = (0,)
    _shared = 1
    _wide = 2

    def outline(self, cell: int) -> Sequence[Point]:
        a, _, c = self._of(cell, self.triples)
        x, y = 2 * c + a, 3 * a
        return [(x + right, y + down) for right, down in _CORNERS]
