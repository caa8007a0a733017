"""Bare lists in JSON: a picture of zeros and ones, or the clues of rows and of columns. Read only.

    [[1, 0, 1],
     [0, 1, 1]]

Rows of equal length of ``0`` and ``1``, or of ``false`` and ``true``, are a picture; so are texts
that the format picture reads, one a row. A list of two lists of clues is a puzzle, rows first:

    [[[1, 1], [2]], [[1], [1], [2]]]

So is an object with members such as ``rowClues`` and ``colClues``, ``row_hints`` and
``column_hints``, whatever else is in it. A clue is what it is in the format json, without
colours. Several pictures may stand in a list. Two of them in which no zero stands beside another
number could be clues as well, and are refused.
"""

from __future__ import annotations

import re
from typing import Any

from ....core import FormatError, Picture, Puzzle, shared_block
from ..clues import MAX_CELLS, SourceClue, block_length, build, check_area, number_clue
from ..format import Format, Parsed
from ..images.picture import parse as parse_picture
from ..text_lines import Path, check_width, fault
from .json_text import document, located

_MEMBER = re.compile(
    r"(?:(row|hor|horizontal|left)|(col|column|ver|vertical|top))s?"
    r"_?(?:clue|hint|constraint|rule|number)s?",
    re.IGNORECASE,
)
_KEY = re.compile(r'"([A-Za-z_]{4,24})"\s*:\s*\[')
_BARE = re.compile(r'\s*\[\s*(?:\[\s*(?:\[|"|[0-9]|true|false|\])|"[^"\\]*"\s*[,\]])')
_EXPECTED = "expected rows of 0 and 1, or the clues of the rows and those of the columns"


def sniff(text: str) -> str | None:
    if _BARE.match(text):
        return "a list of lists or texts"
    if text.lstrip().startswith("{"):
        members = map(_MEMBER.fullmatch, _KEY.findall(text))
        if len({bool(member[1]) for member in members if member}) == 2:
            return "an object with the clues of rows and columns"
    return None


def parse(text: str) -> Parsed:
    try:
        value = document(text)
    except FormatError:
        # Two lists below each other are the members of one.
        text = re.sub(r"\](\s*\n\s*)\[", r"],\1[", f"[{text}]", count=1)
        value = document(text)
    return Parsed(located(text, _puzzles, value))


def _puzzles(value: Any) -> list[Puzzle]:
    if isinstance(value, dict):
        return [_of_members(value)]
    if not isinstance(value, list) or not value:
        raise fault(_EXPECTED, ())
    if all(isinstance(row, str) for row in value):
        return [_of_texts(value)]
    if all(map(_is_cells, value)):
        return [_of_cells(value, ())]
    if all(map(_may_be_picture, value)):
        if len(value) == 2 and not any(0 in row and len(row) > 1 for side in value for row in side):
            problem = "two readings: the clues of rows and columns, or two pictures"
            raise fault(f'{problem}; write {{"rows": …, "cols": …}} or one picture', ())
        return [_of_cells(picture, (index,)) for index, picture in enumerate(value)]
    if len(value) == 2 and all(
        isinstance(side, list) and any(isinstance(clue, list | str) for clue in side)
        for side in value
    ):
        rows, columns = (_side(side, (index,)) for index, side in enumerate(value))
        return [build(rows, columns)]
    wrong = next(index for index, row in enumerate(value) if not _is_cells(row))
    raise fault(_EXPECTED, (wrong,))


def _is_cells(row: Any) -> bool:
    return isinstance(row, list) and row != [] and all(type(c) in (int, bool) for c in row)


def _may_be_picture(side: Any) -> bool:
    """Rows of one length of ones and zeros."""
    if not isinstance(side, list) or not all(map(_is_cells, side)):
        return False
    return len(set(map(len, side))) == 1 and all(cell in (0, 1) for row in side for cell in row)


def _of_cells(rows: list[list[int]], at: Path) -> Puzzle:
    width = len(rows[0])
    check_area(len(rows), width)
    for index, row in enumerate(rows):
        check_width(row, width, "the first row", (*at, index))
        for place, cell in enumerate(row):
            if cell not in (0, 1):
                problem = "a bare list of lists is a picture of 0 and 1"
                raise fault(problem, (*at, index, place), str(cell))
    return Puzzle.from_picture(Picture([[int(cell) for cell in row] for row in rows]))


def _of_texts(rows: list[str]) -> Puzzle:
    for index, row in enumerate(rows):
        if not row.strip() or "\n" in row:
            raise fault("expected one row of cells", (index,), row)
    try:
        return parse_picture("\n".join(rows)).puzzles[0]
    except FormatError as error:
        raise fault(error.problem, (error.line - 1,) if error.line else (), error.text) from None


def _of_members(value: dict[str, Any]) -> Puzzle:
    keys: dict[bool, str] = {}
    for key in value:
        if member := _MEMBER.fullmatch(key):
            is_row = bool(member[1])
            if is_row in keys:
                raise fault(f"expected either {keys[is_row]} or {key}, not both", (key,))
            keys[is_row] = key
    if len(keys) != 2:
        raise fault("expected the clues of rows and of columns", ())
    rows, columns = (_side(value[keys[is_row]], (keys[is_row],)) for is_row in (True, False))
    return build(rows, columns)


def _side(clues: Any, at: Path) -> list[SourceClue]:
    if not isinstance(clues, list) or not 1 <= len(clues) <= MAX_CELLS:
        raise fault(f"expected a list of 1 to {MAX_CELLS} clues", at)
    return [_clue(clue, (*at, index)) for index, clue in enumerate(clues)]


def _clue(clue: Any, at: Path) -> SourceClue:
    if clue is None:
        return SourceClue(None, at)
    if isinstance(clue, str):
        return SourceClue(number_clue(clue, at), at)
    if not isinstance(clue, list):
        raise fault("expected a clue, a list of lengths", at, str(clue))
    if clue in ([0], ["0"]):
        return SourceClue((), at)
    blocks = []
    for index, length in enumerate(clue):
        if type(length) not in (int, str):
            problem = "expected the length of a block, a whole number"
            raise fault(problem, (*at, index), str(length))
        blocks.append(shared_block(block_length(str(length).strip(), (*at, index))))
    return SourceClue(tuple(blocks), at)


FORMAT = Format(
    name="json-lists",
    summary="bare lists in JSON: a picture of 0 and 1, or clues of rows and of columns",
    sniff=sniff,
    parse=parse,
)
