"""The kinds of boards by name, and boards as data."""

from __future__ import annotations

from typing import Any

from ..base.errors import PuzzleError, quoted
from .board import Board
from .custom_board import BoardError, CustomBoard
from .three_directions import Hexagon, Triddler

#: Boards that six sides make, by the names that files use.
BOARDS: dict[str, type[Triddler | Hexagon]] = {kind.kind: kind for kind in (Triddler, Hexagon)}

#: The kinds of boards that files name; a rectangle needs no name there.
KINDS = (*BOARDS, CustomBoard.kind)


def board_of_dict(given: Any) -> Board:
    """The board of a JSON object, as `Board.to_dict` writes any board but a rectangle.

    Raises:
        PuzzleError: it describes no board; a `BoardError` has the path to the wrong member.

    >>> board_of_dict({"kind": "hexagon", "sides": [2, 1, 2, 1, 2, 1]})
    Hexagon(2, 1, 2, 1, 2, 1)
    """
    if not isinstance(given, dict) or given.get("kind") not in KINDS:
        *kinds, last = map(repr, KINDS)
        raise BoardError(f"expected a board with a kind: {', '.join(kinds)} or {last}")
    if given["kind"] == CustomBoard.kind:
        return CustomBoard(_cells(given.get("cells")), given.get("lines", ()))
    sides = given.get("sides")
    if not isinstance(sides, list) or len(sides) != 6:
        raise BoardError("expected the lengths of six sides", "sides")
    try:
        return BOARDS[given["kind"]](*sides)
    except PuzzleError as error:
        raise BoardError(str(error), "sides") from None


def _cells(cells: Any) -> dict[Any, Any]:
    """The outlines of cells by their names, or by their numbers from 0 where they have none."""
    if not isinstance(cells, list) or not cells:
        raise BoardError("expected a list of cells", "cells")
    found: dict[Any, Any] = {}
    for index, cell in enumerate(cells):
        name: Any = index
        if isinstance(cell, dict):
            name, cell = cell.get("name"), cell.get("outline")
            if not isinstance(name, str):
                raise BoardError(f"expected a name of a cell, not {quoted(name)}", "cells", index)
        if name in found:
            raise BoardError(f"two cells have the name {quoted(name)}", "cells", index)
        found[name] = cell
    return found
