"""Print sheets as PDF, by reportlab: vectors and text, as sharp as the printer.

Each puzzle is scaled to the room there is for it. One that would become too small to solve is cut
over several pages, behind an overview of them. The font is one that every reader of PDF has, so
that nothing is embedded. It has the characters of Western Europe; any other is printed as ``?``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from ..common.errors import NonocspError, OptionError
from .board import Board
from .inks import Inks, inks
from .layout import DIGIT_HEIGHT, Box, Layout, layout
from .scene import Boxes, Polygons, scene
from .tiling import SMALLEST_CELL, SMALLEST_WITHOUT_CLUES, Cut, Tile, cut_of

Page: TypeAlias = Literal["a4", "letter"]

#: Width and height in points.
PAGES: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

#: How so many puzzles are laid on a sheet: across and down.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}

_MARGIN = 36.0
_HEADING, _SMALL = 13.0, 8.0

#: The font of the numbers beside a part of a board.
_NUMBER = 6.0

_INK, _FAINT, _MARK = "#16191d", "#6b737d", "#0b62d6"

#: Cells of a small puzzle are no larger than this, in points: about eight millimetres.
_LARGEST_CELL = 23.0

#: The only answer of a sheet has a page for itself if it has more lines than this.
_LARGE = 50


def pdf_of(
    boards: Sequence[Board],
    answers: Sequence[Board],
    *,
    page: str,
    per_page: int,
    title: str,
    tiled: bool,
) -> bytes:
    """A PDF file: the boards, so many on a page, and their answers on pages at the end."""
    if page not in PAGES:
        raise OptionError(f"a page is one of {', '.join(PAGES)}, not {page!r}")
    if per_page not in ARRANGEMENTS:
        known = ", ".join(map(str, ARRANGEMENTS))
        raise OptionError(f"a sheet holds {known} puzzles, not {per_page!r}")
    canvas_module = _reportlab()
    file = io.BytesIO()
    # The same puzzles give the same bytes: no time of writing, no random name.
    canvas = canvas_module.Canvas(file, pagesize=PAGES[page], invariant=1)
    canvas.setTitle(_printable(title))
    canvas.setCreator("nonocsp")
    is_cut = tiled and per_page == 1
    for start in range(0, len(boards), per_page):
        if is_cut and (cut := _cut(boards[start], PAGES[page])):
            _tiles(canvas, boards[start], *cut)
            continue
        size = PAGES[page] if per_page > 1 else _turned(boards[start], PAGES[page])
        canvas.setPageSize(size)
        _sheet(canvas, size, list(enumerate(boards))[start : start + per_page], per_page)
        canvas.showPage()
    whole: list[tuple[int, Board]] = []
    parts: list[tuple[Board, tuple[tuple[float, float], Cut]]] = []
    for number, board in enumerate(answers):
        if is_cut and (cut := _cut(board, PAGES[page])):
            parts.append((board, cut))
        else:
            whole.append((number, board))
    canvas.setPageSize(PAGES[page])
    least = 1 if len(whole) == 1 and max(whole[0][1].shape) > _LARGE else 2
    small = next((n for n in ARRANGEMENTS if n >= max(len(whole), least)), max(ARRANGEMENTS))
    for start in range(0, len(whole), small):
        _sheet(canvas, PAGES[page], whole[start : start + small], small)
        canvas.showPage()
    for board, cut in parts:
        _tiles(canvas, board, *cut)
    canvas.save()
    return file.getvalue()


def _turned(board: Board, page: tuple[float, float]) -> tuple[float, float]:
    """The page on its side where a puzzle that has it for itself becomes clearly larger there."""
    place = layout(board)
    upright, across = (
        _scale(place, Box(0, 0, size[0] - 2 * _MARGIN, size[1] - 2 * _MARGIN))
        for size in (page, page[::-1])
    )
    return page[::-1] if across > 1.1 * upright else page


def _scale(place: Layout, room: Box) -> float:
    """How much larger than its layout a board is drawn in the room there is."""
    return min(room.width / place.width, room.height / place.height, _LARGEST_CELL / place.cell)


def _sheet(
    canvas: Any, page: tuple[float, float], boards: Sequence[tuple[int, Board]], places: int
) -> None:
    """A page of boards, each with its number from 0."""
    for (number, board), box in zip(boards, _places(page, places), strict=False):
        _draw(canvas, page[1], board, box, number + 1, places > 1)


def _places(page: tuple[float, float], number: int) -> Iterator[Box]:
    """Where the puzzles of a sheet stand, row by row, in points from the top left."""
    across, down = ARRANGEMENTS[number]
    gap = _MARGIN / 2
    width = (page[0] - 2 * _MARGIN - (across - 1) * gap) / across
    height = (page[1] - 2 * _MARGIN - (down - 1) * gap) / down
    for row in range(down):
        for column in range(across):
            x, y = _MARGIN + column * (width + gap), _MARGIN + row * (height + gap)
            yield Box(x, y, width, height)


def _draw(canvas: Any, height: float, board: Board, box: Box, number: int, several: bool) -> None:
    """A board with its heading, as large as fits into a box."""
    heading, small = _heading(board, number, several)
    room = box._replace(
        y=box.y + (_HEADING + 5) * bool(heading) + (_SMALL + 4) * bool(small),
        height=box.height - (_HEADING + 5) * bool(heading) - (_SMALL + 4) * bool(small),
    )
    place, table = layout(board), inks(board)
    scale = _scale(place, room)
    left = room.x + (room.width - place.width * scale) / 2
    if heading:
        _say(canvas, box.x, height - box.y - _HEADING, heading, _HEADING, box.width)
    if small:
        at = height - room.y + 4
        _say(canvas, box.x, at, small, _SMALL, box.width)
    canvas.saveState()
    canvas.translate(left, height - room.y)
    canvas.scale(scale, scale)
    _paint(canvas, board, place, table)
    canvas.restoreState()


def _cut(board: Board, page: tuple[float, float]) -> tuple[tuple[float, float], Cut] | None:
    """The page, upright or on its side, and the cut of a board too large for one; or None."""
    place = layout(board)
    smallest = SMALLEST_CELL if board.has_clues else SMALLEST_WITHOUT_CLUES
    rooms = {size: _room(size) for size in (page, page[::-1])}
    if max(_scale(place, room) for room in rooms.values()) * place.cell >= smallest:
        return None
    cuts = [
        (size, cut)
        for size, room in rooms.items()
        if (cut := cut_of(place, room.width, room.height)) is not None
    ]
    return min(cuts, key=lambda each: len(list(each[1].tiles)), default=None)


def _room(page: tuple[float, float]) -> Box:
    """The place for a part of a board on a page, below its heading and left of the numbers."""
    above, beside = _HEADING + 5, 3 * _NUMBER
    return Box(
        _MARGIN,
        _MARGIN + above,
        page[0] - 2 * _MARGIN - beside,
        page[1] - 2 * _MARGIN - above - 2 * _NUMBER,
    )


def _tiles(canvas: Any, board: Board, page: tuple[float, float], cut: Cut) -> None:
    """The overview of a board, and its parts on a page each."""
    place, table = layout(board), inks(board)
    canvas.setPageSize(page)
    # Drawn once, and shown through a window on every page.
    name = f"board{canvas.getPageNumber()}"
    canvas.beginForm(name, 0, -place.height, place.width, 0)
    _paint(canvas, board, place, table)
    canvas.endForm()
    title, small = _heading(board, 0, False)
    room = _room(page)
    _overview(canvas, name, page, place, cut, f"{title} ({small})" if small else title)
    canvas.showPage()
    for tile in cut.tiles:
        canvas.setPageSize(page)
        said = f"rows {tile.rows[0] + 1} to {tile.rows[-1] + 1}"
        said += f", columns {tile.columns[0] + 1} to {tile.columns[-1] + 1}"
        said = f"{tile.mark}: {said}. {title}"
        _say(canvas, _MARGIN, page[1] - _MARGIN - _HEADING, said, _HEADING, room.width)
        _tile(canvas, name, page[1], place, cut, tile)
        canvas.showPage()


def _overview(
    canvas: Any, name: str, page: tuple[float, float], place: Layout, cut: Cut, title: str
) -> None:
    """The whole board, with the parts and their marks."""
    room, top = _room(page), page[1]
    count = len(list(cut.tiles))
    _say(canvas, _MARGIN, top - _MARGIN - _HEADING, title or "Nonogram", _HEADING, room.width)
    said = f"{place.rows} rows and {place.columns} columns on {count} pages"
    below = room.y + _SMALL + 6
    _say(canvas, _MARGIN, top - room.y - _SMALL, said, _SMALL, room.width)
    scale = min(room.width / place.width, (page[1] - _MARGIN - below) / place.height)
    canvas.saveState()
    canvas.translate(room.x, top - below)
    canvas.scale(scale, scale)
    canvas.doForm(name)
    canvas.restoreState()
    for tile in cut.tiles:
        box = _grid_of(place, tile)
        x, y = room.x + box.x * scale, top - below - box.y * scale
        _outlined(canvas, Box(x, y, box.width * scale, box.height * scale), tile.mark)


def _grid_of(place: Layout, tile: Tile) -> Box:
    """The cells of a part, in the pixels of the layout."""
    first, last = (place.box(rows, columns) for rows, columns in zip(*_ends(tile), strict=True))
    return Box(first.x, first.y, last.x + last.width - first.x, last.y + last.height - first.y)


def _ends(tile: Tile) -> tuple[tuple[int, int], tuple[int, int]]:
    return (tile.rows[0], tile.rows[-1]), (tile.columns[0], tile.columns[-1])


def _outlined(canvas: Any, box: Box, mark: str) -> None:
    """A part on an overview; ``box.y`` is its upper edge, in points from below."""
    canvas.setStrokeColor(_MARK)
    canvas.setLineWidth(1.2)
    canvas.rect(box.x, box.y - box.height, box.width, box.height, stroke=1, fill=0)
    size = max(5.0, min(24.0, box.width / (0.8 * len(mark)), box.height * 0.7))
    x, y = box.x + box.width / 2, box.y - box.height / 2
    width = canvas.stringWidth(mark, "Helvetica-Bold", size) + size / 2
    canvas.setFillColor("#ffffff")
    canvas.roundRect(x - width / 2, y - 0.65 * size, width, 1.3 * size, size / 4, stroke=1, fill=1)
    canvas.setFillColor(_MARK)
    canvas.setFont("Helvetica-Bold", size)
    canvas.drawCentredString(x, y - size * DIGIT_HEIGHT / 2, mark)


def _tile(canvas: Any, name: str, top: float, place: Layout, cut: Cut, tile: Tile) -> None:
    """A part of a board: its cells, and the clues of its rows and columns at their edges."""
    scale, edge = cut.scale, place.thick
    cells = _grid_of(place, tile)
    # Where the grid of this page begins, and how far the layout is shifted for that, in pixels.
    left, above = place.left, place.top
    right, down = left - cells.x, above - cells.y
    grid = Box(left - edge, above - edge, cells.width + 2 * edge, cells.height + 2 * edge)
    rows = Box(0, above, left - edge, cells.height)
    columns = Box(left, 0, cells.width, above - edge)
    canvas.saveState()
    canvas.translate(_MARGIN, top - _MARGIN - _HEADING - 5)
    canvas.scale(scale, scale)
    for window, x, y in ((grid, right, down), (rows, 0, down), (columns, right, 0)):
        if window.width <= 0 or window.height <= 0:
            continue
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(window.x, -(window.y + window.height), window.width, window.height)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.translate(x, -y)
        canvas.doForm(name)
        canvas.restoreState()
    _numbers(canvas, place, tile, _NUMBER / scale)
    if left > 4 * _HEADING / scale and above > 4 * _HEADING / scale:
        _map(canvas, place, cut, tile)
    canvas.restoreState()


def _numbers(canvas: Any, place: Layout, tile: Tile, size: float) -> None:
    """The numbers of every fifth line and of the last, at the edges where no clues are."""
    canvas.setFillColor(_FAINT)
    canvas.setFont("Helvetica", size)
    right = place.left + len(tile.columns) * place.cell + 2 * place.thick
    below = place.top + len(tile.rows) * place.cell + 2 * place.thick
    for at, row in enumerate(tile.rows):
        if (row + 1) % 5 == 0 or row == tile.rows[-1]:
            y = place.top + (at + 0.5) * place.cell + size * DIGIT_HEIGHT / 2
            canvas.drawString(right, -y, str(row + 1))
    for at, column in enumerate(tile.columns):
        if (column + 1) % 5 == 0 or column == tile.columns[-1]:
            x = place.left + (at + 0.5) * place.cell
            canvas.drawCentredString(x, -(below + size * DIGIT_HEIGHT), str(column + 1))


def _map(canvas: Any, place: Layout, cut: Cut, tile: Tile) -> None:
    """Which part this is of all, in the corner between the clues."""
    side = min(place.left, place.top, 70 / cut.scale) * 0.8
    unit = side / max(place.rows, place.columns)
    canvas.setStrokeColor(_FAINT)
    canvas.setFillColor(_FAINT)
    canvas.setLineWidth(0.5 / cut.scale)
    for other in cut.tiles:
        canvas.rect(
            other.columns[0] * unit,
            -(other.rows[-1] + 1) * unit,
            len(other.columns) * unit,
            len(other.rows) * unit,
            stroke=1,
            fill=int(other.mark == tile.mark),
        )


def _paint(canvas: Any, board: Board, place: Layout, table: Inks) -> None:
    """A board in the pixels of its layout, from the top left."""
    dark = board.theme == "dark"
    for item in scene(board, place, table):
        canvas.setFillColor(table.colour(item.ink, dark=dark))
        if isinstance(item, Boxes | Polygons):
            if item.ink != "paper" or dark:
                _fill(canvas, item)
        else:
            canvas.setFont("Helvetica", item.size)
            drop = item.size * DIGIT_HEIGHT / 2
            for x, y, word in item.words:
                canvas.drawCentredString(x, -(y + drop), _printable(word))


def _fill(canvas: Any, item: Boxes | Polygons) -> None:
    path = canvas.beginPath()
    if isinstance(item, Boxes):
        for x, y, width, height in item.boxes:
            path.rect(x, -(y + height), width, height)
    else:
        for first, *rest in item.polygons:
            path.moveTo(first[0], -first[1])
            for x, y in rest:
                path.lineTo(x, -y)
            path.close()
    # Lines cross: where two boxes overlap, the crossing is to be filled too (1: not even-odd).
    canvas.drawPath(path, stroke=0, fill=1, fillMode=1)


def _heading(board: Board, number: int, several: bool) -> tuple[str, str]:
    puzzle = board.puzzle
    title = (puzzle.title or "") if puzzle else ""
    if several:
        title = f"{number}. {title}" if title else f"{number}."
    about = [w for w in (puzzle.author, puzzle.copyright, puzzle.licence) if w] if puzzle else []
    return title, " · ".join(about)


def _say(canvas: Any, x: float, y: float, text: str, size: float, width: float) -> None:
    """A line of text, cut where it would leave its box."""
    text = " ".join(_printable(text).split())
    canvas.setFillColor(_INK)
    canvas.setFont("Helvetica", size)
    if canvas.stringWidth(text, "Helvetica", size) > width:
        while text and canvas.stringWidth(text + "...", "Helvetica", size) > width:
            text = text[: -max(1, len(text) // 20)]
        text += "..."
    canvas.drawString(x, y, text)


def _printable(text: str) -> str:
    """Text in the characters of the fonts, without control characters."""
    known = text.encode("cp1252", "replace").decode("cp1252")
    return "".join(char if char.isprintable() else " " for char in known)


def _reportlab() -> Any:
    """reportlab's canvas, imported when a PDF is made."""
    try:
        from reportlab.pdfgen import canvas
    except ImportError:
        message = "PDF needs reportlab: python -m pip install 'nonocsp[pictures]'"
        raise NonocspError(message) from None
    return canvas
