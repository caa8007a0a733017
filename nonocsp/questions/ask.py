"""The questions that can be asked of one puzzle, asked of many."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any, TypedDict, Unpack

from ..common.errors import OptionError
from ..common.limits import Limits
from ..common.options import Options
from ..model.puzzle import Puzzle
from ..solver.engines import engine_named
from .store import Store
from .stream import Answers, Batch, Handling, Progress
from .table import question_named
from .tasks import Task
from .work import Asked


class Keywords(TypedDict, total=False):
    """What every function here takes by keyword; `ask_many` tells what it means."""

    limits: Limits | None
    engine: str | None
    options: Options | None
    ordered: bool
    progress: Callable[[Progress], None] | None
    store: Store | str | os.PathLike[str] | None
    chunk: int | None
    in_flight: int | None
    retries: int


def ask_many(
    question: str,
    puzzles: Iterable[Puzzle | Task],
    executor: Any = None,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
    ordered: bool = True,
    progress: Callable[[Progress], None] | None = None,
    store: Store | str | os.PathLike[str] | None = None,
    chunk: int | None = None,
    in_flight: int | None = None,
    retries: int = 1,
) -> Answers:
    """The answers to one question about every puzzle, lazily, over many workers.

    A puzzle that raises, a limit and a lost worker are answers, and stop nothing. Ctrl-C and
    closing the iterator keep, in the store, what is finished.

    Args:
        question: a name in `nonocsp.questions.table.QUESTIONS`.
        puzzles: puzzles or `Task` objects; any iterable, endless too. It is read as workers come
            free, in the thread that asks for answers.
        executor: who works. None or a number: so many processes of our own (None is one a core),
            which end with the batch. Else a ``concurrent.futures.Executor`` (for Ray, a
            `RayExecutor`) or a Dask ``Client``, which are left running.
        limits: bounds for each puzzle, kept by the worker.
        engine, options: as for `nonocsp.solve`.
        ordered: answers come in the order of the puzzles; else as they are finished.
        progress: called after every answer.
        store: a file of JSON lines, or a `Store`: answers are appended to it, and what it has
            already is not asked again.
        chunk: puzzles in one call of the executor. None begins with 1 and lets chunks grow until a
            call takes about a tenth of a second (and 10 ms more for each worker), up to 500.
        in_flight: calls at the executor at a time; None is two for each worker.
        retries: how often a puzzle is asked again after its worker was lost.

    Raises:
        OptionError: no such question or engine, or something that is no executor.
        FormatError: the store cannot be used.

    Cost: about 0.1 ms in this process and 0.1 to 0.2 ms in the worker for each puzzle, and 0.2 ms
    for each call to a worker of our own, 8 ms to one of Dask, 2 ms to one of Ray; see the page on
    scale.

    >>> puzzles = [Puzzle([[1]] * n, [[1]] * n) for n in range(1, 7)]
    >>> [answer.count for answer in ask_many("count", puzzles, 1)]
    [1, 2, 6, 24, 120, 720]
    """
    chosen = question_named(question)
    limits = Limits() if limits is None else limits
    options = Options() if options is None else options
    for what, value, kind in (("limits", limits, Limits), ("options", options, Options)):
        if not isinstance(value, kind):
            raise OptionError(f"{what} is a {kind.__name__}, not {type(value).__name__}")
    handling = Handling(ordered, chunk, in_flight, retries, progress)
    # Chosen here, so that every worker, on whatever machine, uses the same engine.
    asked = Asked(chosen.name, limits, engine_named(engine).name, options)
    return Answers(opened(asked, puzzles, executor, store, handling))


def opened(
    asked: Asked,
    puzzles: Iterable[Puzzle | Task],
    executor: Any,
    store: Store | str | os.PathLike[str] | None,
    handling: Handling,
) -> Batch:
    """A batch, which closes the store at its end if it was named by its file."""
    if store is None or isinstance(store, Store):
        return Batch(asked, puzzles, executor, store, handling)
    batch = Batch(asked, puzzles, executor, None, handling)
    batch.keep_in(Store(store))
    return batch


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


def check_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """Whether every puzzle has one solution, several or none. Keywords as for `ask_many`.

    >>> answer = next(check_many([Puzzle([[1], [1]], [[1], [1]])], 1))
    >>> answer.verdict, len(answer.pictures)
    (<Verdict.MULTIPLE: 'multiple'>, 2)
    """
    return ask_many("check", puzzles, executor, **keywords)


def count_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """The exact number of solutions of every puzzle. Keywords as for `ask_many`.

    >>> next(count_many([Puzzle([[1]] * 9, [[1]] * 9)], 1)).count
    362880
    """
    return ask_many("count", puzzles, executor, **keywords)


def rate_many(
    puzzles: Iterable[Puzzle | Task], executor: Any = None, **keywords: Unpack[Keywords]
) -> Answers:
    """How hard every puzzle is for a careful person. Keywords as for `ask_many`.

    What `nonocsp.explanation.rate` tells stands in ``told``.

    >>> answer = next(rate_many([Puzzle([[3], [1]], [[1], [2], [1]])], 1))
    >>> answer.told["word"], answer.told["difficulty"]
    ('very easy', 0.16)
    """
    return ask_many("rate", puzzles, executor, **keywords)
