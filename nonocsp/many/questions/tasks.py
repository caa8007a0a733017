"""The tasks of a batch, and the one function that its workers run."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ...core import (
    Grid,
    LimitReached,
    Limits,
    NonocspError,
    OptionError,
    Options,
    Puzzle,
    Status,
    check_fit,
    checked,
    quoted,
)
from ..work.pool import accident
from .answer import CRASHED, Answer
from .question import Question
from .registry import QUESTIONS


@checked
@dataclass(frozen=True, slots=True)
class Task:
    """One puzzle of a batch, with known cells and a name. Batches take puzzles and tasks.

    Raises:
        PuzzleError: the grid does not fit the puzzle.

    >>> Task(Puzzle([[1]], [[1]]), name="dot.txt").name
    'dot.txt'
    """

    puzzle: Puzzle | None
    """None where there is no puzzle, for example for a file that cannot be read; see ``error``."""
    grid: Grid | None = None
    """Known cells, or None."""
    name: str | None = None
    """The name of the answer, for example that of a file; None for no name."""
    error: str = ""
    """Why there is no puzzle: this becomes the answer."""

    def __post_init__(self) -> None:
        if self.puzzle is not None:
            check_fit(self.puzzle, self.grid)


class Settings(NamedTuple):
    """What is the same for every puzzle of a batch."""

    question: str
    limits: Limits
    engine: str
    options: Options
    engine_reason: str = ""
    """Why it is not the default engine, where none was named."""
    arguments: Mapping[str, Any] | None = None
    """Further arguments of the question."""


def tasks_of(puzzles: Iterable[Puzzle | Task]) -> Iterator[Task]:
    """The tasks of puzzles, taken one by one.

    Raises:
        OptionError: something is neither a puzzle nor a task.
    """
    for index, puzzle in enumerate(puzzles):
        if isinstance(puzzle, Puzzle):
            yield Task(puzzle)
        elif isinstance(puzzle, Task):
            yield puzzle
        else:
            item = f"{quoted(puzzle)} (item {index + 1})"
            raise OptionError(f"a batch takes puzzles and tasks, not {item}")


def answer_chunk(settings: Settings, tasks: Sequence[Task]) -> list[Answer]:
    """The answers to a chunk of tasks with puzzles, in order; never raises."""
    question = QUESTIONS[settings.question]
    worker = f"{socket.gethostname()}:{os.getpid()}"
    answers = []
    for task in tasks:
        assert task.puzzle is not None
        begun = time.perf_counter()
        found = _answer(question, task.puzzle, task.grid, settings)
        seconds = time.perf_counter() - begun
        answers.append(replace(found, seconds=seconds, worker=worker, found=None))
    return answers


def _answer(question: Question, puzzle: Puzzle, grid: Grid | None, settings: Settings) -> Answer:
    _, limits, engine, options, reason, arguments = settings
    how = {"limits": limits, "engine": engine, "options": options, **(arguments or {})}
    try:
        return replace(question.ask(puzzle, grid, **how), engine_reason=reason)
    except LimitReached as reached:
        return Answer(Status.UNKNOWN, stopped_by=reached.limit, detail=reached.detail)
    except NonocspError as error:
        return Answer(Status.UNKNOWN, error=str(error))
    except (MemoryError, OSError) as error:
        detail = f"the worker {accident(error)}"
        return Answer(Status.UNKNOWN, stopped_by=CRASHED, detail=detail)
    except Exception as error:
        return Answer(Status.UNKNOWN, error=f"{type(error).__name__}: {error}")
