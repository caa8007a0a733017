"""Print sheets as PDF, by reportlab: vectors and text.

Each puzzle is scaled to its place on a page. One that would become too small to solve is cut over
several pages, behind an overview of them (`tiling`, `pdf_tiles`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ...core import Picture, check_choice, checked, counted
from .drawing import (
    Drawable,
    Drawing,
    credits_of,
    document_title,
    drawings_of,
    one_each,
    where_titles_stand,
)
from .items import Box
from .layout import Layout
from .pdf_canvas import HEADING, MARGIN, Heading, PdfCanvas
from .pdf_tiles import draw_tiles, room_of
from .scene import Scene, layout_of
from .tiling import SMALLEST_CELL, SMALLEST_WITHOUT_CLUES, Cut, cut_of

#: Width and height in points.
PAGES: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

#: Puzzles across and down, by their number on a page.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}

#: The largest cells of a small puzzle, in points: fourteen millimetres.
_LARGEST_CELL = 40.0

#: The only solution of a sheet has a page for itself if it has more lines than this.
_LARGE = 50

#: Between two places on a page.
_GAP = MARGIN / 2

#: How much larger cells must become before a page of several puzzles is laid out another way.
_CLEARLY = 1.05


@checked
def pdf(
    puzzles: Drawable | Iterable[Drawable],
    *,
    solutions: Iterable[Picture] = (),
    notes: Iterable[str] = (),
    titles: str | None = None,
    page: str = "a4",
    per_page: int = 1,
    title: str | None = None,
    cover: bool = False,
    tiled: bool = True,
    **look: Any,
) -> bytes:
    """A sheet to print: puzzles in vectors and text, with their solutions on the last pages.

    Cells are as large as the page allows, up to 14 millimetres; where it makes them clearly larger,
    pages lie on their side, one by one, or all if there are several puzzles on each.
    A puzzle whose cells would be smaller than 2.5 millimetres is cut over several pages, behind an
    overview; each has a part of the grid with all clues of its lines. So is a solution with cells
    below 1.4 millimetres. Where clues are so long that no cut leaves room for cells, the
    puzzle stays on one page. Pages have numbers from the second on.

    Args:
        puzzles: anything that `Drawing.of` accepts, or an iterable of such objects.
        solutions: a picture for every puzzle, or nothing for a sheet without solutions.
        notes: a line beside the number of every puzzle, such as its minutes, or nothing.
        titles: where titles appear: puzzles, answers or none (default: answers if there are any).
        page: paper size, ``"a4"`` or ``"letter"``.
        per_page: number of puzzles on a page: 1, 2, 4, 6, 9 or 12.
        title: of the document; None is that of a puzzle that is alone.
        cover: begin with a page of the title.
        tiled: cut large puzzles, if ``per_page`` is 1.
        look: fields of every drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`; another page; more or fewer solutions or notes than
            puzzles.
        NonocspError: reportlab is missing.
    """
    check_choice("page", page, PAGES)
    check_choice("per_page", per_page, ARRANGEMENTS)
    drawings = drawings_of(puzzles, look)
    pictures = one_each("solutions", solutions, drawings)
    lines = one_each("notes", notes, drawings)
    where = where_titles_stand(titles, bool(pictures))
    size = PAGES[page]
    name = document_title(drawings, title)
    canvas = PdfCanvas(size, name)
    if cover:
        _cover(canvas, size, name, drawings)
    headings = [*_headings(drawings, where == "puzzles", lines)]
    is_cut = tiled and per_page == 1
    turned, places = _arranged([layout_of(each) for each in drawings], size, per_page)
    for start in range(0, len(drawings), per_page):
        if is_cut and (cut := _cut(drawings[start], size)):
            draw_tiles(canvas, drawings[start], headings[start], *cut)
            continue
        if per_page == 1:
            turned = _turned(drawings[start], size)
        some = [*zip(drawings, headings, strict=True)][start : start + per_page]
        _sheet(canvas, turned, some, places)
    if pictures:
        _answers(canvas, size, drawings, pictures, is_cut, where != "none", look)
    return canvas.finish()


def _answers(
    canvas: PdfCanvas,
    size: tuple[float, float],
    puzzles: Sequence[Drawing],
    pictures: Sequence[Picture],
    is_cut: bool,
    has_titles: bool,
    look: dict[str, Any],
) -> None:
    """The pages of solutions: first those that share pages, then those that take several."""
    drawings = [
        Drawing.of(picture, **{"puzzle": puzzle.puzzle, **look, "clues": False})
        for picture, puzzle in zip(pictures, puzzles, strict=True)
    ]
    whole: list[tuple[Drawing, Heading]] = []
    parts: list[tuple[Drawing, Heading, tuple[tuple[float, float], Cut]]] = []
    for drawing, heading in zip(drawings, _headings(drawings, has_titles, ()), strict=True):
        if is_cut and (cut := _cut(drawing, size)):
            parts.append((drawing, heading, cut))
        else:
            whole.append((drawing, heading))
    least = 1 if len(whole) == 1 and whole[0][0].board.longest > _LARGE else 2
    small = next((n for n in ARRANGEMENTS if n >= max(len(whole), least)), max(ARRANGEMENTS))
    for start in range(0, len(whole), small):
        _sheet(canvas, size, whole[start : start + small], ARRANGEMENTS[small])
    for drawing, heading, cut in parts:
        draw_tiles(canvas, drawing, heading, *cut)


def _headings(
    drawings: Sequence[Drawing], has_titles: bool, notes: Sequence[str]
) -> Iterator[Heading]:
    """What stands above each drawing. The number links a puzzle with its answer."""
    for at, drawing in enumerate(drawings):
        title = (drawing.puzzle.title or "") if drawing.puzzle and has_titles else ""
        number = f"{at + 1}." if len(drawings) > 1 else ""
        yield Heading(f"{number} {title}".strip(), notes[at] if notes else "", credits_of(drawing))


def _cover(
    canvas: PdfCanvas, page: tuple[float, float], title: str, drawings: Sequence[Drawing]
) -> None:
    """A page with the title, how many puzzles there are, and how large."""
    sizes = sorted({(each.board.size, str(each.board)) for each in drawings})
    ends = dict.fromkeys(size for _, size in (sizes[0], sizes[-1]))
    below = (counted(len(drawings), "nonogram"), " to ".join(ends))
    room, y = page[0] - 2 * MARGIN, page[1] * 0.62
    canvas.reportlab.setPageSize(page)
    canvas.centre(page[0] / 2, y, title, 2.2 * HEADING, room)
    for number, text in enumerate(below, start=1):
        canvas.centre(page[0] / 2, y - (1 + number * 1.6) * HEADING, text, HEADING, room)
    canvas.end_page()


def _turned(drawing: Drawing, page: tuple[float, float]) -> tuple[float, float]:
    """The page, on its side if the drawing becomes clearly larger there."""
    layout = layout_of(drawing)
    upright, across = (
        _scale(layout, Box(0, 0, size[0] - 2 * MARGIN, size[1] - 2 * MARGIN))
        for size in (page, page[::-1])
    )
    return page[::-1] if across > 1.1 * upright else page


def _arranged(
    layouts: Sequence[Layout], page: tuple[float, float], number: int
) -> tuple[tuple[float, float], tuple[int, int]]:
    """The page, upright or on its side, and the puzzles across and down on which cells are largest.

    The usual arrangement stays unless another makes them clearly larger.
    """
    usual = page, ARRANGEMENTS[number]
    across = [n for n in range(1, number + 1) if number % n == 0]
    ways = [usual, *((each, (n, number // n)) for each in (page, page[::-1]) for n in across)]
    sides = [
        sum(_scale(each, _inside(*_room(*way))) * each.cell for each in layouts) for way in ways
    ]
    best = max(range(len(ways)), key=lambda way: sides[way])
    return ways[best] if number > 1 and sides[best] > _CLEARLY * sides[0] else usual


def _room(page: tuple[float, float], places: tuple[int, int]) -> tuple[float, float]:
    """The width and height of a place on a page."""
    across, down = places
    width = (page[0] - 2 * MARGIN - (across - 1) * _GAP) / across
    return width, (page[1] - 2 * MARGIN - (down - 1) * _GAP) / down


def _inside(width: float, height: float) -> Box:
    """The room of a drawing below a heading of all lines."""
    return Box(0, 0, width, height - Heading("1.", "", "by").height)


def _scale(layout: Layout, room: Box, trim: int = 0) -> float:
    """Points for a pixel of the layout, if a drawing fills its place without some of its margin."""
    wide, high = layout.width - 2 * trim, layout.height - 2 * trim
    return min(room.width / wide, room.height / high, _LARGEST_CELL / layout.cell)


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
    drawings: Sequence[tuple[Drawing, Heading]],
    places: tuple[int, int],
) -> None:
    """A page of drawings. What they leave free parts the rows evenly."""
    canvas.reportlab.setPageSize(page)
    across, (width, height) = places[0], _room(page, places)
    scenes = [Scene.of(drawing) for drawing, _ in drawings]
    headings = [heading for _, heading in drawings]
    trims = [0 if scene.colours.is_dark else scene.layout.margin - 2 for scene in scenes]
    scales = [
        _scale(scene.layout, Box(0, 0, width, height - heading.height), trim)
        for scene, heading, trim in zip(scenes, headings, trims, strict=True)
    ]
    sizes = [
        heading.height + (scene.layout.height - 2 * trim) * scale
        for scene, heading, scale, trim in zip(scenes, headings, scales, trims, strict=True)
    ]
    rows = [max(sizes[at : at + across]) for at in range(0, len(sizes), across)]
    free = height - sum(rows) / len(rows)
    y = MARGIN
    for row, high in enumerate(rows):
        for at in range(row * across, min((row + 1) * across, len(scenes))):
            x = MARGIN + at % across * (width + _GAP)
            headings[at].write(canvas, x, page[1] - y, width)
            scene, scale = scenes[at], scales[at]
            left = x + (width - scene.layout.width * scale) / 2
            top = y + headings[at].height - trims[at] * scale
            with canvas.scaled(left, page[1] - top, scale):
                canvas.paint(scene)
        y += high + free + _GAP
    canvas.end_page()
