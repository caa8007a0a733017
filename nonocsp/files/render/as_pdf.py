"""Print sheets as PDF, by reportlab: vectors and text.

Each puzzle is scaled to its place on a page. One that would become too small to solve is cut over
several pages, behind an overview of them (`tiling`, `pdf_tiles`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core import OptionError, Picture, check_choice, checked
from .drawing import Drawable, Drawing, credits_of, drawings_of, title_of
from .items import Box
from .layout import Layout
from .pdf_canvas import PdfCanvas
from .pdf_tiles import HEADING, MARGIN, SMALL, draw_tiles, room_of
from .scene import Scene, layout_of
from .tiling import SMALLEST_CELL, SMALLEST_WITHOUT_CLUES, Cut, cut_of

#: Width and height in points.
PAGES: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

#: Puzzles across and down, by their number on a page.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}

#: The largest cells of a small puzzle, in points: about eight millimetres.
_LARGEST_CELL = 23.0

#: The only solution of a sheet has a page for itself if it has more lines than this.
_LARGE = 50


@checked
def pdf(
    puzzles: Drawable | Iterable[Drawable],
    *,
    solutions: Iterable[Picture] = (),
    page: str = "a4",
    per_page: int = 1,
    title: str | None = None,
    tiled: bool = True,
    **look: Any,
) -> bytes:
    """A sheet to print: puzzles in vectors and text, with their solutions on the last page.

    A puzzle whose cells would be smaller than 2.5 millimetres is cut over several pages, behind an
    overview; each has a part of the grid with all clues of its lines. So is a solution with cells
    below 1.4 millimetres. Where clues are so long that no cut leaves room for cells, the
    puzzle stays on one page.

    Args:
        puzzles: anything that `Drawing.of` accepts, or an iterable of such objects.
        solutions: a picture for every puzzle, or nothing for a sheet without solutions.
        page: paper size, ``"a4"`` or ``"letter"``; landscape for a wide puzzle that is alone.
        per_page: number of puzzles on a page: 1, 2, 4, 6, 9 or 12.
        title: of the document; None is that of the first puzzle.
        tiled: cut large puzzles, if ``per_page`` is 1.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`; another page; more or fewer solutions than puzzles.
        NonocspError: reportlab is missing.
    """
    check_choice("page", page, PAGES)
    check_choice("per_page", per_page, ARRANGEMENTS)
    drawings, pictures = drawings_of(puzzles, look), list(solutions)
    if pictures and len(pictures) != len(drawings):
        raise OptionError(f"{len(pictures)} solutions for {len(drawings)} puzzles")
    size = PAGES[page]
    canvas = PdfCanvas(size, title_of(drawings, title) or "Nonogram")
    is_cut = tiled and per_page == 1
    for start in range(0, len(drawings), per_page):
        if is_cut and (cut := _cut(drawings[start], size)):
            draw_tiles(canvas, drawings[start], *cut)
            continue
        turned = size if per_page > 1 else _turned(drawings[start], size)
        canvas.reportlab.setPageSize(turned)
        _sheet(canvas, turned, list(enumerate(drawings))[start : start + per_page], per_page)
    whole: list[tuple[int, Drawing]] = []
    parts: list[tuple[Drawing, tuple[tuple[float, float], Cut]]] = []
    for number, (picture, puzzle) in enumerate(zip(pictures, drawings, strict=False)):
        drawing = Drawing.of(picture, **{"puzzle": puzzle.puzzle, **look, "clues": False})
        if is_cut and (cut := _cut(drawing, size)):
            parts.append((drawing, cut))
        else:
            whole.append((number, drawing))
    canvas.reportlab.setPageSize(size)
    least = 1 if len(whole) == 1 and whole[0][1].board.longest > _LARGE else 2
    small = next((n for n in ARRANGEMENTS if n >= max(len(whole), least)), max(ARRANGEMENTS))
    for start in range(0, len(whole), small):
        _sheet(canvas, size, whole[start : start + small], small)
    for drawing, cut in parts:
        draw_tiles(canvas, drawing, *cut)
    return canvas.finish()


def _turned(drawing: Drawing, page: tuple[float, float]) -> tuple[float, float]:
    """The page, on its side if the drawing becomes clearly larger there."""
    layout = layout_of(drawing)
    upright, across = (
        _scale(layout, Box(0, 0, size[0] - 2 * MARGIN, size[1] - 2 * MARGIN))
        for size in (page, page[::-1])
    )
    return page[::-1] if across > 1.1 * upright else page


def _scale(layout: Layout, room: Box) -> float:
    """Points for a pixel of the layout, if a drawing fills its place."""
    return min(room.width / layout.width, room.height / layout.height, _LARGEST_CELL / layout.cell)


def _cut(drawing: Drawing, page: tuple[float, float]) -> tuple[tuple[float, float], Cut] | None:
    """The page, upright or on its side, and the cut of a drawing too large for one; or None."""
    layout = layout_of(drawing)
    smallest = SMALLEST_CELL if drawing.has_clues else SMALLEST_WITHOUT_CLUES
    rooms = {size: room_of(size) for size in (page, page[::-1])}
    if max(_scale(layout, room) for room in rooms.values()) * layout.cell >= smallest:
        return None
    cuts = [
        (size, cut)
        for size, room in rooms.items()
        if (cut := cut_of(layout, room.width, room.height)) is not None
    ]
    return min(cuts, key=lambda each: len(list(each[1].tiles)), default=None)


def _sheet(
    canvas: PdfCanvas,
    page: tuple[float, float],
    drawings: Sequence[tuple[int, Drawing]],
    places: int,
) -> None:
    """A page of drawings, each with its number from 0."""
    for (number, drawing), box in zip(drawings, _places(page, places), strict=False):
        title = (drawing.puzzle.title or "") if drawing.puzzle else ""
        if places > 1:
            title = f"{number + 1}. {title}" if title else f"{number + 1}."
        _draw(canvas, page[1], drawing, box, title)
    canvas.reportlab.showPage()


def _places(page: tuple[float, float], number: int) -> Iterator[Box]:
    """The places of the puzzles of a sheet, row by row, in points from the upper left."""
    across, down = ARRANGEMENTS[number]
    gap = MARGIN / 2
    width = (page[0] - 2 * MARGIN - (across - 1) * gap) / across
    height = (page[1] - 2 * MARGIN - (down - 1) * gap) / down
    for row in range(down):
        for column in range(across):
            x, y = MARGIN + column * (width + gap), MARGIN + row * (height + gap)
            yield Box(x, y, width, height)


def _draw(canvas: PdfCanvas, height: float, drawing: Drawing, box: Box, title: str) -> None:
    """A drawing with its heading, as large as fits into a box."""
    credit = credits_of(drawing)
    above = (HEADING + 5) * bool(title) + (SMALL + 4) * bool(credit)
    room = box._replace(y=box.y + above, height=box.height - above)
    scene = Scene.of(drawing)
    scale = _scale(scene.layout, room)
    if title:
        canvas.write(box.x, height - box.y - HEADING, title, HEADING, box.width)
    if credit:
        canvas.write(box.x, height - room.y + 4, credit, SMALL, box.width)
    left = room.x + (room.width - scene.layout.width * scale) / 2
    with canvas.scaled(left, height - room.y, scale):
        canvas.paint(scene)
