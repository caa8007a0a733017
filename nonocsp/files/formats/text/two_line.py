"""Two lines of text: all rows, then all columns.

    4;1;3;1;3,1
    2;1,1;1,1,1;3;1,1,1

Clues are separated by ``;``, the blocks of a clue by commas. A line without blocks is ``0``, and a
length of ``?`` is unknown; ``*`` is any number of blocks.

One ``;`` between rows and columns, and ``|``, ``/`` or newlines between clues, is read as well:

    4 | 1 | 3 | 1 | 3,1; 2 | 1,1 | 1,1,1 | 3 | 1,1,1

Other separators, and some at the ends, are read without a format.
"""

from __future__ import annotations

import re

from ..clues import build, clue_texts, number_clues
from ..format import Format, Parsed
from ..text_lines import Lines, fault, lines_of

_BLOCK = r"(?:[1-9]\d{0,8}|[?*])"
_SIDE = rf"(?:0|{_BLOCK}(?:,{_BLOCK})*+)"
_TWO_LINES = re.compile(rf"{_SIDE}(?:;{_SIDE})*+\n{_SIDE}(?:;{_SIDE})*+\n?\Z", re.ASCII)
_CLUE = re.compile(r"\s*[\d?*][\d\s,?*]*")
_NUMBERS = re.compile(r"[\d\s,|/?*]*;[\d\s,|/?*]*\Z")


def sniff(text: str) -> str | None:
    if not re.search("[0-9]", text):
        return None
    # Without a sign between clues, one number each is a puzzle of one cell.
    if _TWO_LINES.match(text) and (";" in text or re.match(r"[01?]\n[01?]\n?\Z", text)):
        return "two lines of numbers with ';' between the clues"
    if _NUMBERS.match(text) and _is_around_semicolon(text):
        sides = _around_semicolon(text)
        clues = [clue for side in sides for _, clue in side]
        if len(clues) > 2 and all(map(_CLUE.fullmatch, clues)):
            return "one ';' between numbers"
    return None


def parse(text: str) -> Parsed:
    lines = text.rstrip().split("\n")
    if _is_around_semicolon(text):
        sides = _around_semicolon(text)
    elif len(lines) == 2:
        sides = [[(at, clue) for clue in line.split(";")] for at, line in enumerate(lines, 1)]
    else:
        found = "one line" if len(lines) < 2 else "more lines"
        at = 3 if len(lines) > 2 else None
        raise fault(f"expected one line of rows and one of columns, found {found}", at)
    for number, clue in (*sides[0], *sides[1]):
        if not clue.strip():
            raise fault(
                "expected a clue beside every separator, 0 for a line without blocks", number
            )
    is_bare = ";" not in text  # it could be a picture of two cells
    notes = ["two numbers are read as one row and one column"] if is_bare else []
    return Parsed([build(*map(number_clues, sides))], notes=notes)


def _is_around_semicolon(text: str) -> bool:
    return text.count(";") == 1 and (text.rstrip().count("\n") != 1 or "|" in text or "/" in text)


def _around_semicolon(text: str) -> list[Lines]:
    """The clues before and after the only semicolon."""
    # A sign separates only where all gaps have it: with newlines, 1|7 is a number in doubt.
    is_in_lines = any("\n" in side.strip("\n") for side in text.split(";"))
    mark = next((mark for mark in "|/" if mark in text and not is_in_lines), "\n")
    at = 1
    sides: list[Lines] = []
    for side in text.split(";"):
        first = at + len(side) - len(side.lstrip("\n"))
        at += side.count("\n")
        lines = enumerate(side.strip("\n").split("\n"), start=first)
        sides.append([(number, clue) for number, line in lines for clue in line.split(mark)])
    return sides


FORMAT = Format(
    name="two-line",
    summary="two lines: the rows, then the columns, with ';' between clues",
    sniff=sniff,
    parse=parse,
    dump=lambda puzzle: lines_of(map(";".join, clue_texts(puzzle, ","))),
    carries=frozenset({"unknown_lengths"}),
)
