"""The puzzle: a clue for every line, and a palette."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from ..base.display import Displayable
from ..base.errors import PuzzleError, check_type, counted, excerpt
from ..base.files import checksum
from ..base.suggest import named
from .arrays import Rows, listed
from .board import Board, rectangle
from .clue import Clue, CluesLike, clue_of, clues_of, clues_on, mirrored, numbered, satisfies
from .colours import BLANK, RGB, Colour
from .grid import Grid, Picture
from .line import Axis, Line
from .palette import enough_colours, palette_of

if TYPE_CHECKING:
    from .problems import Problem

_TEXTS = ("title", "author", "copyright", "licence", "source", "description")


@named
class Puzzle(Displayable):
    """A nonogram: a clue for every line of a board, and a palette.

    Immutable, hashable and pickleable. Puzzles are equal when their boards, their clues and their
    number of colours are: texts, goals, saved states and the look of the colours do not count.
    The constructor makes a puzzle with rows and columns; `on` makes one on any board.

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
            differ are not errors but puzzles without solution: see `problems`.

    >>> puzzle = Puzzle(rows=[[2], [(1, "red")]], columns=[[1], [1, (1, "red")]])
    >>> puzzle.shape, [colour.name for colour in puzzle.colours]
    ((2, 2), ['blank', 'black', 'red'])
    """

    __slots__ = (
        "__weakref__",
        "_fingerprint",
        "_hash",
        "author",
        "board",
        "clues",
        "colours",
        "copyright",
        "description",
        "goals",
        "licence",
        "saved",
        "source",
        "title",
    )
    board: Board
    """The cells and the lines through them."""
    clues: tuple[Clue | None, ...]
    """The clue of every line, in the order of `lines`; None where it is absent."""
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
        board = rectangle(len(row_clues), len(column_clues))
        self._fill(
            board,
            [*row_clues, *column_clues],
            colours,
            blank,
            title=title,
            author=author,
            copyright=copyright,
            licence=licence,
            source=source,
            description=description,
            goals=goals,
            saved=saved,
        )

    @classmethod
    def on(
        cls,
        board: Board,
        clues: Mapping[Axis, CluesLike] | CluesLike,
        colours: Iterable[Colour | str] | Mapping[str, RGB] | None = None,
        *,
        blank: Colour = BLANK,
        goals: Iterable[Picture] = (),
        saved: Iterable[Grid] = (),
        **texts: str | None,
    ) -> Puzzle:
        """A puzzle on any board.

        Args:
            board: the cells and lines.
            clues: for every direction of the board the clues of its lines; or all clues in the
                order of the board's lines.
            colours, blank, goals, saved: as for the constructor, and title, author and so on.

        Raises:
            PuzzleError: a direction or clue is missing or too many; otherwise as the constructor.

        >>> from nonocsp import Hexagon
        >>> puzzle = Puzzle.on(Hexagon(2, 1, 2, 1, 2, 1), {
        ...     "A": [[1], [2]], "B": [[1], [2]], "C": [[1], [2]]})
        >>> puzzle, str(puzzle.lines[3])
        (<Puzzle on a hexagon with sides of 2, 1, 2, 1, 2, 1>, 'direction B, line 2')
        """
        if unknown := texts.keys() - set(_TEXTS):
            raise TypeError(f"a puzzle has no {unknown.pop()}")
        puzzle = cls.__new__(cls)
        check_type("board", board, Board)
        about = {**dict.fromkeys(_TEXTS), **texts}
        found = clues_on(board, clues)
        puzzle._fill(board, found, colours, blank, goals=goals, saved=saved, **about)
        return puzzle

    def __setattr__(self, name: str, value: object = None) -> None:
        raise AttributeError(f"a puzzle is immutable: use replace({name}=…) for a changed copy")

    __delattr__ = __setattr__

    @classmethod
    def from_picture(
        cls,
        picture: Picture | Rows,
        colours: Iterable[Colour | str] | None = None,
        **about: Any,
    ) -> Puzzle:
        """The puzzle whose clues describe a picture: the inverse of solving.

        A picture may be anything that `Picture` takes, such as a two-dimensional array. It becomes
        a goal of the puzzle; ``about`` takes title, author and so on.

        >>> Puzzle.from_picture(["##", "_#"]) == Puzzle([[2], [1]], [[1], [2]])
        True
        """
        picture = picture if isinstance(picture, Picture) else Picture(picture)
        if colours is None:
            colours = enough_colours(picture.colours[1:], max(picture.cells))
        about.setdefault("goals", (picture,))
        board = picture.board
        clues = [clue_of(picture.line(n)) if board.has_clue(n) else None for n in board.lines]
        return cls.on(board, clues, colours, **about)

    @property
    def rows(self) -> tuple[Clue | None, ...]:
        """The clue of every row, from the top; None where it is absent.

        Raises:
            PuzzleError: the board is not a rectangle. So do `columns` and `shape`.
        """
        return self.clues[: self.board.shape[0]]

    @property
    def columns(self) -> tuple[Clue | None, ...]:
        """The clue of every column, from the left; None where it is absent."""
        return self.clues[self.board.shape[0] :]

    @property
    def shape(self) -> tuple[int, int]:
        """Number of rows and number of columns."""
        return self.board.shape

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines: rows from the top, then columns from the left."""
        return self.board.lines

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
        use them, in the order of `lines`; those that no clue uses come last.

        >>> Puzzle([[(1, "red")], []], [[(1, "red")], []], ["blue", "red"]).colours_by_use()
        [0, 2, 1]
        """
        used = (block.colour for clue in self.clues for block in clue or ())
        return [*dict.fromkeys(chain([0], used, range(len(self.colours))))]

    def clue(self, line: Line) -> Clue | None:
        """The clue of a line, None if it is absent. Raises `PuzzleError` without such a line."""
        return self.clues[self.board.index(line)]

    def cells(self, line: Line) -> Sequence[int]:
        """The cells of a line in order, by their numbers: row by row, each from the left.

        >>> list(Puzzle([[1], []], [[1], [], []]).cells(Line("column", 1)))
        [1, 4]
        """
        return self.board.cells(line)

    def length(self, line: Line) -> int:
        """The number of cells of a line."""
        return len(self.cells(line))

    def lines_through(self, cell: int) -> tuple[tuple[Line, int], ...]:
        """The lines that a cell lies on, each with the cell's index along the line.

        >>> [(str(line), at) for line, at in Puzzle([[1], []], [[1], [], []]).lines_through(4)]
        [('row 2', 1), ('column 2', 1)]
        """
        return self.board.lines_through(cell)

    def is_solved_by(self, picture: Picture) -> bool:
        """Whether a picture satisfies every clue; goals play no part. Cost: linear in the cells.

        >>> Puzzle([[1]], [[1], []]).is_solved_by(Picture(["#_"]))
        True
        """
        check_type("picture", picture, Picture)
        return (
            picture.board == self.board
            and max(picture.cells) < len(self.colours)
            and all(map(satisfies, map(picture.line, self.lines), self.clues))
        )

    def replace(self, **changes: Any) -> Puzzle:
        """A copy with some arguments of the constructor changed, or of `on` for other boards."""
        arguments = self._shared_arguments()
        if self.board.table:
            return Puzzle(**{**arguments, "rows": self.rows, "columns": self.columns, **changes})
        return Puzzle.on(**{**arguments, "board": self.board, "clues": self.clues, **changes})

    def transpose(self) -> Puzzle:
        """The puzzle with rows and columns exchanged.

        >>> Puzzle([[2]], [[1], [1]]).transpose().rows == Puzzle([[2]], [[1], [1]]).columns
        True
        """
        rows, columns = self.columns, self.rows
        goals = [Picture(goal.columns, colours=goal.colours) for goal in self.goals]
        saved = [
            Grid(chain.from_iterable(zip(*grid, strict=True)), self.shape[0], grid.block_colours)
            for grid in self.saved
        ]
        return self.replace(rows=rows, columns=columns, goals=goals, saved=saved)

    def mirror(self) -> Puzzle:
        """The mirror image: left and right exchanged.

        >>> Puzzle([[2, 1]], [[1], [1], [], [1]]).mirror() == Puzzle([[1, 2]], [[1], [], [1], [1]])
        True
        """
        rows = [clue if clue is None else mirrored(clue) for clue in self.rows]
        goals = [Picture([row[::-1] for row in g.rows], colours=g.colours) for g in self.goals]
        saved = [
            Grid(chain(*(row[::-1] for row in grid)), self.shape[1], grid.block_colours)
            for grid in self.saved
        ]
        return self.replace(rows=rows, columns=self.columns[::-1], goals=goals, saved=saved)

    def fingerprint(self) -> str:
        """32 hexadecimal digits that identify the clues, the same on every machine and version.

        Colours count by the order in which the clues first use them, so that the same puzzle with
        other names, characters or numbers for its colours has the same fingerprint.

        >>> Puzzle([[1]], [[1]]).fingerprint()
        'a19714860821cdeff1c37e9c761b19a1'
        """
        if not hasattr(self, "_fingerprint"):
            order = self.colours_by_use()
            clues = [
                clue and [(b.code, order.index(b.colour), *filter(None, [b.joint])) for b in clue]
                for clue in self.clues
            ]
            self._set(_fingerprint=checksum([1, *self.board.key, self.block_colours, clues], 32))
        return self._fingerprint

    def problems(self) -> tuple[Problem, ...]:
        """Every problem that can be seen without solving; most puzzles have none, solvable or not.

        >>> print(*Puzzle([[3]], [[1], [1]]).problems(), sep="\\n")
        row 1: the clue needs 3 cells, the line has 2
        the rows need 3 black cells, the columns 2
        """
        from .problems import problems

        return tuple(problems(self.board, self.clues, self.colours))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Puzzle):
            return NotImplemented
        return (
            len(self.colours) == len(other.colours)
            and self.board == other.board
            and self.clues == other.clues
        )

    def __hash__(self) -> int:
        if not hasattr(self, "_hash"):
            self._set(_hash=hash((self.board, self.clues, len(self.colours))))
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = {"board": self.board, "clues": self.clues, **self._shared_arguments()}
        return Puzzle._restored, (arguments,)

    def __repr__(self) -> str:
        title = f" {excerpt(self.title)!r}" if self.title else ""
        colours = "" if self.has_one_colour else f" in {self.block_colours} colours"
        return f"<Puzzle{title} {self.board.described}{colours}>"

    def __str__(self) -> str:
        from .typed_clue import clues_text

        return clues_text(self)

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _fill(
        self,
        board: Board,
        clues: Sequence[Clue | None],
        colours: Iterable[Colour | str] | Mapping[str, RGB] | None,
        blank: Colour,
        *,
        goals: Iterable[Picture],
        saved: Iterable[Grid],
        **texts: str | None,
    ) -> None:
        """Give a new puzzle its fields. Raises `PuzzleError` where they do not fit together."""
        palette = palette_of([block for clue in clues for block in clue or ()], colours, blank)
        numbers = {colour.name: number for number, colour in enumerate(palette)}
        self._set(
            board=board,
            clues=numbered(clues, board.lines, numbers),
            colours=palette,
            goals=tuple(listed(goals, "goals")),
            saved=tuple(listed(saved, "saved")),
            **texts,
        )
        for name, text in texts.items():
            if text is not None:
                check_type(name, text, str)
        for goal in self.goals:
            check_type("a member of goals", goal, Picture)
            if goal.board != board:
                raise PuzzleError(f"a goal on {goal.board!r} in a puzzle on {board!r}")
            if max(goal.cells) >= len(palette):
                raise PuzzleError(f"a goal has colour {max(goal.cells)}, which is not declared")
        for grid in self.saved:
            check_type("a member of saved", grid, Grid)
            check_fit(self, grid)

    def _shared_arguments(self) -> dict[str, Any]:
        """The arguments that all boards have, for a puzzle equal in all of them."""
        return {
            "colours": self.colours[1:],
            "blank": self.colours[0],
            "goals": self.goals,
            "saved": self.saved,
            **{name: getattr(self, name) for name in _TEXTS},
        }

    @classmethod
    def _restored(cls, arguments: dict[str, Any]) -> Puzzle:
        """An unpickled puzzle, not checked again: that would take much longer."""
        colours = (arguments.pop("blank"), *arguments.pop("colours"))
        puzzle = cls.__new__(cls)
        puzzle._set(colours=colours, **arguments)
        return puzzle


def check_fit(puzzle: Puzzle, grid: Grid | None) -> None:
    """Raise `PuzzleError` unless the grid, if there is one, has the puzzle's board and colours."""
    if grid is None:
        return
    if (grid.board, grid.block_colours) != (puzzle.board, puzzle.block_colours):
        raise PuzzleError(
            f"a grid on {grid.board!r} with {counted(grid.block_colours, 'block colour')} does not "
            f"fit a puzzle on {puzzle.board!r} with {puzzle.block_colours}"
        )


def with_clues(puzzle: Puzzle, clues: Iterable[Clue | None], board: Board | None = None) -> Puzzle:
    """A puzzle with the same palette and other clues, which are not checked again; None is the
    same board too.

    Their colours must be numbers of the palette. Everything that belongs to the old clues is gone:
    texts, goals, saved states. Faster than `Puzzle.replace`.
    """
    changed = Puzzle.__new__(Puzzle)
    changed._set(
        board=board or puzzle.board,
        clues=tuple(clues),
        colours=puzzle.colours,
        goals=(),
        saved=(),
        **dict.fromkeys(_TEXTS),
    )
    return changed
