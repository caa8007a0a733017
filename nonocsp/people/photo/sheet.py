"""The grid of a photographed puzzle, and the numbers of its lines as small pictures.

    pixels = load_pixels("photo.jpg")
    sheet = find_sheet(pixels)

The kernel does the work; see `photos/sheet.hpp` among its sources.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, TypeAlias

from ...core import (
    BLANK,
    STANDARD,
    Colour as PaletteColour,
    OptionError,
    kernel_interface as interface,
    rectangle,
)
from ..reading.doubtful import Doubtful
from .image_file import Pixels

if TYPE_CHECKING:
    from collections.abc import Iterable

#: The bytes of a crop: 24 pixels wide, 32 high.
CROP = 24 * 32

#: Rows, and columns, of the largest puzzle.
_MOST_LINES = 200

Point: TypeAlias = tuple[float, float]
Colour: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class NumberImage:
    """A number as it stands in the picture: the groups of digits from one gap to another."""

    start: int
    end: int
    cost: float
    """-log of the probability that these groups are one number, by their distances alone."""
    box: tuple[float, float, float, float]
    """Left, top, right, bottom in pixels of the picture."""
    ink: Colour
    paper: Colour
    crop: bytes
    """24 x 32 pixels; 0 is paper, 255 the darkest ink."""


@dataclass(frozen=True, slots=True)
class LineImage:
    """The numbers of a line, with other ways to group their digits."""

    groups: int
    gaps: tuple[float, ...]
    """Between neighbouring groups, in heights of a digit; 1 where a line divides them."""
    numbers: tuple[NumberImage, ...]
    """By start, then end; each single group is one of them."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was found in a picture."""

    rows: tuple[LineImage, ...]
    columns: tuple[LineImage, ...]
    points: tuple[tuple[Point, ...], ...]
    """Where the lines of the solution cross, in pixels of the picture, by rows."""
    darkness: tuple[bytes, ...]
    """Of each cell of the solution, by rows: 0 is paper, 255 the darkest cell."""
    others: int
    """Further grids in the picture, all smaller."""
    doubtful: Doubtful
    """What the numbers may be: groups i to j - 1 of a line are arcs from node 2 i + 1 to node 2 j;
    arcs from node 2 i to node 2 i + 1 are numbers that were not seen."""


def find_sheet(pixels: Pixels) -> Sheet | None:
    """The largest puzzle in a picture; None where there is no grid with clues.

    Raises:
        EngineError: the kernel is missing.
    """
    found = interface.compiled.photo_sheet(_weights(), pixels.rgb, pixels.width, pixels.height)
    return None if found is None else _sheet(*found)


def sheet_with_corners(pixels: Pixels, corners: Sequence[Point], rows: int, columns: int) -> Sheet:
    """The puzzle whose solution has these corners, for pictures in which it is not found.

    Args:
        corners: top left, top right, bottom left, bottom right of the solution.

    Raises:
        EngineError: the kernel is missing.
        OptionError: not four corners, or no size from 1 to 200.
    """
    if len(corners) != 4:
        raise OptionError(f"expected four corners, not {len(corners)}")
    try:
        found = interface.compiled.photo_sheet_with_corners(
            _weights(), pixels.rgb, pixels.width, pixels.height, _packed(corners), rows, columns
        )
    except ValueError as error:
        raise OptionError(str(error)) from None
    return _sheet(*found)


def has_numbers_beyond(pixels: Pixels, sheet: Sheet) -> bool:
    """Whether numbers stand where one more row, or one more column, would have its clue.

    Then the grid that was found may be too small.
    """
    rows, columns = len(sheet.rows), len(sheet.columns)
    if max(rows, columns) == _MOST_LINES:
        return False
    top, bottom = ([*line, _next(*line[-2:])] for line in (sheet.points[0], sheet.points[-1]))
    left, right = bottom[0], bottom[-1]
    above = [*sheet.points[-2], _next(*sheet.points[-2][-2:])]
    corners = top[0], top[-1], _next(above[0], left), _next(above[-1], right)
    larger = sheet_with_corners(pixels, corners, rows + 1, columns + 1)
    return larger.rows[-1].groups + larger.columns[-1].groups > 0


def _next(one: Point, two: Point) -> Point:
    return 2 * two[0] - one[0], 2 * two[1] - one[1]


def straightened(
    pixels: Pixels,
    points: Sequence[Sequence[Point]],
    cell: int,
    *,
    above: int = 0,
    left: int = 0,
) -> Pixels:
    """The solution of a sheet as if it were straight and square, with cells above and left of it.

    Args:
        points: those of the sheet.
        cell: pixels to a side of a cell, at most 64.
        above: cells above, where the clues of columns are.
        left: cells at the left, where the clues of rows are.

    Raises:
        EngineError: the kernel is missing.
        OptionError: a size out of bounds.
    """
    rows, columns = len(points) - 1, len(points[0]) - 1
    every = _packed(point for row in points for point in row)
    size = pixels.rgb, pixels.width, pixels.height
    try:
        rgb = interface.compiled.straightened_photo(*size, every, rows, columns, above, left, cell)
    except ValueError as error:
        raise OptionError(str(error)) from None
    return Pixels((columns + left) * cell, (rows + above) * cell, rgb)


def _packed(points: Iterable[Point]) -> bytes:
    return array("f", [each for point in points for each in point]).tobytes()


def _sheet(
    rows: int,
    columns: int,
    points: bytes,
    darkness: bytes,
    others: int,
    row_lines: list[interface.compiled._ClueLine],
    column_lines: list[interface.compiled._ClueLine],
    crops: bytes,
    inks: list[Colour],
    clues: tuple[bytes, bytes, bytes],
) -> Sheet:
    values = array("f", points)
    flat = list(zip(values[::2], values[1::2], strict=True))
    each_crop = (crops[at : at + CROP] for at in range(0, len(crops), CROP))
    return Sheet(
        tuple(_line(line, each_crop) for line in row_lines),
        tuple(_line(line, each_crop) for line in column_lines),
        tuple(tuple(flat[at : at + columns + 1]) for at in range(0, len(flat), columns + 1)),
        tuple(darkness[at : at + columns] for at in range(0, rows * columns, columns)),
        others,
        Doubtful.unpacked(rectangle(rows, columns), _palette(inks), *clues),
    )


@cache
def _weights() -> bytes:
    """What the digit network has learned."""
    return resources.files(__package__).joinpath("digits.bin").read_bytes()


def _palette(inks: Sequence[Colour]) -> tuple[PaletteColour, ...]:
    """Blank and the colours of blocks, with standard names where one is near."""
    if len(inks) == 1:
        return BLANK, STANDARD["black"]
    palette = [BLANK]
    for ink in inks:
        rgb = "#" + bytes(ink).hex()
        name = _name(ink, {colour.name for colour in palette})
        palette.append(PaletteColour(name, rgb))
    return tuple(palette)


def _name(ink: Colour, taken: set[str]) -> str:
    def distance(name: str) -> int:
        parts = bytes.fromhex(STANDARD[name].rgb[1:])
        return sum((one - other) ** 2 for one, other in zip(ink, parts, strict=True))

    free = sorted(STANDARD.keys() - taken - {"white"}, key=distance)
    return free[0] if free else f"colour {len(taken)}"


def _line(line: interface.compiled._ClueLine, crops: Iterator[bytes]) -> LineImage:
    groups, gaps, numbers = line
    images = (
        NumberImage(start, end, cost, box, ink, paper, next(crops))
        for start, end, cost, box, ink, paper in numbers
    )
    return LineImage(groups, tuple(gaps), tuple(images))
