"""The grid of a photographed puzzle, and the numbers of its lines as small pictures.

    pixels = load_pixels("photo.jpg")
    sheets = find_sheets(pixels)

The kernel does the work; see `photos/sheet.hpp` among its sources.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

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
    numbers: tuple[NumberImage, ...]
    """By start, then end; each single group is one of them."""


class Layout(NamedTuple):
    """What is assumed of a page, since looking alone cannot decide it."""

    is_straightened: bool
    """The grid was found again in the picture that the first one straightens."""
    lined_left: bool
    """There are lines around every number of rows."""
    lined_above: bool
    """There are lines around every number of columns."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """What was found in a picture, in one layout that it may have."""

    layout: Layout
    rows: tuple[LineImage, ...]
    columns: tuple[LineImage, ...]
    points: tuple[tuple[Point, ...], ...]
    """Where the lines of the solution cross, in pixels of the picture, by rows."""
    darkness: tuple[bytes, ...]
    """Of each cell of the solution, by rows: 0 is paper, 255 the darkest cell."""
    crossed: tuple[bytes, ...]
    """Of each cell of the solution, by rows: 1 if it has a cross or a dot."""
    others: int
    """Further grids in the picture, all smaller."""
    is_cut_off: bool
    """The grid goes on to the border of the picture, or numbers stand where a next row or column
    would have its clue."""
    doubtful: Doubtful
    """What the numbers may be: groups i to j - 1 of a line are arcs from node 2 i + 1 to node 2 j;
    arcs from node 2 i to node 2 i + 1 are numbers that were not seen."""

    @property
    def groups(self) -> int:
        """Groups of digits of all lines."""
        return sum(line.groups for line in (*self.rows, *self.columns))


def find_sheets(pixels: Pixels) -> list[Sheet]:
    """The largest puzzle in a picture, in all layouts that it may have, and in one colour or in
    several; none where there is no grid with clues.

    Raises:
        EngineError: the kernel is missing.
    """
    found = interface.compiled.photo_sheets(_weights(), pixels.rgb, pixels.width, pixels.height)
    return [_sheet(*each) for each in found]


def sheets_with_corners(
    pixels: Pixels, corners: Sequence[Point], rows: int, columns: int
) -> list[Sheet]:
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
        found = interface.compiled.photo_sheets_with_corners(
            _weights(), pixels.rgb, pixels.width, pixels.height, _packed(corners), rows, columns
        )
    except ValueError as error:
        raise OptionError(str(error)) from None
    return [_sheet(*each) for each in found]


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
    layout: tuple[bool, bool, bool],
    rows: int,
    columns: int,
    points: bytes,
    darkness: bytes,
    crossed: bytes,
    others: int,
    is_cut_off: bool,
    row_lines: list[interface.compiled._ClueLine],
    column_lines: list[interface.compiled._ClueLine],
    crops: bytes,
    inks: list[Colour],
    clues: tuple[bytes, bytes, bytes],
) -> Sheet:

    def by_rows(cells: bytes) -> tuple[bytes, ...]:
        return tuple(cells[at : at + columns] for at in range(0, rows * columns, columns))

    values = array("f", points)
    flat = list(zip(values[::2], values[1::2], strict=True))
    each_crop = (crops[at : at + CROP] for at in range(0, len(crops), CROP))
    return Sheet(
        Layout(*layout),
        tuple(_line(line, each_crop) for line in row_lines),
        tuple(_line(line, each_crop) for line in column_lines),
        tuple(tuple(flat[at : at + columns + 1]) for at in range(0, len(flat), columns + 1)),
        by_rows(darkness),
        by_rows(crossed),
        others,
        is_cut_off,
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
    groups, numbers = line
    images = (
        NumberImage(start, end, cost, box, ink, paper, next(crops))
        for start, end, cost, box, ink, paper in numbers
    )
    return LineImage(groups, tuple(images))
