"""Numbers in lines with ``#`` between rows and columns, as Olšák's solver reads and webpbn exports.

    2 3
    1 1
    0
    #
    1
    0
    1

The first line is ``HEIGHT WIDTH``, the other way round than in ``.nin``; then come HEIGHT lines of
rows, a line ``#`` and WIDTH lines of columns. A line without blocks is ``0`` or empty; empty lines
are skipped where the others already make up the count. Further lines that begin with ``#`` are
taken as remarks. Without any, the text is read as ``.nin`` is, the order of this format first.
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from .base import Format, Parsed, SourceClue, build, clues, joined, lines_of, number_clue
from .nin import in_either_order, sized


def sniff(text: str) -> str | None:
    if re.match(r"\s*\d+[ \t]+\d+[ \t]*\n", text) and re.search(r"(?m)^[ \t]*#", text):
        rest = re.sub(r"(?m)^[ \t]*#.*$", "", text)
        if not re.search(r"[^\d\s,?]", rest):
            return "the first line is HEIGHT WIDTH and a later one begins with '#'"
    return None


def parse(text: str) -> Parsed:
    height, width, lines = sized(text, ("rows", "columns"))
    marks = [place for place, (_, line) in enumerate(lines) if line.strip() == "#"]
    if not marks:
        return in_either_order(_without_remarks(lines), (height, width), (width, height))
    # Remarks may look like the mark: the right one has the right number of clues before it.
    parted = [(_without_remarks(lines[:at]), _without_remarks(lines[at + 1 :])) for at in marks[:9]]
    for rows, columns in parted:
        above, below = _chosen(rows, height), _chosen(columns, width)
        if above is not None and below is not None:
            return Parsed([build(_sources(above), _sources(below))])
    rows, columns = ([pair for pair in side if pair[1].strip()] for side in parted[0])
    raise FormatError(
        f"expected {height} lines of rows, a line '#' and {width} lines of columns, "
        f"not {len(rows)} and {len(columns)}",
        line=lines[marks[0]][0],
    )


def _without_remarks(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    return [(number, line) for number, line in lines if not line.lstrip().startswith("#")]


def _chosen(lines: list[tuple[int, str]], wanted: int) -> list[tuple[int, str]] | None:
    """The lines of one side, without the empty ones if these are too many; None if it fails."""
    filled = [(number, line) for number, line in lines if line.strip()]
    if len(filled) == wanted:
        return filled
    if len(filled) < wanted <= len(lines) and not any(line.strip() for _, line in lines[wanted:]):
        return lines[:wanted]
    return None


def _sources(lines: list[tuple[int, str]]) -> list[SourceClue]:
    return [SourceClue(number_clue(line, number), number) for number, line in lines]


def dump(puzzle: Puzzle) -> str:
    rows, columns = ([joined(clue, " ") for clue in side] for side in clues(puzzle))
    return lines_of([f"{len(rows)} {len(columns)}", *rows, "#", *columns])


FORMAT = Format(
    name="mk",
    summary="numbers in lines: HEIGHT WIDTH, rows, '#', columns",
    suffixes=(".mk",),
    sniff=sniff,
    parse=parse,
    dump=dump,
)
