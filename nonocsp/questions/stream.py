"""The answers of a batch as they come: how tasks are handed out, and what becomes of lost ones.

A bounded number of calls is with the executor at any time, each with a chunk of puzzles, and
puzzles are taken from their iterator only as calls are free: it may be endless. Chunks grow until a
call takes about a tenth of a second, longer with very many workers, so that handing out tiny
puzzles costs little.

A call whose worker is lost is taken apart: its puzzles are asked again one by one, and only a
puzzle that was alone with its worker is blamed. When a pool breaks as a whole, nobody is blamed,
and workers of our own go on in its place.
"""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from ..common.errors import NonocspError, OptionError
from ..common.limits import Stats
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from ..solver.answers import Status
from .answers import CRASHED, Answer
from .executors import AnyExecutor, is_broken, is_fatal, is_loss
from .store import Store
from .tasks import Task, tasks_of
from .work import Asked, Report, reports

#: Seconds that a call with a chunk of puzzles should take: far above the cost of handing it out.
CALL_SECONDS = 0.1

#: And this much more for each worker, so that calls come no faster than they can be handed out.
CALL_SECONDS_PER_WORKER = 0.01

#: Puzzles of the largest chunk that is chosen without being told.
MOST_IN_CHUNK = 500

#: Finished answers that wait, in an ordered batch, for one before them.
MOST_WAITING = 10_000

#: A worker of our own is killed this long after the limits should have stopped it.
GRACE = 10.0


class BatchWarning(UserWarning):
    """The executor broke, and the batch goes on without it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is."""

    done: int
    """Puzzles that have an answer."""
    total: int | None
    """Puzzles in all; None where that is not known beforehand."""
    stored: int
    """Answers that were in the store already."""
    unknown: int
    """Answers that a limit or a crash kept from being final."""
    errors: int
    """Answers that are errors."""
    in_flight: int
    """Puzzles that are with workers."""
    seconds: float
    """Seconds since the beginning."""


@dataclass(slots=True)
class _Job:
    index: int
    task: Task
    crashes: int = 0


@dataclass(frozen=True, slots=True)
class Handling:
    """How a batch is handed out; see `nonocsp.questions.solve_many` for the meanings."""

    ordered: bool = True
    chunk: int | None = None
    in_flight: int | None = None
    retries: int = 1
    progress: Callable[[Progress], None] | None = None
    deadline: float | None = None
    """The time, by ``time.monotonic``, at which to stop."""

    def __post_init__(self) -> None:
        for name, least in (("chunk", 1), ("in_flight", 1), ("retries", 0)):
            value = getattr(self, name)
            if value is None and name != "retries":
                continue
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise OptionError(f"{name} is a whole number of at least {least}, not {value!r}")


class Answers(Iterator[Answer]):
    """The answers of a batch, worked out while they are asked for.

    An iterator that can be closed early and used as a context manager: closing it cancels what has
    not begun and ends workers of our own. It is for one thread at a time.
    """

    def __init__(self, batch: Batch) -> None:
        self._batch = batch
        self._run = batch.answers()

    @property
    def progress(self) -> Progress:
        """How far the batch is."""
        return self._batch.progress

    def __next__(self) -> Answer:
        return next(self._run)

    def close(self) -> None:
        """Cancel what has not begun, and end workers of our own; there are no further answers."""
        self._run.close()
        self._batch.finish()  # also where nothing was ever asked for

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.close()


class Batch:
    """One batch at work."""

    def __init__(
        self,
        asked: Asked,
        puzzles: Iterable[Puzzle | Task],
        executor: Any,
        store: Store | None,
        handling: Handling,
    ) -> None:
        self._asked, self._store, self._handling = asked, store, handling
        self._owns_store = False
        self._total = len(puzzles) if isinstance(puzzles, Sized) else None
        self._source = enumerate(tasks_of(puzzles))
        self._pool = AnyExecutor(executor)
        self._done: SimpleQueue[Future[list[Report]]] = SimpleQueue()
        self._flying: dict[Future[list[Report]], tuple[list[_Job], AnyExecutor]] = {}
        self._again: deque[_Job] = deque()
        self._ready: dict[int, Answer] = {}
        self._taken = self._given = self._calls = 0
        self._is_exhausted = self._is_over = False
        self._failure: Exception | None = None
        self._chunk = handling.chunk or 1
        self._width, self._measured = 0, float("-inf")
        self._settled = self._stored = self._unknown = self._errors = 0
        self._begun = time.monotonic()

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

    def keep_in(self, store: Store) -> None:
        """Use a store, and close it at the end."""
        self._store, self._owns_store = store, True

    def answers(self) -> Generator[Answer, None, None]:
        """The answers, one by one."""
        try:
            while True:
                yield from self._deliverable()
                if self._patience() <= 0:
                    return
                self._fill()
                if self._is_deliverable():
                    continue
                if not self._flying:
                    break
                self._wait()
            if self._failure is not None:
                raise self._failure
        finally:
            self.finish()

    def finish(self) -> None:
        """Keep what is finished, let go of the rest. A second time does nothing."""
        if self._is_over:
            return
        self._is_over = True
        while not self._done.empty():
            future = self._done.get()
            jobs, _ = self._flying.pop(future)
            if not future.cancelled() and future.exception() is None:
                self._receive(jobs, future.result())
        for future in self._flying:
            future.cancel()
        self._flying.clear()
        self._pool.close()
        if self._store is not None and self._owns_store:
            self._store.close()

    # Giving answers.

    def _is_deliverable(self) -> bool:
        return self._given in self._ready if self._handling.ordered else bool(self._ready)

    def _deliverable(self) -> Iterator[Answer]:
        while self._is_deliverable():
            index = self._given if self._handling.ordered else next(iter(self._ready))
            self._given += 1
            yield self._ready.pop(index)

    def _settle(self, answer: Answer, task: Task) -> None:
        """An answer is there: keep it, count it, tell it."""
        if self._store is not None:
            self._store.add(answer, task, self._asked)
        self._ready[answer.index] = answer
        self._settled += 1
        self._stored += answer.is_stored
        self._errors += bool(answer.error)
        self._unknown += not answer.is_final and not answer.error
        if self._handling.progress is not None:
            self._handling.progress(self.progress)

    # Handing out.

    def _fill(self) -> None:
        """Hand out calls until enough are out, or there is something to give or to take back."""
        while len(self._flying) < self._most_in_flight() and self._done.empty():
            jobs = [self._again.popleft()] if self._again else self._next_chunk()
            if not jobs:
                return
            self._submit(jobs)
            if self._is_deliverable():
                return

    def _most_in_flight(self) -> int:
        """Calls out at a time: one in work and one waiting for each worker, unless told."""
        if self._handling.in_flight is not None:
            return self._handling.in_flight
        now = time.monotonic()
        if now - self._measured > 1:  # a cluster may have grown
            self._width, self._measured = self._pool.width, now
        return 2 * self._width

    def _next_chunk(self) -> list[_Job]:
        """The next puzzles that are not answered already. Empty when there is none, or not yet."""
        jobs: list[_Job] = []
        begun = time.monotonic()
        while len(jobs) < self._chunk and not self._is_exhausted:
            if self._handling.ordered and self._taken - self._given >= MOST_WAITING:
                break
            try:
                index, task = next(self._source)
            except StopIteration:
                self._is_exhausted = True
                break
            except Exception as error:  # of the caller's: what was taken before is answered first
                self._is_exhausted, self._failure = True, error
                break
            self._taken += 1
            answer = self._known(index, task)
            if answer is not None:
                self._settle(answer, task)
            else:
                jobs.append(_Job(index, task))
            if self._is_deliverable() or time.monotonic() - begun > CALL_SECONDS:
                break  # nobody waits while a slow source fills a chunk
        return jobs

    def _known(self, index: int, task: Task) -> Answer | None:
        """The answer to a task that needs no worker."""
        if task.puzzle is None:
            error = task.error or "there is no puzzle"
            question, name = self._asked.question, task.name
            return Answer(index, question, None, Status.UNKNOWN, name, error=error)
        return self._store.find(task, self._asked, index) if self._store is not None else None

    def _submit(self, jobs: list[_Job]) -> None:
        puzzles = [(job.task.puzzle, job.task.grid) for job in jobs]
        seconds = self._asked.limits.seconds
        guard = None if seconds is None else len(jobs) * (1.5 * seconds) + GRACE
        self._calls += 1
        while True:
            try:
                future = self._pool.submit(guard, reports, self._asked, puzzles, self._calls)
                break
            except Exception as error:
                if not is_broken(error):
                    raise
                self._replace(self._pool, error)
        self._flying[future] = (jobs, self._pool)
        future.add_done_callback(self._done.put)

    # Taking back.

    def _wait(self) -> None:
        """Take back what is finished, waiting a while for something to be."""
        with contextlib.suppress(Empty):
            self._take_back(self._done.get(timeout=self._patience()))
            while True:
                self._take_back(self._done.get_nowait())

    def _patience(self) -> float:
        """Seconds to wait before looking up: 0 when the time of the batch is over."""
        # Never for ever: where a wait cannot be interrupted, Ctrl-C is heard after it.
        if self._handling.deadline is None:
            return 1.0
        return min(1.0, max(0.0, self._handling.deadline - time.monotonic()))

    def _take_back(self, future: Future[list[Report]]) -> None:
        jobs, pool = self._flying.pop(future)
        try:
            found = future.result()
        except Exception as error:
            if is_fatal(error):
                raise
            if is_broken(error):
                self._replace(pool, error)
                self._again.extend(jobs)
            elif len(jobs) > 1:
                self._again.extend(jobs)
            else:
                self._blame(jobs[0], error)
        else:
            self._receive(jobs, found)

    def _receive(self, jobs: list[_Job], found: list[Report]) -> None:
        for job, report in zip(jobs, found, strict=True):
            self._settle(self._answer(job, report), job.task)
        if self._handling.chunk is None:
            # At least the time that a small puzzle takes to be sent.
            mean = max(2e-4, sum(report.seconds for report in found) / len(found))
            wanted = int((CALL_SECONDS + CALL_SECONDS_PER_WORKER * self._width) / mean)
            self._chunk = max(1, min(wanted, 2 * self._chunk, MOST_IN_CHUNK))

    def _answer(self, job: _Job, report: Report) -> Answer:
        puzzle = job.task.puzzle
        assert puzzle is not None
        columns, colours = puzzle.shape[1], puzzle.colours
        return Answer(
            job.index,
            self._asked.question,
            puzzle,
            Status(report.status),
            job.task.name,
            tuple(Picture.from_cells(cells, columns, colours) for cells in report.pictures),
            report.told,
            report.stopped_by,
            report.detail,
            report.error,
            Stats(**report.stats),  # type: ignore[arg-type]  # as Stats.as_dict gave them
            report.seconds,
            report.worker,
            job.crashes,
        )

    def _blame(self, job: _Job, error: Exception) -> None:
        """A puzzle that was alone in its call did not come back: once more, or never again."""
        job.crashes += 1
        if job.crashes <= self._handling.retries:
            self._again.append(job)
            return
        said = f"{type(error).__name__}: {error}".removesuffix(": ")
        lost = is_loss(error)
        answer = Answer(
            job.index,
            self._asked.question,
            job.task.puzzle,
            Status.UNKNOWN,
            job.task.name,
            stopped_by=CRASHED if lost else None,
            detail=said if lost else "",
            error="" if lost else said,
            crashes=job.crashes,
        )
        self._settle(answer, job.task)

    def _replace(self, broken: AnyExecutor, error: Exception) -> None:
        """Go on with workers of our own after the executor has broken."""
        if broken is not self._pool:
            return  # another of its calls has told already
        if broken.is_own:
            raise NonocspError(f"the workers broke: {error}") from error
        message = f"the executor broke ({error}); workers of our own go on"
        warnings.warn(message, BatchWarning, stacklevel=2)
        self._pool = AnyExecutor(broken.width)
        self._measured = float("-inf")
        broken.close()
