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
dropped. The variant in colours is refused, as its rules are not known for certain. A line without
blocks is assumed to be ``0`` or empty.
"""

from __future__ import annotations

import re

from ....core import Grid, Puzzle, counted
from ..clues import SourceClue, build, check_area, clue_text, dimension, known_cells, number_clue
from ..format import Format, Parsed, sign
from ..text_lines import Lines, every_line, fault, filled, lines_of

_CELLS = {"#": 2, ".": 1}


def parse(text: str) -> Parsed:
    lines = every_line(text)
    at = _next_filled(lines, 0)
    if at == len(lines) or not re.match(r"\s*MK Version\b", lines[at][1]):
        raise fault("expected 'MK Version' and a number", 1, lines[0][1])
    at = _next_filled(lines, at + 1)
    number, size = lines[at] if at < len(lines) else (len(lines), "")
    words = size.split()
    if len(words) != 2:
        coloured = "; puzzles in colours are not supported" if len(words) > 2 else ""
        raise fault(f"expected the number of columns and of rows{coloured}", number, size)
    width, height = dimension(words[0], "columns", number), dimension(words[1], "rows", number)
    drawn, at = _part(lines, at + 1, height, "the picture")
    columns, at = _part(lines, at, width, "columns")
    rows, at = _part(lines, at, height, "rows")
    if not (drawn or columns):
        raise fault("expected a picture or clues after the size")
    column_clues, row_clues = _clues(columns, width), _clues(rows, height)
    puzzle = build(row_clues, column_clues)
    if not drawn:
        return Parsed([puzzle])
    check_area(height, width)
    # A row has a blank before every symbol.
    symbols = [symbol for _, line in drawn for symbol in line[1 : 2 * width : 2].ljust(width, "?")]
    masks = [_CELLS.get(symbol, 3) for symbol in symbols]
    if any(mask != 3 for mask in masks):
        puzzle = puzzle.replace(saved=[Grid(masks, width)])
    return Parsed([puzzle])


def _next_filled(lines: Lines, at: int) -> int:
    return next((n for n in range(at, len(lines)) if lines[n][1].strip()), len(lines))


def _part(lines: Lines, at: int, wanted: int, what: str) -> tuple[Lines, int]:
    """The lines wanted, after an empty one, and where they end; none where the text ends."""
    rest = lines[at:]
    if not filled(rest):
        return [], len(lines)
    number, line = rest[0]
    if line.strip():
        raise fault(f"expected an empty line before {what}", number, line)
    if len(rest) <= wanted:
        found = len(rest) - 1
        raise fault(f"expected {counted(wanted, 'line')} of {what}, not {found}", number)
    return rest[1 : wanted + 1], at + wanted + 1


def _clues(lines: Lines, wanted: int) -> list[SourceClue]:
    """The clues, which stand from the end of their line; absent ones where there are no lines."""
    if not lines:
        return [SourceClue(None, 1)] * wanted
    return [
        SourceClue(number_clue(re.sub(r"-(?=\d)", "", line), number)[::-1], number)
        for number, line in lines
    ]


def dump(puzzle: Puzzle) -> str:
    grid = puzzle.saved[0] if puzzle.saved else Grid.unknown(puzzle)
    drawn = ["".join(f" {symbol}" for symbol in row) for row in known_cells(grid, ".#")]
    rows, columns = (
        [clue_text(clue and clue[::-1]) for clue in side] for side in (puzzle.rows, puzzle.columns)
    )
    size = f"{len(columns)} {len(rows)}"
    return lines_of(["MK Version 3.0", "", size, "", *drawn, "", *columns, "", *rows])


FORMAT = Format(
    name="sgriddler",
    summary="Griddlers Solver's: a picture, then clues from the bottom and from the right",
    suffixes=(".sgriddler", ".griddler"),
    sniff=sign(r"\A\s*MK Version\b", "it begins with 'MK Version'"),
    parse=parse,
    dump=dump,
    carries=frozenset({"saved"}),
)
