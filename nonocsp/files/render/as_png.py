"""Scenes as pixels, by Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ...core import OptionError, checked
from ..foreign.pillow import pillow
from .drawing import SMALLEST_CELL, Drawable, Drawing
from .items import Boxes, Item, Labels, Polygons
from .scene import Scene, layout_of
from .theme import ThemeColours

if TYPE_CHECKING:
    from PIL import Image

#: Most pixels of a picture: some 200 MB while it is drawn.
MOST_PIXELS = 64_000_000

#: Slanted edges are painted this much larger and averaged, which makes them smooth.
_FINER = 4


@checked
def png(what: Drawable, **look: Any) -> bytes:
    """A drawing as a PNG file. Arguments as for `svg`.

    Cells are smaller where the picture would have more than 64 million pixels.

    Raises:
        OptionError, PuzzleError: as `Drawing`; the picture would be too large.
        NonocspError: Pillow is missing.
    """
    file = io.BytesIO()
    image_of(Drawing.of(what, **look)).save(file, "PNG")
    return file.getvalue()


def image_of(drawing: Drawing) -> Image.Image:
    """A drawing as an image of Pillow, light unless its theme is dark.

    Raises:
        OptionError: it would have more than `MOST_PIXELS` pixels.
    """
    image, scale = painted(drawing)
    return image.reduce(scale) if scale > 1 else image


def painted(drawing: Drawing) -> tuple[Image.Image, int]:
    """The image of a drawing with several pixels for each, and how many along a side.

    Raises:
        OptionError: as `image_of`.
    """
    drawing = _small_enough(drawing)
    scene = Scene.of(drawing)
    layout = scene.layout
    is_slanted = not drawing.board.table or any(c.triangle for c in drawing.palette)
    scale = _FINER if is_slanted and layout.pixels * _FINER**2 <= MOST_PIXELS else 1
    size = layout.width * scale, layout.height * scale
    image: Image.Image = pillow().Image.new("RGB", size, scene.colours.colour("paper"))
    paint(image, scene.items(), scene.colours, scale)
    return image, scale


def paint(image: Image.Image, items: Iterable[Item], colours: ThemeColours, scale: int = 1) -> None:
    """Paint items over an image that has ``scale`` pixels for each of theirs."""
    draw = pillow().ImageDraw.Draw(image)
    for item in items:
        colour = colours.colour(item.role)
        match item:
            case Boxes():
                for box in item.boxes:
                    x, y, width, height = (scale * value for value in box)
                    # A box thinner than a pixel is a pixel wide.
                    left, top = round(x), round(y)
                    right, bottom = max(left, round(x + width) - 1), max(top, round(y + height) - 1)
                    draw.rectangle((left, top, right, bottom), colour)
            case Polygons():
                for polygon in item.polygons:
                    draw.polygon([(round(x * scale), round(y * scale)) for x, y in polygon], colour)
            case Labels():
                font, height = _font(item.size * scale)
                for x, y, text in item.labels:
                    draw.text((x * scale, y * scale + height / 2), text, colour, font, anchor="ms")


@lru_cache(maxsize=32)
def _font(size: float) -> tuple[Any, float]:
    """Pillow's own font, which loads slowly, and the height of its digits."""
    font = pillow().ImageFont.load_default(size)
    _, top, _, bottom = font.getbbox("0", anchor="ls")
    return font, float(bottom - top)


def _small_enough(drawing: Drawing) -> Drawing:
    """The drawing with cells small enough for the limit, unless their size was chosen."""
    chosen = drawing.cell
    while (layout := layout_of(drawing)).pixels > MOST_PIXELS:
        if chosen is not None or layout.cell <= SMALLEST_CELL:
            raise OptionError(
                f"the picture would have {layout.pixels} pixels, more than {MOST_PIXELS}: "
                "choose smaller cells, or a vector format such as SVG"
            )
        drawing = drawing.replace(cell=max(SMALLEST_CELL, layout.cell * 3 // 4))
    return drawing
