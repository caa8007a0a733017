"""Tiling: a drawing that is too large for one page, cut into parts for several.

Every part has the complete clues of its rows and columns. Cuts are at multiples of five lines.
Parts are named like the fields of a map: letters across, numbers down; on triangles and hexagons
they are numbered.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from .layout import Layout

#: A drawing with smaller cells on one page is cut, in points: with clues, whose digits have to be
#: legible, and without.
SMALLEST_CELL, SMALLEST_WITHOUT_CLUES = 7.0, 4.0

#: Sizes of the cells of parts, in points. The last, of 2 millimetres, is for clues so long that
#: larger cells have no room beside them.
CELLS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0, SMALLEST_CELL, 6.0, 5.5)

#: A cell large enough to write in, and the most pages for which that is preferred.
_GOOD_CELL, _FEW_PAGES = 10.0, 12

#: Most pages of a drawing, and the share of a page that clues may take.
MOST_PAGES, CLUES_SHARE = 150, 0.7


class Tile(NamedTuple):
    """The part of a drawing on one page."""

    mark: str
    rows: range
    columns: range


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut of a drawing."""

    scale: float
    """Points for a pixel of the layout."""
    rows: tuple[range, ...]
    columns: tuple[range, ...]
    missing: frozenset[tuple[int, int]] = frozenset()
    """The places of parts without cells, as a board of triangles or hexagons has in its corners."""
    are_numbered: bool = False
    """Parts have numbers instead, where letters are the names of directions."""

    @property
    def tiles(self) -> Iterator[Tile]:
        """The parts, row by row."""
        number = 0
        for down, rows in enumerate(self.rows):
            for across, columns in enumerate(self.columns):
                if (down, across) not in self.missing:
                    number += 1
                    mark = str(number) if self.are_numbered else f"{_letters(across)}{down + 1}"
                    yield Tile(mark, rows, columns)


def cut_of(layout: Layout, width: float, height: float) -> Cut | None:
    """The cut of a drawing for pages with this room, in points; None where no cut helps.

    Cells are as large as possible on the fewest pages, and large enough to write in if a dozen
    pages suffice.

    >>> from nonocsp import Picture
    >>> from nonocsp.files.render import Drawing
    >>> from nonocsp.files.render.scene import layout_of
    >>> cut = cut_of(layout_of(Drawing.of(Picture(["#" * 90]))), 500, 700)
    >>> [(tile.mark, tile.columns) for tile in cut.tiles]
    [('A1', range(0, 45)), ('B1', range(45, 90))]
    """
    best: tuple[tuple[bool, bool, int, float], Cut] | None = None
    for cell in CELLS:
        scale = cell / layout.cell
        for rows, columns in layout.divisions(scale, width, height):
            tiles = product(range(len(rows)), range(len(columns)))
            missing = {at for at in tiles if not layout.has_cells(rows[at[0]], columns[at[1]])}
            pages = len(rows) * len(columns) - len(missing)
            if 1 < pages <= MOST_PAGES and (best is None or worth_of(cell, pages) > best[0]):
                # Equal parts leave room on every page, which larger cells fill.
                most = layout.around(len(rows[0]), len(columns[0]))
                fitting = min(width / most[0], height / most[1], CELLS[0] / layout.cell)
                cut = Cut(
                    max(scale, fitting), rows, columns, frozenset(missing), layout.has_letters
                )
                best = worth_of(cell, pages), cut
    return best[1] if best else None


def equal_parts(lines: int, most: int) -> tuple[range, ...]:
    """About equal parts of multiples of five lines, at most ``most``; none if that is too few."""
    if most < 5:
        return ()
    number = -(-lines // most)
    size = min(most // 5 * 5, -(-lines // number // 5) * 5)
    return tuple(range(start, min(start + size, lines)) for start in range(0, lines, size))


def worth_of(cell: float, pages: int) -> tuple[bool, bool, int, float]:
    """How good a cut is, by the size of its cells and its pages; a greater one is better."""
    is_good = cell >= _GOOD_CELL and pages <= _FEW_PAGES
    return is_good, cell >= SMALLEST_CELL, -pages, cell


def _letters(number: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
