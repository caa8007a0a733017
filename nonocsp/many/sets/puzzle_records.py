"""The records of a data set: a puzzle by its number, with all that is known of it.

A puzzle has one solution, several or none. Half of those without exactly one are near misses of a
puzzle that has one (`near_misses`), and half are drawn at random: a picture whose puzzle is
ambiguous, or the rows of one picture beside the columns of another.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ...core import (
    Clue,
    Line,
    NonocspError,
    Puzzle,
    Verdict,
    checked,
    full,
    mask_of,
    prove,
    puzzle_key,
)
from ...core.base.optional import own_version
from ...core.solver.solving import verdict
from ...people.explanation import Branch, Conclusion, Fact, Outcome, Step, explain
from ...people.explanation.rating import rating_of
from ...people.generation import generate
from ...people.generation.rng import Rng
from .near_misses import near_misses
from .order import SetOrder

#: Pictures that are drawn for one puzzle with several solutions or none.
DRAWN = 100

#: The members of a rating in a record, null where there is not one solution.
_LEVEL = ("length_word", "minutes", "depth_word", "depth", "level", "tedium")


class Made(NamedTuple):
    """A puzzle that was made."""

    key: bytes
    """Its symmetry class, see `puzzle_key`."""
    line: str
    """Its record as one line of JSON."""


class _Drawn(NamedTuple):
    puzzle: Puzzle
    seed: int
    line: Line | None = None
    """For a near miss: the line whose clue was changed."""
    before: Puzzle | None = None
    """And the puzzle in which it was another."""


def made(order: SetOrder, index: int) -> Made | None:
    """The puzzle of a number with its record; None if none was found.

    >>> order = SetOrder(10, sizes=[(5, 5)], seed=1)
    >>> json.loads(made(order, 0).line)["solution"]
    ['___##', '_##_#', '#_#__', '##__#', '#___#']
    """
    wanted = order.verdict(index)
    drawn = _drawn(order, index, wanted)
    if drawn is None:
        return None
    puzzle = drawn.puzzle
    found = verdict(puzzle)
    if found is not wanted:
        raise NonocspError(f"puzzle {index} is {found.value}, and not {wanted.value}")
    key = puzzle_key(puzzle)
    record = {
        "index": index,
        "part": order.part(key),
        **_clues(puzzle),
        "verdict": wanted.value,
        "solution": None,
        **_level(puzzle, wanted, order.steps),
        "texture": order.about(index)["texture"],
        "changed": None,
        "seed": drawn.seed,
        "version": own_version(),
        "hash": puzzle.fingerprint(),
        "class": key.hex(),
    }
    if wanted is Verdict.UNIQUE:
        record["solution"] = puzzle.goals[0].row_texts()
    if drawn.line is not None and drawn.before is not None:
        clues = _clues(drawn.before)["rows" if drawn.line.is_row else "cols"]
        record["changed"] = {"line": drawn.line.axis, "index": drawn.line.index}
        record["changed"]["clue_before"] = clues[drawn.line.index]
    if order.proofs:
        record["proof"] = str(prove(puzzle))
    return Made(key, json.dumps(record, ensure_ascii=False, separators=(",", ":")))


def made_of(order: SetOrder, numbers: Sequence[int]) -> list[Made | None]:
    """The puzzles of some numbers: what a worker is asked."""
    return [made(order, index) for index in numbers]


def _drawn(order: SetOrder, index: int, wanted: Verdict) -> _Drawn | None:
    how = order.about(index)
    if wanted is Verdict.UNIQUE:
        seed = order.drawn(index)
        puzzle = generate(**how, seed=seed).puzzle
        return None if puzzle is None else _Drawn(puzzle, seed)
    is_near = order.drawn(index, "near") % 2 == 0
    for attempt in range(DRAWN):
        seed = order.drawn(index, attempt)
        if is_near:
            before = generate(**how, seed=seed).puzzle
            if before is None:
                return None
            for line, puzzle in near_misses(before, Rng(seed)):
                if verdict(puzzle) is wanted:
                    return _Drawn(puzzle, seed, line, before)
            continue
        how = how | {"unique": False, "depth": None}
        first = generate(**how, seed=seed).puzzle
        if first is None:
            return None
        puzzle = first
        if wanted is Verdict.NONE:
            other = generate(**how, seed=order.drawn(index, attempt, "columns")).puzzle
            if other is None:
                return None
            puzzle = Puzzle(first.rows, other.columns, first.colours[1:])
        if not puzzle.problems() and verdict(puzzle) is wanted:
            return _Drawn(puzzle, seed)
    return None


def _clues(puzzle: Puzzle) -> dict[str, Any]:
    """The clues as in the format ``json``, with the names of colours where there are several."""
    names = [colour.name for colour in puzzle.colours]
    is_one = puzzle.has_one_colour

    def blocks(clue: Clue | None) -> list[Any]:
        return [b.length if is_one else (b.length, names[b.colour]) for b in clue or ()]

    sides = {"rows": [*map(blocks, puzzle.rows)], "cols": [*map(blocks, puzzle.columns)]}
    return sides if is_one else sides | {"colours": names[1:]}


def _level(puzzle: Puzzle, wanted: Verdict, has_steps: bool) -> dict[str, Any]:
    """The level of a puzzle with one solution, and the steps that solve it."""
    level: dict[str, Any] = dict.fromkeys(_LEVEL)
    if wanted is not Verdict.UNIQUE:
        return level | ({"steps": None} if has_steps else {})
    explanation = explain(puzzle).run()
    if explanation.outcome is not Outcome.SOLVED:
        raise NonocspError(f"an explanation has not solved its puzzle: {explanation.ending}")
    rating = rating_of(explanation).to_dict()
    level |= {name: rating[name] for name in _LEVEL if name in rating}
    steps = [step_record(puzzle, step) for step in explanation.found]
    return level | ({"steps": steps} if has_steps else {})


@checked
def step_record(puzzle: Puzzle, step: Step) -> dict[str, Any]:
    """A step as JSON values, shorter than ``Step.to_dict``.

    Lines are direction and index. Cells are row, column and a mask of colours (bit 0 is blank, bit
    c the colour number c): of those in ``because`` it is known that they have one of these, and for
    those in ``cells`` that follows from it. ``branches`` and ``count`` are there where a step has
    them.
    """
    unknown = full(puzzle.block_colours)

    def cells(some: Iterable[Fact | Conclusion]) -> list[tuple[int, int, int]]:
        return [(cell.row, cell.column, mask(cell)) for cell in some]

    def mask(cell: Fact | Conclusion) -> int:
        if isinstance(cell, Fact):
            return mask_of(cell.colours)
        return unknown & ~mask_of(cell.excluded)

    def branched(branch: Branch) -> dict[str, Any]:
        links = [
            {
                "line": link.line,
                "because": cells(link.because),
                "cells": cells(link.cells),
                "sentence": link.sentence,
            }
            for link in branch.links
        ]
        return {"assumed": cells([branch.assumed])[0], "links": links}

    record: dict[str, Any] = {
        "technique": step.technique,
        "lines": step.lines,
        "because": cells(step.because),
        "cells": cells(step.cells),
        "uses": step.uses,
        "cost": step.cost,
        "sentence": step.sentence,
    }
    if step.branches:
        record["branches"] = list(map(branched, step.branches))
    if step.count is not None:
        record["count"] = step.count.to_dict()
    return record
