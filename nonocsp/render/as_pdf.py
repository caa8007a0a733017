"""Print sheets as PDF, by reportlab: vectors and text, as sharp as the printer.

Each puzzle is scaled to the room there is for it. The font is one that every reader of PDF has, so
that nothing is embedded. It has the characters of Western Europe; any other is printed as ``?``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from typing import Any, Literal, TypeAlias

from ..errors import NonocspError, OptionError
from .board import Board
from .inks import inks
from .layout import DIGIT_HEIGHT, Box, Layout, layout
from .scene import Boxes, Polygons, scene

Page: TypeAlias = Literal["a4", "letter"]

#: Width and height in points.
PAGES: dict[str, tuple[float, float]] = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}

#: How so many puzzles are laid on a sheet: across and down.
ARRANGEMENTS = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4)}

_MARGIN = 36.0
_HEADING, _SMALL = 13.0, 8.0

#: Cells of a small puzzle are no larger than this, in points: about eight millimetres.
_LARGEST_CELL = 23.0


def pdf_of(
    boards: Sequence[Board],
    answers: Sequence[Board],
    *,
    page: str,
    per_page: int,
    title: str,
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
    for start in range(0, len(boards), per_page):
        size = PAGES[page] if per_page > 1 else _turned(boards[start], PAGES[page])
        canvas.setPageSize(size)
        _sheet(canvas, size, boards[start : start + per_page], per_page, start)
        canvas.showPage()
    canvas.setPageSize(PAGES[page])
    small = next(
        (size for size in ARRANGEMENTS if size >= len(answers) and size > 1), max(ARRANGEMENTS)
    )
    for start in range(0, len(answers), small):
        _sheet(canvas, PAGES[page], answers[start : start + small], small, start)
        canvas.showPage()
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
    canvas: Any, page: tuple[float, float], boards: Sequence[Board], places: int, first: int
) -> None:
    for number, (board, box) in enumerate(zip(boards, _places(page, places), strict=False)):
        _draw(canvas, page[1], board, box, first + number + 1, places > 1)


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
    canvas.restoreState()


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
    canvas.setFillColor("#16191d")
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
