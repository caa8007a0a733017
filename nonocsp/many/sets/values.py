"""Values of tables as clues and pictures.

Clues are lists of lengths, the same as JSON in a text, as NumPy prints them (``[[0 2] [1 1]]``,
where zeros fill up), or text: clues between ``;``, ``|``, ``/`` or line ends, else between commas.
Pictures are rows of numbers or of characters, one list or text of all cells, or such a text between
brackets.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from ...core import FormatError, Picture, Puzzle
from ...files.formats.clues import number_clue
from ...files.loose.pictures import numbers_of, picture_of

BRACKET = re.compile(r"(?:array)?[\[({]")
_BOX = re.compile(r"\[[^\[\]]?\]\s*\S")


def clues_of(value: Any) -> list[list[Any] | None]:
    """The clues of one side, in any of the forms; lengths are numbers where they are written so.

    Raises:
        FormatError: it is none of these forms.

    >>> clues_of("[[0 0 3]\\n [0 1 1]]"), clues_of("1 2, 3"), clues_of("1,2;3")
    ([[3], [1, 1]], [[1, 2], [3]], [[1, 2], [3]])
    """
    if isinstance(value, str):
        text = value.strip()
        if BRACKET.match(text):
            value = bracketed(text)
        else:
            strong = next((sign for sign in ";|/\n" if sign in text), None)
            value = text.split(strong or ",")
    value = listed(value)
    if not isinstance(value, list) or not value:
        raise FormatError("expected a list of clues", text=str(value))
    return [_clue(clue) for clue in value]


def _clue(clue: Any) -> list[Any] | None:
    clue = listed(clue)
    if isinstance(clue, str):
        return [block.entry for block in number_clue(clue.strip(" []"), None)]
    if type(clue) is int:
        clue = [clue]
    if clue is None:
        return None
    if not isinstance(clue, list):
        raise FormatError("expected a clue, a list of lengths", text=str(clue))
    # Arrays are filled up with zeros, before the blocks or behind them.
    first, last = 0, len(clue)
    while first < last and clue[first] == 0:
        first += 1
    while first < last and clue[last - 1] == 0:
        last -= 1
    return [int(n) if isinstance(n, float) and n.is_integer() else n for n in clue[first:last]]


def listed(value: Any) -> Any:
    """Lists for tuples and arrays."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return list(value) if isinstance(value, tuple) else value


def bracketed(text: str) -> Any:
    """Nested lists from a text: JSON, or as Python and NumPy print lists, tuples and arrays."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        pass
    plain, number = re.subn(r"\b(?:list|array)\(", "", text)
    plain = re.sub(r"\](?:,\s*dtype=\w+)?\)", "]", plain) if number else plain
    plain = re.sub(r"\.(?=[\s\],])", "", plain)
    plain = plain.translate(str.maketrans("()'", '[]"'))
    plain = plain.replace("None", "null").replace("True", "1").replace("False", "0")
    plain = re.sub(r"(?<=[\d\]\"])\s+(?=[\d\[\"])", ",", plain)
    plain = re.sub(r",\s*(?=[\],])", "", plain)
    try:
        return json.loads(plain)
    except (ValueError, RecursionError):
        raise FormatError("expected lists between brackets", text=text) from None


def read_picture(value: Any, puzzle: Puzzle | None = None) -> Picture:
    """A picture in any of the forms.

    Args:
        value: rows of numbers or characters, or all cells in one list or text.
        puzzle: whose picture it is, for its shape and the characters of its colours; without, all
            cells in one are those of a square.

    Raises:
        FormatError: it is none of these forms.
        PuzzleError: rows of different lengths, or a number that is not a colour.

    >>> print(read_picture("#.#\\n##."))
    #_#
    ##_
    >>> read_picture([1, 0, 0, 1]).shape, read_picture("[[0 1]\\n [1 1]]").rows
    ((2, 2), ((0, 1), (1, 1)))
    """
    if isinstance(value, str):
        text = value.strip()
        if BRACKET.match(text) and not _BOX.match(text):
            value = bracketed(text)
        else:
            sign = next((sign for sign in "\n;|/" if sign in text), None)
            value = [row for row in text.split(sign) if row.strip()] if sign else [text]
    value = listed(value)
    if not isinstance(value, list) or not value:
        raise FormatError("expected a picture, rows of cells", text=str(value))
    rows = [listed(row) for row in value]
    if not any(isinstance(row, list) or len(str(row)) > 1 for row in rows):
        rows = [rows]  # all cells in one
    drawn = [(number, _row(row)) for number, row in enumerate(rows, start=1)]
    if puzzle is not None:
        board, shape = puzzle.board, puzzle.board.table
        cells = numbers_of(drawn, shape, puzzle.colours)
        return Picture(cells, colours=puzzle.colours, board=None if shape else board)
    picture = picture_of(drawn).puzzles[0].goals[0]
    if len(drawn) > 1:
        return picture
    side = math.isqrt(picture.shape[1])
    if side * side != picture.shape[1]:
        raise FormatError(f"{picture.shape[1]} cells in one row do not make a square")
    cut = [picture.cells[at : at + side] for at in range(0, side * side, side)]
    return Picture(cut, colours=picture.colours)


def _row(row: Any) -> str | list[str]:
    if isinstance(row, str):
        return row
    if not isinstance(row, list):
        raise FormatError("expected a row of cells", text=str(row))
    return [*map(_cell, row)]


def _cell(cell: Any) -> str:
    """The text of a cell, as JSON has it."""
    if isinstance(cell, float) and cell.is_integer():
        cell = int(cell)
    if not isinstance(cell, str | int | None):
        raise FormatError("expected a cell, as 0 and 1", text=str(cell))
    return cell if isinstance(cell, str) else json.dumps(cell)
