"""Boards: which cells there are, and which lines run through them.

A line is an ordered list of cells, and every cell lies on one line of each direction. That is all
that solving, counting and explaining need to know of a board. The cells are numbered line by line
in the first direction, whose lines are the rows of pictures; so a cell has a row and a place in it,
also where rows differ in length.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any, ClassVar, TypeVar

from ..common.errors import PuzzleError, counted, quoted
from ..common.whole import whole
from .line import Axis, Line

_Value = TypeVar("_Value")
_Values = TypeVar("_Values", bytes, tuple[Any, ...])


class Board(ABC):
    """The cells and lines of a puzzle; immutable, hashable, equal by kind and sizes.

    `Rectangle`, `Triddler` and `Hexagon` are boards.
    """

    kind: ClassVar[str]
    """Its name in files and messages."""
    axes: ClassVar[tuple[Axis, ...]]
    """The directions of its lines. The lines of the first are the rows of pictures."""
    sizes: tuple[int, ...]
    """The numbers that make it, as its class takes them."""

    @abstractmethod
    def lengths(self, axis: Axis) -> Sequence[int]:
        """The number of cells of each line of a direction."""

    @abstractmethod
    def cells(self, line: Line) -> Sequence[int]:
        """The numbers of the cells of a line, in order. Raises `PuzzleError` if it is missing."""

    def along(self, line: Line, values: Sequence[_Value]) -> Sequence[_Value]:
        """The values of the cells of a line, in order, of a value for every cell."""
        return [values[cell] for cell in self.cells(line)]

    @abstractmethod
    def index(self, line: Line) -> int:
        """The position of a line in `lines`. Raises `PuzzleError` if it is missing."""

    @abstractmethod
    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        """The lines that a cell lies on, each with the cell's index along the line."""

    @abstractmethod
    def place(self, cell: int) -> tuple[int, int]:
        """The row of a cell and its place in the row, both from 0."""

    @abstractmethod
    def number(self, row: int, column: int) -> int:
        """The number of the cell at a place of a row. Raises `IndexError` if there is none."""

    @abstractmethod
    def neighbours(self, cell: int) -> Iterator[int]:
        """The cells that share a side with a cell."""

    @abstractmethod
    def squares(self) -> tuple[int, int, Sequence[int]]:
        """A rectangle of squares in which cells lie as their centres do.

        Its rows and columns, and for every cell the number of its square, row by row.
        """

    @cached_property
    def size(self) -> int:
        """The number of cells."""
        return sum(self.lengths(self.axes[0]))

    @cached_property
    def longest(self) -> int:
        """The number of cells of the longest line."""
        return max(max(self.lengths(axis)) for axis in self.axes)

    @cached_property
    def height(self) -> int:
        """The number of rows: of lines in the first direction."""
        return len(self.lengths(self.axes[0]))

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines, direction by direction."""
        return tuple(
            Line(axis, index) for axis in self.axes for index in range(len(self.lengths(axis)))
        )

    @property
    def shape(self) -> tuple[int, int]:
        """The number of rows and of columns. Raises `PuzzleError` if it is no rectangle."""
        raise PuzzleError(f"a {self.kind} has no rows and columns: this needs a rectangle")

    def rows(self, values: _Values) -> tuple[_Values, ...]:
        """The values of all cells, cut into rows."""
        return tuple([values[start:end] for start, end in pairwise(self._starts)])

    def text(self, rows: Iterable[Sequence[str]]) -> str:
        """Rows of text, one character or several of the same width a cell, as lines.

        >>> print(Hexagon(2, 2, 2, 2, 2, 2).text(["##", "#_#", "##"]))
         # #
        # _ #
         # #
        """
        return "\n".join(map("".join, rows))

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of the first cell of each row, and the number of cells."""
        return tuple(accumulate(self.lengths(self.axes[0]), initial=0))

    def missing(self, line: Line) -> PuzzleError:
        """The error that there is no such line.

        >>> print(Rectangle(5, 7).missing(Line("row", 5)))
        there is no row 6: the puzzle has 5 rows
        """
        if line.axis not in self.axes:
            axes = ", ".join(self.axes)
            return PuzzleError(f"there is no {line} on a {self.kind}: its directions are {axes}")
        number = counted(len(self.lengths(line.axis)), line.noun)
        if line.noun == "line":
            name = f"line {line.index + 1} in direction {line.axis}, which has {number}"
            return PuzzleError(f"there is no {name}")
        return PuzzleError(f"there is no {line}: the puzzle has {number}")

    def __eq__(self, other: object) -> bool:
        return self is other or (type(self) is type(other) and self.sizes == other.sizes)

    def __hash__(self) -> int:
        return hash((self.kind, self.sizes))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(str, self.sizes))})"

    def __str__(self) -> str:
        return f"{self.kind} with sides of {', '.join(map(str, self.sizes))}"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.sizes


class Rectangle(Board):
    """Rows and columns of square cells.

    Args:
        rows, columns: how many, at least 1.

    Raises:
        PuzzleError: there are none.

    >>> board = Rectangle(2, 5)
    >>> list(board.cells(Line("column", 2))), board.place(7)
    ([2, 7], (1, 2))
    """

    kind = "rectangle"
    axes = ("row", "column")

    def __init__(self, rows: int, columns: int) -> None:
        if rows < 1 or columns < 1:
            raise PuzzleError("a rectangle has at least one row and one column")
        self.sizes = (rows, columns)

    @property
    def shape(self) -> tuple[int, int]:
        return self.sizes[0], self.sizes[1]

    def lengths(self, axis: Axis) -> Sequence[int]:
        rows, columns = self.sizes
        return (columns,) * rows if axis == "row" else (rows,) * columns

    def along(self, line: Line, values: Sequence[_Value]) -> Sequence[_Value]:
        cells = self.cells(line)
        return values[cells.start : cells.stop : cells.step]

    def index(self, line: Line) -> int:
        if line.axis not in self.axes or line.index >= self.sizes[not line.is_row]:
            raise self.missing(line)
        return line.index if line.is_row else self.sizes[0] + line.index

    def cells(self, line: Line) -> range:
        self.index(line)
        rows, columns = self.sizes
        if line.is_row:
            return range(line.index * columns, (line.index + 1) * columns)
        return range(line.index, rows * columns, columns)

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        row, column = divmod(cell, self.sizes[1])
        return (Line("row", row), column), (Line("column", column), row)

    def place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.sizes[1])

    def squares(self) -> tuple[int, int, Sequence[int]]:
        rows, columns = self.sizes
        return rows, columns, range(rows * columns)

    def number(self, row: int, column: int) -> int:
        rows, columns = self.sizes
        if not (0 <= row < rows and 0 <= column < columns):
            ranges = f"rows are 0 to {rows - 1}, columns 0 to {columns - 1}"
            raise IndexError(f"no cell ({row}, {column}): {ranges}")
        return row * columns + column

    def neighbours(self, cell: int) -> Iterator[int]:
        rows, columns = self.sizes
        row, column = divmod(cell, columns)
        if row:
            yield cell - columns
        if column:
            yield cell - 1
        if column + 1 < columns:
            yield cell + 1
        if row + 1 < rows:
            yield cell + columns

    def __str__(self) -> str:
        rows, columns = self.sizes
        return f"{counted(rows, 'row')} and {counted(columns, 'column')}"


class _ThreeDirections(Board):
    """A hexagonal outline around cells that lie on a line of each of three directions.

    A cell is a triple (a, b, c) of the numbers of its lines. Direction A runs from left to right,
    its lines numbered from the top; B runs like a slash from the top, C like a backslash from the
    top, both numbered from the left. Numbered so that all of them meet in one point, a - b + c of
    a cell is one of a few numbers, which say what cells look like.
    """

    axes: ClassVar[tuple[Axis, ...]] = ("A", "B", "C")
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

    @property
    def lefts(self) -> list[int]:
        """Where cells begin, in halves of the side of a triangle, or of the width of a hexagon."""
        return [2 * c + a for a, _, c in self.triples]

    def text(self, rows: Iterable[Sequence[str]]) -> str:
        # Half a side of a triangle and half a hexagon are one column wide.
        lefts = self.lefts
        indents = [" " * (lefts[start] - min(lefts)) for start in self._starts[:-1]]
        lines = ("".join([mark.ljust(self._wide) for mark in row]).rstrip(" ") for row in rows)
        return "\n".join(map("".join, zip(indents, lines, strict=True)))

    def squares(self) -> tuple[int, int, Sequence[int]]:
        lefts = self.lefts
        first, columns = min(lefts), max(lefts) - min(lefts) + 1
        placed = zip(self.triples, lefts, strict=True)
        return self.height, columns, [a * columns + left - first for (a, _, _), left in placed]

    @cached_property
    def _cells(self) -> dict[Line, tuple[int, ...]]:
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

    @cached_property
    def _through(self) -> tuple[tuple[tuple[Line, int], ...], ...]:
        through: list[list[tuple[Line, int]]] = [[] for _ in self.triples]
        for line, cells in self._cells.items():
            for index, cell in enumerate(cells):
                through[cell].append((line, index))
        return tuple(map(tuple, through))

    def lengths(self, axis: Axis) -> Sequence[int]:
        return [len(cells) for line, cells in self._cells.items() if line.axis == axis]

    @cached_property
    def _index(self) -> dict[Line, int]:
        return {line: index for index, line in enumerate(self.lines)}

    def index(self, line: Line) -> int:
        self.cells(line)  # or it is missing
        return self._index[line]

    def cells(self, line: Line) -> tuple[int, ...]:
        try:
            return self._cells[line]
        except KeyError:
            raise self.missing(line) from None

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        return self._through[cell]

    def place(self, cell: int) -> tuple[int, int]:
        row = self.triples[cell][0]
        return row, cell - self._starts[row]

    def number(self, row: int, column: int) -> int:
        starts = self._starts
        if not (0 <= row < len(starts) - 1 and 0 <= column < starts[row + 1] - starts[row]):
            raise IndexError(f"no cell ({row}, {column}) on a {self}")
        return starts[row] + column

    def neighbours(self, cell: int) -> Iterator[int]:
        found = dict.fromkeys(
            cells[near]
            for line, index in self._through[cell]
            for cells in (self._cells[line],)
            for near in (index - 1, index + 1)
            if 0 <= near < len(cells)
        )
        return iter(found)


class Triddler(_ThreeDirections):
    """Triangular cells in a hexagonal outline, with lines in three directions.

    Args:
        a, b, c, d, e, f: the lengths of the sides in triangles, counter-clockwise from the upper
            left; 0 where the outline has no such side, as for a triangle. Four of them fix the
            others: e = a + b - d, f = c + d - a.

    Raises:
        PuzzleError: the sides do not close, or there is no cell.

    Source: the outlines are those of griddlers.net and of Olšák's grid.

    >>> board = Triddler(1, 1, 1, 1, 1, 1)
    >>> board.size, len(board.lines), board.cells(Line("A", 0)), board.cells(Line("B", 0))
    (6, 6, (0, 1, 2), (1, 0, 3))
    """

    kind = "triddler"
    _sums = (-1, 0)
    _shared = 0

    def points_up(self, cell: int) -> bool:
        """Whether a triangle has its side below and its corner on top."""
        a, b, c = self.triples[cell]
        return a - b + c - self.sizes[0] == -1

    @property
    def lefts(self) -> list[int]:
        return [left + self.points_up(cell) for cell, left in enumerate(super().lefts)]


class Hexagon(_ThreeDirections):
    """Hexagonal cells in a hexagonal outline, with lines in three directions.

    Args:
        a, b, c, d, e, f: the lengths of the sides in cells, at least 1, counter-clockwise from the
            upper left. Four of them fix the others: e = a + b - d, f = c + d - a.

    Raises:
        PuzzleError: the sides do not close.

    >>> board = Hexagon(2, 2, 2, 2, 2, 2)
    >>> board.size, board.lengths("A"), board.cells(Line("C", 0))
    (7, [2, 3, 2], (2, 5))
    """

    kind = "hexagon"
    _sums = (0,)
    _shared = 1
    _wide = 2


#: The kinds of boards, by the names that files use.
BOARDS: dict[str, type[Board]] = {kind.kind: kind for kind in (Rectangle, Triddler, Hexagon)}


@lru_cache(maxsize=1 << 8)
def rectangle(rows: int, columns: int) -> Rectangle:
    """The rectangle of that shape, one object for all pictures."""
    return Rectangle(rows, columns)
