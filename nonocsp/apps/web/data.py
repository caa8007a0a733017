"""Plain data as the page sends and gets it, to puzzles, pictures and grids and back.

A puzzle is the object of the format ``json``. A picture is a list of rows of colour numbers, a grid
a list of rows of masks, a cell a pair (row, column), a count a text of digits, for counts outgrow
the numbers that JavaScript has.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ... import formats
from ...common.errors import NonocspError, decimal
from ...common.limits import Limits
from ...model.colours import Colour
from ...model.grid import Grid, Picture
from ...model.puzzle import Puzzle

#: Cells of the largest puzzle that the page works on.
MOST_CELLS = 250_000

#: Seconds that one question may take.
MOST_SECONDS = 60.0

#: Bytes that one question may take in the kernel.
MEMORY = 1 << 30


class RequestError(NonocspError, ValueError):
    """A request without what its question needs, or with something that it cannot take."""


def field(data: Any, name: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
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


def puzzle_in(data: Any) -> Puzzle:
    """The puzzle of a request; one that is sent as a picture is the one that describes it."""
    picture = field(data, "picture", dict, None)
    if picture is not None:
        return _drawn(picture)
    sent = field(data, "puzzle", dict)
    puzzle = formats.parse(json.dumps(sent), "json").puzzles[0]
    _bounded(puzzle)
    return puzzle


def _drawn(picture: dict[str, Any]) -> Puzzle:
    rows = field(picture, "rows", list)
    if not rows or not all(isinstance(row, list) for row in rows):
        raise RequestError("a picture is a list of rows of colour numbers")
    if len(rows) * max(map(len, rows)) > MOST_CELLS:
        raise RequestError(f"a puzzle has at most {MOST_CELLS} cells here")
    # The reader of puzzles knows how to read a palette; one cell is enough of a puzzle for it.
    look = {key: picture[key] for key in ("colours", "blank") if key in picture}
    palette = formats.parse(json.dumps({"rows": [[]], "cols": [[]], **look}), "json").puzzles[0]
    drawn = Picture(rows, colours=palette.colours)
    texts = {key: field(picture, key, str, None) for key in formats.TEXTS}
    return Puzzle.from_picture(drawn, palette.colours[1:], blank=palette.colours[0], **texts)


def _bounded(puzzle: Puzzle) -> None:
    rows, columns = puzzle.shape
    if rows * columns > MOST_CELLS:
        raise RequestError(f"a puzzle has at most {MOST_CELLS} cells here, not {rows * columns}")


def grid_in(data: Any, puzzle: Puzzle, name: str = "grid") -> Grid | None:
    """The grid of a request; None without one.

    Raises:
        RequestError: it has not the puzzle's shape.
    """
    rows = field(data, name, list, None)
    if rows is None:
        return None
    try:
        masks = [mask for row in rows for mask in row]
        fits = len(rows) == puzzle.shape[0] and all(len(row) == puzzle.shape[1] for row in rows)
        if fits and all(type(mask) is int for mask in masks):
            return Grid.of_masks(puzzle, masks)
    except TypeError:
        pass
    raise RequestError("a grid is a list of rows of masks, as many as the puzzle has")


def limits_in(data: Any) -> Limits:
    """The limits of a request; there always are some."""
    seconds = field(data, "seconds", (int, float), 10.0)
    if not 0 < seconds <= MOST_SECONDS:
        raise RequestError(f"seconds are more than 0 and at most {MOST_SECONDS:g}")
    return Limits(seconds=float(seconds), memory=MEMORY)


def puzzle_out(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the page takes it."""
    text = formats.dumps(puzzle, "json")
    result: dict[str, Any] = json.loads(text)
    # The page draws colours, so that it wants to know them even where they go without saying.
    look = palette_out(puzzle.colours)
    names = [colour.name for colour in puzzle.colours]
    for side, clues in (("rows", puzzle.rows), ("cols", puzzle.columns)):
        result[side] = [
            clue if clue is None else [[b.length or "?", names[b.colour]] for b in clue]
            for clue in clues
        ]
    return {**result, "blank": look[0], "colours": look[1:]}


def palette_out(colours: Sequence[Colour]) -> list[dict[str, str]]:
    """How the colours look; ``safe`` is what they are exchanged for so that everybody can tell them
    apart."""
    from ...render.colour_vision import safe_colours

    blank, *others = (colour.rgb for colour in colours)
    safe = safe_colours(blank, others) if len(others) > 1 else others
    return [
        {"name": c.name, "rgb": c.rgb, "char": c.char, "safe": rgb}
        for c, rgb in zip(colours, (blank, *safe), strict=True)
    ]


def picture_out(picture: Picture) -> list[list[int]]:
    """The rows of a picture."""
    return [list(row) for row in picture.rows]


def grid_out(grid: Grid) -> list[list[int]]:
    """The rows of a grid."""
    return [list(row) for row in grid]


def count_out(number: int) -> str:
    """All digits of a number."""
    return decimal(number)
