"""Things that show themselves as a picture, in a notebook and in a rich terminal.

Puzzles, grids, pictures, results and solution spaces live on floors below the room that draws. So
that they need not know it, they inherit two methods from here, which ask whatever drawing hand the
package has installed; it is fetched when something is first drawn.

Jupyter and its relatives show one representation of several. It is SVG here and nothing else,
because that is drawn everywhere a notebook goes, in those that clean HTML away as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple


class Hand(NamedTuple):
    """Who draws: each takes the thing, and gives None where there is nothing to draw."""

    svg: Callable[[Any], str | None]
    """A picture as SVG."""
    text: Callable[[Any, int, bool, bool], str | None]
    """Text for a terminal of so many columns, with colours or not, with block characters or not."""


#: Fetches the hand; the package sets it.
fetch: Callable[[], Hand] | None = None


class Shown:
    """What can be drawn: gives its subclasses the methods that notebooks and rich look for."""

    __slots__ = ()

    def _repr_svg_(self) -> str | None:
        return fetch().svg(self) if fetch else None

    def __rich_console__(self, console: Any, options: Any) -> Iterator[Any]:
        from rich.text import Text

        colours = console.color_system is not None and not console.no_color
        drawn = (
            fetch().text(self, options.max_width, colours, not options.ascii_only)
            if fetch
            else None
        )
        if drawn is None:
            yield repr(self)
        else:
            yield Text.from_ansi(drawn, no_wrap=True, overflow="ignore", end="\n")
