"""The answers of a batch: one question as work on many puzzles, counted, stored and reported."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sized
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from ...core import Puzzle, Status
from ...core.options.stops import current, joined
from ..work.executors import check_plugins, share_cores
from ..work.work import LOOK_SECONDS, Job, Work
from .answer import CRASHED, Answer
from .store import Store
from .tasks import Settings, Task, answer_chunk, tasks_of


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is."""

    done: int
    """Puzzles that have an answer."""
    total: int | None
    """Puzzles in total; None if the number is unknown."""
    stored: int
    """Answers that were in the store already."""
    unknown: int
    """Answers left open by a limit or a crash."""
    errors: int
    """Answers that are errors."""
    in_flight: int
    """Puzzles that workers have."""
    seconds: float
    """Seconds since the beginning."""


class Answers(Work[Task, Answer]):
    """The answers of a batch, computed while they are consumed; made by `ask_many`.

    An iterator that can be closed early and used as a context manager: closing it cancels what has
    not begun and ends workers of our own. It is for one thread at a time. After a stop, Ctrl-C or
    the deadline the other answers are unknown: every puzzle of a list gets an answer, and every
    puzzle that was taken from an iterator.

    Args:
        settings, puzzles, executor: the question, the puzzles, and the workers.
        ordered, progress, store, chunk, in_flight, retries: as for `ask_many`.
        deadline: the time, by ``time.monotonic``, at which to stop; None for never.
    """

    def __init__(
        self,
        settings: Settings,
        puzzles: Iterable[Puzzle | Task],
        executor: Any,
        *,
        ordered: bool = True,
        progress: Callable[[Progress], None] | None = None,
        store: Store | str | os.PathLike[str] | None = None,
        chunk: int | None = None,
        in_flight: int | None = None,
        retries: int = 1,
        deadline: float | None = None,
    ) -> None:
        check_plugins(executor, settings.engine, settings.options)
        limits, executor = share_cores(settings.limits, executor)
        self._settings = settings._replace(limits=limits)
        self._report, self._deadline, self._puzzles = progress, deadline, puzzles
        self._total = len(puzzles) if isinstance(puzzles, Sized) else None
        super().__init__(
            partial(answer_chunk, self._settings),
            tasks_of(puzzles),
            executor,
            ordered=ordered,
            chunk=chunk,
            in_flight=in_flight,
            retries=retries,
            seconds=None if limits.seconds is None else 1.5 * limits.seconds,
        )
        self._is_closed = True  # until the store is open
        self._owns_store = not isinstance(store, Store)
        self._store = Store(store) if store is not None and not isinstance(store, Store) else store
        self._is_closed = self._has_stopped = False
        self.stopped_by: str | None = None
        """``"stop"``, ``"interrupt"`` or ``"seconds"``: why the batch ended early; or None."""
        self._around, self._stops = current(), joined(limits.stop)
        self._reported = time.monotonic()
        self._settled = self._stored = self._unknown = self._errors = 0

    @property
    def progress(self) -> Progress:
        """How far the batch is."""
        return Progress(
            self._settled,
            self._total,
            self._stored,
            self._unknown,
            self._errors,
            sum(len(jobs) for jobs, _ in self._flying.values()),
            time.monotonic() - self._begun,
        )

    def __repr__(self) -> str:
        total = "" if self._total is None else f" of {self._total}"
        return f"<Answers: {self._given}{total} given>"

    def close(self) -> None:
        """Store finished answers, cancel tasks that have not started, stop the own pool."""
        if not self._is_closed:
            try:
                super().close()
            finally:
                if self._store is not None and self._owns_store:
                    self._store.close()

    def _look(self) -> float:
        if self.stopped_by is None and self._is_stopped():
            self._stop("stop")
        left = 1.0
        if self._deadline is not None and self.stopped_by is None:
            left = self._deadline - time.monotonic()
            if left <= 0 and not self._is_deliverable():
                self._stop("seconds")
        # Tasks may have been read and submitted since the last answer.
        if self._report is not None and self._flying and time.monotonic() - self._reported >= 1:
            self._reported = time.monotonic()
            self._report(self.progress)
        return min(1.0 if self._stops is None else LOOK_SECONDS, max(0.0, left))

    def _is_stopped(self) -> bool:
        if (around := current()) is not self._around:  # another thread or question goes on
            self._around, self._stops = around, joined(self._settings.limits.stop)
        return self._has_stopped or (self._stops is not None and self._stops.is_set())

    def _interrupted(self) -> None:
        if self.stopped_by is None:
            self._stop("interrupt")

    def _stop(self, reason: str) -> None:
        """End the workers that are at it; what has no answer yet is unknown."""
        self.stopped_by = reason
        self._end()
        for job in list(self._open.values()):
            self._settle(job, self._unanswered(job))
        # Of a list the rest follows, from where an interrupt may have broken its iterator.
        self._is_exhausted = self._total is None
        self._source = islice(enumerate(tasks_of(self._puzzles)), self._taken, None)

    def _unanswered(self, job: Job[Task]) -> Answer:
        return self._placed(job, Answer(Status.UNKNOWN, stopped_by=self.stopped_by))

    def _known(self, job: Job[Task]) -> Answer | None:
        task, found = job.item, None
        if task.puzzle is None:
            error = task.error or "there is no puzzle"
            found = self._placed(job, Answer(Status.UNKNOWN, error=error))
        elif self._store is not None:
            found = self._store.find(task, self._settings, job.index)
        return found or (self._unanswered(job) if self.stopped_by is not None else None)

    def _keep(self, job: Job[Task], answer: Answer) -> None:
        """Store, count and report a finished answer."""
        if self._store is not None:
            self._store.add(answer, job.item, self._settings)
        self._settled += 1
        self._stored += answer.is_stored
        self._errors += bool(answer.error)
        self._unknown += not answer.is_final and not answer.error
        self._has_stopped |= answer.stopped_by == "stop"  # a worker may see it first
        if self._report is not None:
            self._reported = time.monotonic()
            self._report(self.progress)

    def _placed(self, job: Job[Task], answer: Answer) -> Answer:
        return replace(
            answer,
            question=self._settings.question,
            puzzle=job.item.puzzle,
            index=job.index,
            name=job.item.name,
            crashes=job.crashes,
        )

    def _lost(self, job: Job[Task], error: Exception) -> Answer:
        return Answer(Status.UNKNOWN, stopped_by=CRASHED, detail=_named(error))

    def _failed(self, job: Job[Task], error: Exception) -> Answer:
        # Any error is an accident: the function of the call never raises.
        return Answer(Status.UNKNOWN, stopped_by=CRASHED, error=_named(error))


def _named(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".removesuffix(": ")
