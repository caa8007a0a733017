"""Numbers in lines: width and height, then the rows, then the columns.

    3 2
    1 1
    0
    1
    0
    1

The first line is ``WIDTH HEIGHT`` (``WIDTHxHEIGHT`` is read as well); then come HEIGHT lines of
rows and WIDTH lines of columns, with nothing between them. A line without blocks is ``0`` or empty.
Programs differ in whether they skip empty lines; if the lines that are not empty already make up
the count, empty ones are skipped.

A file ``.mk`` has its size the other way round, and only its line ``#`` tells it from this format.
Where that line is missing, a text in which the clues fit only that way is read that way, and one in
which they fit both ways is read this way, with a warning in both cases.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import (
    Format,
    Parsed,
    SourceClue,
    agree,
    build,
    clues,
    dimension,
    exactly,
    joined,
    lines_of,
    number_clue,
)

_SIZE = re.compile(r"\s*(\d+)(?:[ \t]+|[ \t]*[xX×][ \t]*)(\d+)\s*\Z", re.ASCII)

#: Pairs of zeros and ones in all lines, which no puzzle of one cell has, nor any of none.
_PAIRS = re.compile(r"\s*[01][ \t]+[01]\s*(?:\n[ \t]*[01][ \t]+[01]\s*)+\Z")


def sniff(text: str) -> str | None:
    first, _, rest = text.lstrip("\n").partition("\n")
    size = _SIZE.match(first) if len(first) < 40 else None
    if size is None:
        return None
    # Two groups of lines, more than the size tells, are rows and columns without a size.
    groups = re.split(r"\n[ \t]*\n", text[:100_000].strip())
    if (
        len(groups) == 2
        and sum(g.count("\n") + 1 for g in groups) > int(size[1]) + int(size[2]) + 1
    ):
        return None
    if not re.search(r"[^\d\s,?]", rest) and not _PAIRS.match(text[:100_000]):
        return "the first line is WIDTH HEIGHT and numbers follow"
    return None


class Sized(NamedTuple):
    """A text that begins with two numbers: the numbers and the lines after them."""

    first: int
    second: int
    lines: list[tuple[int, str]]


def sized(text: str, names: tuple[str, str]) -> Sized:
    """The two numbers of the first line, of which ``names`` tells what they count.

    Raises:
        FormatError: the first line is not two numbers.
    """
    body = text.lstrip("\n")
    at = len(text) - len(body) + 1
    first, *lines = body.removesuffix("\n").split("\n")
    size = _SIZE.match(first)
    if size is None:
        words = {"columns": "WIDTH", "rows": "HEIGHT"}
        raise FormatError(
            f"expected {' '.join(words[name] for name in names)}", line=at, text=first
        )
    first_number, second_number = (
        dimension(size[1 + place], name, at) for place, name in enumerate(names)
    )
    return Sized(first_number, second_number, list(enumerate(lines, start=at + 1)))


def parse(text: str) -> Parsed:
    width, height, lines = sized(text, ("columns", "rows"))
    return in_either_order(lines, (height, width), (width, height))


def in_either_order(
    lines: list[tuple[int, str]], likely: tuple[int, int], other: tuple[int, int]
) -> Parsed:
    """The puzzle of lines of rows and then columns, whose numbers may have been told in two ways.

    Args:
        lines: all clues, rows first.
        likely: rows and columns as the format has it.
        other: rows and columns as the format has it that looks the same.
    """
    height, width = likely
    total = height + width
    filled = [(number, line) for number, line in lines if line.strip()]
    if len(filled) == total:
        lines = filled
    else:
        while len(lines) > total and not lines[-1][1].strip():
            lines.pop()
    wanted = f"{height} lines of rows and {width} of columns after the size"
    sources = [
        SourceClue(number_clue(line, number), number)
        for number, line in exactly(lines, total, wanted)
    ]
    warnings = []
    (rows, columns), turned = _cut(sources, height), _cut(sources, other[0])
    if likely != other and agree(*turned):
        if agree(rows, columns):
            warnings.append(
                f"read as {_rows(height)}; the clues would fit {_rows(other[0])} as well"
            )
        else:
            warnings.append(f"read as {_rows(other[0])}, as the clues do not fit {_rows(height)}")
            rows, columns = turned
    return Parsed([build(rows, columns)], warnings)


def _cut(
    sources: Sequence[SourceClue], rows: int
) -> tuple[Sequence[SourceClue], Sequence[SourceClue]]:
    return sources[:rows], sources[rows:]


def _rows(number: int) -> str:
    return f"{number} row" + "s" * (number != 1)


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
