"""A canvas of reportlab that paints scenes and writes headings.

The font is one that every PDF reader has, so that nothing is embedded. It has the characters of
Western Europe; any other is printed as ``?``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from ...core import NonocspError, missing
from .items import Box, Boxes, Labels, Polygons
from .labels import DIGIT_HEIGHT
from .scene import Scene

INK, FAINT, MARK = "#16191d", "#6b737d", "#0b62d6"
FONT, BOLD = "Helvetica", "Helvetica-Bold"

#: The margin of pages and the sizes of text, in points.
MARGIN, HEADING, SMALL, _NOTE = 36.0, 13.0, 8.0, 10.0


class Heading(NamedTuple):
    """What stands above a drawing: its number or title, a note beside that, and its credits."""

    text: str
    note: str = ""
    credits: str = ""

    @property
    def height(self) -> float:
        """Its height in points, with the distance to the drawing."""
        return (HEADING + 5) * bool(self.text or self.note) + (SMALL + 4) * bool(self.credits)

    def write(self, canvas: PdfCanvas, x: float, top: float, width: float) -> None:
        """Write it at a place, from its upper edge down."""
        note = min(canvas.wide(printable(self.note), _NOTE), width / 2)
        if self.note:
            canvas.write(x + width - note, top - HEADING, self.note, _NOTE, note + 1, FAINT)
        if self.text:
            canvas.write(x, top - HEADING, self.text, HEADING, width - note - 6 * bool(note))
        if self.credits:
            canvas.write(x, top - self.height + 4, self.credits, SMALL, width)


class PdfCanvas:
    """A document in the making. Points count from the lower left, pixels of scenes downwards."""

    def __init__(self, page: tuple[float, float], title: str) -> None:
        self._file = io.BytesIO()
        # The same puzzles give the same bytes: no time stamp, no random name.
        self.reportlab: Any = _reportlab().Canvas(self._file, pagesize=page, invariant=1)
        self.reportlab.setTitle(printable(title))
        self.reportlab.setCreator("nonocsp")

    def finish(self) -> bytes:
        """The file."""
        self.reportlab.save()
        return self._file.getvalue()

    def end_page(self) -> None:
        """End a page, with its number from the second on."""
        canvas = self.reportlab
        if (number := canvas.getPageNumber()) > 1:
            canvas.setFillColor(FAINT)
            canvas.setFont(FONT, SMALL)
            canvas.drawCentredString(canvas._pagesize[0] / 2, MARGIN / 2 - SMALL / 2, str(number))
        canvas.showPage()

    @contextmanager
    def scaled(self, x: float, y: float, scale: float) -> Iterator[None]:
        """Draw in the pixels of a layout, from a point."""
        self.reportlab.saveState()
        self.reportlab.translate(x, y)
        self.reportlab.scale(scale, scale)
        yield
        self.reportlab.restoreState()

    def write(
        self, x: float, y: float, text: str, size: float, width: float, ink: str = INK
    ) -> None:
        """A line of text, cut to a width."""
        self._set(ink, size)
        self.reportlab.drawString(x, y, self._cut(text, size, width))

    def centre(self, x: float, y: float, text: str, size: float, width: float) -> None:
        """A line of text around a place, cut to a width."""
        self._set(INK, size)
        self.reportlab.drawCentredString(x, y, self._cut(text, size, width))

    def _set(self, ink: str, size: float) -> None:
        self.reportlab.setFillColor(ink)
        self.reportlab.setFont(FONT, size)

    def _cut(self, text: str, size: float, width: float) -> str:
        text = " ".join(printable(text).split())
        if self.wide(text, size) > width:
            while text and self.wide(text + "...", size) > width:
                text = text[: -max(1, len(text) // 20)]
            text += "..."
        return text

    def wide(self, text: str, size: float) -> float:
        """The width of a text in points."""
        width: float = self.reportlab.stringWidth(text, FONT, size)
        return width

    def form(self, scene: Scene) -> str:
        """Store a scene to be drawn several times; returns its name."""
        name = f"board{self.reportlab.getPageNumber()}"
        self.reportlab.beginForm(name, 0, -scene.layout.height, scene.layout.width, 0)
        self.paint(scene)
        self.reportlab.endForm()
        return name

    def window(self, name: str, window: Box, right: float, down: float) -> None:
        """Draw a form through a window, unless that is empty, shifted by some pixels."""
        if window.width <= 0 or window.height <= 0:
            return
        canvas = self.reportlab
        canvas.saveState()
        path = canvas.beginPath()
        path.rect(window.x, -(window.y + window.height), window.width, window.height)
        canvas.clipPath(path, stroke=0, fill=0)
        canvas.translate(right, -down)
        canvas.doForm(name)
        canvas.restoreState()

    def paint(self, scene: Scene) -> None:
        """A scene in the pixels of its layout, from its upper left corner."""
        canvas = self.reportlab
        for item in scene.items():
            canvas.setFillColor(scene.colours.colour(item.role))
            if item.role == "paper" and not scene.colours.is_dark:
                continue
            path = canvas.beginPath()
            match item:
                case Boxes():
                    for x, y, width, height in item.boxes:
                        path.rect(x, -(y + height), width, height)
                case Polygons():
                    for first, *rest in item.polygons:
                        path.moveTo(first[0], -first[1])
                        for x, y in rest:
                            path.lineTo(x, -y)
                        path.close()
                case Labels():
                    canvas.setFont(FONT, item.size)
                    drop = item.size * DIGIT_HEIGHT / 2
                    for x, y, text in item.labels:
                        canvas.drawCentredString(x, -(y + drop), printable(text))
                    continue
            # Rules cross: where two boxes overlap, the crossing is filled too (1: not even-odd).
            canvas.drawPath(path, stroke=0, fill=1, fillMode=1)


def printable(text: str) -> str:
    """Text in the characters of the font, without control characters."""
    known = text.encode("cp1252", "replace").decode("cp1252")
    return "".join(char if char.isprintable() else " " for char in known)


def _reportlab() -> Any:
    """reportlab's canvas, imported when a PDF is made."""
    try:
        from reportlab.pdfgen import canvas
    except ImportError:
        raise NonocspError(missing("PDF needs reportlab", "reportlab")) from None
    return canvas
