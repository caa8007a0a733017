"""Files ``.griddler`` and ``.sgriddler`` of the program Griddlers Solver: a picture, then clues.

    MK Version 3.0

    3 2

     # . ?
     ? ? ?

    1
    0
    1

    1 1
    0

A heading, the number of columns and that of rows, and three parts with an empty line before each:
what the player has drawn (``#`` black, ``.`` blank, ``o`` perhaps black, ``,`` perhaps blank, all
else unknown), the columns from the bottom, and the rows from the right. A negative length is one
that the player has ticked. A file may end after any part: clues that are missing are absent ones.

The drawing becomes a saved state, in which guesses are unknown cells; one without a known cell is
none. The variant in colours is refused, as nothing certain is known of it. A line without blocks
is assumed to be ``0`` or empty.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from .base import (
    Format,
    Parsed,
    SourceClue,
    build,
    check_area,
    clues,
    dimension,
    every_line,
    joined,
    known_cells,
    lines_of,
    number_clue,
)

_HEAD = re.compile(r"\s*MK Version\b")
_CELLS = {"#": 2, ".": 1}


def sniff(text: str) -> str | None:
    return "it begins with 'MK Version'" if _HEAD.match(text) else None


def parse(text: str) -> Parsed:
    lines = every_line(text)
    at = _filled(lines, 0)
    if at == len(lines) or not _HEAD.match(lines[at][1]):
        raise FormatError("expected 'MK Version' and a number", line=1, text=lines[0][1])
    at = _filled(lines, at + 1)
    number, size = lines[at] if at < len(lines) else (len(lines), "")
    words = size.split()
    if len(words) > 2:
        problem = "expected the number of columns and of rows; puzzles in colours are not supported"
        raise FormatError(problem, line=number, text=size)
    if len(words) < 2:
        raise FormatError("expected the number of columns and of rows", line=number, text=size)
    width, height = dimension(words[0], "columns", number), dimension(words[1], "rows", number)
    drawn, at = _part(lines, at + 1, height, "the picture")
    column_lines, at = _part(lines, at, width, "columns")
    row_lines, at = _part(lines, at, height, "rows")
    if not (drawn or column_lines):
        raise FormatError("expected a picture or clues after the size")
    columns, rows = _clues(column_lines, width), _clues(row_lines, height)
    puzzle = build(rows, columns)
    if not drawn:
        return Parsed([puzzle])
    check_area(height, width)
    masks = [_masks(line, width) for _, line in drawn]
    if any(mask != 3 for row in masks for mask in row):
        puzzle = puzzle.replace(saved=[Grid([mask for row in masks for mask in row], width)])
    return Parsed([puzzle])


def _filled(lines: Sequence[tuple[int, str]], at: int) -> int:
    while at < len(lines) and not lines[at][1].strip():
        at += 1
    return at


def _part(
    lines: list[tuple[int, str]], at: int, wanted: int, what: str
) -> tuple[list[tuple[int, str]], int]:
    """So many lines after an empty one, and where they end; none where the text ends."""
    rest = lines[at:]
    if not any(line.strip() for _, line in rest):
        return [], len(lines)
    number, line = rest[0]
    if line.strip():
        raise FormatError(f"expected an empty line before {what}", line=number, text=line)
    if len(rest) <= wanted:
        raise FormatError(f"expected {wanted} lines of {what}, not {len(rest) - 1}", line=number)
    return rest[1 : wanted + 1], at + wanted + 1


def _masks(line: str, width: int) -> list[int]:
    """The candidates of the cells of a row, which has a blank before every symbol."""
    return [_CELLS.get(symbol, 3) for symbol in line[1 : 2 * width : 2].ljust(width, "?")]


def _clues(lines: Sequence[tuple[int, str]], wanted: int) -> list[SourceClue]:
    if not lines:
        return [SourceClue(None, 1)] * wanted
    return [
        SourceClue(number_clue(re.sub(r"-(?=\d)", "", line), number)[::-1], number)
        for number, line in lines
    ]


def dump(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    grid = puzzle.saved[0] if puzzle.saved else None
    symbols = known_cells(grid, ".#") if grid else ["?"] * (height * width)
    drawn = [
        "".join(f" {symbol}" for symbol in symbols[start : start + width])
        for start in range(0, height * width, width)
    ]
    rows, columns = ([joined(clue[::-1], " ") for clue in side] for side in clues(puzzle))
    head = ["MK Version 3.0", "", f"{width} {height}", ""]
    return lines_of([*head, *drawn, "", *columns, "", *rows])


FORMAT = Format(
    name="sgriddler",
    summary="Griddlers Solver's: a picture, then clues from the bottom and from the right",
    suffixes=(".sgriddler", ".griddler"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"saved"}),
)
