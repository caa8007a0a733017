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

from ..base.arguments import checked
from ..base.display import Displayable
from ..base.errors import OptionError, PuzzleError, check_type, counted, quoted
from ..base.whole import whole
from .arrays import Rows, listed
from .bits import full, highest, is_single, members
from .board import Board, rectangle
from .colours import BLACK, BLANK, MAX_COLOURS, Colour
from .line import Line
from .palette import palette_given
from .rows import board_of_rows, board_of_width, cells_of

if TYPE_CHECKING:
    import numpy as np

_BLACK_AND_WHITE = (BLANK, BLACK)


Values = TypeVar("Values", bytes, tuple[int, ...])


class _Cells(Displayable, Generic[Values]):
    """A value for every cell of a board, row by row; immutable and hashable."""

    __slots__ = ("_board", "_cells")
    _cells: Values
    _board: Board

    @property
    def board(self) -> Board:
        """The cells that there are, and the lines through them."""
        return self._board

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns. Raises `PuzzleError` if it is not a rectangle."""
        return self._board.shape

    def line(self, line: Line) -> Values:
        """The values of the cells of a line, in order."""
        return type(self._cells)(self._board.along(line, self._cells))

    def _at(self, row: int, column: int) -> int:
        return self._cells[self._board.number(row, column)]

    def _key(self) -> tuple[object, ...]:
        return self._board, self._cells

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._board.described}>"


class Picture(_Cells[bytes]):
    """A grid of decided cells: one colour number a cell.

    Immutable and hashable; two pictures are equal when their boards and cells are. The palette is
    only for ``str``. A picture iterates over its rows, and ``numpy.asarray(picture)`` is an array
    of rows x columns bytes, on other boards than rectangles of all cells.

    Args:
        rows: the rows, each a sequence of colour numbers 0 to 255, or a string of ``#`` and ``_``
            or ``.`` for black and blank; or a two-dimensional array or table of any integer or
            bool type.
        board: where the cells are, if not on a rectangle: then each row is as long as the line of
            the board's first direction.

    Raises:
        PuzzleError: no rows, no columns, rows of different lengths, a value that is not a colour.

    >>> picture = Picture(["##_", "_#_"])
    >>> picture.shape, picture[0, 2], picture.rows[1]
    ((2, 3), 0, (0, 1, 0))
    >>> print(picture)
    ##_
    _#_
    """

    __slots__ = ("_colours",)
    _colours: tuple[Colour, ...]

    def __init__(
        self,
        rows: Rows,
        *,
        colours: tuple[Colour, ...] | None = None,
        board: Board | None = None,
    ) -> None:
        if len(shape := getattr(rows, "shape", (1, 1))) not in (1, 2):
            raise PuzzleError(f"a picture has two dimensions, this array has {len(shape)}")
        cells = []
        for index, row in enumerate(listed(rows, "rows")):
            try:
                cells.append(cells_of(row))
            except PuzzleError as error:
                raise PuzzleError(str(error), line=f"row {index + 1}") from None
        self._board = board_of_rows([*map(len, cells)], board, "a picture")
        self._cells = b"".join(cells)
        self._colours = _BLACK_AND_WHITE if colours is None else palette_given(colours)

    @classmethod
    def from_cells(
        cls, cells: bytes, board: Board, colours: tuple[Colour, ...] = _BLACK_AND_WHITE
    ) -> Picture:
        """A picture from its cells row by row, one byte each, not checked."""
        picture = cls.__new__(cls)
        picture._cells = cells
        picture._board = board
        picture._colours = colours
        return picture

    @property
    def cells(self) -> bytes:
        """All colour numbers row by row, one byte each."""
        return self._cells

    @property
    def colours(self) -> tuple[Colour, ...]:
        """The palette that ``str`` uses, blank first."""
        return self._colours

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The rows from the top, each from the left."""
        return tuple(map(tuple, self._board.rows(self._cells)))

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """The columns from the left, each from the top. Raises `PuzzleError` if there are none."""
        columns = self.shape[1]
        return tuple(tuple(self._cells[start::columns]) for start in range(columns))

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
        shape = self._board.table or (len(self._cells),)
        return {"version": 3, "shape": shape, "typestr": "|u1", "data": self._cells}

    @checked
    def differences(self, other: Picture) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) whose colour is not the same in ``other``.

        >>> Picture(["#_"]).differences(Picture(["##"]))
        ((0, 1),)
        """
        if self._board != other._board:
            raise PuzzleError(f"pictures on {self._board!r} and {other._board!r} do not compare")
        pairs = enumerate(zip(self._cells, other._cells, strict=True))
        return tuple(self._board.place(index) for index, (a, b) in pairs if a != b)

    def text(self, colours: tuple[Colour, ...] | None = None) -> str:
        """The rows as lines of text, without a final newline, each cell where it lies.

        On triangles and hexagons rows are indented, and a space follows each hexagon.
        """
        return self._board.text(self.row_texts(colours))

    def row_texts(self, colours: tuple[Colour, ...] | None = None) -> list[str]:
        """The rows as texts of one character a cell.

        A colour outside the palette shows as its number when that is one digit, else as ``?``.
        """
        look = self._colours if colours is None else palette_given(colours)
        chars = [c.char for c in look] + [
            str(n) if n < 10 else "?" for n in range(len(look), MAX_COLOURS + 1)
        ]
        return ["".join([chars[cell] for cell in row]) for row in self.rows]

    def __str__(self) -> str:
        return self.text()

    def __reduce__(self) -> tuple[Any, ...]:
        return Picture.from_cells, (self._cells, self._board, self._colours)


class HasBoard(Protocol):
    """The part of `Puzzle` that a grid needs."""

    @property
    def board(self) -> Board: ...
    @property
    def block_colours(self) -> int: ...


class Grid(_Cells[tuple[int, ...]]):
    """Partial knowledge of a picture: the candidates of every cell.

    Immutable; the methods that add knowledge return a new grid.

    Args:
        masks: the candidates of every cell, row by row, bit ``c`` for colour ``c``; or rows of
            them, such as a two-dimensional array.
        columns: number of columns; with rows or a board it may be left out.
        block_colours: number of block colours (1 in black and white).
        board: where the cells are, if not on a rectangle.

    Raises:
        PuzzleError: the masks do not fill the board, or one has a colour that does not exist.

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
        *,
        board: Board | None = None,
    ) -> None:
        cells: Sequence[Any] = listed(masks, "candidates")
        try:
            if cells and isinstance(cells[0], Iterable):
                rows = [listed(row, "candidates") for row in cells]
                if board is None and columns is not None:
                    board = rectangle(len(rows), whole(columns))
                board = board_of_rows([*map(len, rows)], board, "a grid")
                cells = [*chain.from_iterable(rows)]
            elif board is None:
                board = board_of_width(len(cells), columns)
            self._cells = tuple(map(operator.index, cells))
            self._board = board
            self._block_colours = whole(block_colours)
            size = board.size
        except TypeError as error:
            what = "candidates, columns and block_colours"
            raise PuzzleError(f"a grid consists of whole numbers, {what}: {error}") from None
        except AttributeError:
            check_type("board", board, Board)
            raise
        self._check(size)

    def _check(self, size: int) -> None:
        """Raise `PuzzleError` unless the grid is well formed."""
        if len(self._cells) != size:
            raise PuzzleError(f"{counted(len(self._cells), 'cell')} on a board of {size}")
        if not 1 <= self._block_colours <= MAX_COLOURS:
            raise PuzzleError(
                f"a grid has 1 to {MAX_COLOURS} block colours, not {self._block_colours}"
            )
        most = full(self._block_colours)
        if min(self._cells) >= 0 and max(self._cells) <= most:
            return
        for index, mask in enumerate(self._cells):
            if not 0 <= mask <= most:
                row, column = self._board.place(index)
                raise PuzzleError(
                    f"cell ({row + 1}, {column + 1}) has candidates outside "
                    f"the colours 0 to {self._block_colours}"
                )

    @classmethod
    def unknown(cls, puzzle: HasBoard) -> Grid:
        """The grid of a puzzle in which no cell is decided."""
        board, colours = _fields(puzzle)
        return cls([full(colours)] * board.size, None, colours, board=board)

    @classmethod
    def of_masks(cls, puzzle: HasBoard, masks: Iterable[int]) -> Grid:
        """The grid of a puzzle with these candidates, cell by cell, row by row."""
        board, colours = _fields(puzzle)
        return cls(masks, None, colours, board=board)

    @classmethod
    @checked
    def of(cls, picture: Picture, block_colours: int = 1) -> Grid:
        """The decided grid of a picture."""
        masks = [1 << cell for cell in picture.cells]
        return cls(masks, block_colours=block_colours, board=picture.board)

    @classmethod
    @checked
    def from_text(
        cls,
        text: str,
        colours: tuple[Colour, ...] = _BLACK_AND_WHITE,
        board: Board | None = None,
    ) -> Grid:
        """A grid from lines of characters: ``?`` is unknown, the others are colours, also by look.

        Args:
            text: the rows, with space between them.
            colours: the palette, blank first.
            board: the cells; None is a rectangle of these rows. With a board each row is one line,
                in which spaces do not count.

        Raises:
            PuzzleError: a character that means no colour, or lines of other lengths than the rows.

        >>> Grid.from_text("⬛⬜\\n?X") == Grid.from_text("#_\\n?_")
        True
        """
        from .symbols import masks_of  # few commands need the table

        text = text.replace("\ufe0f", "")
        lines = text.split()
        if board is not None:
            lines = ["".join(line.split()) for line in text.strip().splitlines()]
        masks = masks_of(set(chain.from_iterable(lines)), colours)
        for index, line in enumerate(lines):
            if unknown := next((char for char in line if char not in masks), None):
                raise PuzzleError(
                    f"no colour has the character {unknown!r}", line=f"row {index + 1}"
                )
        rows = [[masks[char] for char in line] for line in lines]
        return cls(rows, block_colours=len(colours) - 1, board=board)

    @property
    def block_colours(self) -> int:
        """Number of block colours."""
        return self._block_colours

    @property
    def masks(self) -> tuple[int, ...]:
        """The candidates of every cell, row by row, bit ``c`` for colour ``c``."""
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
        check_type("cells", cells, Mapping)
        masks = list(self._cells)
        for place, colour in cells.items():
            try:
                (row, column), number = map(whole, place), whole(colour)
            except (TypeError, ValueError):
                given = quoted({place: colour})
                raise PuzzleError(f"expected (row, column): colour, not {given}") from None
            if not 0 <= number <= self._block_colours:
                raise PuzzleError(
                    f"no colour {number} among the colours 0 to {self._block_colours}"
                )
            masks[self._board.number(row, column)] &= 1 << number
        return Grid(masks, block_colours=self._block_colours, board=self._board)

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
        palette = _BLACK_AND_WHITE if colours is None else palette_given(colours)
        return Picture.from_cells(cells, self._board, palette)

    def text(self, colours: tuple[Colour, ...] = _BLACK_AND_WHITE) -> str:
        """The rows as lines of text, laid out as by `Picture.text`."""
        return self._board.text(self.row_texts(colours))

    def row_texts(self, colours: tuple[Colour, ...] = _BLACK_AND_WHITE) -> list[str]:
        """The rows, a character a cell: of its colour, ``?`` if open, ``!`` if contradictory."""
        chars = {0: "!"} | {1 << n: c.char for n, c in enumerate(palette_given(colours))}
        return ["".join([chars.get(mask, "?") for mask in row]) for row in self]

    def __str__(self) -> str:
        return self.text()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The rows from the top, each the masks of its cells."""
        return iter(self._board.rows(self._cells))

    def tolist(self) -> list[list[int]]:
        """The rows as lists of candidates."""
        return [list(row) for row in self]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray[Any, Any]:
        """For numpy: rows x columns candidates, on other boards than rectangles of all cells;
        objects with more than 62 block colours."""
        import numpy as np

        return np.array(list(self) if self._board.table else self._cells, dtype)

    def _key(self) -> tuple[object, ...]:
        return self._board, self._block_colours, self._cells

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._cells, self._block_colours, self._board)


def _fields(puzzle: HasBoard) -> tuple[Board, int]:
    try:
        return puzzle.board, puzzle.block_colours
    except AttributeError:
        raise OptionError(f"puzzle must be a Puzzle, not {quoted(puzzle)}") from None


def _restored(cells: tuple[int, ...], block_colours: int, board: Board) -> Grid:
    """An unpickled grid."""
    return Grid(cells, block_colours=block_colours, board=board)
