"""Work: a function on every item, over workers, with results that survive accidents.

A bounded number of calls is with the executor at any time, each with a chunk of items, and items
are taken from their iterator only as calls are free: it may be endless. Chunks grow until a call
takes about a tenth of a second, longer with very many workers, so that handing out tiny items costs
little.

A call whose worker is lost is taken apart: its items are tried again one by one, and only an item
that was alone with its worker is blamed. When a pool breaks as a whole, no item is blamed, and a
pool of our own goes on in its place.
"""

from __future__ import annotations

import contextlib
import sys
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Generic, Self, TypeVar

from ...core import NonocspError
from .executors import AnyExecutor, is_broken, is_fatal, is_loss
from .pool import Call

T = TypeVar("T")
R = TypeVar("R")

#: Seconds that a call with a chunk of items should take: far above the cost of handing it out.
CALL_SECONDS = 0.1

#: And this much more for each worker, so that calls come no faster than they can be handed out.
CALL_SECONDS_PER_WORKER = 0.01

#: Items of the largest chunk that is chosen here.
MOST_IN_CHUNK = 500

#: Finished results that wait, where the order is kept, for one before them.
MOST_WAITING = 10_000

#: Seconds between two looks at what may stop the work.
LOOK_SECONDS = 0.02

#: A worker of our own pool is killed this many seconds after the limits should have stopped it.
GRACE = 10.0


class WorkWarning(UserWarning):
    """Trouble that the work survives: its executor broke, or its file was damaged."""


@dataclass(slots=True)
class Job(Generic[T]):
    """An item, its number, and how often a call with only this item failed."""

    index: int
    item: T
    crashes: int = 0


class Work(Iterator[R], Generic[T, R]):
    """The results of a function on items, computed while they are consumed.

    An iterator that can be closed early and used as a context manager: closing it cancels what has
    not begun and ends workers of our own. It is for one thread at a time.

    Args:
        function: what a worker does with a chunk: takes a list of items, returns their results in
            order. It and the items must be picklable.
        items: taken as workers come free.
        executor: as for `nonocsp.many.questions.ask_many`.
        ordered: results come in the order of the items; else as they are finished.
        chunk: items in one call; None lets chunks grow.
        in_flight: calls at the executor at a time; None is two for each worker.
        retries: how often an item is tried again after its worker was lost.
        seconds: the time that one item may take; a worker of our own pool is killed later.
    """

    _is_closed = True  # nothing to close yet

    def __init__(
        self,
        function: Callable[[Sequence[T]], list[R]],
        items: Iterable[T],
        executor: Any,
        *,
        ordered: bool = True,
        chunk: int | None = None,
        in_flight: int | None = None,
        retries: int = 1,
        seconds: float | None = None,
    ) -> None:
        self._function, self._ordered, self._retries = function, ordered, retries
        self._fixed_chunk, self._fixed_flight = chunk, in_flight
        self._seconds = seconds
        self._source: Iterator[tuple[int, T]] = enumerate(items)
        self._executor = AnyExecutor(executor)
        self._done: SimpleQueue[Future[tuple[list[R], float]]] = SimpleQueue()
        self._flying: dict[Future[tuple[list[R], float]], tuple[list[Job[T]], AnyExecutor]] = {}
        self._open: dict[int, Job[T]] = {}  # what was taken and has no result yet
        self._again: deque[Job[T]] = deque()
        self._ready: dict[int, R] = {}
        self._taken = self._given = self._calls = 0
        self._failure: Exception | None = None
        self._is_exhausted = self._is_closed = self._has_ended = False
        self._chunk, self._width, self._measured = chunk or 1, 0, float("-inf")
        self._begun = time.monotonic()

    # What the caller says.

    def _known(self, job: Job[T]) -> R | None:
        """The result of an item that needs no worker."""
        return None

    def _lost(self, job: Job[T], error: Exception) -> R:
        """The result of an item over which workers were lost again and again."""
        raise error

    def _failed(self, job: Job[T], error: Exception) -> R:
        """The result of an item whose call raises an error again and again."""
        raise error

    def _placed(self, job: Job[T], result: R) -> R:
        """A result of a worker with what only this process knows."""
        return result

    def _keep(self, job: Job[T], result: R) -> None:
        """Note a finished result, before it is given; not in order where that is not kept."""

    def _look(self) -> float:
        """Look at what may stop the work; returns the seconds until the next look."""
        return 1.0  # never without end: where a wait cannot be interrupted, Ctrl-C is seen after it

    def _interrupted(self) -> None:
        """After Ctrl-C, which is raised then."""
        self.close()

    # The iterator.

    def __next__(self) -> R:
        try:
            while not self._is_closed:
                pause = self._look()
                if not self._is_deliverable():
                    self._fill()
                if self._is_deliverable():
                    index = self._given if self._ordered else next(iter(self._ready))
                    self._given += 1
                    return self._ready.pop(index)
                if self._flying:
                    self._wait(pause)
                else:
                    self.close()
                    if self._failure is not None:
                        raise self._failure
        except KeyboardInterrupt:
            self._interrupted()
            raise
        except BaseException:
            self.close()
            raise
        raise StopIteration

    def _end(self) -> None:
        """End the workers that are at it; nothing is handed out any more."""
        self._has_ended = True
        for future in self._flying:
            if isinstance(future, Call):
                future.kill()
        self._end_calls()

    def close(self) -> None:
        """Keep finished results, cancel calls that have not started, stop the own pool."""
        if not self._is_closed:
            self._is_closed = True
            self._end_calls()

    def _end_calls(self) -> None:
        """Take the results of finished calls, and give up the others with the own pool."""
        try:
            while not self._done.empty():
                future = self._done.get()
                jobs, _ = self._flying.pop(future, ((), None))
                if jobs and not future.cancelled() and future.exception() is None:
                    self._receive(jobs, *future.result())
        finally:  # also where a result cannot be kept
            for future in self._flying:
                future.cancel()
            self._flying.clear()
            self._again.clear()
            self._executor.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not sys.is_finalizing():
            self.close()

    def _is_deliverable(self) -> bool:
        return self._given in self._ready if self._ordered else bool(self._ready)

    def _settle(self, job: Job[T], result: R) -> None:
        self._keep(job, result)
        self._ready[job.index] = result
        self._open.pop(job.index, None)

    # Submitting.

    def _fill(self) -> None:
        """Submit calls until enough are in flight, or a result can be yielded or collected."""
        while self._has_ended or (
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

    def _next_chunk(self) -> list[Job[T]]:
        """The next items without a result. Empty if there are none, or none yet."""
        jobs: list[Job[T]] = []
        begun = time.monotonic()
        while len(jobs) < self._chunk and not self._is_exhausted:
            if self._ordered and self._taken - self._given >= MOST_WAITING:
                break
            try:
                job = Job(*next(self._source))
            except StopIteration:
                self._is_exhausted = True
                break
            except Exception as error:  # of the caller's: what was taken before is finished first
                if isinstance(error.__cause__, KeyboardInterrupt):  # while a class was made
                    raise error.__cause__ from None
                self._is_exhausted, self._failure = True, error
                break
            known = self._known(job)
            self._open[job.index] = job
            self._taken += 1
            if known is not None:
                self._settle(job, known)
            else:
                jobs.append(job)
            if self._is_deliverable() or time.monotonic() - begun > CALL_SECONDS:
                break  # a slow source does not hold up the results
        return jobs

    def _submit(self, jobs: list[Job[T]]) -> None:
        items = [job.item for job in jobs]
        deadline = None if self._seconds is None else len(jobs) * self._seconds + GRACE
        self._calls += 1
        while True:
            try:
                future = self._executor.submit(deadline, timed, self._function, items, self._calls)
                break
            except Exception as error:
                if not is_broken(error):
                    raise
                self._replace(self._executor, error)
        self._flying[future] = (jobs, self._executor)
        future.add_done_callback(self._done.put)

    # Taking back.

    def _wait(self, pause: float) -> None:
        """Collect the finished calls; wait for the first one, no longer than a pause."""
        with contextlib.suppress(Empty):
            self._take_back(self._done.get(timeout=pause))
            while True:
                self._take_back(self._done.get_nowait())

    def _take_back(self, future: Future[tuple[list[R], float]]) -> None:
        jobs, executor = self._flying.pop(future)
        try:
            results, seconds = future.result()
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
            self._receive(jobs, results, seconds)

    def _receive(self, jobs: Sequence[Job[T]], results: list[R], seconds: float) -> None:
        for job, result in zip(jobs, results, strict=True):
            self._settle(job, self._placed(job, result))
        if self._fixed_chunk is None:
            # At least the time that a small item takes to be sent.
            mean = max(2e-4, seconds / len(results))
            wanted = int((CALL_SECONDS + CALL_SECONDS_PER_WORKER * self._width) / mean)
            self._chunk = max(1, min(wanted, 2 * self._chunk, MOST_IN_CHUNK))

    def _blame(self, job: Job[T], error: Exception) -> None:
        """Charge a failed call to its only item: try it again, or give it up."""
        job.crashes += 1
        if job.crashes <= self._retries:
            self._again.append(job)
        else:
            given_up = self._lost if is_loss(error) else self._failed
            self._settle(job, self._placed(job, given_up(job, error)))

    def _replace(self, broken: AnyExecutor, error: Exception) -> None:
        """Continue with a pool of our own after the executor has broken."""
        if broken is not self._executor:
            return  # replaced already, when another of its calls failed
        if broken.is_own:
            raise NonocspError(f"the workers broke: {error}") from error
        message = f"the executor broke ({error}); a pool of our own goes on"
        warnings.warn(message, WorkWarning, stacklevel=2)
        self._executor = AnyExecutor(broken.width)
        self._measured = float("-inf")
        broken.close()


def timed(
    function: Callable[[Sequence[T]], list[R]], items: Sequence[T], serial: int
) -> tuple[list[R], float]:
    """The results of a chunk, and the seconds that they took. This is what workers run.

    ``serial`` is a number that no two calls share, so that executors which remember calls by their
    arguments (as Dask does) do not answer a second attempt with the failure of the first.
    """
    del serial
    begun = time.perf_counter()
    results = function(items)
    return results, time.perf_counter() - begun
