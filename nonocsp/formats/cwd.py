"""Numbers in lines with the size on two lines and an empty line between rows and columns: ``.cwd``.

    2
    3
    1 1
    0

    1
    0
    1

The number of rows, the number of columns, the rows, an empty line, the columns. A line without
blocks is ``0``. The reader also takes an empty line for one, where the counts come out that way.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import (
    Format,
    Parsed,
    SourceClue,
    build,
    clues,
    dimension,
    every_line,
    joined,
    lines_of,
    number_clue,
)

_SIZE = re.compile(r"\s*(\d{1,5})[ \t]*\n[ \t]*(\d{1,5})[ \t]*\n", re.ASCII)


def sniff(text: str) -> str | None:
    size = _SIZE.match(text)
    if size and not re.search(r"[^\d\s,?]", text):
        rows, columns = int(size[1]), int(size[2])
        # The counts tell it from other formats of numbers in lines.
        lines = text[size.end() :].rstrip().split("\n")
        if min(rows, columns) > 0 and len(lines) == rows + columns + 1 and not lines[rows].strip():
            return "HEIGHT and WIDTH on two lines and as many clues around an empty line"
    return None


def parse(text: str) -> Parsed:
    (rows, columns), lines = header(text, ("rows", "columns"))
    filled = [pair for pair in lines if pair[1].strip()]
    if len(filled) == rows + columns:
        sides = [filled[:rows], filled[rows:]]
    else:
        sides = sections(lines, {"rows": rows, "columns": columns})
    sources = [
        [SourceClue(number_clue(line, number), number) for number, line in side] for side in sides
    ]
    return Parsed([build(*sources)])


def header(text: str, names: Sequence[str]) -> tuple[list[int], list[tuple[int, str]]]:
    """The numbers that the first lines hold, one each, and the lines after them.

    Raises:
        FormatError: one of them is no such number.
    """
    lines = every_line(text)
    start = next((at for at, (_, line) in enumerate(lines) if line.strip()), len(lines))
    lines = lines[start:]
    if len(lines) < len(names):
        raise FormatError(f"expected the numbers of {', '.join(names)}, each on a line")
    numbers = [
        dimension(line.strip(), name, at) for name, (at, line) in zip(names, lines, strict=False)
    ]
    return numbers, lines[len(names) :]


def sections(lines: list[tuple[int, str]], wanted: dict[str, int]) -> list[list[tuple[int, str]]]:
    """Sections of so many lines each, with one empty line between two of them.

    Raises:
        FormatError: lines are missing, or there is something else than an empty line.
    """
    found = []
    at = 0
    for place, (what, count) in enumerate(wanted.items()):
        if place:
            if at < len(lines) and lines[at][1].strip():
                number, line = lines[at]
                before = list(wanted)[place - 1]
                problem = f"expected an empty line after {wanted[before]} lines of {before}"
                raise FormatError(problem, line=number, text=line)
            at += 1
        if at + count > len(lines):
            problem = f"expected {count} lines of {what}, not {max(0, len(lines) - at)}"
            raise FormatError(problem)
        found.append(lines[at : at + count])
        at += count
    for number, line in lines[at:]:
        if line.strip():
            raise FormatError("expected the end of the text", line=number, text=line)
    return found


def dump(puzzle: Puzzle) -> str:
    rows, columns = ([joined(clue, " ") for clue in side] for side in clues(puzzle))
    return lines_of([str(len(rows)), str(len(columns)), *rows, "", *columns])


FORMAT = Format(
    name="cwd",
    summary="numbers in lines: HEIGHT, WIDTH, rows, an empty line, columns",
    suffixes=(".cwd",),
    sniff=sniff,
    parse=parse,
    dump=dump,
)
