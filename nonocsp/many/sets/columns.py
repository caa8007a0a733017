"""From a row of a table to a puzzle: which columns hold clues, picture, verdict, id and answers.

Columns with well-known names are found without being named; so are clues inside of other columns:
in objects, pairs of lists and prompts. `files.loose` knows what rows and columns are called and
reads their clues, `values` reads pictures.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import lru_cache
from typing import Any, NamedTuple

from ...core import FormatError, OptionError, Picture, Puzzle, PuzzleError, checked, quoted, unknown
from ...files.formats import parse
from ...files.formats.clues import check_area
from ...files.formats.data.json import puzzle_of
from ...files.formats.format import Parsed
from ...files.loose.choice import puzzles_in
from ...files.loose.words import axis_of, rest_of, role_of
from .values import BRACKET, bracketed, clues_of, listed, read_picture

#: Names of other columns by what they hold, the surest first; compared without ``_``, ``-`` and
#: case.
_NAMES = {
    "picture": ["picture|solution|solutiongrid|grid|target|goal|bitmap|pixels|image|label|y"],
    "verdict": [
        "num(?:ber)?(?:of)?solutions|nsolutions|solutionscount|solutioncount",
        "verdict",
        "(?:is)?unique|uniquelysolvable",
        "(?:is)?solvable",
    ],
    "id": ["id|uid|uuid|puzzleid|key", "name|title|index|hash"],
    "answers": ["answers|responses|outputs|completions|results|runs"],
    "prompt": ["prompt|question|instructions?|messages"],
}

#: What a column may hold.
_WHAT = ["rows", "columns", *_NAMES]

#: Words for verdicts.
_VERDICTS = {
    **dict.fromkeys(("unique", "one", "single"), "unique"),
    **dict.fromkeys(("multiple", "several", "ambiguous", "many"), "multiple"),
    **dict.fromkeys(("none", "no", "unsolvable", "unsat", "infeasible"), "none"),
}

#: Characters of a text that may be a prompt, and members of a list that may have one; values in a
#: value that may have clues, and levels of lists and objects in it.
_MOST_TEXT, _MOST_PARTS, _MOST_LEAVES, _LEVELS = 100_000, 10, 50_000, 20

#: Columns that are named where none has clues.
_MOST_NAMES = 10

#: The name of a file, or its address.
_FILE = re.compile(r"\S+\.[A-Za-z]{3,4}")


@dataclass(frozen=True, slots=True)
class Columns:
    """The name of each column that is read; None where there is none."""

    rows: str | None = None
    columns: str | None = None
    picture: str | None = None
    verdict: str | None = None
    id: str | None = None
    answers: str | None = None
    prompt: str | None = None
    """That of the question, which may say how answers write a cell."""

    @classmethod
    def named(cls, text: str) -> Columns:
        """The columns that a text names.

        Raises:
            OptionError: an unknown kind of column is named, or none is.

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
            if what not in _WHAT:
                raise OptionError(unknown("content of a column", what, _WHAT))
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
        """Whether a puzzle can be made from these columns."""
        return self.picture is not None or None not in (self.rows, self.columns)

    def __str__(self) -> str:
        named = ((each.name, getattr(self, each.name)) for each in fields(self))
        return ", ".join(f"{what}={name}" for what, name in named if name is not None)


@lru_cache(maxsize=1 << 10)
def _guessed(names: tuple[str, ...]) -> Columns:
    sides = _pairs(names)
    found = {**sides.get("clue", sides.get("", {}))}
    plain = {re.sub(r"[\W_]", "", name).lower(): name for name in reversed(names)}
    for what, patterns in _NAMES.items():
        for pattern in patterns:
            fits = [name for key, name in plain.items() if re.fullmatch(pattern, key)]
            if fits:
                found[what] = fits[-1]
                break
    return Columns(**found)


def _pairs(names: Iterable[str]) -> dict[str, dict[str, str]]:
    """The names of rows and columns, by what else is in them."""
    found: dict[str, dict[str, str]] = {}
    for name in names:
        if axis := axis_of(name, is_marked=True):
            rest = rest_of(name)
            pair = found.setdefault("clue" if role_of(rest) == "clue" else rest, {})
            pair.setdefault("rows" if axis == "row" else "columns", name)
    return found


def has_clues(names: Iterable[str]) -> bool:
    """Whether a table with these columns seems to hold puzzles."""
    return Columns.guessed(list(names)).has_puzzle


class Entry(NamedTuple):
    """The content of a row."""

    puzzle: Puzzle
    picture: Picture | None
    """The stored picture, None without one; the puzzle is made of it if there are no clues."""
    id: str | None
    answers: Any
    """The content of the column of answers; None without one."""
    columns: Columns
    """The columns that were read."""
    verdict: str = ""
    """The verdict of the row on its puzzle: ``"none"``, ``"unique"``, ``"multiple"``,
    ``"solvable"``, ``"not unique"`` or a number of solutions; empty if it says nothing."""
    not_used: str | None = None
    """The columns that were not used, if no clues were found and no column was named, so that the
    puzzle is made of the picture; else None."""
    not_understood: str = ""
    """The content of the column of the verdict, if it is not understood."""
    prompt: str = ""
    """The question that was answered."""


@checked
def entry_of(row: Mapping[str, Any] | Puzzle, columns: Columns | None = None) -> Entry:
    """The puzzle of a row, with its picture, its id and the answers to it.

    Args:
        row: a row by its columns; or a puzzle, with its first goal as picture.
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
    chosen, fault = columns or Columns.guessed(list(row)), None
    try:
        puzzle = _puzzle(row, chosen)
    except FormatError as error:
        puzzle, fault = None, error
    if puzzle is None and columns is None:
        puzzle, chosen = next(_elsewhere(row, chosen), (None, chosen))
    if puzzle is None and fault is not None:
        raise fault
    name = None if chosen.id is None or row.get(chosen.id) is None else str(row[chosen.id])
    answers = row.get(chosen.answers) if chosen.answers else None
    picture = _picture(row, chosen, puzzle, columns is not None or puzzle is None)
    if picture is None and puzzle is not None and puzzle.goals:
        picture = puzzle.goals[0]
    not_used = None
    if puzzle is None and columns is None:
        used = (chosen.picture, chosen.verdict, chosen.id, chosen.answers)
        others = [name for name in row if name not in used]
        more = [f"{len(others) - _MOST_NAMES} more"] * (len(others) > _MOST_NAMES)
        not_used = ", ".join([*others[:_MOST_NAMES], *more])
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
    said = row.get(chosen.verdict) if chosen.verdict else None
    verdict = "" if _is_empty(said) else _verdict(chosen.verdict or "", said)
    strange = "" if verdict or _is_empty(said) else quoted(said)
    prompt = "" if answers is None or chosen.prompt is None else str(row.get(chosen.prompt) or "")
    return Entry(puzzle, picture, name, answers, chosen, verdict, not_used, strange, prompt)


def _elsewhere(row: Mapping[str, Any], columns: Columns) -> Iterator[tuple[Puzzle, Columns]]:
    """Puzzles whose clues are inside of other columns, and what holds them."""
    for puzzle, each in _candidates(row, columns):
        with suppress(FormatError):
            picture = _picture(row, columns, puzzle, is_named=False)
            if not puzzle.problems() and (picture is None or picture.board == puzzle.board):
                yield puzzle, each


def _candidates(row: Mapping[str, Any], columns: Columns) -> Iterator[tuple[Puzzle, Columns]]:
    for pair in _pairs(row).values():
        with suppress(FormatError):
            if any(map(_is_flat, map(row.get, pair.values()))):
                continue  # sums, say
            each = replace(columns, **{"rows": None, "columns": None, **pair})
            if (puzzle := _puzzle(row, each)) is not None:
                yield puzzle, each
    for name, value in row.items():
        if name not in (columns.picture, columns.verdict, columns.id, columns.answers):
            for puzzle in _inside(name, value):
                yield puzzle, replace(columns, rows=name, columns=name)


def _is_flat(value: Any) -> bool:
    """Whether a value is a number or a list of numbers, in which no clue can have two blocks."""
    value = listed(value)
    return not isinstance(value, (list, str)) or all(isinstance(each, int) for each in value)


def _inside(name: str, value: Any) -> Iterator[Puzzle]:
    """The puzzle in a value, in its lists by their names, and that in each of its texts; none of
    which nothing but the order says what the rows are."""
    found: list[list[Puzzle]] = []
    with suppress(FormatError):
        named = [each for each in _found({name: _parsed(value)}) if each.reason != "order"]
        found.append([puzzle for each in named for puzzle in each.puzzles])
    for text in _texts(value):
        with suppress(FormatError):
            parsed = parse(text)
            found += [parsed.puzzles] * (parsed.reason != "order")
    return (puzzles[0] for puzzles in found if len(puzzles) == 1 and not puzzles[0].goals)


def _found(value: Mapping[str, Any]) -> list[Parsed]:
    return puzzles_in(value) if _leaves(value) < _MOST_LEAVES else []


def _leaves(value: Any, levels: int = _LEVELS) -> int:
    """How many values are in a value; too many if it is nested too deeply."""
    value = [*value.values()] if isinstance(value, Mapping) else listed(value)
    if not isinstance(value, list):
        return 1
    number = 0 if levels else _MOST_LEAVES
    for each in value:
        number += 1 if number >= _MOST_LEAVES else _leaves(each, levels - 1)
    return number


def _parsed(value: Any) -> Any:
    """What a text in brackets holds; any other value as it is."""
    if isinstance(value, str) and BRACKET.match(text := value.strip()):
        with suppress(FormatError):
            return bracketed(text)
    return value


def _texts(value: Any, levels: int = 3) -> Iterator[str]:
    """The texts in a value that may be prompts."""
    if isinstance(value, str) and len(value) <= _MOST_TEXT and len(re.findall(r"\d", value)) > 2:
        yield value
    elif isinstance(value, (list, Mapping)) and levels:
        for each in [*(value.values() if isinstance(value, Mapping) else value)][:_MOST_PARTS]:
            yield from _texts(each, levels - 1)


def _verdict(name: str, value: Any) -> str:
    """What a row says of its puzzle, see `Entry.verdict`.

    >>> _verdict("num_solutions", "3"), _verdict("verdict", "Ambiguous"), _verdict("unique", 0)
    ('3', 'multiple', 'not unique')
    """
    name, word = name.lower(), str(value).strip().lower().removesuffix(".0")
    if "solutions" in name or "count" in name:
        return word if word.isascii() and word.isdecimal() else ""
    if "verdict" not in name and word in ("true", "false", "1", "0", "yes", "no"):
        is_true = word in ("true", "1", "yes")
        if "unique" in name:
            return "unique" if is_true else "not unique"
        return "solvable" if is_true else "none"
    return _VERDICTS.get(word, "")


def _picture(
    row: Mapping[str, Any], columns: Columns, puzzle: Puzzle | None, is_named: bool
) -> Picture | None:
    """The stored picture of a row; None without one."""
    stored = row.get(columns.picture) if columns.picture is not None else None
    if _is_empty(stored) or not _may_be_picture(stored, is_named):
        return None
    try:
        return read_picture(stored, puzzle)
    except (FormatError, PuzzleError) as error:
        raise FormatError(f"column {quoted(columns.picture)}: {error}") from None


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
    if columns.rows is None or columns.columns is None:
        return None
    if columns.rows == columns.columns:
        return next(_inside(columns.rows, row.get(columns.rows)), None)
    rows, cols = (_at(row, name) for name in (columns.rows, columns.columns))
    if rows is None or cols is None or (_is_empty(rows) and _is_empty(cols)):
        return None
    inside = "".join(columns.rows.rpartition(".")[:2])
    about = {key: _at(row, f"{inside}{key}") for key in ("colours", "colors", "blank")}
    about = {key: value for key, value in about.items() if value is not None}
    try:
        return _of_sides(_clues(columns.rows, rows), _clues(columns.columns, cols), about)
    except FormatError:
        with suppress(FormatError):  # each block is an object, say
            for found in _found({"rows": rows, "columns": cols, **about}):
                return found.puzzles[0]
        raise


def _clues(name: str, value: Any) -> list[list[Any] | None]:
    try:
        return clues_of(value)
    except FormatError as error:
        raise FormatError(f"column {quoted(name)}: {error}") from None


def _of_sides(
    rows: list[list[Any] | None], cols: list[list[Any] | None], about: Mapping[str, Any]
) -> Puzzle:
    every = (block for clue in (*rows, *cols) for block in clue or ())
    if about or any(type(block) is not int for block in every):
        # Colours, unknown lengths and stars are those of the format json.
        return puzzle_of({"rows": rows, "cols": cols, **about})
    try:
        check_area(len(rows), len(cols))
        return Puzzle(rows, cols)
    except PuzzleError as error:
        raise FormatError(str(error)) from None


def _at(row: Mapping[str, Any], name: str) -> Any:
    """What a column holds, or a member of an object in it, as ``clues.rows``."""
    if name in row:
        return row[name]
    first, _, rest = name.partition(".")
    inside = _parsed(row.get(first))
    return _at(inside, rest) if rest and isinstance(inside, Mapping) else None
