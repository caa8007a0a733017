"""The renderer of notebooks and of terminals with rich.

Nothing here takes long: a solution space whose backbone takes more than a second is drawn as its
puzzle. What cannot be drawn, such as an answer without a picture, is left to ``repr``.
"""

from __future__ import annotations

from typing import Any

from ..common.display import Renderer
from ..common.errors import OptionError
from ..common.limits import LimitReached, Limits
from . import svg, text
from .board import Board, HasBackbone

_LIMITS = Limits(seconds=1.0)

#: Most cells of a drawing in a notebook.
_MOST_CELLS = 100_000


def _board(what: Any) -> Board | None:
    try:
        if isinstance(what, HasBackbone):
            try:
                backbone = what.backbone(limits=_LIMITS)
            except LimitReached:
                board = Board.of(what.puzzle)
            else:
                # Without solutions there is no map of cells.
                if backbone.is_contradictory:
                    return None
                board = Board.of_backbone(backbone, puzzle=what.puzzle)
        else:
            board = Board.of(what)
    except OptionError:
        return None
    rows, columns = board.shape
    return board if rows * columns <= _MOST_CELLS else None


def _svg(what: Any) -> str | None:
    board = _board(what)
    return None if board is None else svg(board, title=repr(what))


def _text(what: Any, width: int, colours: bool, blocks: bool) -> str | None:
    board = _board(what)
    if board is None:
        return None
    return text(board, ansi="truecolor" if colours else None, blocks=blocks, width=width)


RENDERER = Renderer(_svg, _text)
