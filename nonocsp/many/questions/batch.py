"""One question about many puzzles, over many workers: resumable, and safe against lost workers."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypedDict, Unpack

from ...core import How, Limits, Options, Puzzle, checked, choose_engine, engine_named, look_up
from .answering import Answers, Progress
from .registry import QUESTIONS
from .store import Store
from .tasks import Settings, Task


class Delivery(TypedDict, total=False):
    """How questions are given out and answers taken; `ask_many` explains it."""

    ordered: bool
    progress: Callable[[Progress], None] | None
    store: Store | str | os.PathLike[str] | None
    chunk: int | None
    in_flight: int | None
    retries: int


class Keywords(Delivery, How, total=False):
    """The keywords of the other functions here."""


@checked
def ask_many(
    question: str,
    puzzles: Iterable[Puzzle | Task],
    executor: Any = None,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
    arguments: Mapping[str, Any] | None = None,
    **keywords: Unpack[Delivery],
) -> Answers:
    """The answers to one question about every puzzle, lazily, over many workers.

    An error of a puzzle, a limit or a lost worker is an answer, and stops nothing. After Ctrl-C, or
    when the iterator is closed, the store has every finished answer.

    Args:
        question: a name in `nonocsp.many.questions.QUESTIONS`.
        puzzles: puzzles or `Task` objects; any iterable, endless too. It is read as workers come
            free, in the thread that takes the answers.
        executor: None or a number: a `Pool` of this many processes (None is one for each core),
            which ends with the batch. Else a ``concurrent.futures.Executor`` (for Ray, a
            `RayExecutor`) or a Dask ``Client``, which are left running.
        limits: bounds for each puzzle, kept by the worker; a stop ends the batch, and the puzzles
            left are unknown, see `Answers`.
        engine, options: as for `nonocsp.solve`.
        arguments: further arguments of the question, by name.
        ordered: answers come in the order of the puzzles (the default); else as they are finished.
        progress: called with a `Progress` after every answer, and each second without one.
        store: a file of JSON lines, or a `Store`: answers are appended to it, and puzzles that it
            already answers are not asked again.
        chunk: puzzles in one call of the executor. None begins with 1 and lets chunks grow until a
            call takes about a tenth of a second (and 10 ms more for each worker), up to 500.
        in_flight: calls at the executor at a time; None is two for each worker.
        retries: how often a puzzle is asked again after its worker was lost (default: 1). If the
            last try loses its worker too, that is the answer, which is not stored.

    Raises:
        OptionError: no such question or engine, an object that is not an executor, an option that
            the engine does not read, or a plugin that worker processes cannot load.
        FormatError: the store cannot be used.

    Cost: about 0.1 ms in this process and 0.1 to 0.2 ms in the worker for each puzzle, and 0.2 ms
    for each call to a worker of our own, 8 ms to one of Dask, 2 ms to one of Ray; see the page on
    scale.

    >>> puzzles = [Puzzle([[1]] * n, [[1]] * n) for n in range(1, 7)]
    >>> [answer.count for answer in ask_many("count", puzzles, 1)]
    [1, 2, 6, 24, 120, 720]
    """
    asked = look_up(QUESTIONS, "question", question)
    asked.check(arguments or {})
    settings = settings_of(question, limits, engine, options)._replace(arguments=arguments)
    return Answers(settings, puzzles, executor, **keywords)


def settings_of(
    question: str, limits: Limits | None, engine: str | None, options: Options | None
) -> Settings:
    """The settings of a batch."""
    limits = Limits() if limits is None else limits
    options = Options() if options is None else options
    # The engine is chosen here, so that every worker, on any machine, uses the same one.
    engine, reason = choose_engine(engine, options)
    return Settings(question, limits, engine_named(engine).name, options, reason)


@checked
def solve_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """One solution of every puzzle, or the proof that there is none. Keywords as for `ask_many`.

    >>> for answer in solve_many([Puzzle([[2]], [[1], [1]]), Puzzle([[2]], [[1], []])], 1):
    ...     print(answer.status.value, answer.picture)
    satisfiable ##
    unsatisfiable None
    """
    return ask_many("solve", puzzles, executor, **keywords)


@checked
def check_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """Whether every puzzle has one solution, several or none. Keywords as for `ask_many`.

    >>> answer = next(check_many([Puzzle([[1], [1]], [[1], [1]])], 1))
    >>> answer.verdict, len(answer.pictures)
    (<Verdict.MULTIPLE: 'multiple'>, 2)
    """
    return ask_many("check", puzzles, executor, **keywords)


@checked
def count_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """The exact number of solutions of every puzzle. Keywords as for `ask_many`.

    >>> next(count_many([Puzzle([[1]] * 9, [[1]] * 9)], 1)).count
    362880
    """
    return ask_many("count", puzzles, executor, **keywords)


@checked
def rate_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """How hard every puzzle is for a careful person. Keywords as for `ask_many`.

    ``result`` has the members of `nonocsp.people.explanation.Rating`.

    >>> answer = next(rate_many([Puzzle([[3], [1]], [[1], [2], [1]])], 1))
    >>> answer.result["depth_word"], answer.result["depth"]
    ('very shallow', 0.16)
    """
    return ask_many("rate", puzzles, executor, **keywords)
