"""A saved page of nonograms.org. Read only.

    <script>
    var d=[[1,2,3,4],[195,30,6,24],[118,39,0,39],[271,62,8,54],[16,20,7,47],[20,16,47,0],
      [9,8,1,8],[26,31,10,6],[29,32,11,7],[27,32,11,7]];
    </script>

The picture is in the page as an array ``d`` of rows of four numbers, hidden by arithmetic. With
``m(x) = x[0] % x[3] + x[1] % x[3] - x[2] % x[3]``: the rows 1, 2 and 3 are the width, the height
and the number n of colours by ``m``; row 4 has been added to the colours that follow, row 5 + n
gives the number of blocks, row 6 + n has been added to the blocks that follow, each of which is a
column, a length, a colour and a row. Two independent readers agree on this. The puzzles
of the site are not free to pass on.
"""

from __future__ import annotations

import html
import json
import re

from ....core import BLACK, BLANK, Colour, FormatError, Picture, Puzzle, rectangle
from ..clues import MAX_CELLS, check_area
from ..format import Format, Parsed
from ..text_lines import fault
from .raster import colours_of_rgb

_ARRAY = re.compile(r"\bvar\s+d\s*=\s*(\[[\[\]\d,\s]*\])\s*;")

#: Largest number in the array: far above those of any page.
_LARGEST = 10**9

Row = list[int]


def sniff(text: str) -> str | None:
    return "a page with an array d of numbers" if "<" in text and _ARRAY.search(text) else None


def parse(text: str) -> Parsed:
    found = _ARRAY.search(text)
    if found is None:
        raise fault("expected a page with the array 'var d=[[…]];'")
    line = text.count("\n", 0, found.start()) + 1
    try:
        return Parsed([_puzzle(_rows(found[1]), _about(text))])
    except FormatError as error:
        raise fault(error.problem, line) from None


def _rows(array: str) -> list[Row]:
    try:
        rows = json.loads(array)
    except (ValueError, RecursionError):
        rows = None
    if not isinstance(rows, list) or not all(
        isinstance(row, list)
        and len(row) >= 4
        and all(type(number) is int and number <= _LARGEST for number in row)
        for row in rows
    ):
        raise fault("expected the array d to have rows of four numbers")
    return rows


def _row(rows: list[Row], index: int) -> Row:
    if index >= len(rows):
        raise fault(f"expected more than {len(rows)} rows in the array d")
    return rows[index]


def _remainders(row: Row) -> tuple[int, int, int]:
    if row[3] == 0:
        raise fault("expected a divisor in the array d, not 0")
    return row[0] % row[3], row[1] % row[3], row[2] % row[3]


def _hidden(row: Row) -> int:
    a, b, c = _remainders(row)
    return a + b - c


def _puzzle(rows: list[Row], about: dict[str, str]) -> Puzzle:
    width, height, number = (_hidden(_row(rows, index)) for index in (1, 2, 3))
    for size, what in ((width, "columns"), (height, "rows")):
        if not 1 <= size <= MAX_CELLS:
            raise fault(f"expected the number of {what}, not {size}")
    check_area(height, width)
    if not 1 <= number <= 255:
        raise fault(f"expected 1 to 255 colours, not {number}")
    added = _row(rows, 4)
    looks = []
    for index in range(5, 5 + number):
        row = _row(rows, index)
        parts = (row[0] - added[1], row[1] - added[0], row[2] - added[3])
        if not all(0 <= part <= 255 for part in parts):
            raise fault("expected the parts of a colour to be 0 to 255")
        looks.append(f"#{bytes(parts).hex()}")
    a, b, c = _remainders(_row(rows, 5 + number))
    blocks = a * a + b * 2 + c
    base = _row(rows, 6 + number)
    if blocks > width * height:
        raise fault(f"expected blocks for {width * height} cells, not {blocks}")
    cells = bytearray(width * height)
    for index in range(7 + number, 7 + number + blocks):
        row = _row(rows, index)
        column, length, colour, line = (row[i] - base[i] for i in range(4))
        if not (1 <= line <= height and column >= 1 and 1 <= length <= width - column + 1):
            raise fault("expected every block inside the picture")
        if not 1 <= colour <= number:
            raise fault(f"expected a colour of 1 to {number}, not {colour}")
        start = (line - 1) * width + column - 1
        cells[start : start + length] = bytes([colour]) * length
    colours: tuple[Colour, ...] = (BLANK, BLACK)
    if looks != [BLACK.rgb]:
        colours = (BLANK, *colours_of_rgb(looks))
    return Puzzle.from_picture(
        Picture.from_cells(bytes(cells), rectangle(height, width), colours), **about
    )


def _about(text: str) -> dict[str, str]:
    """The title and the address of the page."""
    about = {}
    title = re.search(r"<title>([^<]{1,1000})", text, re.IGNORECASE)
    if title and title[1].strip():
        about["title"] = " ".join(html.unescape(title[1]).split())
    address = re.search(r'<link[^>]{0,200}rel="canonical"[^>]{0,200}href="([^"]{1,500})"', text)
    about["source"] = html.unescape(address[1]) if address else "nonograms.org"
    return about


FORMAT = Format(
    name="nonograms-org",
    summary="a saved page of nonograms.org",
    suffixes=(".html", ".htm"),
    sniff=sniff,
    parse=parse,
)
