"""Puzzles to look at, to print and to solve with a pen: HTML, PDF and SVG. Written only.

    nonocsp convert puzzles.json sheet.pdf

The grid is empty, whatever goals and saved states there are; an HTML page and a PDF hold several
puzzles, each with what is said of it. They are drawn by `nonocsp.render` as it draws anything that
nothing else is said of; ``nonocsp render`` has the choices: solutions, colours, themes, several
puzzles on a page. Pixel pictures are the formats png, pbm, ppm and xpm.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from .. import render
from ..common.errors import FormatError, NonocspError
from ..model.puzzle import Puzzle
from .base import ESSENTIAL, Feature, Format, never

Drawn = TypeVar("Drawn", str, bytes)


def _told(draw: Callable[..., Drawn], what: object) -> Drawn:
    """What was drawn; a package that is missing is told as every fault of a format."""
    try:
        return draw(what)
    except NonocspError as error:
        raise FormatError(str(error)) from None


def _html(puzzles: Sequence[Puzzle]) -> str:
    return _told(render.html, list(puzzles))


def _pdf(puzzles: Sequence[Puzzle]) -> bytes:
    return _told(render.pdf, list(puzzles))


def _svg(puzzle: Puzzle) -> str:
    return _told(render.svg, puzzle)


_DRAWN: frozenset[Feature] = frozenset({*ESSENTIAL, "looks", "title"})
_PRINTED: frozenset[Feature] = frozenset({*_DRAWN, "author", "copyright", "licence"})

FORMATS = (
    Format(
        name="html",
        summary="a page with puzzles, for the browser",
        suffixes=(".html", ".htm"),
        sniff=never,
        parse=None,
        dump=lambda puzzle: _html([puzzle]),
        dump_all=_html,
        carries=_PRINTED,
    ),
    Format(
        name="pdf",
        summary="a sheet of puzzles to print, one on a page",
        suffixes=(".pdf",),
        sniff=never,
        parse=None,
        dump=lambda puzzle: _pdf([puzzle]),
        dump_all=_pdf,
        carries=_PRINTED,
        binary=True,
    ),
    Format(
        name="svg",
        summary="a drawing of a puzzle",
        suffixes=(".svg",),
        sniff=never,
        parse=None,
        dump=_svg,
        carries=_DRAWN,
    ),
)
