"""A worker: a process of its own in which one engine answers one question after another.

A translator over `nonocsp.many.work.pool`. The interpreter and its imports are ready before
the first clock runs, and the first question has been asked about a tiny puzzle that is not
recorded, so that no puzzle pays for first calls. Programs and whole processes are not warmed up:
their start is part of the measurement. A worker that is late or dies is replaced and cannot harm
the next puzzle. What an engine prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue

from nonocsp import Puzzle
from nonocsp.many.work.pool import Pool, WorkerLost

from .adapters.base import Adapter, code
from .cases import Case
from .engines import Engine
from .measurement import Measurement, measure
from .protocols import Protocol
from .stopwatch import peak_of

if sys.platform != "win32":
    import resource

#: A worker may exceed the limit by this share of it and this many seconds before it is killed.
GRACE_SHARE, GRACE_SECONDS = 0.1, 0.5

#: Seconds after which an engine that is not ready is given up.
START_SECONDS = 120.0

#: What a fresh worker is asked first; it is a line and a puzzle.
WARM_UP = Case("", "warm-up", Puzzle([[1], [3], [1]], [[1], [3], [1]]), candidates=(3, 3, 3))

#: Seconds that a fresh worker may take for that.
WARM_UP_SECONDS = 10.0


class Worker:
    """Starts the process, asks it, and kills it when it is late.

    Args:
        engine: the engine that answers.
        memory: bytes of address space that the process may take, or None.
        core: the core it is pinned to, or None.
    """

    def __init__(self, engine: Engine, memory: int | None = None, core: int | None = None) -> None:
        self._pool = Pool(1, prepare=partial(_prepare, engine, memory, core))
        self._is_program = engine.make().is_program
        self.asked = 0
        """Questions asked so far."""
        self.code = ""
        """The code that the process runs; empty if it did not start."""
        with contextlib.suppress(Exception):  # an engine's failure is a result of the benchmark
            self.code = self._pool.call(_code, seconds=START_SECONDS).result()
        self.alive = bool(self.code)
        """It can be asked."""

    def ask(
        self, case: Case, protocol: Protocol, seconds: float, cpu_seconds: float | None = None
    ) -> Measurement:
        """Ask one question. Afterwards the worker may be dead: see `alive`."""
        is_cold = not self.asked and protocol.name != "process" and not self._is_program
        patience = seconds * (1 + GRACE_SHARE) + GRACE_SECONDS + is_cold * WARM_UP_SECONDS
        self.asked += 1
        started = time.perf_counter()
        # Seconds of the engine's work so far; None at the end.
        signs: SimpleQueue[float | None] = SimpleQueue()
        call = self._pool.call(
            _ask, case, protocol, seconds, cpu_seconds, is_cold, progress=signs.put
        )
        call.add_done_callback(lambda _: signs.put(None))
        try:
            while (used := signs.get(timeout=patience)) is not None:
                patience = (seconds - used) * (1 + GRACE_SHARE) + GRACE_SECONDS
            answer: Measurement = call.result()
            return answer
        except Empty:
            late = Measurement("timeout", seconds=time.perf_counter() - started, detail="killed")
            late.peak_memory = peak_of(Path(f"/proc/{call.pid}/status"))
            self.close()
            return late
        except WorkerLost as lost:
            self.alive = False
            ended = Measurement("crash", seconds=time.perf_counter() - started, detail=str(lost))
            if sys.platform != "win32" and lost.code == -signal.SIGPROF:
                ended.status, ended.cpu_seconds = "timeout", cpu_seconds
                ended.detail = "CPU seconds"
            return ended

    def close(self) -> None:
        """End the process and the programs that it started."""
        self.alive = False
        self._pool.kill()


# The other side: one engine in each process.
_adapter: Adapter


def _prepare(engine: Engine, memory: int | None, core: int | None) -> None:
    global _adapter
    if core is not None:
        os.sched_setaffinity(0, {core})
    if memory is not None and sys.platform != "win32":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    _adapter = engine.make()
    _adapter.prepare()


def _code() -> str:
    return code(_adapter)


def _ask(
    case: Case,
    protocol: Protocol,
    seconds: float,
    cpu_seconds: float | None,
    is_cold: bool,
    *,
    progress: Callable[[float], None],
) -> Measurement:
    if is_cold:
        measure(_adapter, WARM_UP, protocol, WARM_UP_SECONDS)
        progress(0.0)
    return measure(_adapter, case, protocol, seconds, progress, cpu_seconds)
