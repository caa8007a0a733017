"""Putting one question to one engine, with the clock running only while the engine works.

The engine gives its solutions one by one; between two of them the clock stands and the judge
looks at the picture. Whatever happens becomes an `Outcome`: nothing is raised.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from .adapters.base import Adapter, Refused, Stopped
from .cases import Case
from .judge import Judge
from .measure import Stopwatch, forget_peak, peak_memory
from .protocols import Protocol
from .tighten import tighten


@dataclass(slots=True)
class Outcome:
    """What came of one question."""

    status: str
    """``solved``, ``wrong``, ``timeout``, ``memory``, ``refused``, ``error`` or ``crash``."""
    verdict: str = "unknown"
    solutions: int = 0
    seconds: float = 0.0
    """Wall-clock seconds of the engine's work."""
    cpu_seconds: float | None = None
    peak_memory: int | None = None
    """Bytes of resident memory of the worker at most, the interpreter included."""
    counted: dict[str, Any] = field(default_factory=dict)
    """The engine's counted work."""
    detail: str = ""
    """Faults or reasons, for people."""

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


#: Seconds from one sign of life to the next while solutions come in.
BEAT = 0.2


def ask(
    engine: Adapter,
    case: Case,
    protocol: Protocol,
    seconds: float,
    beat: Callable[[float], None] = lambda used: None,
    cpu_seconds: float | None = None,
) -> Outcome:
    """Let an engine answer the protocol's question about a case.

    Args:
        seconds: the limit on the engine's work; the checks of its answers are not counted.
        beat: told now and then, between two solutions, how many seconds the engine has used.
        cpu_seconds: the process is killed when the engine has used so many CPU seconds.
    """
    forget_peak()
    watch, judge = Stopwatch(cpu_seconds), Judge(case, protocol)
    outcome = Outcome("solved")
    try:
        if protocol.name == "tighten":
            tighten(engine, case, outcome)
            return outcome
        if protocol.name == "count":
            with watch:
                number = engine.count(case.puzzle, seconds, outcome.counted)
            judge.count(number)
            complete = True
        else:
            complete = _search(engine, case, protocol, seconds, watch, judge, outcome, beat)
        outcome.verdict = judge.verdict(complete)
        if not judge.answered(complete):
            outcome.status = "timeout"
    except Stopped as stopped:
        outcome.status = {"seconds": "timeout", "memory": "memory"}.get(stopped.limit, "refused")
        outcome.detail = stopped.detail or stopped.limit
        outcome.verdict = judge.verdict(complete=False)
    except Refused as refused:
        outcome.status, outcome.detail = "refused", str(refused)
    except MemoryError:
        outcome.status = "memory"
    except Exception as error:  # an engine's failure is a result of the benchmark
        outcome.status, outcome.detail = "error", f"{type(error).__name__}: {error}"
    is_late = watch.wall > seconds or (cpu_seconds is not None and watch.cpu > cpu_seconds)
    if outcome.status == "solved" and is_late:
        outcome.status = "timeout"
    outcome.solutions = judge.found
    outcome.seconds, outcome.cpu_seconds = watch.wall, watch.cpu
    outcome.peak_memory = peak_memory()
    if protocol.name == "count" and outcome.status == "solved":
        signs = _Signs(beat)
        for _ in judge.listed():
            signs.give(watch.wall)
    if judge.faults:
        outcome.status, outcome.detail = "wrong", "; ".join(judge.faults[:5])
    return outcome


def _search(
    engine: Adapter,
    case: Case,
    protocol: Protocol,
    seconds: float,
    watch: Stopwatch,
    judge: Judge,
    outcome: Outcome,
    beat: Callable[[float], None],
) -> bool:
    """Take solutions until the question is answered or time is up; whether there are no more."""
    work = outcome.counted
    with watch:
        if protocol.name == "process":
            found = engine.process(case.puzzle, protocol.wanted, seconds, work)
        else:
            found = engine.solutions(case.puzzle, protocol.wanted, seconds, work)
    signs = _Signs(beat)
    while watch.wall <= seconds:
        with watch:
            picture = next(found, None)
        if picture is None:
            return True
        judge.take(picture)
        if judge.answered(complete=False):
            break
        signs.give(watch.wall)
    return False


class _Signs:
    """Signs of life, no more than one in each `BEAT`."""

    def __init__(self, beat: Callable[[float], None]) -> None:
        self._beat = beat
        self._last = time.perf_counter()

    def give(self, used: float) -> None:
        if time.perf_counter() - self._last > BEAT:
            self._beat(used)
            self._last = time.perf_counter()
