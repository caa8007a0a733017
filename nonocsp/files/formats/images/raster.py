"""From pixels to a goal and back, for all formats of pixel pictures.

A pixel is a cell, unless the sides of all areas of one colour are multiples of a number of pixels:
then a cell is that many pixels wide and high, with a warning. What is transparent is blank, or else
white, or else the lightest colour if it is light at all. Every other colour is a colour of the
puzzle, in the order in which they appear from the upper left. Pictures written by this package
state in a comment that a pixel is a cell, and the names of the colours, so that they are read back
unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd
from typing import NamedTuple

from ....core import (
    BLANK,
    MAX_COLOURS,
    STANDARD,
    Colour,
    Picture,
    Puzzle,
    PuzzleError,
    quoted,
    rectangle,
)
from ..clues import MAX_AREA, cell_char
from ..css_colours import RGB
from ..format import Parsed
from ..text_lines import fault

#: Most pixels of a picture that is read: a puzzle of 100 × 100 with 28 pixels a cell.
MAX_PIXELS = 1 << 23

#: The look of what is transparent.
TRANSPARENT = ""

_STATED = re.compile(r"nonocsp: (\S) (#[0-9a-f]{6}) ([^\n]+)")
_A_CELL = "nonocsp: a pixel is a cell"

_PHOTOGRAPH = (
    "this looks like a photograph, not like a pixel picture of few colours; "
    "`nonocsp generate --image` makes a puzzle of it"
)

#: Names for plain colours, the common ones before the synonyms of CSS.
_NAMES = {colour.rgb: name for name, colour in STANDARD.items()} | {
    RGB[name]: name
    for name in ("black", "red", "green", "lime", "blue", "yellow", "cyan", "magenta", "grey")
}


class Raster(NamedTuple):
    """A picture of pixels."""

    width: int
    pixels: bytes
    """The number of a look for every pixel, row by row."""
    looks: Sequence[str]
    """``#rrggbb`` or `TRANSPARENT`."""
    comment: str = ""
    """The lines of its comments."""


def check_size(width: int, height: int) -> None:
    """Check the size of a picture before its pixels are decoded.

    Raises:
        FormatError: it is empty or too large.
    """
    if width < 1 or height < 1:
        raise fault(f"expected a picture of at least one pixel, not {width} × {height}")
    if width * height > MAX_PIXELS:
        raise fault(f"expected at most {MAX_PIXELS} pixels, not {width} × {height}")


def indexed(values: Iterable[object], known: dict[object, int] | None = None) -> bytes:
    """The values as numbers of 0 to 255; new ones are put into ``known`` in order.

    Raises:
        FormatError: there are more than 256 different values.
    """
    numbers: dict[object, int] = {} if known is None else known
    pixels = bytearray()
    for value in values:
        number = numbers.get(value)
        if number is None:
            if len(numbers) > MAX_COLOURS:
                raise fault(f"more than {MAX_COLOURS + 1} colours: {_PHOTOGRAPH}")
            number = numbers[value] = len(numbers)
        pixels.append(number)
    return bytes(pixels)


def puzzle_of(raster: Raster, parsed: Parsed, which: str = "") -> Puzzle:
    """The puzzle whose goal is a picture, with what has to be said of it put into ``parsed``.

    Raises:
        FormatError: it is too large, or has too many colours.
    """
    width, pixels = raster.width, raster.pixels
    stated = _A_CELL in raster.comment
    parsed.may_be_page |= not stated
    size = 1 if stated else cell_size(width, pixels)
    if size > 1:
        parsed.warnings.append(
            f"{which}a cell was taken to be {size} × {size} pixels, as everything is a multiple"
        )
    columns, rows = width // size, len(pixels) // width // size
    if columns * rows > MAX_AREA:
        raise fault(f"{columns} × {rows} cells: {_PHOTOGRAPH}")
    cells = b"".join(pixels[row * width * size :][:width:size] for row in range(rows))
    used = list(dict.fromkeys(cells))
    colours = _stated(raster.comment, [raster.looks[number] for number in used])
    if colours is None:
        blank = _background([raster.looks[number] for number in used])
        others = list(dict.fromkeys(raster.looks[n] for n in used if raster.looks[n] != blank))
        if len(others) > MAX_COLOURS:
            raise fault(f"more than {MAX_COLOURS} colours: {_PHOTOGRAPH}")
        is_white = blank in (None, TRANSPARENT, BLANK.rgb)
        if not is_white:
            parsed.notes.append(f"{which}no cell is white: the lightest, {blank}, is read as blank")
        first = BLANK if is_white else Colour(BLANK.name, blank or BLANK.rgb, BLANK.char)
        looks = {blank: 0} | {look: number for number, look in enumerate(others, start=1)}
        colours = [first, *colours_of_rgb(others)]
    else:
        looks = {colour.rgb: number for number, colour in enumerate(colours)}
    table = bytearray(256)
    for number in used:
        table[number] = looks[raster.looks[number]]
    picture = Picture.from_cells(
        cells.translate(table), rectangle(len(cells) // columns, columns), tuple(colours)
    )
    return Puzzle.from_picture(picture, colours[1:] or None, blank=colours[0])


def cell_size(width: int, pixels: bytes) -> int:
    """The side of a cell in pixels: the largest that divides the sides of all areas, else 1."""
    rows = [pixels[start : start + width] for start in range(0, len(pixels), width)]
    changes = [index for index, (a, b) in enumerate(pairwise(rows), start=1) if a != b]
    size, found = gcd(width, len(rows), *changes), bool(changes)
    for row in set(rows):
        if size == 1:
            break
        places = [index for index, (a, b) in enumerate(pairwise(row), start=1) if a != b]
        size, found = gcd(size, *places), found or bool(places)
    # A picture of one colour could be of any size: then a pixel is a cell.
    return size if found else 1


def _background(looks: Sequence[str]) -> str | None:
    """The look of blank cells, or None if everything is filled."""
    for look in (TRANSPARENT, BLANK.rgb):
        if look in looks:
            return look
    lightest = max(looks, key=_lightness)
    return lightest if _lightness(lightest) >= 128 else None


def _lightness(look: str) -> float:
    """Of 0 to 255, by the weights of ITU-R BT.601."""
    red, green, blue = bytes.fromhex(look[1:])
    return 0.299 * red + 0.587 * green + 0.114 * blue


def colours_of_rgb(looks: Sequence[str]) -> list[Colour]:
    """Colours for different looks without names."""
    colours: list[Colour] = []
    names = [_NAMES.get(look, look) for look in looks]
    for number, (name, look) in enumerate(zip(names, looks, strict=True)):
        taken = {BLANK.char, *(colour.char for colour in colours)}
        known = STANDARD.get(name)
        name = name if name not in names[:number] else look
        char = cell_char(known.char if known else "", name, taken)
        colours.append(Colour(name, look, char))
    return colours


def statement(puzzle: Puzzle) -> list[str]:
    """The lines of a comment from which `puzzle_of` restores cells and colours.

    Raises:
        FormatError: two colours look the same, so that pixels cannot tell them apart.
    """
    seen: dict[str, str] = {}
    for colour in puzzle.colours:
        if colour.rgb in seen:
            same = f"{quoted(seen[colour.rgb])} and {quoted(colour.name)}"
            raise fault(f"in pixels the colours {same} look the same")
        seen[colour.rgb] = colour.name
    looks = (f"nonocsp: {c.char} {c.rgb} {' '.join(c.name.split()) or '-'}" for c in puzzle.colours)
    return [_A_CELL, *looks]


def _stated(comment: str, looks: Sequence[str]) -> list[Colour] | None:
    """The palette that a comment states, if it is one of these looks."""
    try:
        stated = [Colour(name.strip(), rgb, char) for char, rgb, name in _STATED.findall(comment)]
    except PuzzleError:
        return None
    distinct = all(
        len({getattr(colour, what) for colour in stated}) == len(stated)
        for what in ("name", "rgb", "char")
    )
    usable = 2 <= len(stated) <= MAX_COLOURS + 1 and distinct
    return stated if usable and {colour.rgb for colour in stated}.issuperset(looks) else None
