"""One measurement: one engine answers one question, and the clock runs only while it works.

An engine yields its solutions one by one; between two of them the clock stands and the judge checks
the picture. Every ending, an error of the engine included, becomes a `Measurement`; nothing is
raised. The protocol ``tighten`` times one line: the kernel by a loop inside C++,
because a call from Python takes longer than the tightening, other engines call by call.
"""

from __future__ import annotations

import pickle
import timeit
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from statistics import fmean
from traceback import extract_tb
from typing import Any

from nonocsp.core.base.errors import PluginError
from nonocsp.core.line import tighten as definition
from nonocsp.core.options.plugins import blamed, place

from .adapters.base import Adapter, Refused, Stopped
from .cases import Case
from .judge import Judge
from .protocols import Protocol
from .stopwatch import HAS_CPU, Stopwatch, forget_peak, peak_memory

#: The protocol ``tighten`` takes the best of this many loops, each of this many calls in the
#: kernel, or of about this many seconds in other engines.
LOOPS, LOOP_CALLS, LOOP_SECONDS = 5, 20_000, 0.02

#: What is shorter is asked again, at most this often, and the times are means: the clock of CPU
#: time counts microseconds.
LEAST_SECONDS, MOST_TURNS = 1e-3, 100


@dataclass(slots=True)
class Measurement:
    """The outcome of one question."""

    status: str
    """``solved``, ``wrong``, ``unverified``, ``timeout``, ``memory``, ``refused``, ``error`` or
    ``crash``."""
    verdict: str = "unknown"
    solutions: int = 0
    seconds: float = 0.0
    """Wall-clock seconds of the engine's work."""
    cpu_seconds: float | None = None
    """CPU seconds, of all threads; None where the system has no fine clock for them."""
    turns: int = 1
    """How often the question was asked, where once is too short for the clock; times are means."""
    peak_memory: int | None = None
    """Peak resident memory of the worker in bytes, the interpreter included."""
    counted: dict[str, Any] = field(default_factory=dict)
    """The engine's counted work."""
    detail: str = ""
    """Faults or reasons, for people."""

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


def measure(
    engine: Adapter,
    case: Case,
    protocol: Protocol,
    seconds: float,
    heartbeat: Callable[[float], None] = lambda used: None,
    cpu_seconds: float | None = None,
) -> Measurement:
    """Let an engine answer the protocol's question about a case, until the work is no less than
    `LEAST_SECONDS`.

    Args:
        seconds: the limit on the engine's work; checking its answers is not counted.
        heartbeat: called between two solutions, with the seconds the engine used.
        cpu_seconds: the process is killed when the engine has used this many CPU seconds.
    """
    forget_peak()
    # What the judge looks at is out of the engine's reach.
    own = replace(case, puzzle=pickle.loads(pickle.dumps(case.puzzle)))
    ask = partial(_measured, engine, case, own, protocol, seconds, heartbeat, cpu_seconds)
    found = ask()
    once = _work(found)
    if found.status != "solved" or protocol.name == "tighten" or once >= LEAST_SECONDS:
        return found
    turns = [found]
    while (total := sum(map(_work, turns))) < LEAST_SECONDS and len(turns) < MOST_TURNS:
        turns.append(ask())
        if turns[-1].status != "solved":
            return turns[-1]
    found.turns, found.seconds = len(turns), fmean(each.seconds for each in turns)
    found.cpu_seconds = total / len(turns) if HAS_CPU else None
    return found


def _work(found: Measurement) -> float:
    """The seconds by which a measurement is too short."""
    return found.seconds if found.cpu_seconds is None else found.cpu_seconds


def _measured(
    engine: Adapter,
    case: Case,
    own: Case,
    protocol: Protocol,
    seconds: float,
    heartbeat: Callable[[float], None],
    cpu_seconds: float | None,
) -> Measurement:
    watch, judge = Stopwatch(cpu_seconds), Judge(own, protocol, engine.is_trusted)
    result = Measurement("solved")
    try:
        if protocol.name == "tighten":
            _time_line(engine, case, result)
            return result
        if protocol.name == "count":
            with watch:
                number = engine.count(case.puzzle, seconds, result.counted)
                if type(number) is not int:
                    raise TypeError(f"{number!r} is a {type(number).__name__}, not an int")
            judge.count(number)
            complete = True
        else:
            complete = _search(
                engine, case, protocol, seconds, watch, judge, result.counted, heartbeat
            )
        result.verdict = judge.verdict(complete)
        if not judge.answered(complete):
            result.status = "timeout"
    except Stopped as stopped:
        result.status = {"seconds": "timeout", "memory": "memory"}.get(stopped.limit, "refused")
        result.detail = stopped.detail or stopped.limit
        result.verdict = judge.verdict(complete=False)
    except Refused as refused:
        result.status, result.detail = "refused", str(refused)
    except MemoryError:
        result.status = "memory"
    except Exception as error:  # an engine's failure is a result of the benchmark
        result.status, result.detail = "error", _described(error)
    is_late = watch.wall > seconds or (cpu_seconds is not None and watch.cpu > cpu_seconds)
    if result.status == "solved" and is_late:
        result.status = "timeout"
    result.solutions = judge.found
    result.seconds, result.cpu_seconds = watch.wall, watch.cpu if HAS_CPU else None
    result.peak_memory = peak_memory()
    if protocol.name == "count" and result.status == "solved":
        for _ in judge.listed():
            heartbeat(watch.wall)
    if not judge.is_verified and result.status == "solved":
        result.status, result.detail = "unverified", "our kernel did not decide it"
    if result.status == "solved":
        result.detail = judge.refuted
    if judge.faults:
        result.status, result.detail = "wrong", "; ".join(judge.faults[:5])
    return result


def _described(error: Exception) -> str:
    """An error with file and line: the last in a plugin, else the last of all."""
    if isinstance(error, PluginError):
        return str(error)  # which names the place itself
    last = extract_tb(error.__traceback__)[-1].filename
    return f"{blamed(error) or place(last, error)}: {type(error).__name__}: {error}"


def _search(
    engine: Adapter,
    case: Case,
    protocol: Protocol,
    seconds: float,
    watch: Stopwatch,
    judge: Judge,
    work: dict[str, Any],
    heartbeat: Callable[[float], None],
) -> bool:
    """Take solutions until the question is answered or time is up; whether there are no more."""
    with watch:
        search = engine.process if protocol.name == "process" else engine.solutions
        found = search(case.puzzle, protocol.wanted, seconds, work)
    while watch.wall <= seconds:
        with watch:
            picture = next(found, None)
        if picture is None:
            return True
        judge.take(picture)
        if judge.answered(complete=False):
            break
        heartbeat(watch.wall)
    return False


def _time_line(engine: Adapter, case: Case, result: Measurement) -> None:
    """Time the tightening of a case's line, after checking it: the best mean of a few loops."""
    clue, candidates, colours = case.puzzle.rows[0], case.candidates, case.puzzle.block_colours
    if candidates is None:
        raise Refused("the protocol tighten takes sets of lines only")
    call, read = engine.tightener(clue, candidates, colours)
    if read(call()) != definition(clue, candidates, colours):
        result.status, result.detail = "wrong", "the line was tightened to something else"
        return
    calls = LOOP_CALLS
    if inside := engine.tighten_seconds(clue, candidates, colours):
        result.seconds = min(inside(calls) for _ in range(LOOPS))
    else:
        timer = timeit.Timer(call)
        calls = max(1, int(LOOP_SECONDS / max(timer.timeit(10) / 10, 1e-9)))
        result.seconds = min(timer.repeat(LOOPS, calls)) / calls
    result.counted = {"blocks": len(clue or ()), "calls": LOOPS * calls}
