"""Questions about why: hints, steps, difficulty, what is wrong; and puzzles made to order."""

from __future__ import annotations

import base64
import binascii
import io
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ...common.errors import NonocspError
from ...model.clue import Line
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from ..shell.entry import typed_clue
from .data import (
    MOST_CELLS,
    RequestError,
    field,
    grid_in,
    limits_in,
    palette_out,
    picture_out,
    puzzle_in,
    puzzle_out,
)

if TYPE_CHECKING:
    from ...explanation import Conclusion, Fact, Step

Progress = Callable[[Any], None]

#: Cells a side of the largest picture that is mended or made at random.
MOST_SIDE = 100


def hint(data: Any, progress: Progress) -> dict[str, Any]:
    from ...explanation import hint

    puzzle = puzzle_in(data)
    grid = grid_in(data, puzzle) or Grid.unknown(puzzle)
    found = hint(puzzle, grid, limits=limits_in(data))
    return {
        "kind": found.kind,
        "mistake": found.is_mistake,
        "where": found.where,
        "reasons": found.sentences,
        "lines": _lines(found.lines),
        "cells": found.cells,
        "because": found.because,
    }


def explain(data: Any, progress: Progress) -> dict[str, Any]:
    from ...explanation import explain

    puzzle = puzzle_in(data)
    walk = explain(puzzle, grid_in(data, puzzle), limits=limits_in(data))
    for step in walk:
        progress(_step(step))
    return {"outcome": walk.outcome.value, "steps": len(walk.steps), "text": walk.ending}


def _step(step: Step) -> dict[str, Any]:
    return {
        "technique": step.technique,
        "what": str(step),
        "cost": step.cost,
        "lines": _lines(step.lines),
        "cells": _concluded(step.cells),
        "because": _known(step.because),
        # What the cells can still be, as masks.
        "left": [(c.row, c.column, sum(1 << colour for colour in c.left)) for c in step.cells],
    }


def _lines(lines: tuple[Line, ...]) -> list[dict[str, Any]]:
    return [{"axis": line.axis, "index": line.index} for line in lines]


def _concluded(cells: tuple[Conclusion, ...]) -> list[tuple[int, int, int | None]]:
    return [(cell.row, cell.column, cell.colour) for cell in cells]


def _known(facts: tuple[Fact, ...]) -> list[tuple[int, int]]:
    return [(fact.row, fact.column) for fact in facts]


def rate(data: Any, progress: Progress) -> dict[str, Any]:
    from ...explanation import rate

    rating = rate(puzzle_in(data), limits=limits_in(data))
    return {**rating.as_dict(), "text": str(rating)}


def diagnose(data: Any, progress: Progress) -> dict[str, Any]:
    from ...explanation import diagnose

    puzzle = puzzle_in(data)
    found = diagnose(puzzle, limits=limits_in(data))
    changes = [
        {"text": str(change), "puzzle": puzzle_out(change.apply(puzzle))}
        for change in found.changes[:20]
    ]
    return {
        "verdict": found.verdict.value,
        "text": found.text,
        "lines": _lines(found.conflict),
        "changes": changes,
    }


def suggest(data: Any, progress: Progress) -> dict[str, Any]:
    from ...generation import repair

    puzzle = puzzle_in(data)
    if not puzzle.goals:
        raise RequestError("expected the member 'picture'")
    _bounded(*puzzle.shape)
    found = repair(puzzle.goals[0], limits=limits_in(data))
    after = found.after
    changes = [(r, c, after[r, c]) for r, c in found.flipped] if after else []
    return {"changes": changes, "fewest": found.is_fewest, "stopped_by": found.stopped_by}


def generate(data: Any, progress: Progress) -> dict[str, Any]:
    from ...generation import generate

    rows, columns = field(data, "rows", int), field(data, "columns", int)
    _bounded(rows, columns)
    made = generate(
        rows,
        columns,
        density=field(data, "density", (int, float), 0.55),
        colours=field(data, "colours", int, 1),
        difficulty=field(data, "difficulty", str, None),
        texture=field(data, "texture", str, "blobs"),
        seed=field(data, "seed", int, None),
        limits=limits_in(data),
    )
    if made.puzzle is None:
        raise RequestError(f"no such puzzle was found ({made.detail or made.stopped_by})")
    # The goal stays here: the page has no use for the answer.
    return {"puzzle": puzzle_out(made.puzzle.replace(goals=())), "seed": made.seed}


def photo(data: Any, progress: Progress) -> dict[str, Any]:
    try:
        from PIL import Image
    except ImportError:
        raise NonocspError("photos need Pillow: install nonocsp[pictures]") from None
    from ...generation import from_image

    try:
        raw = base64.b64decode(field(data, "base64", str), validate=True)
    except binascii.Error:
        raise RequestError("the member 'base64' is not base64") from None
    columns = field(data, "columns", int, 30)
    _bounded(1, columns)
    try:
        image = Image.open(io.BytesIO(raw), formats=("PNG", "JPEG", "GIF", "WEBP", "BMP"))
    except (OSError, Image.DecompressionBombError):
        raise RequestError("expected an image: PNG, JPEG, GIF, WebP or BMP") from None
    traced = from_image(
        image,
        columns=columns,
        colours=field(data, "colours", int, 1),
        despeckle=2,
        limits=limits_in(data),
    )
    best = traced.repair and traced.repair.after
    picture = best or traced.picture
    look = palette_out(picture.colours)
    return {
        "rows": picture_out(picture),
        "blank": look[0],
        "colours": look[1:],
        "unique": best is not None,
    }


def _bounded(rows: int, columns: int) -> None:
    if not (1 <= rows <= MOST_SIDE and 1 <= columns <= MOST_SIDE):
        raise RequestError(f"rows and columns are 1 to {MOST_SIDE} here")


def typed(data: Any, progress: Progress) -> dict[str, Any]:
    """The puzzle of clues that were typed, a line each."""
    sides = {}
    texts = {name: field(data, name, str).rstrip("\n").split("\n") for name in ("rows", "columns")}
    if len(texts["rows"]) * len(texts["columns"]) > MOST_CELLS:
        raise RequestError(f"a puzzle has at most {MOST_CELLS} cells here")
    for name, axis, other in (("rows", "row", "columns"), ("columns", "column", "rows")):
        length = len(texts[other])
        clues = []
        for index, text in enumerate(texts[name]):
            line = Line("row" if axis == "row" else "column", index)
            clues.append(typed_clue(text, line, length))
        sides[name] = clues
    return {"puzzle": puzzle_out(Puzzle(sides["rows"], sides["columns"]))}


__all__ = [
    "diagnose",
    "explain",
    "generate",
    "hint",
    "photo",
    "rate",
    "suggest",
    "typed",
]
