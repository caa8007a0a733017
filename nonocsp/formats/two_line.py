"""Two lines of text: all rows, then all columns.

    4;1;3;1;3,1
    2;1,1;1,1,1;3;1,1,1

Clues are separated by ``;``, the blocks of a clue by commas or blanks. Nothing or ``0`` between two
semicolons is a line without blocks.
"""

from __future__ import annotations

import re

from ..errors import FormatError
from ..puzzle import Puzzle
from .base import Format, Parsed, SourceClue, build, clues, joined, lines_of, number_clue, numbered


def sniff(text: str) -> str | None:
    lines = [line for line in text.split("\n", 4) if line.strip()]
    if len(lines) == 2 and ";" in text and not re.search(r"[^\d\s,;?]", text):
        return "two lines of numbers with ';' between the clues"
    if len(lines) == 2 and all(re.fullmatch(r"\s*[\d?]+\s*", line) for line in lines):
        return "two lines of one number each"
    return None


def parse(text: str) -> Parsed:
    lines = [(number, line) for number, line in numbered(text) if line.strip()]
    if len(lines) != 2:
        found = f"there are {len(lines)}" if len(lines) < 3 else "there are more"
        where = lines[2][0] if len(lines) > 2 else None
        raise FormatError(f"expected one line of rows and one of columns, {found}", line=where)
    rows, columns = (
        [SourceClue(number_clue(clue, number), number) for clue in line.split(";")]
        for number, line in lines
    )
    return Parsed([build(rows, columns)])


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
