"""A worker: a process of its own in which one engine answers questions until it is told to stop.

Interpreter and imports are ready before the first clock runs, and the same question has been asked
about a tiny puzzle that is not recorded, so that nobody's first puzzle pays for first calls.
Programs and whole processes are not warmed up: their start is what is measured. Whoever does not
answer in time, or dies, is replaced; what it did cannot harm the next puzzle. Everything that an
engine prints goes to standard error.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import resource
import signal
import time
from multiprocessing.connection import Connection
from pathlib import Path

from nonocsp import Puzzle

from .cases import Case
from .engines import Engine
from .machine import code
from .measurement import Measurement, measure
from .protocols import Protocol
from .stopwatch import peak_of

#: Beyond the limit, a worker gets this share of it and so many seconds to say what it has.
GRACE_SHARE, GRACE_SECONDS = 0.1, 0.5

#: An engine that is not ready after so many seconds never will be.
START_SECONDS = 120.0

#: What a fresh worker is asked first; it is a line and a puzzle.
WARM_UP = Case("", "warm-up", Puzzle([[1], [3], [1]], [[1], [3], [1]]), candidates=(3, 3, 3))

#: An engine that has not answered that after so many seconds is late with its first puzzle.
WARM_UP_SECONDS = 10.0


class Worker:
    """The near end: starts the process, asks, and kills it when it is late.

    Args:
        engine: who answers.
        memory: bytes of address space that the process may take, or None.
        core: the core it is pinned to, or None.
    """

    def __init__(self, engine: Engine, memory: int | None = None, core: int | None = None) -> None:
        spawning = multiprocessing.get_context("spawn")
        self._near, far = spawning.Pipe()
        self._process = spawning.Process(
            target=_serve, args=(far, engine, memory, core), daemon=True
        )
        self._process.start()
        far.close()
        self._is_program = engine.make().is_program
        self.asked = 0
        """Questions asked so far."""
        self.code = ""
        """The code that the process runs; empty if it did not come up."""
        if self._near.poll(START_SECONDS):
            with contextlib.suppress(EOFError):
                self.code = self._near.recv()

    def ask(
        self, case: Case, protocol: Protocol, seconds: float, cpu_seconds: float | None = None
    ) -> Measurement:
        """One question. Afterwards the worker may be dead: see `alive`."""
        is_cold = not self.asked and protocol.name != "process" and not self._is_program
        patience = seconds * (1 + GRACE_SHARE) + GRACE_SECONDS + is_cold * WARM_UP_SECONDS
        self.asked += 1
        started = time.perf_counter()
        try:
            self._near.send((case, protocol, seconds, cpu_seconds, is_cold))
            while self._near.poll(patience):
                answer: Measurement | float = self._near.recv()
                if isinstance(answer, Measurement):
                    return answer
                # Alive, and so much of its time is gone.
                patience = (seconds - answer) * (1 + GRACE_SHARE) + GRACE_SECONDS
        except (EOFError, OSError):
            self._process.join()
            if self._process.exitcode == -signal.SIGPROF:
                return Measurement(
                    "timeout",
                    seconds=time.perf_counter() - started,
                    cpu_seconds=cpu_seconds,
                    detail="CPU seconds",
                )
            return Measurement(
                "crash",
                seconds=time.perf_counter() - started,
                detail=f"the process ended with code {self._process.exitcode}",
            )
        peak = peak_of(Path(f"/proc/{self._process.pid}/status"))
        elapsed = time.perf_counter() - started
        self.close()
        return Measurement("timeout", seconds=elapsed, peak_memory=peak, detail="killed")

    @property
    def alive(self) -> bool:
        return self._process.is_alive() and bool(self.code)

    def close(self) -> None:
        """End the process and whatever it started."""
        if self._process.pid is not None:
            # Its group, so that a solver that it called as a program goes too.
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.join()
        self._near.close()


def _serve(far: Connection, engine: Engine, memory: int | None, core: int | None) -> None:
    """The far end: answer until the near end is gone."""
    os.setsid()
    os.dup2(2, 1)
    if core is not None:
        os.sched_setaffinity(0, {core})
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    adapter = engine.make()
    adapter.prepare()
    far.send(code(adapter))
    with contextlib.suppress(EOFError, OSError):
        while True:
            case, protocol, seconds, cpu_seconds, is_cold = far.recv()
            if is_cold:
                measure(adapter, WARM_UP, protocol, WARM_UP_SECONDS)
                far.send(0.0)
            far.send(measure(adapter, case, protocol, seconds, far.send, cpu_seconds))
