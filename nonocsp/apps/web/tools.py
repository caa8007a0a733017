"""The tools of the page: read, write, draw, type, generate and trace puzzles.

Each is a function from the data of a request to the data of its answer.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable
from dataclasses import fields
from math import prod
from typing import Any

from ...core import (
    STANDARD,
    Axis,
    Board,
    Colour,
    EntryError,
    Grid,
    Line,
    Options,
    Puzzle,
    rectangle,
    watching,
)
from ...files import formats
from ...files.formats.data.json import puzzle_of
from ...files.loose.typed import typed_clue
from ...people.opening import opened
from .messages import (
    RequestError,
    board_in,
    board_out,
    bytes_in,
    check_size,
    limits_in,
    member,
    number_in,
    palette_out,
    puzzle_in,
    puzzle_out,
)

#: Seconds between two reports of a generator.
SECONDS_BETWEEN = 0.2

#: Nodes of a search that is watched, and of its tree that are kept.
MOST_NODES, MOST_KEPT = 50_000, 2_000

#: Cells of the longest line of a picture that is repaired or made.
MOST_SIDE = 100


def parse(data: Any) -> dict[str, Any]:
    content: str | bytes | None = member(data, "text", str, None)
    parsed = opened(
        bytes_in(data) if content is None else content,
        member(data, "format", str, None),
        name=member(data, "name", str, None),
    )
    for puzzle in parsed.puzzles:
        check_size(puzzle.board.size)
    known = {**formats.formats(), **formats.foreign_formats()}.get(parsed.format)
    return {
        "format": parsed.format,
        "summary": known.summary if known else parsed.format,
        "warnings": parsed.said,
        "puzzles": [puzzle_out(puzzle) for puzzle in parsed.puzzles],
    }


def watch(data: Any) -> dict[str, Any]:
    from ...core.csp.problems import PROBLEMS
    from ...people.watching import watch
    from ...people.watching.pages import plain

    name = member(data, "problem", str, None)
    if name is not None and name not in PROBLEMS:
        raise RequestError(f"unknown problem {name!r}; available: {', '.join(PROBLEMS)}")
    solutions = number_in(data, "solutions", None)
    tree = watch(
        puzzle_in(data) if name is None else PROBLEMS[name](),
        limits=limits_in(data).replace(nodes=MOST_NODES, solutions=solutions),
        engine=member(data, "engine", str, "textbook"),
        options=Options.from_dict(member(data, "options", dict, {})),
        most=MOST_KEPT,
    )
    return {"tree": plain(tree), "stopped_by": tree.stopped_by, "stats": tree.stats.to_dict()}


def board(data: Any) -> dict[str, Any]:
    found = board_in(data)
    if found is None:
        raise RequestError("expected the member 'board'")
    check_size(found.size)
    return {"board": board_out(found)}


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
    board, texts = _texts_in(data)
    palette = _palette_in(data)
    clues: list[Any] = []
    faults = []
    for line in board.lines:
        # Clues that are too long are let in: the diagnosis says what may be wrong with them.
        try:
            clues.append(typed_clue(texts[line.axis][line.index], line, palette=palette))
        except EntryError as error:
            faults.append({"axis": line.axis, "index": line.index, "text": str(error)})
    for axis, lines in texts.items():
        if len(lines) > (count := len(board.lengths(axis))):
            faults.append(
                {"axis": axis, "index": count, "text": str(board.missing(Line(axis, count)))}
            )
    if faults:
        return {"puzzle": None, "faults": faults}
    if not palette:
        return {"puzzle": puzzle_out(Puzzle.on(board, clues)), "faults": []}
    used = {block[1] for clue in clues for block in clue or ()}
    known = {colour.name: colour for colour in (*STANDARD.values(), *palette[1:])}
    colours = [colour for name, colour in known.items() if name in used]
    puzzle = Puzzle.on(board, clues, colours or palette[1:], blank=palette[0])
    return {"puzzle": puzzle_out(puzzle), "faults": []}


def _texts_in(data: Any) -> tuple[Board, dict[Axis, list[str]]]:
    """The board of typed clues, and their lines by direction.

    Rows and columns are as many as are typed; on another board the clues of the last lines may be
    left out, which are blank then.
    """
    given = member(data, "clues", dict)
    board = board_in(data)
    axes: tuple[Axis, ...] = ("row", "column") if board is None else board.axes
    texts = {axis: member(given, axis, str, "").rstrip("\n").split("\n") for axis in axes}
    if board is None:
        check_size(prod(map(len, texts.values())))
        return rectangle(*map(len, texts.values())), texts
    check_size(board.size)
    for axis, lines in texts.items():
        lines += [""] * (len(board.lengths(axis)) - len(lines))
    return board, texts


def _palette_in(data: Any) -> tuple[Colour, ...]:
    """The colours of the puzzle that is edited, blank first; none without one."""
    look = {key: data[key] for key in ("colours", "blank") if data.get(key) is not None}
    if "colours" not in look:
        return ()
    return puzzle_of({"rows": [[]], "cols": [[]], **look}).colours


def generate(data: Any, progress: Callable[[Any], object]) -> dict[str, Any]:
    from ...people.generation import generate

    shown = 0.0

    def watch(known: dict[str, Any]) -> None:
        nonlocal shown
        # An attempt at a small puzzle takes a millisecond.
        if "attempt" in known and time.monotonic() - shown > SECONDS_BETWEEN:
            shown = time.monotonic()
            progress({"attempt": known["attempt"]})

    with watching(watch):
        made = generate(
            _board_to_fill(data),
            density=member(data, "density", (int, float), 0.55),
            colours=member(data, "colours", int, 1),
            depth=member(data, "depth", str, None),
            texture=member(data, "texture", str, "blobs"),
            seed=member(data, "seed", int, None),
            limits=limits_in(data),
        )
    if made.puzzle is None:
        raise RequestError(f"no such puzzle was found ({made.detail or made.stopped_by})")
    # Without the goal: the page does not need the solution.
    return {"puzzle": puzzle_out(made.puzzle.replace(goals=())), "seed": made.seed}


def _board_to_fill(data: Any) -> Board:
    board = board_in(data)
    if board is None:
        rows, columns = member(data, "rows", int), member(data, "columns", int)
        check_side(rows, columns)
        return rectangle(rows, columns)
    check_lines(board)
    return board


def photo(data: Any) -> dict[str, Any]:
    from ...people.generation.pixelation import SAMPLES, Tracing, traced

    columns = member(data, "columns", int)
    samples = bytes_in(data)
    check_side(max(1, len(samples) // (3 * SAMPLES * SAMPLES * max(1, columns))), columns)
    standard = {field.name: field.default for field in fields(Tracing)}
    chosen = {name: member(data, name, type(value), value) for name, value in standard.items()}
    picture = traced(samples, columns, Tracing(**chosen))
    blank, *colours = palette_out(picture.colours)
    return {"rows": [list(row) for row in picture.rows], "blank": blank, "colours": colours}


def render(data: Any) -> dict[str, Any]:
    from ...files.render import svg

    puzzle = puzzle_in(data)
    is_solved = member(data, "solution", bool, False)
    if is_solved and not puzzle.goals:
        raise RequestError("expected a puzzle with a picture, to draw its solution")
    look: dict[str, Any] = {
        "clues": member(data, "clues", bool, True),
        "cell": member(data, "cell", int, None),
    }
    if is_solved:
        look["cells"] = Grid.of(puzzle.goals[0], puzzle.block_colours)
    return {"svg": svg(puzzle, **look)}


def check_side(rows: int, columns: int) -> None:
    """Raises `RequestError` for a picture too large to be made."""
    if not (1 <= rows <= MOST_SIDE and 1 <= columns <= MOST_SIDE):
        raise RequestError(f"rows and columns are 1 to {MOST_SIDE} here")


def check_lines(board: Board) -> None:
    """Raises `RequestError` for a board too large for a picture on it to be repaired or made."""
    if board.longest > MOST_SIDE:
        raise RequestError(f"a line has at most {MOST_SIDE} cells here, not {board.longest}")
