"""From a row of a table to a puzzle: which columns hold clues, picture, verdict, id and answers.

Columns with well-known names are found without being named; so are clues in an object, in a pair of
lists, under two names that differ by a word for rows and columns, and in a prompt. `values` reads
what they hold.
"""

from __future__ import annotations

import json
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
from .values import BRACKET, bracketed, clues_of, listed, read_picture

_CLUES = r"(?:clues?|hints?|constraints?|rules?|numbers?|runs?)"
_ROW, _COLUMN = r"(?:rows?|horizontals?|hor|left)", r"(?:cols?|columns?|verticals?|ver|top)"

#: Names of columns by what they hold, the surest first; compared without ``_``, ``-`` and case.
_NAMES = {
    "rows": [f"{_ROW}{_CLUES}|{_CLUES}{_ROW}", _ROW],
    "columns": [f"{_COLUMN}{_CLUES}|{_CLUES}{_COLUMN}", _COLUMN],
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

_SIDES = (
    re.compile(r"rows?|horizontals?|hor|left|across"),
    re.compile(r"columns?|cols?|verticals?|ver|top|down"),
)

#: Words for verdicts.
_VERDICTS = {
    **dict.fromkeys(("unique", "one", "single"), "unique"),
    **dict.fromkeys(("multiple", "several", "ambiguous", "many"), "multiple"),
    **dict.fromkeys(("none", "no", "unsolvable", "unsat", "infeasible"), "none"),
}

#: Characters of a text that may be a prompt.
_MOST_TEXT = 100_000

_DECODER = json.JSONDecoder()

#: The name of a file, or its address.
_FILE = re.compile(r"\S+\.[A-Za-z]{3,4}")


@dataclass(frozen=True, slots=True)
class Columns:
    """The names of the columns that hold something; None for what no column holds."""

    rows: str | None = None
    columns: str | None = None
    picture: str | None = None
    verdict: str | None = None
    id: str | None = None
    answers: str | None = None
    prompt: str | None = None
    """That of the question, which may say what stands for a cell in answers."""

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
    verdict: str = ""
    """What the row says of its puzzle: ``"none"``, ``"unique"``, ``"multiple"``, ``"solvable"``,
    ``"not unique"`` or a number of solutions; empty if it says nothing."""
    not_used: str | None = None
    """The columns that were not used, where no clues were found and no column was named: the puzzle
    is that of the picture; else None."""
    not_understood: str = ""
    """What the column of the verdict holds, if it says nothing that is known."""
    prompt: str = ""
    """The question that was answered."""


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
    chosen, fault = columns or Columns.guessed(list(row)), None
    if columns is not None and any("." in name for name in (columns.rows, columns.columns) if name):
        row = dict(_flat(row))
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
        not_used = ", ".join(name for name in row if name not in used)
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
    """Puzzles whose clues are in no columns with well-known names, and what holds them."""
    for puzzle, each in _candidates(dict(_flat(row)), columns):
        with suppress(FormatError):
            picture = _picture(row, columns, puzzle, is_named=False)
            if not puzzle.problems() and (picture is None or picture.board == puzzle.board):
                yield puzzle, each


def _candidates(flat: Mapping[str, Any], columns: Columns) -> Iterator[tuple[Puzzle, Columns]]:
    for rows, cols in _pairs(list(flat)):
        if _may_be_clues(flat[rows]) and _may_be_clues(flat[cols]):
            each = replace(columns, rows=rows, columns=cols)
            with suppress(FormatError):
                if (puzzle := _puzzle(flat, each)) is not None:
                    yield puzzle, each
    for name, value in flat.items():
        if isinstance(value, str) and (prompted := _prompted(value)) is not None:
            yield prompted, replace(columns, rows=name, columns=name)


def _flat(row: Mapping[str, Any], before: str = "", levels: int = 3) -> Iterator[tuple[str, Any]]:
    """The members of a row and those of objects and pairs of lists in it, as ``clues.rows``."""
    for name, value in row.items():
        yield f"{before}{name}", value
        if isinstance(value, str) and BRACKET.match(text := value.strip()):
            with suppress(FormatError):
                value = bracketed(text)
        elif isinstance(value, str) and "{" in value[:_MOST_TEXT]:  # JSON in a prompt
            with suppress(ValueError, RecursionError):
                value = _DECODER.raw_decode(value, value.index("{"))[0]
        value = listed(value)
        if isinstance(value, list) and len(value) == 2 and all(map(_may_be_clues, value)):
            value = {"rows": value[0], "columns": value[1]}
        if isinstance(value, Mapping) and levels:
            yield from _flat(value, f"{before}{name}.", levels - 1)


def _pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Names that differ by a word for rows and one for columns; those with no other word first."""
    sides: list[dict[str, str]] = [{}, {}]
    for name in names:
        for side, words in zip(sides, _SIDES, strict=True):
            before, dot, plain = name.lower().rpartition(".")
            plain = re.sub(r"[\W_]", "", plain)
            if word := words.search(plain):
                rest = f"{before}{dot}{plain[: word.start()]}*{plain[word.end() :]}"
                side.setdefault(rest, name)
    for rest in sorted(sides[0].keys() & sides[1].keys(), key=lambda rest: (len(rest), rest)):
        yield sides[0][rest], sides[1][rest]


def _may_be_clues(value: Any) -> bool:
    """Whether a value has the form of clues, and not of sizes or sums."""
    value = listed(value)
    if isinstance(value, str):
        return re.search(r"\d[^\d.]+\d", value) is not None
    return isinstance(value, list) and any(isinstance(listed(clue), (list, str)) for clue in value)


def _prompted(text: str) -> Puzzle | None:
    """The puzzle whose clues a text has, perhaps with an instruction behind them."""
    for _ in range(2):
        if len(text) > _MOST_TEXT or len(re.findall(r"\d", text)) < 3:
            return None
        try:
            puzzles = parse(text).puzzles
        except FormatError as error:
            text = "\n".join(text.split("\n")[: (error.line or 1) - 1])
        else:
            return puzzles[0] if len(puzzles) == 1 and not puzzles[0].goals else None
    return None


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
    inside = "".join((columns.rows or "").rpartition(".")[:2])
    about = {
        key: row[name]
        for key in ("colours", "colors", "blank")
        if row.get(name := f"{inside}{key}") is not None
    }
    every = (block for clues in sides.values() for clue in clues for block in clue or ())
    if not about and all(type(block) is int for block in every):
        try:
            check_area(len(sides["rows"]), len(sides["cols"]))
            return Puzzle(sides["rows"], sides["cols"])
        except PuzzleError as error:
            raise FormatError(str(error)) from None
    # Colours, unknown lengths and stars are those of the format json.
    return puzzle_of({**sides, **about})
