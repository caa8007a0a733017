"""Symmetries of a picture: which cells change together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from ...core import Board, OptionError, look_up

#: Maps a cell to its image: row, column, number of rows, number of columns.
Move: TypeAlias = Callable[[int, int, int, int], tuple[int, int]]


#: Every symmetry by name, with the moves under which such a picture stays the same.
SYMMETRIES: dict[str, tuple[Move, ...]] = {
    "none": (),
    "left-right": (lambda row, column, rows, columns: (row, columns - 1 - column),),
    "up-down": (lambda row, column, rows, columns: (rows - 1 - row, column),),
    "both": (),
    "half-turn": (lambda row, column, rows, columns: (rows - 1 - row, columns - 1 - column),),
    "quarter-turn": (lambda row, column, rows, columns: (column, rows - 1 - row),),
    "diagonal": (lambda row, column, rows, columns: (column, row),),
}
SYMMETRIES["both"] = SYMMETRIES["left-right"] + SYMMETRIES["up-down"]

#: Those that only squares can have.
SQUARE = frozenset({"quarter-turn", "diagonal"})


def orbits(symmetry: str, board: Board) -> list[tuple[int, ...]]:
    """For every cell the cells that have its colour, ascending.

    Raises:
        OptionError: an unknown symmetry, or one that the board does not have.

    >>> from nonocsp import Rectangle
    >>> orbits("left-right", Rectangle(1, 3))
    [(0, 2), (1,), (0, 2)]
    """
    moves = look_up(SYMMETRIES, "symmetry", symmetry)
    if not moves:
        return [(cell,) for cell in range(board.size)]
    rows, columns, squares = board.squares()
    if symmetry in SQUARE and (rows != columns or not board.table):
        size = f"{rows} x {columns}" if board.table else f"a {board}"
        raise OptionError(f"{symmetry} symmetry needs a square, not {size}")
    cells = {square: cell for cell, square in enumerate(squares)}
    found: list[tuple[int, ...]] = [()] * board.size
    for first in range(board.size):
        if found[first]:
            continue
        orbit = [first]
        for cell in orbit:  # grows to the closure under the moves
            for move in moves:
                row, column = move(*divmod(squares[cell], columns), rows, columns)
                image = cells.get(row * columns + column)
                if image is None:
                    raise OptionError(f"a {board} has no {symmetry} symmetry")
                if image not in orbit:
                    orbit.append(image)
        whole = tuple(sorted(orbit))
        for cell in whole:
            found[cell] = whole
    return found
