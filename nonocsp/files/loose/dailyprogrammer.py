"""Clues in quotes, as in challenge 374 of the forum dailyprogrammer. Read only.

    3
    2
    "2","1","1"
    "1,1","2"

The number of columns, that of rows, the columns, the rows. A third number may say whether the
puzzle has colours (``1``) or not (``0``). With colours every block is a length, a hyphen and a
letter or digit, as in ``"4-0,1-a"``, so that one hyphen in a file says that it has colours.
"""

from __future__ import annotations

import re

from ..formats.clues import check_size, dimension
from ..formats.format import Format, Parsed, sign
from ..formats.text_lines import fault, filled, numbered
from .clues import Side, coloured_by_hyphens, plain_numbers, readings


def parse(text: str) -> Parsed:
    lines = filled(numbered(text))
    sizes = [line.strip() for _, line in lines[:-2]]
    if len(sizes) not in (2, 3) or (len(sizes) == 3 and sizes[2] not in ("0", "1")):
        found = lines[2] if len(lines) > 2 else lines[-1]
        raise fault("expected 2 numbers, perhaps 0 or 1, and 2 lines of clues in quotes", *found)
    width, height = (
        dimension(word, what, lines[at][0])
        for at, (word, what) in enumerate(zip(sizes, ("columns", "rows"), strict=False))
    )
    columns, rows = ([line] for line in lines[-2:])
    hyphen = next(((at, line) for at, line in lines[-2:] if re.search(r"\w-\w", line)), None)
    if hyphen and sizes[2:] == ["0"]:
        raise fault("the third line says 0, no colours, but a hyphen stands before one", *hyphen)
    habit = coloured_by_hyphens if hyphen or sizes[2:] == ["1"] else plain_numbers
    every, faults = readings(Side(rows, True), Side(columns, True), habits=[habit])
    if not every:
        raise faults[0]
    puzzle = every[0].puzzle
    warnings: list[str] = []
    check_size((height, width), puzzle.shape, warnings, columns[0][0])
    return Parsed([puzzle], warnings)


FORMAT = Format(
    name="dailyprogrammer",
    summary="two sizes and two lines of clues in quotes, columns first",
    sniff=sign(
        r'\A\s*(?:[0-9]+[^\S\n]*\n\s*+){2}(?:[01][^\S\n]*\n\s*+)?(?:"[-\w,? ]*",?\s*+)+\Z',
        "two numbers and lines of clues in quotes",
    ),
    parse=parse,
)
