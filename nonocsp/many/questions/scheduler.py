"""The scheduler of a batch: sends tasks to workers and collects their answers.

A bounded number of calls is with the executor at any time, each with a chunk of puzzles, and
puzzles are taken from their iterator only as calls are free: it may be endless. Chunks grow until a
call takes about a tenth of a second, longer with very many workers, so that handing out tiny
puzzles costs little.

A call whose worker is lost is taken apart: its puzzles are asked again one by one, and only a
puzzle that was alone with its worker is blamed. When a pool breaks as a whole, no puzzle is blamed,
and a pool of our own goes on in its place.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from concurrent.futures import Future
from dataclasses import dataclass, replace
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any

from ...core import NonocspError, Puzzle, Status
from ...core.options.stops import current, joined
from .answer import CRASHED, Answer
from .executors import AnyExecutor, check_plugins, is_broken, is_fatal, is_loss, share_cores
from .pool import Call
from .store import Store
from .tasks import BatchWarning, Settings, Task, answer_chunk, tasks_of

#: Seconds that a call with a chunk of puzzles should take: far above the cost of handing it out.
CALL_SECONDS = 0.1

#: And this much more for each worker, so that calls come no faster than they can be handed out.
CALL_SECONDS_PER_WORKER = 0.01

#: Puzzles of the largest chunk that a batch chooses by itself.
MOST_IN_CHUNK = 500

#: Finished answers that wait, in an ordered batch, for one before them.
MOST_WAITING = 10_000

#: Seconds between two looks at what may stop the batch.
LOOK_SECONDS = 0.02

#: A worker of our own pool is killed this many seconds after the limits should have stopped it.
GRACE = 10.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a batch is."""

    done: int
    """Puzzles that have an answer."""
    total: int | None
    """Puzzles in total; None if the number is not known beforehand."""
    stored: int
    """Answers that were in the store already."""
    unknown: int
    """Answers that are not final because of a limit or a crash."""
    errors: int
    """Answers that are errors."""
    in_flight: int
    """Puzzles in the hands of workers."""
    seconds: float
    """Seconds since the beginning."""


@dataclass(slots=True)
class _Job:
    """A task, its index in the batch, and how often a call with only this task failed."""

    index: int
    task: Task
    crashes: int = 0


class Answers(Iterator[Answer]):
    """The answers of a batch, computed while they are consumed; made by `ask_many`.

    An iterator that can be closed early and used as a context manager: closing it cancels what has
    not begun and ends workers of our own. It is for one thread at a time. After a stop, Ctrl-C or
    the deadline the answers of what is left are unknown: of a list each puzzle has its answer, of
    an iterator each that was taken.

    Args:
        settings, puzzles, executor: the question, the puzzles, and the workers.
        ordered, progress, store, chunk, in_flight, retries: as for `ask_many`.
        deadline: the time, by ``time.monotonic``, at which to stop; None for never.
    """

    _is_closed = True  # nothing to close yet

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
        self._ordered, self._report = ordered, progress
        self._fixed_chunk, self._fixed_flight = chunk, in_flight
        self._retries, self._deadline = retries, deadline
        self._puzzles = puzzles
        self._total = len(puzzles) if isinstance(puzzles, Sized) else None
        self._source: Iterator[tuple[int, Task]] = enumerate(tasks_of(puzzles))
        self._executor = AnyExecutor(executor)
        self._owns_store = not isinstance(store, Store)
        self._store = Store(store) if store is not None and not isinstance(store, Store) else store
        self._done: SimpleQueue[Future[list[Answer]]] = SimpleQueue()
        self._flying: dict[Future[list[Answer]], tuple[list[_Job], AnyExecutor]] = {}
        self._open: dict[int, _Job] = {}  # what was taken and has no answer yet
        self._again: deque[_Job] = deque()
        self._ready: dict[int, Answer] = {}
        self._taken = self._given = self._calls = 0
        self._failure: Exception | None = None
        self._is_exhausted = self._is_closed = self._has_stopped = False
        self.stopped_by: str | None = None
        """``"stop"``, ``"interrupt"`` or ``"seconds"``: why the batch ended early; or None."""
        self._around, self._stops = current(), joined(limits.stop)
        self._waited = 0.0
        self._chunk, self._width, self._measured = chunk or 1, 0, float("-inf")
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

    def __repr__(self) -> str:
        total = "" if self._total is None else f" of {self._total}"
        return f"<Answers: {self._given}{total} given>"

    def __next__(self) -> Answer:
        try:
            while not self._is_closed:
                if self.stopped_by is None and self._is_stopped():
                    self._stop("stop")
                if not self._is_deliverable() and self.stopped_by is None and self._patience() <= 0:
                    self._stop("seconds")
                if not self._is_deliverable():
                    self._fill()
                if self._is_deliverable():
                    index = self._given if self._ordered else next(iter(self._ready))
                    self._given += 1
                    return self._ready.pop(index)
                if self._flying:
                    self._wait()
                else:
                    self.close()
                    if self._failure is not None:
                        raise self._failure
        except KeyboardInterrupt:
            if self.stopped_by is None:
                self._stop("interrupt")
            raise
        except BaseException:
            self.close()
            raise
        raise StopIteration

    @property
    def _pause(self) -> float:
        """Seconds between two looks at the stop."""
        return 1.0 if self._stops is None else LOOK_SECONDS

    def _is_stopped(self) -> bool:
        if (around := current()) is not self._around:  # another thread or question goes on
            self._around, self._stops = around, joined(self._settings.limits.stop)
        return self._has_stopped or (self._stops is not None and self._stops.is_set())

    def _stop(self, reason: str) -> None:
        """End the workers that are at it; what has no answer yet is unknown."""
        self.stopped_by = reason
        for future in self._flying:
            if isinstance(future, Call):
                future.kill()
        self._end_calls()
        for job in list(self._open.values()):
            self._settle(self._unanswered(job), job.task)
        # Of a list the rest follows, from where an interrupt may have broken its iterator.
        self._is_exhausted = self._total is None
        self._source = islice(enumerate(tasks_of(self._puzzles)), self._taken, None)

    def _unanswered(self, job: _Job) -> Answer:
        return self._placed(job, Answer(Status.UNKNOWN, stopped_by=self.stopped_by))

    def close(self) -> None:
        """Store finished answers, cancel tasks that have not started, stop the own pool."""
        if self._is_closed:
            return
        self._is_closed = True
        try:
            self._end_calls()
        finally:
            if self._store is not None and self._owns_store:
                self._store.close()

    def _end_calls(self) -> None:
        """Take the answers of finished calls, and give up the others with the own pool."""
        try:
            while not self._done.empty():
                future = self._done.get()
                jobs, _ = self._flying.pop(future, ((), None))
                if jobs and not future.cancelled() and future.exception() is None:
                    self._receive(jobs, future.result())
        finally:  # also where the store cannot be written
            for future in self._flying:
                future.cancel()
            self._flying.clear()
            self._again.clear()
            self._executor.close()

    def __enter__(self) -> Answers:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.close()

    def _is_deliverable(self) -> bool:
        return self._given in self._ready if self._ordered else bool(self._ready)

    def _settle(self, answer: Answer, task: Task) -> None:
        """Store, count and report a finished answer."""
        if self._store is not None:
            self._store.add(answer, task, self._settings)
        self._ready[answer.index] = answer
        self._open.pop(answer.index, None)
        self._settled += 1
        self._stored += answer.is_stored
        self._errors += bool(answer.error)
        self._unknown += not answer.is_final and not answer.error
        self._has_stopped |= answer.stopped_by == "stop"  # a worker may see it first
        if self._report is not None:
            self._report(self.progress)

    # Submitting.

    def _fill(self) -> None:
        """Submit calls until enough are in flight, or an answer can be yielded or collected."""
        while self.stopped_by is not None or (
            len(self._flying) < self._most_in_flight() and self._done.empty()
        ):
            jobs = [self._again.popleft()] if self._again else self._next_chunk()
            if not jobs:
                return
            self._submit(jobs)
            if self._is_deliverable():
                return

    def _most_in_flight(self) -> int:
        """Calls in flight; by default one running and one queued for each worker."""
        if self._fixed_flight is not None:
            return self._fixed_flight
        now = time.monotonic()
        if now - self._measured > 1:  # a cluster may have grown
            self._width, self._measured = self._executor.width, now
        return 2 * self._width

    def _next_chunk(self) -> list[_Job]:
        """The next tasks without an answer. Empty if there are none, or none yet."""
        jobs: list[_Job] = []
        begun = time.monotonic()
        while len(jobs) < self._chunk and not self._is_exhausted:
            if self._ordered and self._taken - self._given >= MOST_WAITING:
                break
            try:
                index, task = next(self._source)
            except StopIteration:
                self._is_exhausted = True
                break
            except Exception as error:  # of the caller's: what was taken before is answered first
                self._is_exhausted, self._failure = True, error
                break
            answer = self._known(index, task)
            job = self._open[index] = _Job(index, task)
            self._taken += 1
            if answer is None and self.stopped_by is not None:
                answer = self._unanswered(job)
            if answer is not None:
                self._settle(answer, task)
            else:
                jobs.append(job)
            if self._is_deliverable() or time.monotonic() - begun > CALL_SECONDS:
                break  # a slow source does not hold up the answers
        return jobs

    def _known(self, index: int, task: Task) -> Answer | None:
        """The answer to a task that needs no worker."""
        if task.puzzle is None:
            error = task.error or "there is no puzzle"
            question = self._settings.question
            return Answer(
                Status.UNKNOWN, error=error, question=question, index=index, name=task.name
            )
        return self._store.find(task, self._settings, index) if self._store is not None else None

    def _submit(self, jobs: list[_Job]) -> None:
        puzzles = [(job.task.puzzle, job.task.grid) for job in jobs]
        seconds = self._settings.limits.seconds
        deadline = None if seconds is None else len(jobs) * (1.5 * seconds) + GRACE
        self._calls += 1
        while True:
            try:
                future = self._executor.submit(
                    deadline, answer_chunk, self._settings, puzzles, self._calls
                )
                break
            except Exception as error:
                if not is_broken(error):
                    raise
                self._replace(self._executor, error)
        self._flying[future] = (jobs, self._executor)
        future.add_done_callback(self._done.put)

    # Taking back.

    def _patience(self) -> float:
        """Seconds to wait for a call; 0 when the time of the batch is over."""
        # Never without end: where a wait cannot be interrupted, Ctrl-C is seen after it.
        if self._deadline is None:
            return 1.0
        return min(1.0, max(0.0, self._deadline - time.monotonic()))

    def _wait(self) -> None:
        """Collect the finished calls; wait for the first one."""
        patience = self._patience()
        try:
            self._take_back(self._done.get(timeout=min(patience, self._pause)))
        except Empty:
            # Tasks have been read and submitted since the last answer.
            self._waited += self._pause
            if self._report is not None and self._waited >= patience:
                self._waited = 0.0
                self._report(self.progress)
            return
        with contextlib.suppress(Empty):
            while True:
                self._take_back(self._done.get_nowait())

    def _take_back(self, future: Future[list[Answer]]) -> None:
        jobs, executor = self._flying.pop(future)
        try:
            answers = future.result()
        except Exception as error:
            if is_fatal(error):
                raise
            if is_broken(error):
                self._replace(executor, error)
                self._again.extend(jobs)
            elif len(jobs) > 1:
                self._again.extend(jobs)
            else:
                self._blame(jobs[0], error)
        else:
            self._receive(jobs, answers)

    def _receive(self, jobs: list[_Job], answers: list[Answer]) -> None:
        for job, answer in zip(jobs, answers, strict=True):
            self._settle(self._placed(job, answer), job.task)
        if self._fixed_chunk is None:
            # At least the time that a small puzzle takes to be sent.
            mean = max(2e-4, sum(answer.seconds for answer in answers) / len(answers))
            wanted = int((CALL_SECONDS + CALL_SECONDS_PER_WORKER * self._width) / mean)
            self._chunk = max(1, min(wanted, 2 * self._chunk, MOST_IN_CHUNK))

    def _placed(self, job: _Job, answer: Answer) -> Answer:
        """An answer with what only this process knows of its task."""
        return replace(
            answer,
            question=self._settings.question,
            puzzle=job.task.puzzle,
            index=job.index,
            name=job.task.name,
            crashes=job.crashes,
        )

    def _blame(self, job: _Job, error: Exception) -> None:
        """Charge a failed call to its only task: retry it, or settle it after the last retry."""
        job.crashes += 1
        if job.crashes <= self._retries:
            self._again.append(job)
            return
        text = f"{type(error).__name__}: {error}".removesuffix(": ")
        detail, fault = (text, "") if is_loss(error) else ("", text)
        # Any error is an accident: the function of the call never raises.
        answer = Answer(Status.UNKNOWN, stopped_by=CRASHED, detail=detail, error=fault)
        self._settle(self._placed(job, answer), job.task)

    def _replace(self, broken: AnyExecutor, error: Exception) -> None:
        """Continue with a pool of our own after the executor has broken."""
        if broken is not self._executor:
            return  # replaced already, when another of its calls failed
        if broken.is_own:
            raise NonocspError(f"the workers broke: {error}") from error
        message = f"the executor broke ({error}); a pool of our own goes on"
        warnings.warn(message, BatchWarning, stacklevel=2)
        self._executor = AnyExecutor(broken.width)
        self._measured = float("-inf")
        broken.close()
