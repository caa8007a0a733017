"""Boards: which cells there are, and which lines run through them.

A line is an ordered list of cells, and every cell lies on one line of each direction. That is all
that solving, counting and explaining need to know of a board. The cells are numbered line by line
in the first direction, whose lines are the rows of pictures; so a cell has a row and a place in it,
also where rows differ in length. What a board looks like is said in `geometry`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any, ClassVar, TypeVar

from ..base.arguments import checked, checked_on_failure
from ..base.errors import CellError, PuzzleError, check_choice, check_type, counted, quoted
from ..base.suggest import named
from ..base.whole import whole
from .geometry import Geometry, Outwards, Point
from .line import Axis, Line

_Value = TypeVar("_Value")
_Values = TypeVar("_Values", bytes, tuple[Any, ...])


class Board(Geometry):
    """The cells and lines of a puzzle; immutable, hashable, equal if their lines are.

    `Rectangle`, `Triddler` and `Hexagon` are boards, and `CustomBoard` is any other.
    """

    kind: ClassVar[str]
    """Its name in files."""
    axes: tuple[Axis, ...]
    """The directions of its lines. Lines of the first direction are the rows of pictures."""
    key: tuple[Any, ...]
    """Distinguishes it from other boards, also in fingerprints."""

    @abstractmethod
    def lengths(self, axis: Axis) -> Sequence[int]:
        """The number of cells of each line of a direction."""

    @abstractmethod
    def cells(self, line: Line) -> Sequence[int]:
        """The numbers of the cells of a line, in order. Raises `PuzzleError` if it is missing."""

    def along(self, line: Line, values: Sequence[_Value]) -> Sequence[_Value]:
        """The values of the cells of a line, in order, from a value for every cell of the board."""
        try:
            return [values[cell] for cell in self.cells(line)]
        except (TypeError, IndexError):
            check_type("values", values, Sequence)
            raise PuzzleError(f"{counted(len(values), 'value')} for {self.size} cells") from None

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
        """The number of the cell at a place of a row. Raises `CellError` if there is none."""

    @abstractmethod
    def neighbours(self, cell: int) -> Iterator[int]:
        """The cells that share a side with a cell."""

    def has_clue(self, line: Line) -> bool:
        """Whether a line takes a clue. One does not if cells of a board lie on no line of a
        direction: they form its last line, of which nothing is known."""
        if type(line) is not Line:
            check_type("line", line, Line)
        return True

    @property
    def clued(self) -> tuple[Line, ...]:
        """The lines that take a clue."""
        return self.lines

    def clued_places(self) -> list[list[tuple[int, int]]]:
        """For every cell, the lines with a clue that it lies on: each by its number in `clued`,
        with the cell's index along it."""
        places: list[list[tuple[int, int]]] = [[] for _ in range(self.size)]
        for number, line in enumerate(self.clued):
            for at, cell in enumerate(self.cells(line)):
                places[cell].append((number, at))
        return places

    @checked
    def with_lines(self, counts: Mapping[Axis, int]) -> Board | None:
        """This board with other numbers of lines; None unless the board allows any numbers."""
        return None

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

    def rows(self, values: _Values) -> tuple[_Values, ...]:
        """The values of all cells, cut into rows."""
        check_type("values", values, bytes, tuple)
        if len(values) != self.size:
            raise PuzzleError(f"{counted(len(values), 'value')} for {self.size} cells")
        return tuple([values[start:end] for start, end in pairwise(self._starts)])

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        """The number of the first cell of each row, and the number of cells."""
        return tuple(accumulate(self.lengths(self.axes[0]), initial=0))

    def missing(self, line: Line) -> PuzzleError:
        """The error that there is no such line.

        >>> print(Rectangle(5, 7).missing(Line("row", 5)))
        there is no row 6: the puzzle has 5 rows
        """
        check_type("line", line, Line)
        if line.axis not in self.axes:
            axes = ", ".join(self.axes)
            return PuzzleError(f"there is no {line} on a {self.name}: its directions are {axes}")
        number = counted(len(self.lengths(line.axis)), line.noun)
        if line.noun == "line":
            name = f"line {line.index + 1} in direction {line.axis}, which has {number}"
            return PuzzleError(f"there is no {name}")
        return PuzzleError(f"there is no {line}: the puzzle has {number}")

    def no_cell(self, cell: object) -> CellError:
        """The error that there is no cell of this number."""
        return CellError(f"no cell {quoted(cell)}: cells are 0 to {self.size - 1}")

    @property
    def described(self) -> str:
        """The board after "a puzzle": ``"of 5 rows and 7 columns"``, ``"on a hexagon with …"``."""
        return f"on a {self}"

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Board) and self.key == other.key)

    def __hash__(self) -> int:
        return hash(self.key)


class ListedBoard(Board):
    """A board whose lines are lists of cells."""

    @cached_property
    @abstractmethod
    def _cells(self) -> Mapping[Line, tuple[int, ...]]:
        """The cells of every line, in the order of `lines`."""

    @cached_property
    def _index(self) -> dict[Line, int]:
        return {line: index for index, line in enumerate(self._cells)}

    @cached_property
    def _through(self) -> tuple[tuple[tuple[Line, int], ...], ...]:
        through: list[list[tuple[Line, int]]] = [[] for _ in range(self.size)]
        for line, cells in self._cells.items():
            for index, cell in enumerate(cells):
                through[cell].append((line, index))
        return tuple(map(tuple, through))

    def lengths(self, axis: Axis) -> Sequence[int]:
        check_choice("axis", axis, self.axes)
        return [len(cells) for line, cells in self._cells.items() if line.axis == axis]

    def index(self, line: Line) -> int:
        self.cells(line)  # or it is missing
        return self._index[line]

    def cells(self, line: Line) -> tuple[int, ...]:
        try:
            return self._cells[line]
        except (KeyError, TypeError):
            raise self.missing(line) from None

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        return self._of(cell, self._through)

    def place(self, cell: int) -> tuple[int, int]:
        (row, index), *_ = self.lines_through(cell)
        return row.index, index

    def number(self, row: int, column: int) -> int:
        starts = self._starts
        try:
            if 0 <= row < len(starts) - 1 and 0 <= column < starts[row + 1] - starts[row]:
                return starts[row] + column
        except TypeError:
            pass
        raise CellError(f"no cell {quoted((row, column))} on a {self}")

    def _of(self, cell: int, values: Sequence[_Value]) -> _Value:
        """The value of a cell. Raises `CellError`."""
        try:
            if cell >= 0:
                return values[cell]
        except (TypeError, IndexError):
            pass
        raise self.no_cell(cell)


@named
class Rectangle(Board):
    """Rows and columns of square cells.

    Args:
        rows, columns: how many, at least 1.

    Raises:
        PuzzleError: a number is less than 1.

    >>> board = Rectangle(2, 5)
    >>> list(board.cells(Line("column", 2))), board.place(7)
    ([2, 7], (1, 2))
    """

    kind = name = "rectangle"
    axes = ("row", "column")
    noun = "square"

    def __init__(self, rows: int, columns: int) -> None:
        try:
            rows, columns = whole(rows), whole(columns)
        except TypeError:
            sides = quoted((rows, columns))
            raise PuzzleError(f"rows and columns are whole numbers, not {sides}") from None
        if rows < 1 or columns < 1:
            raise PuzzleError("a rectangle has at least one row and one column")
        self.key = self.sizes = rows, columns

    @property
    def table(self) -> tuple[int, int]:
        return self.sizes

    def lengths(self, axis: Axis) -> Sequence[int]:
        rows, columns = self.sizes
        if axis == "row":
            return (columns,) * rows
        check_choice("axis", axis, self.axes)
        return (rows,) * columns

    def along(self, line: Line, values: Sequence[_Value]) -> Sequence[_Value]:
        cells = self.cells(line)
        try:
            return values[cells.start : cells.stop : cells.step]
        except TypeError:
            check_type("values", values, Sequence)
            raise

    def index(self, line: Line) -> int:
        try:
            axis, index = line
        except (TypeError, ValueError):
            raise self.missing(line) from None
        rows, columns = self.sizes
        if axis == "row" and index < rows:
            return index
        if axis == "column" and index < columns:
            return rows + index
        raise self.missing(line)

    def cells(self, line: Line) -> range:
        return self._ranges[self.index(line)]

    @cached_property
    def _ranges(self) -> tuple[range, ...]:
        rows, columns = self.sizes
        size = rows * columns
        across = (range(start, start + columns) for start in range(0, size, columns))
        return *across, *(range(column, size, columns) for column in range(columns))

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        row, column = self.place(cell)
        return (self.lines[row], column), (self.lines[self.sizes[0] + column], row)

    def place(self, cell: int) -> tuple[int, int]:
        rows, columns = self.sizes
        try:
            place = divmod(cell, columns)
            if 0 <= place[0] < rows:
                return place
        except TypeError:
            pass
        raise self.no_cell(cell)

    def number(self, row: int, column: int) -> int:
        rows, columns = self.sizes
        try:
            if 0 <= row < rows and 0 <= column < columns:
                return row * columns + column
        except TypeError:
            pass
        ranges = f"rows are 0 to {rows - 1}, columns 0 to {columns - 1}"
        raise CellError(f"no cell {quoted((row, column))}: {ranges}")

    def neighbours(self, cell: int) -> Iterator[int]:
        rows, columns = self.sizes
        row, column = self.place(cell)
        if row:
            yield cell - columns
        if column:
            yield cell - 1
        if column + 1 < columns:
            yield cell + 1
        if row + 1 < rows:
            yield cell + columns

    @checked
    def with_lines(self, counts: Mapping[Axis, int]) -> Rectangle:
        return rectangle(counts["row"], counts["column"])

    # What it looks like.

    def outline(self, cell: int) -> Sequence[Point]:
        y, x = self.place(cell)
        return (x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)

    def outwards(self, line: Line) -> Outwards:
        self.index(line)  # or it is missing
        return Outwards(-1.0, 0.0, True) if line.is_row else Outwards(0.0, -1.0, True)

    def places(self) -> Sequence[tuple[int, int]]:
        return [(row, 2 * column) for row, column in map(self.place, range(self.size))]

    def squares(self) -> tuple[int, int, Sequence[int]]:
        return *self.sizes, range(self.size)

    @checked_on_failure
    def text(self, rows: Iterable[str | Sequence[str]], wide: int = 1) -> str:
        return "\n".join(map("".join, rows))

    def counting(self, axis: Axis) -> str:
        check_choice("axis", axis, self.axes)
        return ""

    def to_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "sides": [*self.sizes]}

    @property
    def described(self) -> str:
        return f"of {self}"

    def __str__(self) -> str:
        rows, columns = self.sizes
        return f"{counted(rows, 'row')} and {counted(columns, 'column')}"

    def __repr__(self) -> str:
        return f"Rectangle({self.sizes[0]}, {self.sizes[1]})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Rectangle, self.sizes


@lru_cache(maxsize=1 << 8)
def rectangle(rows: int, columns: int) -> Rectangle:
    """The rectangle of that shape, one object for all pictures."""
    return Rectangle(rows, columns)
