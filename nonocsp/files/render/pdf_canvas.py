"""A canvas of reportlab that paints scenes and writes headings.

The font is one that every PDF reader has, so that nothing is embedded. It has the characters of
Western Europe; any other is printed as ``?``.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...core import NonocspError, missing
from .items import Box, Boxes, Labels, Polygons
from .labels import DIGIT_HEIGHT
from .scene import Scene

INK, FAINT, MARK = "#16191d", "#6b737d", "#0b62d6"
FONT, BOLD = "Helvetica", "Helvetica-Bold"


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

    @contextmanager
    def scaled(self, x: float, y: float, scale: float) -> Iterator[None]:
        """Draw in the pixels of a layout, from a point."""
        self.reportlab.saveState()
        self.reportlab.translate(x, y)
        self.reportlab.scale(scale, scale)
        yield
        self.reportlab.restoreState()

    def write(self, x: float, y: float, text: str, size: float, width: float) -> None:
        """A line of text, cut to a width."""
        canvas = self.reportlab
        text = " ".join(printable(text).split())
        canvas.setFillColor(INK)
        canvas.setFont(FONT, size)
        if canvas.stringWidth(text, FONT, size) > width:
            while text and canvas.stringWidth(text + "...", FONT, size) > width:
                text = text[: -max(1, len(text) // 20)]
            text += "..."
        canvas.drawString(x, y, text)

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
