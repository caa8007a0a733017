"""Puzzles as tasks for language models: what is asked, a right answer, and the puzzle as text.

The adapters share this. A task is a dictionary of texts, so that it survives JSON and tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

from ..common.errors import FormatError, NonocspError, PuzzleError, check_type
from ..formats import dumps, parse
from ..generation import generate
from ..grading import Grade, grade
from ..grading.prompts import bare, text_prompt
from ..model.puzzle import Puzzle
from ..sets.columns import entry_of
from ..sets.records import records
from ..solver.solving import solve


def new_puzzle(rows: int, columns: int, seed: int, **order: Any) -> Puzzle:
    """A puzzle that `generate` makes, its picture the first of its goals.

    Raises:
        OptionError: an order that no puzzle can meet.
        NonocspError: no attempt succeeded.
    """
    made = generate(rows, columns, seed=seed, **order)
    if made.puzzle is None:
        raise NonocspError(f"no puzzle of {rows} x {columns} could be made: {made.detail}")
    return made.puzzle


def task_of(puzzle: Puzzle) -> dict[str, str]:
    """A puzzle as a task: ``"prompt"``, ``"answer"`` (one that is right), and ``"puzzle"``, which
    `score` reads.

    Raises:
        PuzzleError: the puzzle has no solution, or its board is not a rectangle.

    >>> task = task_of(Puzzle([[2], [1]], [[1], [2]]))
    >>> print(task["answer"])
    ##
    _#
    >>> score(task["puzzle"], "##\\n#_").share
    0.5
    """
    prompt = text_prompt(puzzle)
    right = [goal for goal in puzzle.goals if puzzle.is_solved_by(goal)]
    picture = right[0] if right else solve(puzzle).picture
    if picture is None:
        raise PuzzleError(f"{puzzle!r} has no solution")
    clues = json.loads(dumps(bare(puzzle), "json"))
    kept = json.dumps(clues, ensure_ascii=False, separators=(",", ":"))
    return {"prompt": prompt.text, "answer": prompt.answer(picture), "puzzle": kept}


def score(puzzle: str, answer: str | None) -> Grade:
    """An answer to the puzzle of a task, scored by its clues.

    Raises:
        FormatError: it is not the puzzle of a task.
        OptionError: it is no text.
    """
    check_type("puzzle", puzzle, str)
    return grade(parse(puzzle, "json").puzzles[0], answer)


def puzzles_of(path: str, most: int | None = None) -> Iterator[Puzzle]:
    """The puzzles of a file in any format or table, the stored picture a goal if it is right.

    Raises:
        FormatError: the file, or a record of it, cannot be read.
    """
    for record in islice(records(path), most):
        try:
            entry = entry_of(record.row())
        except FormatError as error:
            raise FormatError(error.problem, file=record.name) from None
        puzzle, picture = entry.puzzle, entry.picture
        is_right = picture is not None and puzzle.is_solved_by(picture)
        yield puzzle.replace(goals=[picture] if is_right else [])
