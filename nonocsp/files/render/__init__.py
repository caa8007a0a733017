"""Puzzles, grids, pictures, solutions and solution spaces, drawn.

>>> from nonocsp import Puzzle
>>> from nonocsp.files.render import text
>>> print(text(Puzzle([[2], [1]], [[1], [2]])))
  |1 2
--+----
2 |? ?
1 |? ?
--+----

A `drawing` says what to draw, `layout` its sizes and places, `theme` its colours; `scene` lists
the items, which `as_svg`, `as_png`, `as_html`, `as_pdf` and `animation` paint; `as_text` writes
characters, and `as_book` a page to play on. `page` is the frame of every page, `colour_vision`
compares colours, `terminal` has the abilities of terminals.

All functions take a `Drawing`, or anything that `Drawing.of` accepts. Further keywords are its
fields: ``svg(picture, puzzle=puzzle, theme="dark")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...core import lazy_room

if TYPE_CHECKING:
    from . import colour_vision
    from .animation import MOST_FRAMES, animated_gif, animated_svg, stepped_svg
    from .as_book import book
    from .as_html import html
    from .as_pdf import pdf
    from .as_png import png
    from .as_svg import svg
    from .as_text import text
    from .drawing import Cell, Drawing, Theme
    from .terminal import Ansi, Terminal, When
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "animation": "MOST_FRAMES animated_gif animated_svg stepped_svg",
            "as_book": "book",
            "as_html": "html",
            "as_pdf": "pdf",
            "as_png": "png",
            "as_svg": "svg",
            "as_text": "text",
            "colour_vision": "colour_vision",
            "drawing": "Cell Drawing Theme",
            "terminal": "Ansi Terminal When",
        },
    )

__all__ = [
    "MOST_FRAMES",
    "Ansi",
    "Cell",
    "Drawing",
    "Terminal",
    "Theme",
    "When",
    "animated_gif",
    "animated_svg",
    "book",
    "colour_vision",
    "html",
    "pdf",
    "png",
    "stepped_svg",
    "svg",
    "text",
]
