"""Puzzles to look at, to print and to play: HTML, PDF and SVG. Written only.

    nonocsp convert puzzles.json -o sheet.pdf

The grid is empty, whatever goals and saved states there are. A page of HTML, on which they are
played, and a PDF hold several puzzles, each with its author and rights, and with its title (in HTML
once it is solved). `nonocsp.files.render` draws them with its defaults; ``nonocsp render`` has the
choices: solutions, colours, themes, several puzzles on a page.
Pixel pictures are the formats png, pbm, ppm and xpm.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from ...core import FormatError, NonocspError
from .format import ESSENTIAL, Feature, Format

_DRAWN: frozenset[Feature] = frozenset({*ESSENTIAL, "looks", "triangles", "title"})
_UNSOLVED: frozenset[Feature] = frozenset(
    {"goals", "further_goals", "saved", "further_saved", "candidates"}
)
_PRINTED: frozenset[Feature] = frozenset({*_DRAWN, "author", "copyright", "licence"})


def _drawn(name: Literal["book", "pdf", "svg"]) -> Callable[[Any], Any]:
    """The function of `nonocsp.files.render`; a missing package becomes a fault of the format."""

    def dump(what: Any) -> Any:
        from .. import render  # only here: guessing a format must not load it

        draw: Callable[[Any], Any] = getattr(render, name)
        try:
            return draw(what)
        except NonocspError as error:
            raise FormatError(str(error)) from None

    return dump


_html, _pdf = _drawn("book"), _drawn("pdf")

FORMATS: tuple[Format[str] | Format[bytes], ...] = (
    Format(
        name="html",
        summary="a page on which puzzles are played, for the browser",
        suffixes=(".html", ".htm"),
        dump=lambda puzzle: _html([puzzle]),
        dump_all=lambda puzzles: _html(list(puzzles)),
        carries=_PRINTED,
        needless=_UNSOLVED,
    ),
    Format(
        name="pdf",
        summary="a sheet of puzzles to print, one on a page",
        suffixes=(".pdf",),
        dump=lambda puzzle: _pdf([puzzle]),
        dump_all=lambda puzzles: _pdf(list(puzzles)),
        carries=_PRINTED,
        needless=_UNSOLVED,
        binary=True,
    ),
    Format(
        name="svg",
        summary="a drawing of a puzzle",
        suffixes=(".svg",),
        dump=_drawn("svg"),
        carries=_DRAWN,
        needless=_UNSOLVED,
    ),
)
