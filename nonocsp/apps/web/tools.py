"""The tools of the page: read, write, type, generate and trace puzzles.

Each is a function from the data of a request to the data of its answer.
"""

from __future__ import annotations

import base64
import io
from typing import Any

from ... import formats
from ...common.errors import NonocspError
from ...model.line import Line
from ...model.puzzle import Puzzle
from ...model.typed_clue import typed_clue
from .messages import (
    RequestError,
    bytes_in,
    check_size,
    limits_in,
    member,
    palette_out,
    puzzle_in,
    puzzle_out,
)

#: Cells on a side of the largest picture that is repaired or made.
MOST_SIDE = 100


def parse(data: Any) -> dict[str, Any]:
    content: str | bytes | None = member(data, "text", str, None)
    parsed = formats.parse(
        bytes_in(data) if content is None else content,
        member(data, "format", str, None),
        name=member(data, "name", str, None),
    )
    return {
        "format": parsed.format,
        "summary": formats.format_named(parsed.format).summary,
        "warnings": parsed.warnings,
        "puzzles": [puzzle_out(puzzle) for puzzle in parsed.puzzles],
    }


def write(data: Any) -> dict[str, Any]:
    puzzle = puzzle_in(data)
    chosen = formats.format_named(member(data, "format", str))
    content = formats.dumps(puzzle, chosen.name)
    raw = content.encode() if isinstance(content, str) else content
    lost = formats.losses(puzzle, chosen.name)
    return {
        "base64": base64.b64encode(raw).decode(),
        "suffix": chosen.suffixes[0] if chosen.suffixes else ".txt",
        "lost": [words for feature, words in formats.FEATURES.items() if feature in lost],
    }


def list_formats(data: Any) -> dict[str, Any]:
    return {
        "formats": [
            {
                "name": known.name,
                "summary": known.summary,
                "suffixes": known.suffixes,
                "read": known.parse is not None,
                "written": known.dump is not None,
                "carries": sorted(known.carries),
            }
            for known in (*formats.formats().values(), *formats.foreign_formats().values())
        ]
    }


def typed(data: Any) -> dict[str, Any]:
    # Clues that are too long are let in: the diagnosis says what may be wrong with them.
    rows, columns = (
        member(data, name, str).rstrip("\n").split("\n") for name in ("rows", "columns")
    )
    check_size(len(rows), len(columns))
    sides = (
        [typed_clue(text, Line("row", at)) for at, text in enumerate(rows)],
        [typed_clue(text, Line("column", at)) for at, text in enumerate(columns)],
    )
    return {"puzzle": puzzle_out(Puzzle(*sides))}


def generate(data: Any) -> dict[str, Any]:
    from ...generation import generate

    rows, columns = member(data, "rows", int), member(data, "columns", int)
    check_side(rows, columns)
    made = generate(
        rows,
        columns,
        density=member(data, "density", (int, float), 0.55),
        colours=member(data, "colours", int, 1),
        difficulty=member(data, "difficulty", str, None),
        texture=member(data, "texture", str, "blobs"),
        seed=member(data, "seed", int, None),
        limits=limits_in(data),
    )
    if made.puzzle is None:
        raise RequestError(f"no such puzzle was found ({made.detail or made.stopped_by})")
    # Without the goal: the page does not need the solution.
    return {"puzzle": puzzle_out(made.puzzle.replace(goals=())), "seed": made.seed}


def photo(data: Any) -> dict[str, Any]:
    try:
        from PIL import Image
    except ImportError:
        raise NonocspError("photos need Pillow: install nonocsp[pictures]") from None
    from ...generation import from_image

    columns = member(data, "columns", int, 30)
    check_side(1, columns)
    raw = io.BytesIO(bytes_in(data))
    try:
        image = Image.open(raw, formats=("PNG", "JPEG", "GIF", "WEBP", "BMP"))
    except (OSError, Image.DecompressionBombError):
        raise RequestError("expected an image: PNG, JPEG, GIF, WebP or BMP") from None
    traced = from_image(
        image,
        columns=columns,
        colours=member(data, "colours", int, 1),
        despeckle=2,
        limits=limits_in(data),
    )
    unique = traced.repair and traced.repair.after
    picture = unique or traced.picture
    blank, *colours = palette_out(picture.colours)
    rows = [list(row) for row in picture.rows]
    return {"rows": rows, "blank": blank, "colours": colours, "unique": unique is not None}


def check_side(rows: int, columns: int) -> None:
    """Raises `RequestError` for a picture too large to be repaired or made."""
    if not (1 <= rows <= MOST_SIDE and 1 <= columns <= MOST_SIDE):
        raise RequestError(f"rows and columns are 1 to {MOST_SIDE} here")
