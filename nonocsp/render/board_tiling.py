"""Tiling of boards with three directions: parts are parallelograms of lines of A and lines of B.

There the clues of a part have room: those of A at its left side, those of B above it, those of C
below it and at its right side.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import replace
from itertools import product

from .board_scene import BoardLayout
from .drawing import Drawing
from .tiling import CELLS, MOST_PAGES, Cut, Tile, equal_parts, worth_of


def board_cut_of(drawing: Drawing, width: float, height: float) -> Cut | None:
    """The cut of a drawing for pages with this room, in points; None where no cut helps.

    Cells are as large and pages as few as `tiling.cut_of` has them.
    """
    layout = BoardLayout(drawing, range(drawing.board.size))
    board = drawing.board
    rows, slashes, _ = (len(board.lengths(axis)) for axis in board.axes)
    through = map(board.lines_through, range(board.size))
    fields = {(a.index // 5, b.index // 5) for (a, _), (b, _), *_ in through}
    best: tuple[tuple[bool, bool, int, float], Cut] | None = None
    for cell in CELLS:
        scale = cell / layout.cell
        # Rows shift to the left, so that how many fit across depends on how many there are.
        for high in range(5, rows + 5, 5):
            least, along = layout.around(high, 0)
            if along * scale > height:
                break
            downwards = equal_parts(rows, high)
            across = equal_parts(slashes, int((width / scale - least) / layout.cell))
            if not across or len(downwards) * len(across) > 2 * MOST_PAGES:
                continue
            cut = Cut(scale, downwards, across)
            cut = replace(cut, missing=_missing(cut, fields), are_numbered=True)
            pages = len(list(cut.tiles))
            if 1 < pages <= MOST_PAGES and (best is None or worth_of(cell, pages) > best[0]):
                # Equal parts leave room on every page, which larger cells fill.
                most = layout.around(len(downwards[0]), len(across[0]))
                fitting = min(width / most[0], height / most[1], CELLS[0] / layout.cell)
                best = worth_of(cell, pages), replace(cut, scale=max(scale, fitting))
    return best[1] if best else None


def cells_of(drawing: Drawing, tile: Tile) -> list[int]:
    """The cells of a part: those on its lines of A (``rows``) and of B (``columns``)."""
    return [
        cell
        for cell in range(drawing.board.size)
        for (a, _), (b, _), *_ in (drawing.board.lines_through(cell),)
        if a.index in tile.rows and b.index in tile.columns
    ]


def _missing(cut: Cut, fields: Set[tuple[int, int]]) -> frozenset[str]:
    """The marks of parts that have no cells, of those fields of five by five lines that have."""
    high, wide = len(cut.rows[0]) // 5, len(cut.columns[0]) // 5
    seen = {(a // high, b // wide) for a, b in fields}
    places = product(range(len(cut.rows)), range(len(cut.columns)))
    return frozenset(
        tile.mark for tile, place in zip(cut.tiles, places, strict=True) if place not in seen
    )
