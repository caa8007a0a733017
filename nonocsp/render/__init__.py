"""Puzzles, grids, pictures, solutions and solution spaces, drawn.

>>> from nonocsp import Puzzle
>>> print(text(Puzzle([[2], [1]], [[1], [2]])))
  |1 2
--+----
2 |? ?
1 |? ?
--+----

One room, one idea a file: `board` is what to draw, `layout` where everything is, `inks` in what
colours, `scene` the things to paint in order; `as_text`, `as_svg`, `as_png`, `as_html`, `as_pdf`
and `animation` only paint. `colour_vision` knows which colours can be told apart, `terminal` what a
terminal can, `notebook` what is shown where nobody asked for a certain output.

What can be drawn: a `Board`, or anything that `Board.of` makes one of. Further keywords are fields
of the board: ``svg(picture, puzzle=puzzle, theme="dark")``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..common.errors import OptionError
from ..model.grid import Picture
from .board import Board, Cell, Theme, boards
from .terminal import Ansi, Terminal

__all__ = [
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

#: Most frames of an animation; of more, so many are taken that are evenly spaced.
MOST_FRAMES = 200


def text(
    what: Any,
    *,
    ansi: Ansi = None,
    blocks: bool = False,
    width: int | None = None,
    **look: Any,
) -> str:
    """A board as text, without a newline at the end.

    Plain text without clues is what the picture format reads.

    Args:
        what: anything that `Board.of` takes.
        ansi: write the escape codes of a terminal's colours: ``"truecolor"``, ``"256"`` or None.
        blocks: use the block characters of Unicode.
        width: columns there are. What is wider is written without clues, then two rows in a line
            where blocks may be used, then in bands.
        look: fields of the board to set.

    Raises:
        OptionError, PuzzleError: as `Board`.

    >>> print(text(Picture(["##_", "_#_"])))
    ##_
    _#_
    """
    from .as_text import text_of

    if ansi not in (None, "256", "truecolor"):
        raise OptionError(f"ansi is '256', 'truecolor' or None, not {ansi!r}")
    if width is not None and width < 1:
        raise OptionError(f"a width is 1 or more, not {width}")
    return text_of(Board.of(what, **look), ansi, blocks, width)


def svg(what: Any, *, title: str | None = None, **look: Any) -> str:
    """A board as an SVG document that stands by itself.

    Args:
        what: anything that `Board.of` takes.
        title: for who has the picture read aloud; None is the puzzle's.
        look: fields of the board to set.

    Raises:
        OptionError, PuzzleError: as `Board`.

    >>> svg(Picture(["#"]))[:41]
    '<svg xmlns="http://www.w3.org/2000/svg" v'
    """
    from .as_svg import svg_of

    board = Board.of(what, **look)
    return svg_of(board, _title([board], title))


def png(what: Any, **look: Any) -> bytes:
    """A board as a PNG file. Arguments as for `svg`.

    Cells are made smaller where the picture would have more than 64 million pixels.

    Raises:
        OptionError, PuzzleError: as `Board`; the picture would be too large.
        NonocspError: Pillow is missing.
    """
    from .as_png import png_of

    return png_of(Board.of(what, **look))


def html(what: Any, *, title: str | None = None, **look: Any) -> str:
    """A web page that needs nothing but itself, with one board or with several.

    The theme is ``"auto"`` unless said otherwise: light or dark, as the reader's screen is.

    Args:
        what: anything that `Board.of` takes, or a list of such.
        title: of the page; None is that of the first puzzle.
        look: fields to set of every board.

    Raises:
        OptionError, PuzzleError: as `Board`.
    """
    from .as_html import html_of

    drawn = boards(what, {"theme": "auto", **look})
    return html_of(drawn, _title(drawn, title) or "Nonogram")


def pdf(
    puzzles: Any,
    *,
    solutions: Iterable[Picture] = (),
    page: str = "a4",
    per_page: int = 1,
    title: str | None = None,
    tiled: bool = True,
    **look: Any,
) -> bytes:
    """A sheet to print: puzzles in vectors and text, with their solutions on the last page.

    A puzzle that would have cells of less than 2.5 millimetres on its page is cut over several,
    behind an overview: each has a part of the grid with all clues of its rows and columns. So is a
    solution whose cells would be smaller than 1.4 millimetres. Where clues are so long that no cut
    leaves room for cells, it stays on one page, however small.

    Args:
        puzzles: anything that `Board.of` takes, or a list of such.
        solutions: a picture for every puzzle, or nothing for a sheet without solutions.
        page: ``"a4"`` or ``"letter"``. A wide puzzle that has it for itself is laid across.
        per_page: 1, 2, 4, 6, 9 or 12 puzzles on a page.
        title: of the document; None is that of the first puzzle.
        tiled: cut large puzzles, where a puzzle has a page for itself; otherwise it is made small.
        look: fields to set of every board.

    Raises:
        OptionError, PuzzleError: as `Board`; another page; more or fewer solutions than puzzles.
        NonocspError: reportlab is missing.
    """
    from .as_pdf import pdf_of

    drawn = boards(puzzles, look)
    found = list(solutions)
    if found and len(found) != len(drawn):
        raise OptionError(f"{len(found)} solutions for {len(drawn)} puzzles")
    answers = [
        Board.of(picture, **{"puzzle": board.puzzle, **look, "clues": False})
        for picture, board in zip(found, drawn, strict=False)
    ]
    return pdf_of(
        drawn,
        answers,
        page=page,
        per_page=per_page,
        title=_title(drawn, title) or "Nonogram",
        tiled=tiled,
    )


def animated_svg(
    frames: Iterable[Any],
    *,
    seconds: float = 0.2,
    loop: bool = True,
    title: str | None = None,
    most: int = MOST_FRAMES,
    **look: Any,
) -> str:
    """Boards one after another as an SVG that moves. Where nothing moves, the last one is seen.

    Args:
        frames: whatever `Board.of` takes, all of one puzzle.
        seconds: how long each is shown; the last one stays two seconds.
        loop: begin again at the end.
        title: as for `svg`.
        most: frames at most; of more, so many are taken that are evenly spaced.
        look: fields to set of every board.

    Raises:
        OptionError, PuzzleError: as `Board`; no frames, or frames of several puzzles.
    """
    from .animation import animated_svg as animate
    from .animation import thinned

    drawn = thinned((Board.of(frame, **look) for frame in frames), most)
    return animate(drawn, _pace(seconds), loop, _title(drawn, title))


def animated_gif(
    frames: Iterable[Any],
    *,
    seconds: float = 0.2,
    loop: bool = True,
    most: int = MOST_FRAMES,
    **look: Any,
) -> bytes:
    """Boards one after another as a GIF. Arguments as for `animated_svg`.

    Raises:
        OptionError, PuzzleError: as `animated_svg`; a frame would be too large.
        NonocspError: Pillow is missing.
    """
    from .animation import animated_gif as animate
    from .animation import thinned

    drawn = thinned((Board.of(frame, **look) for frame in frames), most)
    return animate(drawn, _pace(seconds), loop)


def _title(drawn: list[Board], title: str | None) -> str:
    if title is not None:
        return title
    return next((b.puzzle.title for b in drawn if b.puzzle and b.puzzle.title), "")


def _pace(seconds: float) -> float:
    if not 0.02 <= seconds <= 60:
        raise OptionError(f"a frame is shown for 0.02 to 60 seconds, not {seconds}")
    return seconds
