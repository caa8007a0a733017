"""Two lines of text: all rows, then all columns.

    4;1;3;1;3,1
    2;1,1;1,1,1;3;1,1,1

Clues are separated by ``;``, the blocks of a clue by commas or blanks. Nothing or ``0`` between two
semicolons is a line without blocks.

Other shapes are read as well. Two lines may have ``|`` or ``/`` between the clues instead. Or there
is one ``;`` between rows and columns, and ``|``, ``/`` or newlines between clues:

    4 | 1 | 3 | 1 | 3,1; 2 | 1,1 | 1,1,1 | 3 | 1,1,1

A text of two lines whose only separator is ``;`` is always taken as the first shape, so that
``1;0`` above ``1`` has the rows 1 and 0. In the other shapes a newline beside the ``;`` or at the
end separates nothing; every other empty line is a line without blocks.
"""

from __future__ import annotations

import re

from ..clues import SourceClue, build, clue_texts, number_clues
from ..format import Format, Parsed
from ..text_lines import fault, filled, lines_of, numbered

_NUMBERS = re.compile(r"[\d\s,;|/?*]*\Z")


def sniff(text: str) -> str | None:
    if not _NUMBERS.match(text):
        return None
    lines = [line for line in text.split("\n", 4) if line.strip()]
    marks = [mark for mark in "|/" if mark in text]
    if len(lines) == 2 and not marks:
        if ";" in text:
            return "two lines of numbers with ';' between the clues"
        # One number each is a puzzle of one cell.
        if all(re.fullmatch(r"\s*[01?]\s*", line) for line in lines):
            return "two lines of one number each"
        return None
    if text.count(";") == 1 and len(marks) < 2:
        return "one ';' between numbers"
    each_has_one = all(("|" in line) != ("/" in line) for line in lines)
    if len(lines) == 2 and ";" not in text and each_has_one:
        return "two lines of numbers with '|' or '/' between the clues"
    return None


def parse(text: str) -> Parsed:
    lines = filled(numbered(text))
    marks = [mark for mark in "|/" if mark in text]
    if len(marks) > 1:
        raise fault("expected either '|' or '/' between the clues, not both")
    if text.count(";") == 1 and (marks or len(lines) != 2):
        return Parsed([build(*_around_semicolon(text, marks))])
    if len(lines) != 2:
        found = "one line" if len(lines) < 2 else "more lines"
        at = lines[2][0] if len(lines) > 2 else None
        raise fault(f"expected one line of rows and one of columns, found {found}", at)
    if marks and ";" in text:
        raise fault(f"expected either ';' or {marks[0]!r} between the clues, not both")
    rows, columns = (
        number_clues((number, clue) for clue in line.split(marks[0] if marks else ";"))
        for number, line in lines
    )
    return Parsed([build(rows, columns)])


def _around_semicolon(text: str, marks: list[str]) -> list[list[SourceClue]]:
    """The clues before and after the only semicolon."""
    at = 1
    sides = []
    for side in text.split(";"):
        first = at + len(side) - len(side.lstrip("\n"))
        at += side.count("\n")
        lines = enumerate(side.strip("\n").split("\n"), start=first)
        split = ((n, line.split(marks[0]) if marks else [line]) for n, line in lines)
        sides.append(number_clues((number, clue) for number, clues in split for clue in clues))
    return sides


FORMAT = Format(
    name="two-line",
    summary="two lines: the rows, then the columns, with ';' between clues",
    sniff=sniff,
    parse=parse,
    dump=lambda puzzle: lines_of(map(";".join, clue_texts(puzzle, ","))),
    carries=frozenset({"unknown_lengths"}),
)
