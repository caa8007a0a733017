"""Puzzles and what Python answers, one JSON object a line, to test the library for JavaScript.

    python tests/tools/javascript_cases.py > cases.jsonl

All rectangles of the example library, and random puzzles of every verdict, in one colour and in
several, with unknown lengths, absent clues and loose blocks; the standard colours undeclared.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import nonocsp as nc
from nonocsp import formats
from nonocsp.apps.web.messages import puzzle_out
from nonocsp.core.base.plain import plain
from nonocsp.core.kernel.interface import propagated
from nonocsp.core.model.colours import BLANK, STANDARD
from nonocsp.people.explanation import Outcome, Step
from nonocsp.people.explanation.techniques import LINE_TECHNIQUES

INPUT = Path(__file__).parents[2] / "input"

#: Solutions that are compared one by one, at most.
MOST = 100

#: Cells of a puzzle whose steps are compared, at most.
MOST_CELLS = 400


def library() -> Iterator[nc.Puzzle]:
    for entry in json.loads((INPUT / "index.json").read_text(encoding="utf-8")):
        for puzzle in nc.read_all(INPUT / entry["file"]):
            if puzzle.board.table:
                yield puzzle


def drawn(count: int) -> Iterator[nc.Puzzle]:
    draw = random.Random(2026)
    for _ in range(count):
        colours = [["black"], ["red", "blue"]][draw.random() < 0.4]
        palette = (BLANK, *(STANDARD[colour] for colour in colours))
        height, width = draw.randint(1, 7), draw.randint(1, 7)
        picture = [
            [draw.choice((0, draw.randint(1, len(colours)))) for _ in range(width)]
            for _ in range(height)
        ]
        puzzle = nc.Puzzle.from_picture(nc.Picture(picture, colours=palette))
        rows, columns = list(puzzle.rows), list(puzzle.columns)
        for clues in (rows, columns):
            at = draw.randrange(len(clues))
            match draw.randint(0, 6):
                case 0:
                    clues[at] = None
                case 1:
                    clues[at] = clues[draw.randrange(len(clues))]
                case 2 if clues[at]:
                    first, *rest = clues[at]
                    clues[at] = (nc.Block(None, first.colour), *rest)
                case 3:
                    clues[at] = (*(clues[at] or ())[:1], nc.Block("*"), *(clues[at] or ())[2:])
                case 4:
                    clues[at] = [part for block in clues[at] or () for part in in_two(block)]
        yield nc.Puzzle(rows, columns, puzzle.colours[1:])


def in_two(block: nc.Block) -> list[nc.Block]:
    """A block in two parts that touch, where it has two cells."""
    if not block.length or block.length < 2:
        return [block]
    return [nc.Block(1, block.colour), nc.Block(block.length - 1, block.colour, "loose")]


def texts(puzzle: nc.Puzzle) -> dict[str, str]:
    """The puzzle in the formats that the library reads, where they can hold it."""
    found = {}
    for name in ("json", "non", "puzz-link"):
        with suppress(nc.NonocspError):
            found[name] = formats.dumps(puzzle, name)
    return found


def masks_of(grid: nc.Grid) -> list[Sequence[int]]:
    """The grid as the library has it, in rows."""
    width = grid.shape[1]
    return [grid.masks[i : i + width] for i in range(0, len(grid.masks), width)]


def hint_of(step: Step) -> dict[str, Any]:
    """The step as the library gives it."""
    return {
        "technique": step.technique,
        "lines": [{"axis": line.axis, "index": line.index} for line in step.lines],
        "cells": [cell.to_dict() for cell in step.cells],
        "because": [fact.to_dict() for fact in step.because],
        "text": str(step),
        "cost": step.cost,
        "words": plain(step.words),
    }


def hints(puzzle: nc.Puzzle) -> list[dict[str, Any]]:
    """Steps of single lines in a puzzle that is not too large: what was known before each, and the
    step; the first ones, then some."""
    if puzzle.board.size > MOST_CELLS:
        return []
    steps = nc.explain(puzzle, techniques=LINE_TECHNIQUES)
    found, grid = [], steps.grid
    for number, step in enumerate(steps):
        if number < 10 or number % 10 == 0:
            found.append({"grid": masks_of(grid), "hint": hint_of(step)})
        grid = steps.grid
    if steps.outcome is not Outcome.CONTRADICTION:
        found.append({"grid": masks_of(grid), "hint": None})
    return found


def main() -> None:
    standard = nc.Puzzle([[(1, name) for name in STANDARD]], [[(1, name)] for name in STANDARD])
    for puzzle in (*library(), *drawn(400), standard):
        found = nc.solutions(puzzle, limits=nc.Limits(solutions=MOST, nodes=20_000))
        pictures = [[list(row) for row in picture.rows] for picture in found]
        count = nc.count(puzzle, limits=nc.Limits(nodes=20_000))
        grid = propagated(puzzle)
        case = {
            "puzzle": puzzle_out(puzzle) | ({"colours": None} if puzzle is standard else {}),
            "verdict": nc.verdict(puzzle).value,
            "pictures": sorted(pictures) if found.is_complete else None,
            "count": str(count.at_least) if count.is_exact else None,
            "tightened": grid and masks_of(grid),
            "texts": texts(puzzle),
            "hints": hints(puzzle),
        }
        print(json.dumps(case))


if __name__ == "__main__":
    main()
