"""What a worker does: a process of its own in which one engine answers one question after another.

The interpreter and its imports are ready before the first clock runs, and the first question has
been asked about a tiny puzzle that is not recorded, so that no puzzle pays for first calls.
Programs and whole processes are not warmed up: their start is part of the measurement. A timer of
the system ends a process that is late, whatever its engine is at. What an engine prints goes to
standard error.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Sequence

from nonocsp import Puzzle

from .adapters.base import Adapter, code
from .cases import Case
from .engines import Engine
from .measurement import measure
from .protocols import Protocol
from .records import Record

if sys.platform != "win32":
    import resource

#: A worker may exceed the limit by this share of it and this many seconds before it is killed.
GRACE_SHARE, GRACE_SECONDS = 0.1, 0.5

#: What a fresh worker is asked first; it is a line and a puzzle.
WARM_UP = Case("", "warm-up", Puzzle([[1], [3], [1]], [[1], [3], [1]]), candidates=(3, 3, 3))

#: Seconds that a fresh worker may take for that.
WARM_UP_SECONDS = 10.0

#: What a worker took too much of, by the code with which it ended; empty on Windows.
LATE: dict[int | None, str] = {}
CPU_SECONDS = "CPU seconds"
if sys.platform != "win32":
    LATE = {-signal.SIGALRM: "killed", -signal.SIGPROF: CPU_SECONDS}

# One engine in each process.
_adapter: Adapter
_code = ""
_is_warm = False


def prepare(engine: Engine, memory: int | None, core: int | None) -> str:
    """Make the engine of this process ready, once; returns the code that it runs.

    Args:
        engine: the engine that answers.
        memory: bytes of address space that the process may take, or None.
        core: the core it is pinned to, or None.
    """
    global _adapter, _code
    if not _code:
        if core is not None:
            os.sched_setaffinity(0, {core})
        if memory is not None and sys.platform != "win32":
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        _adapter = engine.make()
        _adapter.prepare()
        _code = code(_adapter)
    return _code


def answer(
    make_ready: Callable[[], str],
    protocol: Protocol,
    seconds: float,
    cpu_seconds: float | None,
    questions: Sequence[tuple[Case, Record]],
) -> list[Record]:
    """What is measured of one question.

    Args:
        make_ready: `prepare`, if the process that was prepared is gone.
        protocol, seconds, cpu_seconds: as for `measure`.
        questions: a case, with the record that is to be completed.
    """
    global _is_warm
    ((case, _),) = questions
    make_ready()

    def be_patient(used: float, more: float = 0.0) -> None:
        _die_after(max(0.0, seconds - used) * (1 + GRACE_SHARE) + GRACE_SECONDS + more)

    try:
        if not (_is_warm or protocol.name == "process" or _adapter.is_program):
            _is_warm = True
            be_patient(0.0, WARM_UP_SECONDS)
            measure(_adapter, WARM_UP, protocol, WARM_UP_SECONDS)
        be_patient(0.0)
        return [measure(_adapter, case, protocol, seconds, be_patient, cpu_seconds).to_dict()]
    finally:
        _die_after(0)


def _die_after(seconds: float) -> None:
    """End this process by SIGALRM when the seconds have passed; never with 0."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_REAL, seconds)
