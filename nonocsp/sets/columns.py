"""From a row of a table to a puzzle: which columns hold clues, picture, id and answers, and how.

Clues are lists of lengths, the same as JSON in a text, as NumPy prints them (``[[0 2] [1 1]]``,
where zeros fill up), or text: clues between ``;``, ``|``, ``/`` or line ends, else between commas.
Pictures are rows of numbers or of characters, one list or text of all cells, or such a text between
brackets. Columns with well-known names are found without being named.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import lru_cache
from typing import Any, NamedTuple

from ..common.arguments import checked
from ..common.errors import FormatError, OptionError, PuzzleError, quoted
from ..common.suggest import unknown
from ..formats.clues import check_area, number_clue
from ..formats.data.json import puzzle_of
from ..grading.symbols import Symbols
from ..model.grid import Picture
from ..model.puzzle import Puzzle

_CLUES = r"(?:clues?|hints?|constraints?|rules?|numbers?|runs?)"
_ROW, _COLUMN = r"(?:rows?|horizontals?|hor|left)", r"(?:cols?|columns?|verticals?|ver|top)"

#: Names of columns by what they hold, the surest first; compared without ``_``, ``-`` and case.
_NAMES = {
    "rows": [f"{_ROW}{_CLUES}|{_CLUES}{_ROW}", _ROW],
    "columns": [f"{_COLUMN}{_CLUES}|{_CLUES}{_COLUMN}", _COLUMN],
    "picture": ["picture|solution|solutiongrid|grid|target|goal|bitmap|pixels|image|label|y"],
    "id": ["id|uid|uuid|puzzleid|key", "name|title|index|hash"],
    "answers": ["answers|responses|outputs|completions|results|runs"],
}

#: What cells of pictures without clues may be.
_BLACK_AND_WHITE = Puzzle([[1]], [[1]])

#: The name of a file, or its address.
_FILE = re.compile(r"\S+\.[A-Za-z]{3,4}")

_BRACKET = re.compile(r"(?:array)?[\[(]")


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns that hold something; None for what no column holds."""

    rows: str | None = None
    columns: str | None = None
    picture: str | None = None
    id: str | None = None
    answers: str | None = None

    @classmethod
    def named(cls, text: str) -> Columns:
        """The columns that a text names.

        Raises:
            OptionError: something is named that no column can hold, or nothing is.

        >>> Columns.named("rows=row_clues,columns=col_clues").rows
        'row_clues'
        """
        given: dict[str, str] = {}
        for word in text.split(","):
            what, equals, name = (part.strip() for part in word.partition("="))
            if not equals or not name:
                raise OptionError(
                    f"columns are WHAT=NAME, as in rows=row_clues, not {quoted(word)}"
                )
            if what not in _NAMES:
                raise OptionError(unknown("content of a column", what, [*_NAMES]))
            given[what] = name
        found = cls(**given)
        if not found.has_puzzle:
            raise OptionError("columns: name those of rows and columns, or of the picture")
        return found

    @classmethod
    def guessed(cls, names: Sequence[str]) -> Columns:
        """The columns that well-known names suggest.

        >>> str(Columns.guessed(["puzzle_id", "rowClues", "col_clues", "solution"]))
        'rows=rowClues, columns=col_clues, picture=solution, id=puzzle_id'
        """
        return _guessed(tuple(names))

    @property
    def has_puzzle(self) -> bool:
        """Whether a puzzle can be made of them."""
        return self.picture is not None or None not in (self.rows, self.columns)

    def __str__(self) -> str:
        named = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ", ".join(f"{what}={name}" for what, name in named if name is not None)


@lru_cache(maxsize=1 << 10)
def _guessed(names: tuple[str, ...]) -> Columns:
    plain = {re.sub(r"[\W_]", "", name).lower(): name for name in reversed(names)}
    found: dict[str, str] = {}
    for what, patterns in _NAMES.items():
        for pattern in patterns:
            fits = [name for key, name in plain.items() if re.fullmatch(pattern, key)]
            if fits:
                found[what] = fits[-1]
                break
    return Columns(**found)


def has_clues(names: Iterable[str]) -> bool:
    """Whether a table with these columns seems to hold puzzles."""
    return Columns.guessed(list(names)).has_puzzle


class Entry(NamedTuple):
    """What a row holds."""

    puzzle: Puzzle
    picture: Picture | None
    """The stored picture, None without one; the puzzle is made of it where there are no clues."""
    id: str | None
    answers: Any
    """What the column of answers holds; None without one."""
    columns: Columns
    """The columns that were read."""


@checked
def entry_of(row: Mapping[str, Any] | Puzzle, columns: Columns | None = None) -> Entry:
    """The puzzle of a row, with its picture, its id and the answers to it.

    Args:
        row: a row by its columns; a puzzle is itself, with its first goal as picture.
        columns: which columns to read; None guesses by their names.

    Raises:
        FormatError: a column is missing, or holds no clues or no picture.

    >>> entry_of({"row_clues": "[[1, 1], [2]]", "col_clues": "1 1, 1, 1"}).puzzle.shape
    (2, 3)
    >>> entry_of({"solution": "101/110", "id": 7}).puzzle.rows[1]
    (Block(length=2, colour=1),)
    """
    if isinstance(row, Puzzle):
        picture = row.goals[0] if row.goals else None
        return Entry(row, picture, row.title, None, Columns())
    chosen = columns or Columns.guessed(list(row))
    name = None if chosen.id is None or row.get(chosen.id) is None else str(row[chosen.id])
    answers = row.get(chosen.answers) if chosen.answers else None
    puzzle = _puzzle(row, chosen)
    picture = None
    is_named = columns is not None or puzzle is None
    stored = row.get(chosen.picture) if chosen.picture is not None else None
    if not _is_empty(stored) and _may_be_picture(stored, is_named):
        try:
            picture = read_picture(stored, puzzle)
        except (FormatError, PuzzleError) as error:
            raise FormatError(f"column {quoted(chosen.picture)}: {error}") from None
    elif puzzle is not None and puzzle.goals:
        picture = puzzle.goals[0]
    if puzzle is None and picture is not None:
        puzzle = Puzzle.from_picture(picture, goals=())
    if puzzle is None:
        if not row:
            raise FormatError("the record is empty")
        if not chosen.has_puzzle:
            names = ", ".join(map(str, row))
            problem = f"no column seems to hold clues or a picture; the columns are {names}"
            raise FormatError(f"{problem}; name them")
        raise FormatError(f"no clues and no picture in the columns {chosen}")
    return Entry(puzzle, picture, name, answers, chosen)


def _is_empty(value: Any) -> bool:
    """Whether a cell of a table holds nothing; tables of text have no other way to say so."""
    if isinstance(value, str):
        return not value.strip()
    return value is None or (isinstance(value, list) and not value)


def _may_be_picture(value: Any, is_named: bool) -> bool:
    """Whether a value is to be read as a picture; an image or the name of its file is not, in a
    column that was not named."""
    if is_named:
        return True
    is_file = isinstance(value, str) and _FILE.fullmatch(value.strip()) is not None
    return not is_file and not isinstance(value, (Mapping, bytes))


def _puzzle(row: Mapping[str, Any], columns: Columns) -> Puzzle | None:
    """The puzzle of the clues of a row; None where it has none."""
    if "board" in row and "clues" in row:
        return puzzle_of(row)
    sides = {}
    names = (("rows", columns.rows), ("cols", columns.columns))
    if all(name is None or _is_empty(row.get(name)) for _, name in names):
        return None
    for side, name in names:
        if name is None or row.get(name) is None:
            return None
        try:
            sides[side] = clues_of(row[name])
        except FormatError as error:
            raise FormatError(f"column {quoted(name)}: {error}") from None
    about = {key: row[key] for key in ("colours", "colors", "blank") if row.get(key) is not None}
    every = (block for clues in sides.values() for clue in clues for block in clue or ())
    if not about and all(type(block) is int for block in every):
        try:
            check_area(len(sides["rows"]), len(sides["cols"]))
            return Puzzle(sides["rows"], sides["cols"])
        except PuzzleError as error:
            raise FormatError(str(error)) from None
    # Colours, unknown lengths and stars are those of the format json.
    return puzzle_of({**sides, **about})


def clues_of(value: Any) -> list[list[Any] | None]:
    """The clues of one side, in any of the forms; lengths are numbers where they are written so.

    Raises:
        FormatError: it is none of these forms.

    >>> clues_of("[[0 0 3]\\n [0 1 1]]"), clues_of("1 2, 3"), clues_of("1,2;3")
    ([[3], [1, 1]], [[1, 2], [3]], [[1, 2], [3]])
    """
    if isinstance(value, str):
        text = value.strip()
        if _BRACKET.match(text):
            value = _bracketed(text)
        else:
            strong = next((sign for sign in ";|/\n" if sign in text), None)
            value = text.split(strong or ",")
    value = _listed(value)
    if not isinstance(value, list) or not value:
        raise FormatError("expected a list of clues", text=str(value))
    return [_clue(clue) for clue in value]


def _clue(clue: Any) -> list[Any] | None:
    clue = _listed(clue)
    if isinstance(clue, str):
        return [block.entry for block in number_clue(clue.strip(" []"), None)]
    if type(clue) is int:
        clue = [clue]
    if clue is None:
        return None
    if not isinstance(clue, list):
        raise FormatError("expected a clue, a list of lengths", text=str(clue))
    # Arrays are filled up with zeros, before the blocks or behind them.
    first, last = 0, len(clue)
    while first < last and clue[first] == 0:
        first += 1
    while first < last and clue[last - 1] == 0:
        last -= 1
    return [int(n) if isinstance(n, float) and n.is_integer() else n for n in clue[first:last]]


def _listed(value: Any) -> Any:
    """Lists for tuples and arrays."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return list(value) if isinstance(value, tuple) else value


def _bracketed(text: str) -> Any:
    """Nested lists from a text: JSON, or as Python and NumPy print lists, tuples and arrays."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    plain = re.sub(r"\](?:,\s*dtype=\w+)?\)", "]", re.sub(r"\b(?:list|array)\(", "", text))
    plain = re.sub(r"\.(?=[\s\],])", "", plain)
    plain = plain.translate(str.maketrans("()'", '[]"'))
    plain = plain.replace("None", "null").replace("True", "1").replace("False", "0")
    plain = re.sub(r"(?<=[\d\]\"])\s+(?=[\d\[\"])", ",", plain)
    plain = re.sub(r",\s*(?=[\],])", "", plain)
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        raise FormatError("expected lists between brackets", text=text) from None


def read_picture(value: Any, puzzle: Puzzle | None = None) -> Picture:
    """A picture in any of the forms.

    Args:
        value: rows of numbers or characters, or all cells in one list or text.
        puzzle: whose picture it is, for its shape and the characters of its colours; without, all
            cells in one are those of a square.

    Raises:
        FormatError: it is none of these forms.
        PuzzleError: rows of different lengths, or a number that is no colour.

    >>> print(read_picture("#.#\\n##."))
    #_#
    ##_
    >>> read_picture([1, 0, 0, 1]).shape, read_picture("[[0 1]\\n [1 1]]").rows
    ((2, 2), ((0, 1), (1, 1)))
    """
    if isinstance(value, str):
        text = value.strip()
        if _BRACKET.match(text):
            value = _bracketed(text)
        else:
            sign = next((sign for sign in "\n;|/" if sign in text), None)
            value = text.split(sign) if sign else text.split(",") if "," in text else text.split()
            if isinstance(value, list) and len(value) == 1:
                value = list(value[0])
    value = _listed(value)
    if not isinstance(value, list) or not value:
        raise FormatError("expected a picture, rows of cells", text=str(value))
    rows = [_listed(row) for row in value]
    if all(map(_is_cell, rows)):
        rows = _cut(rows, None if puzzle is None else puzzle.board.table)
    rows = [_cells(row) for row in rows]
    check_area(len(rows), max(map(len, rows)))
    like = _BLACK_AND_WHITE if puzzle is None else puzzle
    texts = {cell for row in rows for cell in row if isinstance(cell, str)}
    if all(cell.isascii() and cell.isdigit() and len(cell) < 4 for cell in texts):
        numbers = {cell: int(cell) for cell in texts}
    elif (numbers := Symbols(like).meanings(texts) or {}).keys() != texts:
        raise FormatError("expected cells, as 0 and 1", text="".join(sorted(texts)))
    board = None if puzzle is None or puzzle.board.table else puzzle.board
    cells = [
        [numbers[cell] if isinstance(cell, str) else _number(cell) for cell in r] for r in rows
    ]
    return Picture(cells, colours=like.colours, board=board)


def _is_cell(value: Any) -> bool:
    return isinstance(value, bool) or (not isinstance(value, list) and len(str(value)) == 1)


def _cells(row: Any) -> Sequence[Any]:
    if isinstance(row, str):
        text = row.strip()
        return text.replace(",", " ").split() if re.search(r"[\s,]", text) else text
    if not isinstance(row, list):
        raise FormatError("expected a row of cells", text=str(row))
    return row


def _cut(cells: list[Any], shape: tuple[int, int] | None) -> list[list[Any]]:
    """All cells of a picture, cut into rows."""
    rows, columns = shape or (math.isqrt(len(cells)),) * 2
    if rows * columns != len(cells):
        raise FormatError(f"{len(cells)} cells in one row are no square, and no {rows} × {columns}")
    return [cells[at : at + columns] for at in range(0, len(cells), columns)]


def _number(cell: Any) -> int:
    if not isinstance(cell, (int, float)) or cell != cell or int(cell) != cell:
        raise FormatError("expected a cell, as 0 and 1", text=str(cell))
    return int(cell)
