"""Puzzles, grids, pictures, solutions and solution spaces, drawn.

>>> from nonocsp import Puzzle
>>> print(text(Puzzle([[2], [1]], [[1], [2]])))
  |1 2
--+----
2 |? ?
1 |? ?
--+----

A `board` describes what to draw, `layout` its sizes and places, `theme` its colours; `scene` lists
the items, which `as_svg`, `as_png`, `as_html`, `as_pdf` and `animation` paint; `as_text` writes
characters. `colour_vision` compares colours, `terminal` has the abilities of terminals, `notebook`
the default drawings of objects.

All functions take a `Board`, or anything that `Board.of` accepts. Further keywords are fields of
the board: ``svg(picture, puzzle=puzzle, theme="dark")``.
"""

from .animation import MOST_FRAMES, animated_gif, animated_svg
from .as_html import html
from .as_pdf import pdf
from .as_png import png
from .as_svg import svg
from .as_text import text
from .board import Board, Cell, Theme
from .terminal import Ansi, Terminal

__all__ = [
    "MOST_FRAMES",
    "Ansi",
    "Board",
    "Cell",
    "Terminal",
    "Theme",
    "animated_gif",
    "animated_svg",
    "html",
    "pdf",
    "png",
    "svg",
    "text",
]
