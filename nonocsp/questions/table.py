"""The table of questions that a batch can ask of every puzzle.

A question is a function from a puzzle to what is found out about it, in plain data. To ask another
one of many puzzles, write such a function and enter it in `QUESTIONS`: executors, retries, the
store and the command line follow.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ..common.errors import OptionError, decimal
from ..common.limits import Limits, Stats
from ..common.options import Options
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import Status, Verdict, count, solutions, verdict_of


@dataclass(slots=True)
class Found:
    """What a question found out."""

    status: Status
    stats: Stats
    stopped_by: str | None = None
    """The limit that was reached, or None."""
    detail: str = ""
    """More about that limit, for people."""
    pictures: list[Picture] = field(default_factory=list)
    """Solutions that were found on the way."""
    told: dict[str, Any] = field(default_factory=dict)
    """What else is told, by name, in values that JSON has."""


@dataclass(frozen=True, slots=True)
class Question:
    """One entry of the table."""

    name: str
    summary: str
    ask: Callable[[Puzzle, Grid | None, Limits, str, Options], Found]


def _solve(
    puzzle: Puzzle, grid: Grid | None, limits: Limits, engine: str, options: Options
) -> Found:
    with solutions(puzzle, grid=grid, limits=limits, engine=engine, options=options) as found:
        pictures = [picture for picture in [next(found, None)] if picture is not None]
        return Found(found.status, found.stats, found.stopped_by, found.detail, pictures)


def _check(
    puzzle: Puzzle, grid: Grid | None, limits: Limits, engine: str, options: Options
) -> Found:
    with solutions(
        puzzle, limit=2, grid=grid, limits=limits, engine=engine, options=options
    ) as found:
        pictures = list(found)
        verdict = verdict_of(len(pictures), found.is_complete)
        stopped = found.stopped_by if verdict is Verdict.UNKNOWN else None
        told = {"verdict": verdict.value}
        return Found(found.status, found.stats, stopped, found.detail, pictures, told)


def _count(
    puzzle: Puzzle, grid: Grid | None, limits: Limits, engine: str, options: Options
) -> Found:
    answer = count(puzzle, grid=grid, limits=limits, engine=engine, options=options)
    if answer.at_least:
        status = Status.SATISFIABLE
    else:
        status = Status.UNSATISFIABLE if answer.is_exact else Status.UNKNOWN
    # In digits: other readers of JSON lose those of a number above 2^53.
    told = {"count": decimal(answer.at_least), "is_exact": answer.is_exact}
    return Found(status, answer.stats, answer.stopped_by, answer.detail, told=told)


def _list(
    puzzle: Puzzle, grid: Grid | None, limits: Limits, engine: str, options: Options
) -> Found:
    with solutions(puzzle, grid=grid, limits=limits, engine=engine, options=options) as found:
        pictures = list(found)
        return Found(found.status, found.stats, found.stopped_by, found.detail, pictures)


def _rate(
    puzzle: Puzzle, grid: Grid | None, limits: Limits, engine: str, options: Options
) -> Found:
    # Imported only here: a worker that is asked something else starts in half the time.
    from ..explanation import Outcome, rate

    rating = rate(puzzle, grid=grid, limits=limits, engine=engine, options=options)
    status = {
        Outcome.SOLVED: Status.SATISFIABLE,
        Outcome.AMBIGUOUS: Status.SATISFIABLE,
        Outcome.CONTRADICTION: Status.UNSATISFIABLE,
    }.get(rating.outcome, Status.UNKNOWN)
    told = rating.as_dict()
    del told["stopped_by"]  # every answer tells it
    return Found(status, rating.stats, rating.stopped_by, told=told)


QUESTIONS: dict[str, Question] = {
    question.name: question
    for question in (
        Question("solve", "one solution, or the proof that there is none", _solve),
        Question("check", "unique, multiple or none", _check),
        Question("count", "the exact number of solutions", _count),
        Question("list", "every solution", _list),
        Question("rate", "how hard it is for a careful person", _rate),
    )
}


def question_named(name: str) -> Question:
    """The question of a name.

    Raises:
        OptionError: there is none.
    """
    question = QUESTIONS.get(name)
    if question is None:
        raise OptionError(
            f"there is no question {name!r}; the questions are {', '.join(QUESTIONS)}"
        )
    return question
