"""What the page can ask: functions from plain data to plain data, in one table.

They run in a worker process. A limit that is reached is part of the answer where something is known
all the same, and an error where nothing is.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any, NamedTuple

from ... import formats
from ...common.limits import LimitReached
from ...model.grid import Grid
from ...model.puzzle import Puzzle
from ...solver import answers as solver
from ...solver.answers import Verdict
from . import reasoning
from .data import (
    RequestError,
    count_out,
    field,
    grid_in,
    grid_out,
    limits_in,
    picture_out,
    puzzle_in,
    puzzle_out,
)

Progress = Callable[[Any], None]

#: Solutions in one page of them.
MOST_PICTURES = 500


class Question(NamedTuple):
    """One question and its documentation."""

    ask: Callable[[Any, Progress], Any]
    summary: str
    takes: dict[str, str]
    """Members of the request, and what they are."""
    gives: dict[str, str]
    """Members of the answer, and what they are."""


def check(data: Any, progress: Progress) -> dict[str, Any]:
    puzzle, limits = puzzle_in(data), limits_in(data)
    answer: dict[str, Any] = {"problems": [str(problem) for problem in puzzle.problems()]}
    if "picture" in data:
        answer["puzzle"] = puzzle_out(puzzle)
    found = solver.solutions(puzzle, grid=grid_in(data, puzzle), limit=2, limits=limits)
    pictures = tuple(found)
    verdict = solver.verdict_of(len(pictures), found.is_complete)
    answer["verdict"] = verdict.value
    if verdict is not Verdict.MULTIPLE:
        exact = verdict is not Verdict.UNKNOWN
        return {**answer, "count": str(len(pictures)), "exact": exact, "differ": [], "parts": []}
    progress({"verdict": verdict.value})
    return {**answer, **_ambiguity(puzzle, pictures, data, progress)}


def _ambiguity(puzzle: Puzzle, pictures: Any, data: Any, progress: Progress) -> dict[str, Any]:
    """What is not determined: cells that differ, how many solutions, which parts cause them."""
    from ...space import backbone, solution_space

    limits = limits_in(data)
    grid = grid_in(data, puzzle)
    differ: Any = []
    whole = grid is None
    if grid is None:
        # Which cells differ is often known long before how many solutions there are.
        shown: list[int] = []
        try:
            backbone(puzzle, known=pictures, shown=shown, limits=limits)
        except LimitReached:
            whole = False
        cells = (cell for cell, mask in enumerate(shown) if mask & (mask - 1))
        differ = [divmod(cell, puzzle.shape[1]) for cell in cells]
        progress({"verdict": "multiple", "differ": differ})
    space = solution_space(puzzle, grid=grid, limits=limits)
    parts: list[dict[str, Any]] = []
    if space.is_exact:
        parts = [{"cells": p.cells, "count": count_out(p.count)} for p in space.components]
        differ, whole = space.ambiguous(limits=limits), True
    return {
        "count": count_out(space.at_least),
        "exact": space.is_exact,
        "differ": differ,
        "differ_is_exact": whole,
        "parts": parts,
    }


def solutions(data: Any, progress: Progress) -> dict[str, Any]:
    from ...space import solution_space

    puzzle = puzzle_in(data)
    start = field(data, "start", str, "0")
    if not (start.isascii() and start.isdigit() and len(start) <= 4000):
        raise RequestError("start is a text of digits")
    most = min(field(data, "limit", int, 1), MOST_PICTURES)
    space = solution_space(puzzle, grid=grid_in(data, puzzle), limits=limits_in(data))
    if not space.is_exact:
        # Not compiled within the limits: the first ones can be enumerated all the same.
        first = int(start) if len(start) < 6 else 0
        found = solver.solutions(puzzle, limit=first + most, limits=limits_in(data))
        pictures = list(found)[first:]
        return {
            "count": count_out(max(space.at_least, first + len(pictures))),
            "exact": False,
            "pictures": [picture_out(picture) for picture in pictures],
        }
    begin = int(start)
    return {
        "count": count_out(space.count),
        "exact": True,
        "pictures": [picture_out(p) for p in space.pictures(begin, begin + most)]
        if begin < space.count
        else [],
    }


def marginals(data: Any, progress: Progress) -> dict[str, Any]:
    from ...space import solution_space

    puzzle = puzzle_in(data)
    space = solution_space(puzzle, grid=grid_in(data, puzzle), limits=limits_in(data))
    if not space.is_exact:
        raise LimitReached(space.stopped_by or "seconds")
    if not space.count:
        raise RequestError("the puzzle has no solution")
    shares = space.marginals(limits=limits_in(data)).floats
    return {"count": count_out(space.count), "shares": shares}


def solve(data: Any, progress: Progress) -> dict[str, Any]:
    puzzle = puzzle_in(data)
    answer = solver.solve(puzzle, grid=grid_in(data, puzzle), limits=limits_in(data))
    return {
        "status": answer.status.value,
        "picture": answer.picture and picture_out(answer.picture),
    }


def parse(data: Any, progress: Progress) -> dict[str, Any]:
    parsed = formats.parse(
        _content(data), field(data, "format", str, None), name=field(data, "name", str, None)
    )
    return {
        "format": parsed.format,
        "warnings": parsed.warnings,
        "puzzles": [puzzle_out(puzzle) for puzzle in parsed.puzzles],
    }


def _content(data: Any) -> str | bytes:
    text: str | None = field(data, "text", str, None)
    if text is not None:
        return text
    try:
        return base64.b64decode(field(data, "base64", str), validate=True)
    except binascii.Error:
        raise RequestError("the member 'base64' is not base64") from None


def write(data: Any, progress: Progress) -> dict[str, Any]:
    puzzle = puzzle_in(data)
    chosen = formats.format_named(field(data, "format", str))
    content = formats.dumps(puzzle, chosen.name)
    raw = content.encode() if isinstance(content, str) else content
    lost = formats.losses(puzzle, chosen.name)
    return {
        "base64": base64.b64encode(raw).decode(),
        "suffix": chosen.suffixes[0] if chosen.suffixes else ".txt",
        "lost": [words for feature, words in formats.FEATURES.items() if feature in lost],
    }


def list_formats(data: Any, progress: Progress) -> dict[str, Any]:
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


def propagate(data: Any, progress: Progress) -> dict[str, Any]:
    from ...kernel.door import propagated

    puzzle = puzzle_in(data)
    start = grid_in(data, puzzle)
    grid: Grid | None = propagated(puzzle, start, limits_in(data))
    return {"grid": grid and grid_out(grid)}


_PUZZLE = {"puzzle": "a puzzle; or picture: rows of colour numbers with colours"}
_LIMIT = {"seconds": "time it may take, at most 60; 10 unless told"}
_GRID = {"grid": "rows of masks: what is known beforehand; may be left out"}

QUESTIONS: dict[str, Question] = {
    "check": Question(
        check,
        "Whether a puzzle is unique; if not, which cells differ, how many solutions there are, "
        "and the independent parts that cause them. Progress tells the first two early.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {
            "verdict": "unique, multiple, none or unknown",
            "count": "number of solutions, as digits; a lower bound unless exact",
            "exact": "whether the count is exact",
            "differ": "cells (row, column) that are not the same in all solutions",
            "differ_is_exact": "whether those are all of them",
            "parts": "cells and count of each independent part, when the count is exact",
            "problems": "faults that can be seen without solving",
            "puzzle": "the puzzle of the picture that was sent",
        },
    ),
    "solve": Question(
        solve,
        "One solution, or the proof that there is none.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {"status": "satisfiable, unsatisfiable or unknown", "picture": "rows of colour numbers"},
    ),
    "solutions": Question(
        solutions,
        "Solutions by their index in the solution space.",
        {
            **_PUZZLE,
            **_GRID,
            **_LIMIT,
            "start": "index of the first, as digits",
            "limit": f"how many, at most {MOST_PICTURES}",
        },
        {"count": "how many there are, as digits", "exact": "…", "pictures": "rows of each"},
    ),
    "marginals": Question(
        marginals,
        "For every cell and colour, the share of solutions in which the cell has the colour.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {"shares": "rows of cells of shares by colour, blank first", "count": "…"},
    ),
    "propagate": Question(
        propagate,
        "What tightening every line, until nothing changes, leaves of a grid.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {"grid": "rows of masks; null if some line has no placement"},
    ),
    "typed": Question(
        reasoning.typed,
        "The puzzle of clues that a person typed, one line a clue: numbers with blanks between, 0 "
        "or nothing for an empty line, ? for an unknown length, * for no clue, 3r or 3red.",
        {"rows": "text, a line a row", "columns": "text, a line a column"},
        {"puzzle": "the puzzle"},
    ),
    "hint": Question(
        reasoning.hint,
        "The easiest next step that decides a cell, from what a player knows; or what is wrong.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {
            "kind": "step, mistake, solved, ambiguous or no solution",
            "where": "the first stage: where to look",
            "reasons": "the second stage: sentences, each of which builds on those before",
            "lines": "axis and index of the lines concerned",
            "cells": "cells that are decided (row, column, colour), or wrong (row, column, null)",
            "because": "cells (row, column) that the reason uses",
            "mistake": "whether something is wrong",
        },
    ),
    "explain": Question(
        reasoning.explain,
        "Every step of a solution as a person would find it, told as progress one by one.",
        {**_PUZZLE, **_GRID, **_LIMIT},
        {"outcome": "solved, ambiguous, contradiction, stuck or stopped", "text": "in words"},
    ),
    "rate": Question(
        reasoning.rate,
        "How difficult and how tedious a puzzle is.",
        {**_PUZZLE, **_LIMIT},
        {"level": "…", "difficulty": "…", "tedium": "…", "counts": "steps by technique"},
    ),
    "diagnose": Question(
        reasoning.diagnose,
        "What is wrong with a puzzle that has no solution, and which small change would mend it.",
        {**_PUZZLE, **_LIMIT},
        {
            "text": "in words",
            "lines": "lines that contradict each other",
            "changes": "text and changed puzzle of each, the likeliest first",
        },
    ),
    "suggest": Question(
        reasoning.suggest,
        "The fewest cells of a picture to change so that its puzzle becomes unique.",
        {"picture": "rows of colour numbers with colours", **_LIMIT},
        {"changes": "row, column and new colour of each", "fewest": "whether that is proven"},
    ),
    "generate": Question(
        reasoning.generate,
        "A random puzzle with one solution.",
        {
            "rows": "…",
            "columns": "…",
            "colours": "block colours",
            "density": "share of filled cells",
            "difficulty": "a level, or null",
            "texture": "what the picture looks like",
            "seed": "the same seed gives the same puzzle",
            **_LIMIT,
        },
        {"puzzle": "without its solution", "seed": "the seed that was used"},
    ),
    "photo": Question(
        reasoning.photo,
        "A picture in few cells and colours that looks like an image, unique where possible.",
        {"base64": "the image file", "columns": "…", "colours": "…", **_LIMIT},
        {"rows": "of colour numbers", "blank": "…", "colours": "…", "unique": "whether it is"},
    ),
    "parse": Question(
        parse,
        "The puzzles in a text or file of any format.",
        {
            "text": "the text; or base64: the bytes",
            "name": "the file's name, a help in guessing",
            "format": "the format's name; guessed unless told",
        },
        {"format": "what it was read as", "warnings": "what was assumed", "puzzles": "…"},
    ),
    "write": Question(
        write,
        "A puzzle in a format.",
        {**_PUZZLE, "format": "the format's name"},
        {"base64": "the file", "suffix": "of its name", "lost": "what it does not carry"},
    ),
    "formats": Question(
        list_formats, "The formats and what each can carry.", {}, {"formats": "one entry each"}
    ),
}
