"""The puzzle: a clue for every line, and a palette."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

from ..common.display import Displayable
from ..common.errors import PuzzleError, counted, excerpt
from .arrays import Rows
from .clue import Clue, CluesLike, clue_of, clues_of, numbered, satisfies
from .colours import BLANK, RGB, Colour
from .grid import Grid, Picture
from .line import Line
from .palette import enough_colours, palette_of
from .problems import Problem, problems


class Puzzle(Displayable):
    """A nonogram: a clue for every row and every column, and a palette.

    Immutable, hashable and pickleable. Puzzles are equal when their clues and their number of
    colours are: texts, goals, saved states and the look of the colours do not count.

    Args:
        rows: one clue a row, from the top. A clue is a sequence of blocks, each a length (1 or
            more), ``"?"`` or None for an unknown length, a ``(length, colour)`` pair or a `Block`;
            ``[]`` or ``[0]`` is a blank line, None an absent clue.
        columns: one clue a column, from the left, each from the top.
            Clues may be arrays or series, and lengths whole numbers, of any library.
        colours: the block colours, numbered from 1 in this order: `Colour` objects or names, or a
            mapping of names to RGB values. Left out, they are black, or the names in the clues
            (which must be standard ones: black, red, green, blue, …).
        blank: the look of blank cells.
        title, author, copyright, licence, source, description: text about the puzzle, or None.
        goals: pictures that the author intended; kept, but not trusted.
        saved: grids at which players stopped; kept, but not trusted.

    Raises:
        PuzzleError: no rows or no columns, a length that is not positive, a colour that is not
            declared, a goal or saved state of another shape. A clue that is too long or sums that
            differ are no errors but puzzles without solution: see `problems`.

    >>> puzzle = Puzzle(rows=[[2], [(1, "red")]], columns=[[1], [1, (1, "red")]])
    >>> puzzle.shape, [colour.name for colour in puzzle.colours]
    ((2, 2), ['blank', 'black', 'red'])
    """

    __slots__ = (
        "__weakref__",
        "_fingerprint",
        "_hash",
        "author",
        "colours",
        "columns",
        "copyright",
        "description",
        "goals",
        "licence",
        "rows",
        "saved",
        "source",
        "title",
    )
    rows: tuple[Clue | None, ...]
    """The clue of every row, from the top; None where it is absent."""
    columns: tuple[Clue | None, ...]
    """The clue of every column, from the left; None where it is absent."""
    _hash: int
    _fingerprint: str
    title: str | None
    author: str | None
    copyright: str | None
    licence: str | None
    source: str | None
    description: str | None
    colours: tuple[Colour, ...]
    """The palette: blank first, then the block colours; the index is the colour's number."""
    goals: tuple[Picture, ...]
    saved: tuple[Grid, ...]

    def __init__(
        self,
        rows: CluesLike,
        columns: CluesLike,
        colours: Iterable[Colour | str] | Mapping[str, RGB] | None = None,
        *,
        blank: Colour = BLANK,
        title: str | None = None,
        author: str | None = None,
        copyright: str | None = None,
        licence: str | None = None,
        source: str | None = None,
        description: str | None = None,
        goals: Iterable[Picture] = (),
        saved: Iterable[Grid] = (),
    ) -> None:
        row_clues, column_clues = clues_of(rows, "row"), clues_of(columns, "column")
        blocks = [block for clue in (*row_clues, *column_clues) for block in clue or ()]
        palette = palette_of(blocks, colours, blank)
        numbers = {colour.name: number for number, colour in enumerate(palette)}
        self._set(
            rows=numbered(row_clues, "row", numbers),
            columns=numbered(column_clues, "column", numbers),
            colours=palette,
            title=title,
            author=author,
            copyright=copyright,
            licence=licence,
            source=source,
            description=description,
            goals=tuple(goals),
            saved=tuple(saved),
        )
        for goal in self.goals:
            if goal.shape != self.shape:
                raise PuzzleError(f"a goal of shape {goal.shape} in a puzzle of {self.shape}")
            if max(goal.cells) >= len(palette):
                raise PuzzleError(f"a goal has colour {max(goal.cells)}, which is not declared")
        for grid in self.saved:
            check_fit(self, grid)

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a puzzle is immutable: use replace({name}=…) for a changed copy")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a puzzle is immutable")

    @classmethod
    def from_picture(
        cls,
        picture: Picture | Rows,
        colours: Iterable[Colour | str] | None = None,
        **about: Any,
    ) -> Puzzle:
        """The puzzle whose clues describe a picture: the inverse of solving.

        A picture may be whatever `Picture` takes, such as a two-dimensional array. It becomes a
        goal of the puzzle; ``about`` takes title, author and so on.

        >>> Puzzle.from_picture(["##", "_#"]) == Puzzle([[2], [1]], [[1], [2]])
        True
        """
        picture = picture if isinstance(picture, Picture) else Picture(picture)
        if colours is None:
            colours = enough_colours(picture.colours[1:], max(picture.cells))
        about.setdefault("goals", (picture,))
        rows = [clue_of(row) for row in picture.rows]
        columns = [clue_of(column) for column in picture.columns]
        return cls(rows, columns, colours, **about)

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns."""
        return len(self.rows), len(self.columns)

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines: rows from the top, then columns from the left."""
        rows, columns = self.shape
        return (
            *(Line("row", index) for index in range(rows)),
            *(Line("column", index) for index in range(columns)),
        )

    @property
    def block_colours(self) -> int:
        """The number of block colours: those of `colours` without blank."""
        return len(self.colours) - 1

    @property
    def has_one_colour(self) -> bool:
        """Whether there is only one block colour."""
        return self.block_colours == 1

    def colours_by_use(self) -> list[int]:
        """The numbers of the colours in another order: blank, then the others as the clues first
        use them, rows before columns; those that no clue uses come last.

        >>> Puzzle([[(1, "red")], []], [[(1, "red")], []], ["blue", "red"]).colours_by_use()
        [0, 2, 1]
        """
        used = (block.colour for clue in (*self.rows, *self.columns) for block in clue or ())
        return [*dict.fromkeys(chain([0], used, range(len(self.colours))))]

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line, None if it is absent. Raises `PuzzleError` without such a line."""
        try:
            return (self.rows if line.is_row else self.columns)[line.index]
        except IndexError:
            raise line.missing(self.shape) from None

    def cells(self, line: Line) -> range:
        """The cells of a line in order, by their numbers in row-major order.

        >>> list(Puzzle([[1], []], [[1], [], []]).cells(Line("column", 1)))
        [1, 4]
        """
        return line.cells(self.shape)

    def length(self, line: Line) -> int:
        """The number of cells of a line."""
        return len(self.cells(line))

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        """The lines that a cell lies on, each with the cell's index along the line.

        >>> [(str(line), at) for line, at in Puzzle([[1], []], [[1], [], []]).lines_through(4)]
        [('row 2', 1), ('column 2', 1)]
        """
        row, column = divmod(cell, len(self.columns))
        return (Line("row", row), column), (Line("column", column), row)

    def is_solved_by(self, picture: Picture) -> bool:
        """Whether a picture satisfies every clue; goals play no part. Cost: linear in the cells.

        >>> Puzzle([[1]], [[1], []]).is_solved_by(Picture(["#_"]))
        True
        """
        return (
            picture.shape == self.shape
            and max(picture.cells) < len(self.colours)
            and all(map(satisfies, picture.rows, self.rows))
            and all(map(satisfies, picture.columns, self.columns))
        )

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some constructor arguments changed."""
        return Puzzle(**{**_arguments(self), **changes})

    def transpose(self) -> Puzzle:
        """The puzzle with rows and columns exchanged.

        >>> Puzzle([[2]], [[1], [1]]).transpose().rows == Puzzle([[2]], [[1], [1]]).columns
        True
        """
        goals = [Picture(goal.columns, colours=goal.colours) for goal in self.goals]
        saved = [
            Grid(chain.from_iterable(zip(*grid, strict=True)), self.shape[0], grid.block_colours)
            for grid in self.saved
        ]
        return self.replace(rows=self.columns, columns=self.rows, goals=goals, saved=saved)

    def mirror(self) -> Puzzle:
        """The mirror image: left and right exchanged.

        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).mirror() == Puzzle([[1, 2]], [[1], [], [1], [1]])
        True
        """
        goals = [Picture([row[::-1] for row in g.rows], colours=g.colours) for g in self.goals]
        saved = [
            Grid(chain(*(row[::-1] for row in grid)), self.shape[1], grid.block_colours)
            for grid in self.saved
        ]
        rows = [clue if clue is None else clue[::-1] for clue in self.rows]
        return self.replace(rows=rows, columns=self.columns[::-1], goals=goals, saved=saved)

    def fingerprint(self) -> str:
        """32 hexadecimal digits that identify the clues, the same on every machine and version.

        Colours count by the order in which the clues first use them, so that the same puzzle with
        other names, characters or numbers for its colours has the same fingerprint.

        >>> Puzzle([[1]], [[1]]).fingerprint()
        'a19714860821cdeff1c37e9c761b19a1'
        """
        if hasattr(self, "_fingerprint"):
            return self._fingerprint
        order = self.colours_by_use()
        clues = [
            clue and [(b.length or 0, order.index(b.colour)) for b in clue]
            for clue in (*self.rows, *self.columns)
        ]
        text = json.dumps([1, *self.shape, self.block_colours, clues], separators=(",", ":"))
        self._set(_fingerprint=hashlib.sha256(text.encode()).hexdigest()[:32])
        return self._fingerprint

    def problems(self) -> tuple[Problem, ...]:
        """Every fault that can be seen without solving; most puzzles have none, solvable or not.

        >>> print(*Puzzle([[3]], [[1], [1]]).problems(), sep="\\n")
        row 1: the clue needs 3 cells, the line has 2
        the rows need 3 black cells, the columns 2
        """
        return tuple(problems(self.rows, self.columns, self.colours))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            len(self.colours) == len(other.colours)
            and self.rows == other.rows
            and self.columns == other.columns
        )

    def __hash__(self) -> int:
        if not hasattr(self, "_hash"):
            self._set(_hash=hash((self.rows, self.columns, len(self.colours))))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (_arguments(self),)

    def __repr__(self) -> str:
        rows, columns = self.shape
        title = f" {excerpt(self.title)!r}" if self.title else ""
        look = "" if self.has_one_colour else f" in {self.block_colours} colours"
        size = f"{counted(rows, 'row')} and {counted(columns, 'column')}"
        return f"<Puzzle{title} of {size}{look}>"


def check_fit(puzzle: Puzzle, grid: Grid | None) -> None:
    """Raise `PuzzleError` unless the grid, if there is one, has the puzzle's shape and colours."""
    if grid is None:
        return
    if (grid.shape, grid.block_colours) != (puzzle.shape, puzzle.block_colours):
        raise PuzzleError(
            f"a grid of shape {grid.shape} with {grid.block_colours} block colours does not fit "
            f"a puzzle of shape {puzzle.shape} with {puzzle.block_colours}"
        )


def with_clues(
    puzzle: Puzzle, rows: Iterable[Clue | None], columns: Iterable[Clue | None]
) -> Puzzle:
    """A puzzle with the same palette and other clues, which are not checked again.

    Their colours must be numbers of the palette. Everything that belongs to the old clues is gone:
    texts, goals, saved states. Faster than `Puzzle.replace`.
    """
    texts = dict.fromkeys(("title", "author", "copyright", "licence", "source", "description"))
    changed = Puzzle.__new__(Puzzle)
    changed._set(
        rows=tuple(rows),
        columns=tuple(columns),
        colours=puzzle.colours,
        goals=(),
        saved=(),
        **texts,
    )
    return changed


def _arguments(puzzle: Puzzle) -> dict[str, Any]:
    """The arguments of the constructor that make an equal puzzle."""
    names = ("title", "author", "copyright", "licence", "source", "description", "goals", "saved")
    return {
        "rows": puzzle.rows,
        "columns": puzzle.columns,
        "colours": puzzle.colours[1:],
        "blank": puzzle.colours[0],
        **{name: getattr(puzzle, name) for name in names},
    }


def _restored(arguments: dict[str, Any]) -> Puzzle:
    """An unpickled puzzle. It was checked when it was made; checking again takes much longer."""
    colours = (arguments.pop("blank"), *arguments.pop("colours"))
    puzzle = Puzzle.__new__(Puzzle)
    puzzle._set(colours=colours, **arguments)
    return puzzle
