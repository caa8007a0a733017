"""Bare lists in JSON: a picture of zeros and ones, or the clues of rows and of columns. Read only.

    [[1, 0, 1],
     [0, 1, 1]]

Rows of equal length of ``0`` and ``1``, or of ``false`` and ``true``, are a picture; so are texts
that the format picture reads, one a row. A list of two lists of clues is a puzzle, rows first:

    [[[1, 1], [2]], [[1], [1], [2]]]

So is an object with members such as ``rowClues`` and ``colClues``, ``row_hints`` and
``column_hints``, whatever else is in it. A clue is what it is in the format json, apart from
colours. Several pictures may stand in a list. Two of them in which no zero stands beside another
number could be clues as well, and are refused.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ..common.errors import FormatError
from ..model.clue import shared_block
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .base import (
    MAX_CELLS,
    Format,
    Parsed,
    SourceClue,
    block_length,
    build,
    check_area,
    number_clue,
)
from .literals import document
from .picture import parse as parse_picture
from .places import Path, Where, with_places

_MEMBER = re.compile(
    r"(?:(row|hor|horizontal|left)|(col|column|ver|vertical|top))s?"
    r"_?(?:clue|hint|constraint|rule|number)s?",
    re.IGNORECASE,
)
_BARE = re.compile(r'\s*\[\s*(?:\[\s*(?:\[|"|[0-9]|true|false|\])|"[^"\\]*"\s*[,\]])')
_EXPECTED = "expected rows of 0 and 1, or the clues of the rows and those of the columns"


def sniff(text: str) -> str | None:
    if _BARE.match(text):
        return "a list of lists or texts"
    if text.lstrip().startswith("{"):
        sides = {bool(said[1]) for key in _KEY.findall(text) if (said := _MEMBER.fullmatch(key))}
        if len(sides) == 2:
            return "an object with the clues of rows and columns"
    return None


_KEY = re.compile(r'"([A-Za-z_]{4,24})"\s*:\s*\[')


def parse(text: str) -> Parsed:
    value = document(text)
    return Parsed(with_places(text, partial(_puzzles, value)))


def _puzzles(value: Any, where: Where) -> list[Puzzle]:
    if isinstance(value, dict):
        return [_of_members(value, where)]
    if not isinstance(value, list) or not value:
        raise FormatError(_EXPECTED, line=where(()))
    if all(isinstance(row, str) for row in value):
        return [_of_texts(value, where)]
    if all(map(_is_cells, value)):
        return [_of_cells(value, (), where)]
    if all(map(_may_be_picture, value)):
        if len(value) == 2 and not any(0 in row and len(row) > 1 for side in value for row in side):
            problem = "two readings: the clues of rows and columns, or two pictures"
            hint = 'write {"rows": …, "cols": …} or one picture'
            raise FormatError(f"{problem}; {hint}", line=where(()))
        return [_of_cells(picture, (index,), where) for index, picture in enumerate(value)]
    if len(value) == 2 and all(
        isinstance(side, list) and any(isinstance(clue, list | str) for clue in side)
        for side in value
    ):
        rows, columns = (_side(side, (index,), where) for index, side in enumerate(value))
        return [build(rows, columns)]
    wrong = next(index for index, row in enumerate(value) if not _is_cells(row))
    raise FormatError(_EXPECTED, line=where((wrong,)))


def _is_cells(row: Any) -> bool:
    return isinstance(row, list) and row != [] and all(type(c) in (int, bool) for c in row)


def _may_be_picture(side: Any) -> bool:
    """Rows of one length of ones and zeros."""
    if not isinstance(side, list) or not all(map(_is_cells, side)):
        return False
    if len(set(map(len, side))) != 1:
        return False
    return all(cell in (0, 1) for row in side for cell in row)


def _of_cells(rows: list[list[int]], at: Path, where: Where) -> Puzzle:
    check_area(len(rows), len(rows[0]))
    for index, row in enumerate(rows):
        if len(row) != len(rows[0]):
            problem = f"expected {len(rows[0])} cells as in the first row, not {len(row)}"
            raise FormatError(problem, line=where((*at, index)))
        for place, cell in enumerate(row):
            if cell not in (0, 1):
                problem = "a bare list of lists is a picture of 0 and 1"
                raise FormatError(problem, line=where((*at, index, place)), text=str(cell))
    return Puzzle.from_picture(Picture([[int(cell) for cell in row] for row in rows]))


def _of_texts(rows: list[str], where: Where) -> Puzzle:
    for index, row in enumerate(rows):
        if not row.strip() or "\n" in row:
            raise FormatError("expected one row of cells", line=where((index,)), text=row)
    try:
        return parse_picture("\n".join(rows)).puzzles[0]
    except FormatError as error:
        path: Path = (error.line - 1,) if error.line else ()
        raise FormatError(error.problem, line=where(path), text=error.text) from None


def _of_members(value: dict[str, Any], where: Where) -> Puzzle:
    keys: dict[bool, str] = {}
    for key in value:
        if said := _MEMBER.fullmatch(key):
            is_row = bool(said[1])
            if is_row in keys:
                problem = f"expected either {keys[is_row]} or {key}, not both"
                raise FormatError(problem, line=where((key,)))
            keys[is_row] = key
    if len(keys) != 2:
        raise FormatError("expected the clues of rows and of columns", line=where(()))
    rows, columns = (_side(value[keys[is_row]], (keys[is_row],), where) for is_row in (True, False))
    return build(rows, columns)


def _side(clues: Any, at: Path, where: Where) -> list[SourceClue]:
    if not isinstance(clues, list) or not 1 <= len(clues) <= MAX_CELLS:
        raise FormatError(f"expected a list of 1 to {MAX_CELLS} clues", line=where(at))
    return [_clue(clue, (*at, index), where) for index, clue in enumerate(clues)]


def _clue(clue: Any, at: Path, where: Where) -> SourceClue:
    line = where(at)
    if clue is None:
        return SourceClue(None, line)
    if isinstance(clue, str):
        return SourceClue(number_clue(clue, line), line)
    if not isinstance(clue, list):
        raise FormatError("expected a clue, a list of lengths", line=line, text=str(clue))
    if clue in ([0], ["0"]):
        return SourceClue((), line)
    words = []
    for index, said in enumerate(clue):
        if type(said) not in (int, str):
            problem = "expected the length of a block, a whole number"
            raise FormatError(problem, line=where((*at, index)), text=str(said))
        words.append(shared_block(block_length(str(said).strip(), where((*at, index)))))
    return SourceClue(tuple(words), line)


FORMAT = Format(
    name="json-lists",
    summary="bare lists in JSON: a picture of 0 and 1, or clues of rows and of columns",
    suffixes=(),
    sniff=sniff,
    parse=parse,
)
