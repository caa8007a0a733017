"""The puzzle: what is asked."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, Literal

from ..common.display import Displayable
from ..common.errors import PuzzleError, excerpt, quoted
from .clue import (
    Block,
    BlockLike,
    Clue,
    ClueLike,
    Line,
    clue_of,
    minimal_length,
    satisfies,
    shared_block,
)
from .colours import BLACK, BLANK, STANDARD, Colour, checked_palette, named_colour
from .grid import Grid, Picture


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault of a puzzle that is well formed.

    Attributes:
        kind: ``"too_long"`` (a clue needs more cells than its line has), ``"sums_differ"``
            (rows and columns do not agree on the number of cells of a colour) or
            ``"unused_colour"``.
        message: one sentence for people.
        line: the line at fault, or None.
        needed: cells that the clue, or the rows, need; or None.
        available: cells that the line has, or the columns need; or None.
        fatal: the fault alone leaves no solution.
    """

    kind: Literal["too_long", "sums_differ", "unused_colour"]
    message: str
    line: Line | None = None
    needed: int | None = None
    available: int | None = None

    @property
    def fatal(self) -> bool:
        return self.kind != "unused_colour"

    def __str__(self) -> str:
        return self.message


class Puzzle(Displayable):
    """A nonogram: a clue for every row and every column, and a palette.

    Immutable, hashable and pickleable. Puzzles are equal when their clues and their number of
    colours are: texts, goals, saved states and the look of the colours do not count.

    Args:
        rows: one clue a row, from the top. A clue is a sequence of blocks, each a length (1 or
            more), ``"?"`` or None for an unknown length, a ``(length, colour)`` pair or a `Block`;
            ``[]`` or ``[0]`` is a blank line, None an absent clue.
        columns: one clue a column, from the left, each from the top.
        colours: the block colours, numbered from 1 in this order: `Colour` objects or names, or a
            mapping of names to RGB values. Left out, they are black, or the names in the clues
            (which must be standard ones: black, red, green, blue, …).
        blank: the look of blank cells.
        title, author, copyright, licence, source, description: text about the puzzle, or None.
        goals: pictures that the author had in mind. They are kept, never trusted.
        saved: what players had found when they stopped. Kept, never trusted either.

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
        "_columns",
        "_fingerprint",
        "_hash",
        "_rows",
        "author",
        "colours",
        "copyright",
        "description",
        "goals",
        "licence",
        "saved",
        "source",
        "title",
    )
    _rows: tuple[Clue | None, ...]
    _columns: tuple[Clue | None, ...]
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
        rows: Sequence[ClueLike],
        columns: Sequence[ClueLike],
        colours: Iterable[Colour | str] | Mapping[str, str] | None = None,
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
        for name, clues in (("rows", rows), ("columns", columns)):
            if isinstance(clues, str) or not isinstance(clues, Sequence):
                raise PuzzleError(f"{name} is a sequence of clues, not {type(clues).__name__}")
            if not clues:
                raise PuzzleError(f"a puzzle needs {name}")
        blocks = {
            axis: [_blocks(clue, f"{axis} {index + 1}") for index, clue in enumerate(clues)]
            for axis, clues in (("row", rows), ("column", columns))
        }
        every = [block for clues in blocks.values() for clue in clues for block in clue or ()]
        chosen = _palette(every, colours, blank)
        numbers = {colour.name: number for number, colour in enumerate(chosen)}
        self._set(
            _rows=_resolve(blocks["row"], "row", numbers),
            _columns=_resolve(blocks["column"], "column", numbers),
            colours=chosen,
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
            if max(goal.cells) >= len(chosen):
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
        picture: Picture | Sequence[Sequence[int] | str],
        colours: Iterable[Colour | str] | None = None,
        **about: Any,
    ) -> Puzzle:
        """The puzzle whose clues describe a picture: the inverse of solving.

        The picture becomes a goal of the puzzle; ``about`` takes title, author and so on.

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
    def rows(self) -> tuple[Clue | None, ...]:
        """The clue of every row, from the top; None where it is absent."""
        return self._rows

    @property
    def columns(self) -> tuple[Clue | None, ...]:
        """The clue of every column, from the left; None where it is absent."""
        return self._columns

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns."""
        return len(self._rows), len(self._columns)

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
        """There is one block colour."""
        return self.block_colours == 1

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line, None if it is absent."""
        return (self._rows if line.is_row else self._columns)[line.index]

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
        row, column = divmod(cell, len(self._columns))
        return (Line("row", row), column), (Line("column", column), row)

    def is_solved_by(self, picture: Picture) -> bool:
        """Whether a picture satisfies every clue; goals play no part. Cost: linear in the cells.

        >>> Puzzle([[1]], [[1], []]).is_solved_by(Picture(["#_"]))
        True
        """
        return (
            picture.shape == self.shape
            and max(picture.cells) < len(self.colours)
            and all(map(satisfies, picture.rows, self._rows))
            and all(map(satisfies, picture.columns, self._columns))
        )

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some constructor arguments changed."""
        return Puzzle(**{**self._arguments(), **changes})

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
        return self.replace(rows=self._columns, columns=self._rows, goals=goals, saved=saved)

    def mirror(self) -> Puzzle:
        """The puzzle seen in a mirror: left and right exchanged.

        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).mirror() == Puzzle([[1, 2]], [[1], [], [1], [1]])
        True
        """
        goals = [Picture([row[::-1] for row in g.rows], colours=g.colours) for g in self.goals]
        saved = [
            Grid(chain(*(row[::-1] for row in grid)), self.shape[1], grid.block_colours)
            for grid in self.saved
        ]
        rows = [clue if clue is None else clue[::-1] for clue in self._rows]
        return self.replace(rows=rows, columns=self._columns[::-1], goals=goals, saved=saved)

    def fingerprint(self) -> str:
        """32 hexadecimal digits that name the clues, the same on every machine and version.

        Colours count by the order in which the clues first use them, so that the same puzzle with
        other names, characters or numbers for its colours has the same fingerprint.

        >>> Puzzle([[1]], [[1]]).fingerprint()
        'a19714860821cdeff1c37e9c761b19a1'
        """
        if hasattr(self, "_fingerprint"):
            return self._fingerprint
        order: dict[int, int] = {}
        clues = [
            clue and [(b.length or 0, order.setdefault(b.colour, len(order) + 1)) for b in clue]
            for clue in (*self._rows, *self._columns)
        ]
        text = json.dumps([1, *self.shape, self.block_colours, clues], separators=(",", ":"))
        self._set(_fingerprint=hashlib.sha256(text.encode()).hexdigest()[:32])
        return self._fingerprint

    def problems(self) -> tuple[Problem, ...]:
        """Every fault that can be seen without solving. Empty for most puzzles, solvable or not.

        >>> print(*Puzzle([[3]], [[1], [1]]).problems(), sep="\\n")
        row 1: the clue needs 3 cells, the line has 2
        black: the rows need 3 cells, the columns 2
        """
        return tuple(self._faults())

    def _faults(self) -> Iterator[Problem]:
        for line in self.lines:
            clue, length = self.clue(line), self.length(line)
            if clue is not None and (needed := minimal_length(clue)) > length:
                message = f"{line}: the clue needs {needed} cells, the line has {length}"
                yield Problem("too_long", message, line, needed, length)
        for number, colour in enumerate(self.colours[1:], start=1):
            rows, rows_open = _sum(self._rows, number)
            columns, columns_open = _sum(self._columns, number)
            # An open sum can grow: it contradicts the other side only when it is larger already.
            if (rows > columns and not columns_open) or (columns > rows and not rows_open):
                message = f"{colour.name}: the rows need {rows} cells, the columns {columns}"
                yield Problem("sums_differ", message, None, rows, columns)
            elif not (rows or columns or rows_open or columns_open) and number > 1:
                yield Problem("unused_colour", f"{colour.name}: no clue uses this colour")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            len(self.colours) == len(other.colours)
            and self._rows == other._rows
            and self._columns == other._columns
        )

    def __hash__(self) -> int:
        if not hasattr(self, "_hash"):
            self._set(_hash=hash((self._rows, self._columns, len(self.colours))))
        return self._hash

    def _arguments(self) -> dict[str, Any]:
        return {
            "rows": self._rows,
            "columns": self._columns,
            "colours": self.colours[1:],
            "blank": self.colours[0],
            "title": self.title,
            "author": self.author,
            "copyright": self.copyright,
            "licence": self.licence,
            "source": self.source,
            "description": self.description,
            "goals": self.goals,
            "saved": self.saved,
        }

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._arguments(),)

    def __repr__(self) -> str:
        rows, columns = self.shape
        title = f" {excerpt(self.title)!r}" if self.title else ""
        look = "" if self.has_one_colour else f" in {self.block_colours} colours"
        return f"<Puzzle{title} of {rows} rows and {columns} columns{look}>"


def check_fit(puzzle: Puzzle, grid: Grid | None) -> None:
    """Raise `PuzzleError` unless the grid, if there is one, has the puzzle's shape and colours."""
    if grid is None:
        return
    if (grid.shape, grid.block_colours) != (puzzle.shape, puzzle.block_colours):
        raise PuzzleError(
            f"a grid of shape {grid.shape} with {grid.block_colours} block colours does not fit "
            f"a puzzle of shape {puzzle.shape} with {puzzle.block_colours}"
        )


def enough_colours(palette: tuple[Colour, ...], wanted: int) -> tuple[Colour, ...]:
    """A palette with at least so many colours, the further ones taken from the standard."""
    result = list(palette)
    for colour in STANDARD.values():
        if len(result) < wanted and not any(
            colour.name == other.name or colour.char == other.char for other in result
        ):
            result.append(colour)
    while len(result) < wanted:
        taken = {BLANK.char, *(colour.char for colour in result)}
        number = len(result) + 1
        result.append(named_colour(f"colour {number}", number, taken))
    return tuple(result)


def _restored(arguments: dict[str, Any]) -> Puzzle:
    """A pickled puzzle, which was checked when it was made; checking again takes much longer."""
    rows, columns = arguments.pop("rows"), arguments.pop("columns")
    colours = (arguments.pop("blank"), *arguments.pop("colours"))
    puzzle = Puzzle.__new__(Puzzle)
    puzzle._set(_rows=rows, _columns=columns, colours=colours, **arguments)
    return puzzle


def _sum(clues: tuple[Clue | None, ...], colour: int) -> tuple[int, bool]:
    """Least number of cells of a colour that clues ask for, and whether there may be more."""
    blocks = [b for clue in clues for b in clue or () if b.colour == colour]
    is_open = None in clues or any(block.length is None for block in blocks)
    return sum(block.length or 1 for block in blocks), is_open


def _blocks(clue: ClueLike, line: str) -> Clue | None:
    """A clue as the caller wrote it, as blocks whose colours may still be names."""
    if clue is None:
        return None
    if isinstance(clue, str) or not isinstance(clue, Sequence):
        raise PuzzleError(f"a clue is a sequence of blocks, not {quoted(clue)}", line=line)
    if len(clue) == 1 and clue[0] == 0 and clue[0] is not False:
        return ()
    try:
        return tuple(map(_block, clue))
    except PuzzleError as error:
        raise PuzzleError(str(error), line=line) from None


def _block(entry: BlockLike) -> Block:
    if isinstance(entry, Block):
        return entry
    if isinstance(entry, int):
        return shared_block(entry)
    if isinstance(entry, (tuple, list)):
        if len(entry) != 2:
            raise PuzzleError(f"a coloured block is (length, colour), not {quoted(entry)}")
        return Block(*entry)  # type: ignore[arg-type]  # checked by Block
    return Block(entry)  # type: ignore[arg-type]  # checked by Block


def _palette(
    blocks: list[Block],
    colours: Iterable[Colour | str] | Mapping[str, str] | None,
    blank: Colour,
) -> tuple[Colour, ...]:
    if colours is None:
        return checked_palette((blank, *_inferred(blocks)))
    declared: list[Colour] = []
    chars = {blank.char}
    looks = colours.items() if isinstance(colours, Mapping) else [(c, None) for c in colours]
    for number, (colour, rgb) in enumerate(looks, start=1):
        if isinstance(colour, str):
            colour = named_colour(colour, number, chars)
            colour = colour if rgb is None else Colour(colour.name, rgb, colour.char)
        declared.append(colour)
        chars.add(colour.char)
    if not declared:
        declared.append(BLACK)
    return checked_palette((blank, *declared))


def _inferred(blocks: list[Block]) -> list[Colour]:
    """The palette of clues that came without one: black, or the standard colours they name."""
    keys: dict[int | str, None] = dict.fromkeys(block.colour for block in blocks)
    names = [key for key in keys if isinstance(key, str)]
    if not names:
        highest = max((key for key in keys if isinstance(key, int)), default=1)
        if highest > 1:
            raise PuzzleError(f"colour {highest} is not declared: give colours=")
        return [BLACK]
    for name in names:
        if name not in STANDARD:
            raise PuzzleError(f"colour {quoted(name)} is not declared: give colours=")
    # A bare length means black: number 1 in a palette of one's own, so black comes first.
    first = ["black"] if any(isinstance(key, int) for key in keys) else []
    return [STANDARD[name] for name in dict.fromkeys([*first, *names])]


def _resolve(
    clues: list[Clue | None], axis: Literal["row", "column"], numbers: dict[str, int]
) -> tuple[Clue | None, ...]:
    """The clues with every colour a number of the palette."""
    chosen: dict[int | str, int] = {}
    for index, clue in enumerate(clues):
        for colour in sorted({block.colour for block in clue or ()} - chosen.keys(), key=str):
            number = numbers.get(colour) if isinstance(colour, str) else colour
            if not number or number >= len(numbers):
                line = str(Line(axis, index))
                raise PuzzleError(f"colour {quoted(colour)} is not declared", line=line)
            chosen[colour] = number
    if all(colour == number for colour, number in chosen.items()):
        return tuple(clues)
    return tuple(
        clue and tuple([shared_block(b.length, chosen[b.colour]) for b in clue]) for clue in clues
    )
