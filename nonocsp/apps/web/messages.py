"""The JSON of the page: the members of requests, and puzzles in answers.

A puzzle is the object of the format ``json``. A picture that is sent is a list of rows of colour
numbers, a grid a list of rows of masks, a cell a pair (row, column), a count a text of digits,
because counts outgrow the numbers of JavaScript.
"""

from __future__ import annotations

import base64
import json
import zlib
from collections.abc import Sequence
from typing import Any

from ...core import Board, Colour, Grid, Limits, Line, NonocspError, Picture, Puzzle, given_by_axis
from ...files import formats
from ...files.formats.data.json import board_of, puzzle_of

#: Cells of the largest puzzle on the page, wherever it comes from: in `puzzle/model.js`, too. More
#: take seconds to draw.
MOST_CELLS = 40_000

#: What of a puzzle is in its address, as in `puzzle/model.js`.
_ADDRESSED = ("rows", "cols", "board", "clues", "colours", "blank", "title", "author", "licence")

#: Seconds that one question may take.
MOST_SECONDS = 60.0

#: Bytes that one question may take in the kernel.
MEMORY = 1 << 30


class RequestError(NonocspError, ValueError):
    """A request that lacks a member, or has one of the wrong kind."""


def member(data: Any, name: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
    """One member of a request, of the expected kind.

    Raises:
        RequestError: it is missing without a default, or of another kind.
    """
    if not isinstance(data, dict):
        raise RequestError("expected an object")
    value = data.get(name)
    if value is None:
        if default is ...:
            raise RequestError(f"expected the member {name!r}")
        return default
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise RequestError(f"the member {name!r} is of another kind than expected")
    return value


def number_in(data: Any, name: str, default: int | None) -> int | None:
    """A number of at least 0, as a number or as a text of digits."""
    value: int | str | None = member(data, name, (int, str), default)
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= 4000:
        return int(value)
    if value is not None and (isinstance(value, str) or value < 0):
        raise RequestError(f"the member {name!r} is a number of at least 0, or a text of digits")
    return value


def bytes_in(data: Any, name: str = "base64") -> bytes:
    """The bytes of a member in base64."""
    text = member(data, name, str)
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:  # also of characters beyond ASCII
        raise RequestError(f"the member {name!r} is not base64") from None


def puzzle_in(data: Any) -> Puzzle:
    """The puzzle of a request; for a picture the puzzle that describes it."""
    picture = member(data, "picture", dict, None)
    if picture is not None:
        return _drawn(picture)
    puzzle = puzzle_of(member(data, "puzzle", dict))
    check_size(puzzle.board.size)
    return puzzle


def check_size(cells: int) -> None:
    """Raises `RequestError` for a puzzle too large for the page."""
    if cells > MOST_CELLS:
        raise RequestError(f"a puzzle has at most {MOST_CELLS} cells here, not {cells}")


def board_in(data: Any) -> Board | None:
    """The board of a request, as the format ``json`` has it; None for a rectangle."""
    given = member(data, "board", dict, None)
    return None if given is None else board_of(given)


def _drawn(picture: dict[str, Any]) -> Puzzle:
    rows = member(picture, "rows", list)
    if not rows or not all(isinstance(row, list) for row in rows):
        raise RequestError("a picture is a list of rows of colour numbers")
    board = board_in(picture)
    check_size(board.size if board else len(rows) * max(map(len, rows)))
    # The palette is read as that of a puzzle with one cell.
    look = {key: picture[key] for key in ("colours", "blank") if key in picture}
    palette = puzzle_of({"rows": [[]], "cols": [[]], **look})
    drawn = Picture(rows, colours=palette.colours, board=board)
    texts = {key: member(picture, key, str, None) for key in formats.TEXTS}
    return Puzzle.from_picture(drawn, palette.colours[1:], blank=palette.colours[0], **texts)


def grid_in(data: Any, puzzle: Puzzle) -> Grid | None:
    """The grid of a request; None without one.

    Raises:
        RequestError: its shape is not that of the puzzle.
    """
    rows = member(data, "grid", list, None)
    if rows is None:
        return None
    try:
        masks = [mask for row in rows for mask in row]
        fits = [*map(len, rows)] == [*puzzle.board.lengths(puzzle.board.axes[0])]
        if fits and all(type(mask) is int for mask in masks):
            return Grid.of_masks(puzzle, masks)
    except TypeError:
        pass
    raise RequestError("a grid is a list of rows of masks, in the shape of the puzzle")


def limits_in(data: Any) -> Limits:
    """The limits of a request, 10 seconds by default."""
    seconds = member(data, "seconds", (int, float), 10.0)
    if not 0 < seconds <= MOST_SECONDS:
        raise RequestError(f"seconds are more than 0 and at most {MOST_SECONDS:g}")
    return Limits(seconds=float(seconds), memory=MEMORY)


def puzzle_out(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the page takes it: every block with its colour, the palette always present."""
    names = [colour.name for colour in puzzle.colours]
    clues = {
        axis: [
            clue
            if clue is None
            else [[b.entry, names[b.colour], *filter(None, [b.joint])] for b in clue]
            for clue in given
        ]
        for axis, given in given_by_axis(puzzle.board, puzzle.clues).items()
    }
    sides: dict[str, Any] = {"board": board_out(puzzle.board), "clues": clues}
    if puzzle.board.table:
        sides = {"rows": clues["row"], "cols": clues["column"]}
    texts: dict[str, Any] = {
        key: getattr(puzzle, key) for key in formats.TEXTS if getattr(puzzle, key)
    }
    blank, *colours = palette_out(puzzle.colours)
    result: dict[str, Any] = {**texts, **sides, "blank": blank, "colours": colours}
    if puzzle.goals:
        result["goals"] = [goal.row_texts(puzzle.colours) for goal in puzzle.goals]
    if puzzle.saved:
        result["saved"] = [[list(row) for row in grid] for grid in puzzle.saved]
    return result


def puzzle_address(puzzle: Puzzle, page: str) -> str:
    """The address of a puzzle on a page: the same as the page gives to share it.

    >>> puzzle_address(Puzzle([[1]], [[1]]), "https://some.site/puzzles/#library")[:32]
    'https://some.site/puzzles/#play='

    Raises:
        RequestError: it is too large for the page.
    """
    check_size(puzzle.board.size)
    data = puzzle_out(puzzle)
    if not puzzle.board.table:
        data["board"] = puzzle.board.to_dict()
    text = json.dumps({key: data[key] for key in _ADDRESSED if key in data}, separators=(",", ":"))
    packed = zlib.compress(text.encode(), 9, wbits=-15)
    code = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    return f"{page.partition('#')[0]}#play={code}"


def board_out(board: Board) -> dict[str, Any]:
    """A board as the page draws it; every board but a rectangle, which the page knows.

    Lengths are in units of a cell, from any origin, downwards and to the right. Members:

    - ``kind``, and ``sides`` or ``cells`` and ``lines``: the board as a file has it, which the page
      sends back as ``board`` (`Board.to_dict`).
    - ``title``: what people read, ``"hexagon with sides of 2, 1, …"``; ``noun``: what a cell is
      called.
    - ``axes``: the names of the directions; the lines of the first are the rows of pictures, and
      cells are numbered line by line in it.
    - ``along``: by direction, for every line its cells in order.
    - ``clued``: by direction, how many lines take a clue; a further one, the last, takes none.
    - ``outlines``: for every cell its corners ``[x, y]``, clockwise.
    - ``outwards``: by direction, for every line with a clue ``[right, down, is_before]``: the way
      of length 1 from the board to its clue, and whether that stands before the first cell of the
      line or after the last one; null where there is no room for it beside the board.

    >>> from nonocsp import Hexagon
    >>> data = board_out(Hexagon(1, 1, 1, 1, 1, 1))
    >>> data["axes"], data["along"]["C"], [*data["outwards"]["A"][0]], data["outlines"][0][0]
    (['A', 'B', 'C'], [[0]], [-1.0, 0.0, True], [0.0, -0.5774])
    """
    wide, high = board.lattice
    by_axis: dict[str, list[Line]] = {axis: [] for axis in board.axes}
    for line in board.lines:
        by_axis[line.axis].append(line)
    clued = {axis: [n for n in own if board.has_clue(n)] for axis, own in by_axis.items()}
    return {
        **board.to_dict(),
        "title": str(board),
        "noun": board.noun,
        "axes": [*board.axes],
        "along": {axis: [[*board.cells(n)] for n in own] for axis, own in by_axis.items()},
        "clued": {axis: len(own) for axis, own in clued.items()},
        "outlines": [
            [[round(x * wide, 4), round(y * high, 4)] for x, y in board.outline(cell)]
            for cell in range(board.size)
        ],
        "outwards": {axis: [*map(board.outwards, own)] for axis, own in clued.items()},
    }


def palette_out(colours: Sequence[Colour]) -> list[dict[str, str]]:
    """The look of the colours; ``safe`` replaces the RGB value where people with colour vision
    deficiency need it."""
    from ...files.render.colour_vision import safe_colours

    blank, *others = (colour.rgb for colour in colours)
    safe = safe_colours(blank, others) if len(others) > 1 else others
    return [
        {"name": c.name, "rgb": c.rgb, "char": c.char, "safe": rgb}
        | ({"triangle": str(c.triangle)} if c.triangle else {})
        for c, rgb in zip(colours, (blank, *safe), strict=True)
    ]
