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

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..common.errors import OptionError
from ..model.grid import Picture
from .board import Board, Cell, Theme, boards_of
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

#: The default for the most frames of an animation.
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
        what: anything that `Board.of` accepts.
        ansi: write escape codes of colours: ``"truecolor"``, ``"256"`` or None.
        blocks: use the block characters of Unicode.
        width: most columns. A wider board is written without clues, then two rows in a line if
            ``blocks``, then in bands.
        look: fields of the board.

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
    """A board as a self-contained SVG document.

    Args:
        what: anything that `Board.of` accepts.
        title: the title, which screen readers read; None is the puzzle's.
        look: fields of the board.

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

    Cells are smaller where the picture would have more than 64 million pixels.

    Raises:
        OptionError, PuzzleError: as `Board`; the picture would be too large.
        NonocspError: Pillow is missing.
    """
    from .as_png import png_of

    return png_of(Board.of(what, **look))


def html(what: Any, *, title: str | None = None, **look: Any) -> str:
    """A self-contained web page with one board or several.

    The theme is ``"auto"`` by default: light or dark like the reader's screen.

    Args:
        what: anything that `Board.of` accepts, or an iterable of such objects.
        title: of the page; None is that of the first puzzle.
        look: fields of every board.

    Raises:
        OptionError, PuzzleError: as `Board`.
    """
    from .as_html import html_of

    drawn = boards_of(what, {"theme": "auto", **look})
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

    A puzzle whose cells would be smaller than 2.5 millimetres is cut over several pages, behind an
    overview; each has a part of the grid with all clues of its rows and columns. So is a solution
    with cells below 1.4 millimetres. Where clues are so long that no cut leaves room for cells, the
    puzzle stays on one page.

    Args:
        puzzles: anything that `Board.of` accepts, or an iterable of such objects.
        solutions: a picture for every puzzle, or nothing for a sheet without solutions.
        page: ``"a4"`` or ``"letter"``; landscape for a wide puzzle that is alone on its page.
        per_page: 1, 2, 4, 6, 9 or 12 puzzles on a page.
        title: of the document; None is that of the first puzzle.
        tiled: cut large puzzles, if ``per_page`` is 1.
        look: fields of every board.

    Raises:
        OptionError, PuzzleError: as `Board`; another page; more or fewer solutions than puzzles.
        NonocspError: reportlab is missing.
    """
    from .as_pdf import pdf_of

    drawn = boards_of(puzzles, look)
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
    """An animated SVG of boards. Where animation is off, the last one is visible.

    Args:
        frames: anything that `Board.of` accepts, all of one puzzle.
        seconds: the time of each frame; the last one stays two seconds.
        loop: begin again at the end.
        title: as for `svg`.
        most: most frames; of more, an evenly spaced selection is shown.
        look: fields of every board.

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
    """An animated GIF of boards. Arguments as for `animated_svg`.

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
