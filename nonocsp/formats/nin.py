"""Numbers in lines: width and height, then the rows, then the columns.

    3 2
    1 1
    0
    1
    0
    1

The first line is ``WIDTH HEIGHT``; then come HEIGHT lines of rows and WIDTH lines of columns, with
nothing between them. A line without blocks is ``0`` or empty. Programs differ in whether they skip
empty lines; if the lines that are not empty already make up the count, empty ones are skipped.
"""

from __future__ import annotations

import re

from ..errors import FormatError
from ..puzzle import Puzzle
from .base import (
    Format,
    Parsed,
    SourceClue,
    build,
    clues,
    dimension,
    exactly,
    joined,
    lines_of,
    number_clue,
)

_SIZE = re.compile(r"\s*(\d+)[ \t]+(\d+)\s*\Z", re.ASCII)


def sniff(text: str) -> str | None:
    first, _, rest = text.lstrip("\n").partition("\n")
    if _SIZE.match(first) and not re.search(r"[^\d\s,?]", rest):
        return "the first line is WIDTH HEIGHT and numbers follow"
    return None


def parse(text: str) -> Parsed:
    body = text.lstrip("\n")
    skipped = len(text) - len(body)
    first, *lines = body.removesuffix("\n").split("\n")
    size = _SIZE.match(first)
    if size is None:
        raise FormatError("expected WIDTH HEIGHT", line=skipped + 1, text=first)
    width = dimension(size[1], "columns", skipped + 1)
    height = dimension(size[2], "rows", skipped + 1)
    sources = list(enumerate(lines, start=skipped + 2))
    filled = [(number, line) for number, line in sources if line.strip()]
    if len(filled) == width + height:
        sources = filled
    else:
        while len(sources) > width + height and not sources[-1][1].strip():
            sources.pop()
    wanted = f"{height} lines of rows and {width} of columns after the size"
    parsed = [
        SourceClue(number_clue(line, number), number)
        for number, line in exactly(sources, width + height, wanted)
    ]
    return Parsed([build(parsed[:height], parsed[height:])])


def dump(puzzle: Puzzle) -> str:
    rows, columns = clues(puzzle)
    return lines_of([f"{len(columns)} {len(rows)}", *(joined(c, " ") for c in (*rows, *columns))])


FORMAT = Format(
    name="nin",
    summary="numbers in lines: WIDTH HEIGHT, rows, columns",
    suffixes=(".nin",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"unknown_lengths"}),
)
