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
characters. `page` is the frame of every page, `colour_vision` compares colours, `terminal` has the
abilities of terminals.

All functions take a `Drawing`, or anything that `Drawing.of` accepts. Further keywords are its
fields: ``svg(picture, puzzle=puzzle, theme="dark")``.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .animation import MOST_FRAMES, animated_gif, animated_svg, stepped_svg
    from .as_html import html
    from .as_pdf import pdf
    from .as_png import png
    from .as_svg import svg
    from .as_text import text
    from .drawing import Cell, Drawing, Theme
    from .terminal import Ansi, Terminal, When

__all__ = [
    "MOST_FRAMES",
    "Ansi",
    "Drawing",
    "Cell",
    "Terminal",
    "Theme",
    "When",
    "animated_gif",
    "animated_svg",
    "html",
    "pdf",
    "png",
    "stepped_svg",
    "svg",
    "text",
]

_MODULES = {
    **dict.fromkeys(["MOST_FRAMES", "animated_gif", "animated_svg", "stepped_svg"], "animation"),
    **{name: f"as_{name}" for name in ("html", "pdf", "png", "svg", "text")},
    **dict.fromkeys(["Drawing", "Cell", "Theme"], "drawing"),
    **dict.fromkeys(["Ansi", "Terminal", "When"], "terminal"),
}


def __getattr__(name: str) -> Any:
    # Imported when first used: a command that draws on the terminal needs few of them.
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_MODULES[name]}", __name__), name)
    return value
