"""Scenes as SVG: one path for all that has one ink, so that large grids stay small files."""

from __future__ import annotations

from collections.abc import Iterable

from .board import Board
from .inks import Inks, inks
from .layout import DIGIT_HEIGHT, Box, Layout, layout
from .scene import Boxes, Item, Polygons, Words, scene

FONT = "Helvetica,Arial,'Liberation Sans',sans-serif"


def svg_of(board: Board, title: str) -> str:
    """A whole SVG document of a board."""
    place, colours = layout(board), inks(board)
    painter = Painter(board, colours)
    return document(painter, place, title, painter.paint(scene(board, place, colours)))


def document(painter: Painter, place: Layout, title: str, parts: Iterable[str]) -> str:
    """An SVG document of parts that are painted already."""
    width, height = place.width, place.height
    body = "\n".join(parts)
    named = f"<title>{escaped(title)}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" font-family="{FONT}" '
        f'text-anchor="middle">\n{named}{painter.style()}{body}\n</svg>\n'
    )


class Painter:
    """Paints items in the colours of a board's theme."""

    def __init__(self, board: Board, colours: Inks) -> None:
        self._theme, self._colours = board.theme, colours
        self._used: dict[str, None] = {}

    def paint(self, items: Iterable[Item]) -> list[str]:
        """Every item as one element or one group; empty ones are left out."""
        painted = (
            self._words(item) if isinstance(item, Words) else self._path(item) for item in items
        )
        return [element for element in painted if element]

    def fill(self, ink: str) -> str:
        """The attributes that give an element its ink."""
        look = f'fill="{self._colours.colour(ink, dark=self._theme == "dark")}"'
        if self._theme != "auto":
            return look
        self._used[ink] = None
        return f'class="{_class(ink)}" {look}'

    def style(self) -> str:
        """The rule that changes the inks used so far on a dark screen; empty if it has a theme."""
        changed = [
            f".{_class(ink)}{{fill:{self._colours.night[ink]}}}"
            for ink in self._used
            if self._colours.night[ink] != self._colours.day[ink]
        ]
        if not changed:
            return ""
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(changed)}}}</style>\n"

    def _path(self, item: Boxes | Polygons) -> str:
        if isinstance(item, Boxes):
            data = "".join(map(_box, item.boxes))
            edges = ' shape-rendering="crispEdges"'
        else:
            data = "".join(
                "M" + "L".join(f"{number(x)} {number(y)}" for x, y in polygon) + "z"
                for polygon in item.polygons
            )
            edges = ""
        return f'<path {self.fill(item.ink)}{edges} d="{data}"/>' if data else ""

    def _words(self, item: Words) -> str:
        if not item.words:
            return ""
        drop = item.size * DIGIT_HEIGHT / 2
        words = "".join(
            f'<text x="{number(x)}" y="{number(y + drop)}">{escaped(word)}</text>'
            for x, y, word in item.words
        )
        return f'<g {self.fill(item.ink)} font-size="{number(item.size)}">{words}</g>'


def escaped(text: str) -> str:
    """Text that cannot be taken for markup; what XML cannot carry is replaced."""
    return "".join(_ESCAPES.get(char) or (char if _is_xml(char) else "\ufffd") for char in text)


_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}


def _is_xml(char: str) -> bool:
    """Whether XML 1.0 has the character; tabs and newlines pass."""
    code = ord(char)
    return (
        char in "\t\n\r"
        or (0x20 <= code <= 0xD7FF and not 0x7F <= code <= 0x9F)
        or 0xE000 <= code <= 0xFFFD
        or code >= 0x10000
    )


def number(value: float) -> str:
    """A coordinate in as few characters as it takes, to a hundredth of a pixel."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _class(ink: str) -> str:
    return "nonocsp-" + ink.replace(" ", "-")


def _box(box: Box) -> str:
    x, y, width, height = map(number, box)
    return f"M{x} {y}h{width}v{height}h-{width}z"
