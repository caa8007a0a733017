"""How a board that is too large for one page is cut into several, each usable by itself.

Every page has a part of the grid and, in full, the clues of its rows and of its columns. Cuts are
at every fifth line. Pages are named like fields of a map: letters across, numbers down.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from .layout import Layout

#: A board whose cells would be smaller than this on one page is cut, in points: with clues, whose
#: digits have to be read, and without.
SMALLEST_CELL, SMALLEST_WITHOUT_CLUES = 7.0, 4.0

#: Cells of the parts: at most the first, at least the last, in points. The last, of 2 millimetres,
#: is for clues so long that cells of another size find no room beside them.
_CELLS = (13.0, 12.0, 11.0, 10.0, 9.0, 8.0, SMALLEST_CELL, 6.0, 5.5)

#: A cell that is large enough to write in, if the pages are then few enough.
_GOOD_CELL, _FEW_PAGES = 10.0, 12

#: Most pages of a board, and the share of a page that clues may take.
_MOST_PAGES, _CLUES_SHARE = 150, 0.7


class Tile(NamedTuple):
    """The part of a board on one page."""

    mark: str
    rows: range
    columns: range


@dataclass(frozen=True, slots=True)
class Cut:
    """How a board is cut."""

    scale: float
    """Points for a pixel of the layout."""
    rows: tuple[range, ...]
    columns: tuple[range, ...]

    @property
    def tiles(self) -> Iterator[Tile]:
        """The parts, row by row."""
        for down, rows in enumerate(self.rows, start=1):
            for across, columns in enumerate(self.columns):
                yield Tile(f"{_letters(across)}{down}", rows, columns)


def cut_of(place: Layout, width: float, height: float) -> Cut | None:
    """The cut of a board for pages with so much room, in points; None where no cut helps.

    Cells are as large as they can be on the fewest pages; they are good to write in where that
    takes no more than a dozen.

    >>> from nonocsp import Picture
    >>> from nonocsp.render import Board
    >>> from nonocsp.render.layout import layout
    >>> cut = cut_of(layout(Board.of(Picture(["#" * 90]))), 500, 700)
    >>> [(tile.mark, tile.columns) for tile in cut.tiles]
    [('A1', range(0, 45)), ('B1', range(45, 90))]
    """
    best: tuple[tuple[bool, bool, int, float], Cut] | None = None
    for cell in _CELLS:
        scale = cell / place.cell
        columns = _parts(place.columns, width - scale * place.margin, scale * place.left, cell)
        rows = _parts(place.rows, height - scale * place.margin, scale * place.top, cell)
        pages = len(columns) * len(rows)
        if not 1 < pages <= _MOST_PAGES:
            continue
        is_good = cell >= _GOOD_CELL and pages <= _FEW_PAGES
        worth = (is_good, cell >= SMALLEST_CELL, -pages, cell)
        if best is None or worth > best[0]:
            # Parts of one size leave room on every page, which larger cells fill.
            fitting = min(
                width / (place.left + len(columns[0]) * place.cell + place.margin),
                height / (place.top + len(rows[0]) * place.cell + place.margin),
            )
            best = worth, Cut(max(scale, min(fitting, _CELLS[0] / place.cell)), rows, columns)
    return best[1] if best else None


def _parts(cells: int, room: float, clues: float, cell: float) -> tuple[range, ...]:
    """The cells of one direction in parts of about one size; none where clues leave no room."""
    most = int((room - clues) / cell) // 5 * 5
    if clues > _CLUES_SHARE * room or most < 5:
        return ()
    number = -(-cells // most)
    size = min(most, -(-cells // number // 5) * 5)
    return tuple(range(start, min(start + size, cells)) for start in range(0, cells, size))


def _letters(number: int) -> str:
    """A, B, …, Z, AA, AB, …"""
    return (_letters(number // 26 - 1) if number >= 26 else "") + chr(ord("A") + number % 26)
