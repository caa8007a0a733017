"""Rows of cells as callers give them, and the board that they fill."""

from __future__ import annotations

from typing import Any

from ..base.errors import PuzzleError, check_type, counted, quoted
from ..base.whole import whole
from .arrays import listed
from .board import Board, Rectangle, rectangle
from .colours import MAX_COLOURS

_CHARS = {"_": 0, ".": 0, "0": 0, "#": 1, "1": 1}


def board_of_rows(lengths: list[int], board: Board | None, what: str) -> Board:
    """The board whose rows have these lengths; None is a rectangle. Raises `PuzzleError`."""
    given = board
    if board is None:
        if not lengths or not lengths[0]:
            raise PuzzleError(f"{what} needs at least one row and one column")
        board = rectangle(len(lengths), lengths[0])
    else:
        check_type("board", board, Board)
    rows = board.lengths(board.axes[0])
    for index, (length, cells) in enumerate(zip(lengths, rows, strict=False)):
        if length != cells:
            where = "the first row" if given is None else "the board"
            message = f"{counted(length, 'cell')} where {where} has {cells}"
            raise PuzzleError(message, line=f"row {index + 1}")
    if len(lengths) != len(rows):
        raise PuzzleError(f"{counted(len(lengths), 'row')} where the board has {len(rows)}")
    return board


def cells_of(row: Any) -> bytes:
    """A row of colour numbers or text, one byte a cell. Raises `PuzzleError`."""
    if isinstance(row, str):
        for char in row:
            if char not in _CHARS:
                raise PuzzleError(f"a row of text holds '#' and '_' or '.', not {char!r}")
        return bytes([_CHARS[char] for char in row])
    cells = row if type(row) is bytes else listed(row, "cells")
    try:
        return bytes(cells)
    except (TypeError, ValueError):
        # The bools of NumPy are not integers for Python.
        cells = [cell.item() if hasattr(cell, "item") else cell for cell in cells]
    for cell in cells:
        if not isinstance(cell, int) or not 0 <= cell <= MAX_COLOURS:
            raise PuzzleError(f"cells are colour numbers 0 to {MAX_COLOURS}, not {quoted(cell)}")
    return bytes(cells)


def board_of_width(cells: int, columns: int | None) -> Rectangle:
    """The rectangle with these numbers of cells and of columns. Raises `PuzzleError`."""
    if columns is None:
        raise PuzzleError("a grid of single candidates needs the number of columns")
    width = whole(columns)
    if width < 1 or not cells or cells % width:
        raise PuzzleError(f"{cells} cells do not fill whole rows of {width} columns")
    return rectangle(cells // width, width)
