"""Pictures (every cell decided) and grids (what is known of every cell).

A cell's candidates are a set of colours as an integer: bit ``c`` for colour ``c`` being possible,
bit 0 if the cell may be blank. All bits set is an unknown cell, one bit a decided one, zero a
contradiction. Black-and-white and coloured puzzles share this form.
"""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from ..common.display import Displayable
from ..common.errors import PuzzleError, counted, quoted
from ..common.whole import whole
from .arrays import Rows, listed
from .bits import full, highest, is_single, members
from .colours import BLACK, BLANK, MAX_COLOURS, Colour
from .line import Line

if TYPE_CHECKING:
    import numpy as np

_BLACK_AND_WHITE = (BLANK, BLACK)


_CHARS = {"_": 0, ".": 0, "0": 0, "#": 1, "1": 1}

Values = TypeVar("Values", bytes, tuple[int, ...])


class _Cells(Displayable, Generic[Values]):
    """A value for every cell of a rectangle, in row-major order; immutable and hashable."""

    __slots__ = ("_cells", "_columns")
    _cells: Values
    _columns: int

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns."""
        return len(self._cells) // self._columns, self._columns

    def line(self, line: Line) -> Values:
        """The values of the cells of a line, in order."""
        cells = line.cells(self.shape)
        return self._cells[cells.start : cells.stop : cells.step]

    def _at(self, row: int, column: int) -> int:
        rows, columns = self.shape
        if not (0 <= row < rows and 0 <= column < columns):
            kind = type(self).__name__.lower()
            raise IndexError(f"no cell ({row}, {column}) in a {kind} of shape {self.shape}")
        return self._cells[row * columns + column]

    def _key(self) -> tuple[object, ...]:
        return self._columns, self._cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        rows, columns = self.shape
        size = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
        return f"<{type(self).__name__} of {size}>"


class Picture(_Cells[bytes]):
    """A grid of decided cells: one colour number a cell.

    Immutable and hashable; two pictures are equal when their shapes and cells are. The palette is
    only for ``str``. A picture iterates over its rows, and ``numpy.asarray(picture)`` is an array
    of rows x columns bytes.

    Args:
        rows: the rows, each a sequence of colour numbers 0 to 255, or a string of ``#`` and ``_``
            or ``.`` for black and blank; or a two-dimensional array or table of any integer or
            bool type.

    Raises:
        PuzzleError: no rows, no columns, rows of different lengths, a value that is no colour.

    >>> picture = Picture(["##_", "_#_"])
    >>> picture.shape, picture[0, 2], picture.rows[1]
    ((2, 3), 0, (0, 1, 0))
    >>> print(picture)
    ##_
    _#_
    """

    __slots__ = ("_colours",)
    _colours: tuple[Colour, ...]

    def __init__(self, rows: Rows, *, colours: tuple[Colour, ...] | None = None) -> None:
        if len(shape := getattr(rows, "shape", (1, 1))) not in (1, 2):
            raise PuzzleError(f"a picture has two dimensions, this array has {len(shape)}")
        flat = bytearray()
        columns = 0
        for index, row in enumerate(listed(rows, "rows")):
            line = f"row {index + 1}"
            try:
                cells = _cells_of(row)
            except PuzzleError as error:
                raise PuzzleError(str(error), line=line) from None
            if index == 0:
                columns = len(cells)
            elif len(cells) != columns:
                found = counted(len(cells), "cell")
                raise PuzzleError(f"{found} where the first row has {columns}", line=line)
            flat += cells
        if not flat:
            raise PuzzleError("a picture needs at least one row and one column")
        self._cells = bytes(flat)
        self._columns = columns
        self._colours = _BLACK_AND_WHITE if colours is None else colours

    @classmethod
    def from_cells(
        cls, cells: bytes, columns: int, colours: tuple[Colour, ...] = _BLACK_AND_WHITE
    ) -> Picture:
        """A picture from its cells in row-major order, one byte each, not checked."""
        picture = cls.__new__(cls)
        picture._cells = cells
        picture._columns = columns
        picture._colours = colours
        return picture

    @property
    def cells(self) -> bytes:
        """All colour numbers in row-major order, one byte each."""
        return self._cells

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The palette that ``str`` uses, blank first."""
        return self._colours

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows from the top, each from the left."""
        width = self._columns
        return tuple(
            tuple(self._cells[start : start + width]) for start in range(0, len(self._cells), width)
        )

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns from the left, each from the top."""
        return tuple(tuple(self._cells[start :: self._columns]) for start in range(self._columns))

    def __getitem__(self, cell: tuple[int, int]) -> int:
        return self._at(*cell)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.rows)

    def tolist(self) -> list[list[int]]:
        """The rows as lists of colour numbers."""
        return [list(row) for row in self.rows]

    @property
    def __array_interface__(self) -> dict[str, Any]:
        # Read by numpy and Pillow. Without copying the array is read-only, like the picture.
        return {"version": 3, "shape": self.shape, "typestr": "|u1", "data": self._cells}

    def differences(self, other: Picture) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) whose colour is not the same in ``other``.

        >>> Picture(["#_"]).differences(Picture(["##"]))
        ((0, 1),)
        """
        if self.shape != other.shape:
            raise PuzzleError(f"pictures of shapes {self.shape} and {other.shape} do not compare")
        pairs = enumerate(zip(self._cells, other._cells, strict=True))
        return tuple(divmod(index, self._columns) for index, (a, b) in pairs if a != b)

    def text(self, colours: tuple[Colour, ...] | None = None) -> str:
        """The rows as lines of text, one character a cell, without a final newline.

        A colour outside the palette shows as its number when that is one digit, else as ``?``.
        """
        look = colours or self._colours
        chars = [c.char for c in look] + [
            str(n) if n < 10 else "?" for n in range(len(look), MAX_COLOURS + 1)
        ]
        return "\n".join("".join([chars[cell] for cell in row]) for row in self.rows)

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        return Picture.from_cells, (self._cells, self._columns, self._colours)


def _cells_of(row: Any) -> bytes:
    """A row of colour numbers or text, one byte a cell. Raises `PuzzleError`."""
    if isinstance(row, str):
        for char in row:
            if char not in _CHARS:
                raise PuzzleError(f"a row of text holds '#' and '_' or '.', not {char!r}")
        return bytes([_CHARS[char] for char in row])
    cells = row if type(row) is bytes else listed(row, "cells")
    try:
        return bytes(cells)
    except (TypeError, ValueError):
        # The bools of NumPy are no integers for Python.
        cells = [cell.item() if hasattr(cell, "item") else cell for cell in cells]
    for cell in cells:
        if not isinstance(cell, int) or not 0 <= cell <= MAX_COLOURS:
            raise PuzzleError(f"cells are colour numbers 0 to {MAX_COLOURS}, not {quoted(cell)}")
    return bytes(cells)


class HasShape(Protocol):
    """The part of `Puzzle` that a grid needs."""

    @property
    def shape(self) -> tuple[int, int]: ...
    @property
    def block_colours(self) -> int: ...


class Grid(_Cells[tuple[int, ...]]):
    """Partial knowledge of a picture: the candidates of every cell.

    Immutable; the methods that add knowledge return a new grid.

    Args:
        masks: the candidates of every cell in row-major order, bit ``c`` for colour ``c``; or rows
            of them, such as a two-dimensional array.
        columns: number of columns; with rows it may be left out.
        block_colours: number of block colours (1 in black and white).

    Raises:
        PuzzleError: the masks do not fill whole rows, or one has a colour that does not exist.

    >>> grid = Grid([0b11] * 6, columns=3).given({(0, 0): 1, (1, 2): 0})
    >>> print(grid)
    #??
    ??_
    >>> grid.candidates(0, 1), grid.is_decided
    ((0, 1), False)
    """

    __slots__ = ("_block_colours",)

    def __init__(
        self,
        masks: Iterable[int] | Rows,
        columns: int | None = None,
        block_colours: int = 1,
    ) -> None:
        cells: Sequence[Any] = listed(masks, "candidates")
        if cells and isinstance(cells[0], Iterable):
            rows = [listed(row, "candidates") for row in cells]
            columns = len(rows[0]) if columns is None else columns
            if any(len(row) != columns for row in rows):
                raise PuzzleError(f"a row does not have {columns} candidates, one a column")
            cells = [*chain.from_iterable(rows)]
        elif columns is None:
            raise PuzzleError("a grid of single candidates needs the number of columns")
        try:
            self._cells = tuple(map(operator.index, cells))
            self._columns = whole(columns)
            self._block_colours = whole(block_colours)
        except TypeError as error:
            raise PuzzleError(f"a grid consists of whole numbers: {error}") from None
        self._check()

    def _check(self) -> None:
        """Raise `PuzzleError` unless the grid is well formed."""
        if self._columns < 1 or not self._cells or len(self._cells) % self._columns:
            raise PuzzleError(
                f"{len(self._cells)} cells do not fill whole rows of {self._columns} columns"
            )
        if not 1 <= self._block_colours <= MAX_COLOURS:
            raise PuzzleError(
                f"a grid has 1 to {MAX_COLOURS} block colours, not {self._block_colours}"
            )
        most = full(self._block_colours)
        if min(self._cells) >= 0 and max(self._cells) <= most:
            return
        for index, mask in enumerate(self._cells):
            if not 0 <= mask <= most:
                row, column = divmod(index, self._columns)
                raise PuzzleError(
                    f"cell ({row + 1}, {column + 1}) has candidates outside "
                    f"the colours 0 to {self._block_colours}"
                )

    @classmethod
    def unknown(cls, puzzle: HasShape) -> Grid:
        """The grid of a puzzle in which no cell is decided."""
        rows, columns = puzzle.shape
        return cls([full(puzzle.block_colours)] * (rows * columns), columns, puzzle.block_colours)

    @classmethod
    def of_masks(cls, puzzle: HasShape, masks: Iterable[int]) -> Grid:
        """The grid of a puzzle with these candidates, cell by cell in row-major order."""
        return cls(masks, puzzle.shape[1], puzzle.block_colours)

    @classmethod
    def of(cls, picture: Picture, block_colours: int = 1) -> Grid:
        """The decided grid of a picture."""
        return cls([1 << cell for cell in picture.cells], picture.shape[1], block_colours)

    @classmethod
    def from_text(cls, text: str, colours: tuple[Colour, ...] = _BLACK_AND_WHITE) -> Grid:
        """A grid from lines of characters: ``?`` unknown, ``_`` or ``.`` blank, else a colour's.

        Raises:
            PuzzleError: a character that no colour has, or lines of different lengths.

        >>> Grid.from_text("?#\\n_?").candidates(1, 0)
        (0,)
        """
        masks = {colour.char: 1 << number for number, colour in enumerate(colours)}
        masks |= {"?": (1 << len(colours)) - 1, "_": 1}
        masks.setdefault(".", 1)
        lines = text.split()
        for index, line in enumerate(lines):
            unknown = next((char for char in line if char not in masks), None)
            if unknown is not None:
                raise PuzzleError(
                    f"no colour has the character {unknown!r}", line=f"row {index + 1}"
                )
            if len(line) != len(lines[0]):
                message = f"{len(line)} cells where the first row has {len(lines[0])}"
                raise PuzzleError(message, line=f"row {index + 1}")
        flat = [masks[char] for line in lines for char in line]
        return cls(flat, len(lines[0]) if lines else 0, len(colours) - 1)

    @property
    def block_colours(self) -> int:
        """Number of block colours."""
        return self._block_colours

    @property
    def masks(self) -> tuple[int, ...]:
        """The candidates of every cell in row-major order, bit ``c`` for colour ``c``."""
        return self._cells

    def candidates(self, row: int, column: int) -> tuple[int, ...]:
        """The colours still possible in one cell, ascending."""
        return tuple(members(self._at(row, column)))

    def given(self, cells: Mapping[tuple[int, int], int]) -> Grid:
        """The grid with some cells known: a colour number for each (row, column).

        A cell whose candidates lack the colour is left without candidates, a contradiction.

        Raises:
            PuzzleError: a cell or colour that does not exist.
        """
        masks = list(self._cells)
        rows, columns = self.shape
        for (row, column), colour in cells.items():
            if not (0 <= row < rows and 0 <= column < columns):
                raise PuzzleError(f"no cell ({row}, {column}) in a grid of shape {self.shape}")
            if not 0 <= colour <= self._block_colours:
                raise PuzzleError(
                    f"no colour {colour} among the colours 0 to {self._block_colours}"
                )
            masks[row * columns + column] &= 1 << int(colour)
        return Grid(masks, columns, self._block_colours)

    @property
    def is_decided(self) -> bool:
        """Every cell has exactly one candidate."""
        return all(map(is_single, self._cells))

    @property
    def is_contradictory(self) -> bool:
        """Some cell has no candidate left."""
        return not all(self._cells)

    def picture(self, colours: tuple[Colour, ...] | None = None) -> Picture:
        """The picture of a decided grid.

        Raises:
            PuzzleError: some cell is not decided.
        """
        if not self.is_decided:
            raise PuzzleError("the grid is not decided: it has cells with no or several candidates")
        cells = bytes(map(highest, self._cells))
        return Picture.from_cells(cells, self._columns, colours or _BLACK_AND_WHITE)

    def text(self, colours: tuple[Colour, ...] = _BLACK_AND_WHITE) -> str:
        """Lines of one character a cell: the colour's when decided, ``?`` undecided, ``!`` none."""
        chars = {1 << number: colour.char for number, colour in enumerate(colours)} | {0: "!"}
        return "\n".join("".join(chars.get(mask, "?") for mask in row) for row in self)

    def __str__(self) -> str:
        return self.text()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The rows from the top, each the masks of its cells."""
        return (self.line(Line("row", index)) for index in range(self.shape[0]))

    def tolist(self) -> list[list[int]]:
        """The rows as lists of candidates."""
        return [list(row) for row in self]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """For numpy: rows x columns candidates; objects with more than 62 block colours."""
        import numpy as np

        return np.array(list(self), dtype)

    def _key(self) -> tuple[object, ...]:
        return self._columns, self._block_colours, self._cells

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self._cells, self._columns, self._block_colours)
