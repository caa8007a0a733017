"""Scenes as pixels, by Pillow."""

from __future__ import annotations

import io
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ..common.errors import NonocspError, OptionError
from .board import SMALLEST_CELL, Board
from .inks import Inks, inks
from .layout import Layout, layout
from .scene import Boxes, Item, Polygons, scene

if TYPE_CHECKING:
    from PIL import Image

#: Most pixels of a picture: some 200 MB while it is drawn.
MOST_PIXELS = 64_000_000


def png_of(board: Board) -> bytes:
    """A PNG file of a board."""
    file = io.BytesIO()
    image(board).save(file, "PNG")
    return file.getvalue()


def image(board: Board) -> Image.Image:
    """A board as an image of Pillow, in the colours of the day unless its theme is dark.

    Raises:
        OptionError: it would have more than `MOST_PIXELS` pixels.
    """
    pil = pillow()
    board = _small_enough(board)
    place, colours = layout(board), inks(board)
    dark = board.theme == "dark"
    drawn: Image.Image = pil.Image.new(
        "RGB", (place.width, place.height), colours.colour("paper", dark=dark)
    )
    paint(drawn, scene(board, place, colours), colours, dark=dark)
    return drawn


def paint(drawn: Image.Image, items: Iterable[Item], colours: Inks, *, dark: bool) -> None:
    """Paint items over an image."""
    draw = pillow().ImageDraw.Draw(drawn)
    for item in items:
        ink = colours.colour(item.ink, dark=dark)
        if isinstance(item, Boxes):
            for x, y, width, height in item.boxes:
                # What is thinner than a pixel is a pixel.
                left, top = round(x), round(y)
                right, bottom = max(left, round(x + width) - 1), max(top, round(y + height) - 1)
                draw.rectangle((left, top, right, bottom), ink)
        elif isinstance(item, Polygons):
            for polygon in item.polygons:
                draw.polygon([(round(x), round(y)) for x, y in polygon], ink)
        else:
            font, height = _font(item.size)
            for x, y, word in item.words:
                draw.text((x, y + height / 2), word, ink, font, anchor="ms")


@lru_cache(maxsize=32)
def _font(size: float) -> tuple[Any, float]:
    """Pillow's own font, which is slow to load, and the height of its digits."""
    font = pillow().ImageFont.load_default(size)
    _, top, _, bottom = font.getbbox("0", anchor="ls")
    return font, float(bottom - top)


def _small_enough(board: Board) -> Board:
    """The board with cells small enough for the limit, unless their size was chosen."""
    chosen = board.cell
    place = layout(board)
    while _pixels(place) > MOST_PIXELS:
        if chosen is not None or place.cell <= SMALLEST_CELL:
            raise OptionError(
                f"the picture would have {_pixels(place)} pixels, more than {MOST_PIXELS}: "
                "choose smaller cells, or a vector format such as SVG"
            )
        board = board.replace(cell=max(SMALLEST_CELL, place.cell * 3 // 4))
        place = layout(board)
    return board


def _pixels(place: Layout) -> int:
    return place.width * place.height


def pillow() -> Any:
    """Pillow, imported when something is drawn with it."""
    try:
        import PIL
        from PIL import Image, ImageDraw, ImageFont  # noqa: F401  # become attributes of PIL
    except ImportError:
        message = "PNG and GIF need Pillow: python -m pip install 'nonocsp[pictures]'"
        raise NonocspError(message) from None
    return PIL
