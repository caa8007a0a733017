"""Rich display of objects, in notebooks and in terminals with rich.

Puzzles, grids, pictures, results and solution spaces live on floors below the room that draws.
They inherit `Displayable`, whose methods call the renderer that the package has installed; it is
imported when something is first drawn.

What is drawn as one picture is offered to notebooks as SVG, which every front end shows, also those
that strip HTML; what needs text or several pictures as HTML.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Renderer(NamedTuple):
    """Functions that draw an object; they return None where there is nothing to draw."""

    svg: Callable[[Any], str | None]
    """A drawing as SVG."""
    html: Callable[[Any], str | None]
    """Text with drawings as a part of a page."""
    text: Callable[[Any, int, bool, bool], str | None]
    """Text for a terminal: object, number of columns, use colours, use block characters."""


#: Imports the renderer; the package sets it.
load_renderer: Callable[[], Renderer] | None = None


class Displayable:
    """Gives its subclasses the methods that notebooks and rich look for."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return load_renderer().svg(self) if load_renderer else None

    def _repr_html_(self) -> str | None:
        return load_renderer().html(self) if load_renderer else None

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        colours = console.color_system is not None and not console.no_color
        drawn = None
        if load_renderer:
            drawn = load_renderer().text(self, options.max_width, colours, not options.ascii_only)
        if drawn is None:
            yield repr(self)
        else:
            yield Text.from_ansi(drawn, no_wrap=True, overflow="ignore", end="\n")
