"""Two lines of text: all rows, then all columns.

    4;1;3;1;3,1
    2;1,1;1,1,1;3;1,1,1

Clues are separated by ``;``, the blocks of a clue by commas or blanks. Nothing or ``0`` between two
semicolons is a line without blocks.

Other shapes of the same are read as well. Two lines may have ``|`` or ``/`` between the clues
instead. Or there is one ``;`` between rows and columns, and ``|``, ``/`` or newlines between clues:

    4 | 1 | 3 | 1 | 3,1; 2 | 1,1 | 1,1,1 | 3 | 1,1,1

A text of two lines whose only separator is ``;`` is always taken as the first shape, so that
``1;0`` above ``1`` has the rows 1 and 0. In the other shapes a newline beside the ``;`` or at the
end separates nothing; every other empty line is a line without blocks.
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import Format, Parsed, SourceClue, build, clues, joined, lines_of, number_clue, numbered

_NUMBERS = re.compile(r"[\d\s,;|/?]*\Z")


def sniff(text: str) -> str | None:
    if not _NUMBERS.match(text):
        return None
    lines = [line for line in text.split("\n", 4) if line.strip()]
    if len(lines) == 2 and "|" not in text and "/" not in text:
        if ";" in text:
            return "two lines of numbers with ';' between the clues"
        # One number each is a puzzle of one cell.
        if all(re.fullmatch(r"\s*[01?]\s*", line) for line in lines):
            return "two lines of one number each"
        return None
    if text.count(";") == 1 and not ("|" in text and "/" in text):
        return "one ';' between numbers"
    if (
        len(lines) == 2
        and ";" not in text
        and all(("|" in line) != ("/" in line) for line in lines)
    ):
        return "two lines of numbers with '|' or '/' between the clues"
    return None


def parse(text: str) -> Parsed:
    lines = [(number, line) for number, line in numbered(text) if line.strip()]
    marks = [mark for mark in "|/" if mark in text]
    if len(marks) > 1:
        raise FormatError("expected either '|' or '/' between the clues, not both")
    if text.count(";") == 1 and (marks or len(lines) != 2):
        return Parsed([build(*_around_one(text, marks))])
    if len(lines) != 2:
        found = f"there are {len(lines)}" if len(lines) < 3 else "there are more"
        where = lines[2][0] if len(lines) > 2 else None
        raise FormatError(f"expected one line of rows and one of columns, {found}", line=where)
    if marks and ";" in text:
        raise FormatError(f"expected either ';' or {marks[0]!r} between the clues, not both")
    rows, columns = (
        [
            SourceClue(number_clue(clue, number), number)
            for clue in line.split(marks[0] if marks else ";")
        ]
        for number, line in lines
    )
    return Parsed([build(rows, columns)])


def _around_one(text: str, marks: list[str]) -> tuple[list[SourceClue], list[SourceClue]]:
    """The clues before and behind the only semicolon."""
    at = 1
    sides = []
    for side in text.split(";"):
        body = side.strip("\n")
        first = at + len(side) - len(side.lstrip("\n"))
        at += side.count("\n")
        clues = []
        for number, line in enumerate(body.split("\n"), start=first):
            parts = line.split(marks[0]) if marks else [line]
            clues += [SourceClue(number_clue(part, number), number) for part in parts]
        sides.append(clues)
    rows, columns = sides
    return rows, columns


def dump(puzzle: Puzzle) -> str:
    return lines_of(";".join(joined(clue, ",") for clue in every) for every in clues(puzzle))


FORMAT = Format(
    name="two-line",
    summary="two lines: the rows, then the columns, with ';' between clues",
    suffixes=(),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"unknown_lengths"}),
)
