"""Scenes as SVG: one path for all boxes of one role, so that large grids stay small files."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from typing import Any

from ...core import checked
from .drawing import Drawable, Drawing, title_of
from .items import Box, Boxes, Item, Labels, Polygons
from .labels import DIGIT_HEIGHT
from .scene import Scene

FONT = "Helvetica,Arial,'Liberation Sans',sans-serif"


@checked
def svg(what: Drawable, *, title: str | None = None, **look: Any) -> str:
    """A drawing as a self-contained SVG document.

    Args:
        what: anything that `Drawing.of` accepts.
        title: the title, which screen readers read; None is the puzzle's.
        look: fields of the drawing.

    Raises:
        OptionError, PuzzleError: as `Drawing`.

    >>> from nonocsp import Picture
    >>> svg(Picture(["#"]))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" v'
    """
    return document(Drawing.of(what, **look), title)


def document(drawing: Drawing, title: str | None, scope: str = "") -> str:
    """A drawing as SVG; on a page of several, each has a scope of its own for its colours."""
    painter = SvgPainter(Scene.of(drawing), scope)
    return painter.document(title_of([drawing], title), painter.paint(painter.scene.items()))


_ILLEGAL = re.compile("[^\t\n\r -~\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class SvgPainter:
    """Paints items as SVG elements."""

    def __init__(self, scene: Scene, scope: str = "") -> None:
        self.scene, self._scope = scene, scope
        self._used: dict[str, None] = {}

    def paint(self, items: Iterable[Item]) -> list[str]:
        """One element for every item."""
        return [self._element(item) for item in items]

    def document(self, title: str, elements: Iterable[str]) -> str:
        """An SVG document of painted elements."""
        width, height = self.scene.layout.width, self.scene.layout.height
        body = "\n".join(elements)
        named = f"<title>{escaped(title)}</title>\n" if title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
            f'width="{width}" height="{height}" role="img" font-family="{FONT}" '
            f'text-anchor="middle">\n{named}{self._style()}{body}\n</svg>\n'
        )

    def _element(self, item: Item) -> str:
        fill = self._fill(item.role)
        match item:
            case Boxes():
                return f'<path {fill} shape-rendering="crispEdges" d="{outline(item)}"/>'
            case Polygons():
                return f'<path {fill} d="{outline(item)}"/>'
            case Labels():
                drop = item.size * DIGIT_HEIGHT / 2
                texts = "".join(
                    f'<text x="{number(x)}" y="{number(y + drop)}">{escaped(text)}</text>'
                    for x, y, text in item.labels
                )
                return f'<g {fill} font-size="{number(item.size)}">{texts}</g>'

    def _fill(self, role: str) -> str:
        """The attributes that give an element its colour."""
        look = f'fill="{self.scene.colours.colour(role)}"'
        if self.scene.drawing.theme != "auto":
            return look
        self._used[role] = None
        return f'class="{self._class(role)}" {look}'

    def _style(self) -> str:
        """The rule that changes the colours used so far on a dark screen, for the theme "auto"."""
        light, dark = self.scene.colours.light, self.scene.colours.dark
        changed = [
            f".{self._class(role)}{{fill:{dark[role]}}}"
            for role in self._used
            if dark[role] != light[role]
        ]
        if not changed:
            return ""
        return f"<style>@media (prefers-color-scheme:dark){{{''.join(changed)}}}</style>\n"

    def _class(self, role: str) -> str:
        return f"nonocsp{self._scope}-" + role.replace(" ", "-")


def outline(item: Boxes | Polygons) -> str:
    """The data of the path around boxes or polygons."""
    if isinstance(item, Boxes):
        return "".join(map(_box, item.boxes))
    return "".join(
        "M" + "L".join(f"{number(x)} {number(y)}" for x, y in polygon) + "z"
        for polygon in item.polygons
    )


def escaped(text: str) -> str:
    """Text without markup; control characters and others that XML cannot hold are replaced."""
    return html.escape(_ILLEGAL.sub("\ufffd", text)).replace("&#x27;", "&#39;")


def number(value: float) -> str:
    """A coordinate to a hundredth of a pixel, without trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _box(box: Box) -> str:
    x, y, width, height = map(number, box)
    return f"M{x} {y}h{width}v{height}h-{width}z"
