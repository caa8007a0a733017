"""Cube and conquer over many workers: the answers about the parts of a puzzle, combined.

The parts are `cubes`. Counts add up; solutions of different parts differ; the first solution, or
the second for a verdict, ends the rest. A lost worker costs its part a retry; a part without an
answer makes the whole unknown, never wrong.

Splitting pays where the search is long: every part learns its own nogoods, so the parts together
take more work than one search. A puzzle that one worker solves in a second is best left to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypedDict, Unpack

from ...core import (
    Grid,
    Limits,
    OptionError,
    Options,
    Picture,
    Puzzle,
    Stats,
    Status,
    Verdict,
    checked,
    query_of,
    verdict_of,
)
from ...core.solver.bounds import Count
from ...core.solver.solving import Result
from ..work.executors import AnyExecutor
from .answer import Answer
from .answering import Answers, Progress
from .batch import settings_of
from .cube_splitter import cubes
from .tasks import Task

#: Parts for each worker, so that the others stay busy during one hard part.
PARTS_PER_WORKER = 8


class Keywords(TypedDict, total=False):
    """The keywords of the functions here; `count_by_cubes` explains them."""

    parts: int | None
    grid: Grid | None
    limits: Limits | None
    engine: str | None
    options: Options | None
    progress: Callable[[Progress], None] | None
    retries: int


class _Parts:
    """The answers about the parts of one puzzle, as they come."""

    def __init__(
        self,
        question: str,
        puzzle: Puzzle,
        executor: Any,
        *,
        ordered: bool = False,
        parts: int | None = None,
        grid: Grid | None = None,
        limits: Limits | None = None,
        engine: str | None = None,
        options: Options | None = None,
        progress: Callable[[Progress], None] | None = None,
        retries: int = 1,
    ) -> None:
        settings = settings_of(question, limits, engine, options)
        query_of(puzzle, grid, settings.limits, settings.engine, settings.options)
        self._begun = time.monotonic()
        seconds = settings.limits.seconds
        if parts is None:
            parts = PARTS_PER_WORKER * AnyExecutor(executor).width
        self.engine = settings.engine, settings.engine_reason
        self.stats = Stats()
        """Counted work of the parts that are finished."""
        self.stopped_by: str | None = None
        """The first limit that a part reached, or None."""
        self.detail = ""
        self.found: list[Picture] = []
        """Solutions seen so far."""
        split = cubes(puzzle, parts, grid=grid, limits=settings.limits)
        self._left = len(split)
        self.answers = Answers(
            settings,
            [Task(puzzle, part) for part in split],
            executor,
            ordered=ordered,
            chunk=1,
            progress=progress,
            retries=retries,
            deadline=None if seconds is None else self._begun + seconds,
        )

    @property
    def is_complete(self) -> bool:
        """Every part has its final answer."""
        return self._left == 0 and self.stopped_by is None

    def run(self) -> Iterator[Answer]:
        """The answers, as they come."""
        with self.answers:
            for answer in self.answers:
                self._left -= 1
                self.stats.add(answer.stats)
                if answer.stopped_by is not None or answer.error:
                    self.stopped_by = self.stopped_by or answer.stopped_by or "error"
                    self.detail = self.detail or answer.detail or answer.error
                self.found += answer.pictures
                yield answer
        self.stats.seconds = time.monotonic() - self._begun


@checked
def count_by_cubes(puzzle: Puzzle, executor: Any = None, **keywords: Unpack[Keywords]) -> Count:
    """The number of solutions, counted part by part over many workers.

    Args:
        puzzle: the puzzle.
        executor: as for `ask_many`.
        parts: number of parts; None is eight for each worker.
        grid, engine, options: as for `nonocsp.count`.
        limits: seconds are for the whole; nodes, memory and the rest for each part.
        progress: called after every part.
        retries: how often a part is asked again after its worker was lost.

    Raises:
        EngineError: the kernel, which splits, is not installed.
        OptionError, PuzzleError: as for `nonocsp.count`.

    >>> count_by_cubes(Puzzle([[1]] * 8, [[1]] * 8), 1, parts=4).at_least
    40320
    """
    counted = _Parts("count", puzzle, executor, **keywords)
    found = list(counted.run())
    least = sum(answer.at_least for answer in found)
    upper = [answer.at_most for answer in found if answer.at_most is not None]
    is_bounded = len(upper) == len(found)
    most = least if counted.is_complete else sum(upper) if is_bounded else None
    stopped = counted.stopped_by, counted.detail
    return Count(least, most, counted.stats, *stopped, *counted.engine)


@checked
def solve_by_cubes(puzzle: Puzzle, executor: Any = None, **keywords: Unpack[Keywords]) -> Result:
    """One solution, from the first part that finds one. Arguments as for `count_by_cubes`.

    Which solution it is may differ from run to run where there are several.

    >>> solve_by_cubes(Puzzle([[2], [1]], [[1], [2]]), 1, parts=2).status.value
    'satisfiable'
    """
    searched = _Parts("solve", puzzle, executor, **keywords)
    for _ in searched.run():
        if searched.found:
            searched.answers.close()
            found, stats = searched.found[0], searched.stats
            return Result(Status.SATISFIABLE, found, stats, None, "", *searched.engine, puzzle)
    status = Status.UNSATISFIABLE if searched.is_complete else Status.UNKNOWN
    stopped = searched.stopped_by, searched.detail
    return Result(status, None, searched.stats, *stopped, *searched.engine, puzzle)


@checked
def check_by_cubes(puzzle: Puzzle, executor: Any = None, **keywords: Unpack[Keywords]) -> Verdict:
    """Whether there is one solution, several or none. Arguments as for `count_by_cubes`.

    >>> check_by_cubes(Puzzle([[1], [1]], [[1], [1]]), 1, parts=2)
    <Verdict.MULTIPLE: 'multiple'>
    """
    searched = _Parts("check", puzzle, executor, **keywords)
    for _ in searched.run():
        if len(searched.found) > 1:  # those of different parts differ
            searched.answers.close()
            break
    return verdict_of(len(searched.found), searched.is_complete)


class CubeSolutions(_Parts, Iterator[Picture]):
    """The solutions of a puzzle, part by part; made by `solutions_by_cubes`.

    Its attributes have, at any time, what is known so far. Close it to stop early.
    """

    def __init__(self, puzzle: Puzzle, executor: Any, **keywords: Unpack[Keywords]) -> None:
        super().__init__("list", puzzle, executor, ordered=True, **keywords)
        self._run = self._pictures()

    def __repr__(self) -> str:
        left = f"stopped by {self.stopped_by}" if self.stopped_by else "more may follow"
        return f"<CubeSolutions: {'all' if self.is_complete else left}>"

    def __next__(self) -> Picture:
        return next(self._run)

    def close(self) -> None:
        """End the search."""
        self._run.close()
        self.answers.close()

    def _pictures(self) -> Generator[Picture, None, None]:
        for answer in self.run():
            self.found.clear()
            yield from answer.pictures


@checked
def solutions_by_cubes(
    puzzle: Puzzle, executor: Any = None, **keywords: Unpack[Keywords]
) -> CubeSolutions:
    """Every solution, each once, in the order of the parts. Arguments as for `count_by_cubes`.

    A worker sends the solutions of a part in one message, so they must fit in memory: give enough
    parts, or ``limits.solutions``, which holds for each part. The order is determined by the
    puzzle, the number of parts and the options.

    Raises:
        OptionError: a limit of 0 solutions.

    >>> len(list(solutions_by_cubes(Puzzle([[1]] * 5, [[1]] * 5), 1, parts=4)))
    120
    """
    limits = keywords.get("limits")
    if limits is not None and limits.solutions == 0:
        raise OptionError("a limit of 0 solutions leaves nothing to list")
    return CubeSolutions(puzzle, executor, **keywords)
