"""Puzzles as tasks for language models: the question, a right answer, and the puzzle as text.

The adapters share this. A task is a dictionary of texts, so that it survives JSON and tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from ...core import FormatError, NonocspError, Puzzle, PuzzleError, checked, solve
from ...files.formats import dumps, parse
from ...many.grading import Grade, grade
from ...many.grading.prompts import bare, text_prompt
from ...many.sets.columns import entry_of
from ...many.sets.records import records
from ...people.generation import generate

__all__ = ["new_puzzle", "score", "task_of", "tasks_of"]


@checked
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


@checked
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


@checked
def score(puzzle: str, answer: str | None) -> Grade:
    """An answer to the puzzle of a task, scored by its clues.

    Raises:
        FormatError: ``puzzle`` is not that of a task.
        OptionError: ``puzzle`` is not a text.
    """
    return grade(parse(puzzle, "json", name="puzzle").puzzles[0], answer)


@checked
def tasks_of(
    puzzles: Iterable[Puzzle] | str, most: int | None = None
) -> Iterator[tuple[Puzzle, dict[str, str]]]:
    """Puzzles with their tasks, see `task_of`, one by one.

    Args:
        puzzles: the puzzles, or the path of a file with them, in any format or table; then the
            stored picture is the answer if it is right.
        most: the number of puzzles at most.

    Raises:
        OptionError: they are not puzzles.
        FormatError: the file, or a record of it, cannot be read.
        PuzzleError: as for `task_of`, with the place of the puzzle.
    """
    numbered = (
        _of_file(puzzles)
        if isinstance(puzzles, str)
        else ((f"puzzle {number}", puzzle) for number, puzzle in enumerate(puzzles, start=1))
    )
    for name, puzzle in islice(numbered, most):
        try:
            yield puzzle, task_of(puzzle)
        except PuzzleError as error:
            raise PuzzleError(f"{name}: {error}") from None


def _of_file(path: str) -> Iterator[tuple[str, Puzzle]]:
    for record in records(path):
        try:
            entry = entry_of(record.row())
        except FormatError as error:
            raise FormatError(error.problem, file=record.name) from None
        puzzle, picture = entry.puzzle, entry.picture
        is_right = picture is not None and puzzle.is_solved_by(picture)
        yield record.name, puzzle.replace(goals=[picture] if is_right else [])
