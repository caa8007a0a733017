"""The runner: measures every case by every engine into a file of records.

The engines take turns on each puzzle and repeat (A B A B), so that a slow minute of the machine
slows all of them, and ratios are more reliable than times. After a repeat without an answer, the
other repeats of that puzzle are skipped. A lost worker is no answer: the same run asks again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from nonocsp.apps import machine
from nonocsp.core.base.progress import report
from nonocsp.core.solver.features import features

from . import records
from .adapters.base import code
from .cases import Case
from .engines import Engine
from .measurement import Measurement
from .protocols import Protocol
from .spec import SpecError, Value
from .worker import Worker


@dataclass(frozen=True, slots=True)
class Plan:
    """What to measure."""

    cases: list[Case]
    engines: list[Engine]
    protocol: Protocol
    seconds: float
    """Wall-clock limit for each puzzle."""
    cpu_seconds: float | None = None
    """Limit on the CPU seconds for each puzzle; programs are bounded by the clock alone."""
    memory: int | None = None
    """Bytes of address space for a worker."""
    repeats: int = 1
    chunk: int = 100
    """Puzzles before a worker is replaced by a fresh one."""
    core: int | None = None
    """The core that workers are pinned to."""
    has_features: bool = False
    """Whether records hold the features of the puzzle."""
    part: str = ""
    """The part of a larger run that this is, ``I/N``, see `benchmarks.suite.merge`; or empty."""

    def __post_init__(self) -> None:
        if sys.platform == "win32" and (self.cpu_seconds or self.memory):
            raise SpecError("Windows cannot limit the CPU seconds or the memory of a worker")


@dataclass(slots=True)
class Tally:
    """The numbers of a run."""

    measured: int = 0
    skipped: int = 0
    wrong: int = 0
    statuses: dict[str, int] = field(default_factory=dict)
    failing: set[str] = field(default_factory=set)
    """The engines that failed with an error."""

    def __str__(self) -> str:
        each = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        loud = f"  *** {self.wrong} WRONG ***" if self.wrong else ""
        kept = f", {self.skipped} already in the records" if self.skipped else ""
        text = f"{self.measured} measured{kept}"
        return f"{text}: {each}{loud}" if each else text


def check_core(core: int | None) -> None:
    """Raise `SpecError` if workers cannot be pinned to this core."""
    if core is None:
        return
    if not hasattr(os, "sched_setaffinity"):
        raise SpecError("this system cannot pin a process to a core")
    if core not in (cores := os.sched_getaffinity(0)):
        raise SpecError(f"no core {core}; available: {', '.join(map(str, sorted(cores)))}")


def run(
    plan: Plan, out: Path, show: Callable[[str], None] | None = None, *, is_terse: bool = False
) -> Tally:
    """Measure what is not yet in the file.

    Args:
        plan: what to measure.
        out: the file of records; it is made or added to. A crash in it is asked again.
        show: takes messages for people; None prints them to standard error.
        is_terse: no message for a puzzle that was not solved, but for the first error of an engine.
    """
    total = len(plan.cases) * plan.repeats * len(plan.engines)
    show = show or _to_stderr
    there = {records.key(r): r for r in records.read(out)} if out.exists() else {}
    tally = Tally()
    pool: dict[_Configuration, Worker] = {}
    file = records.Appender(out)
    reasons = {engine.name: engine.make().missing() for engine in plan.engines}
    for absent, reason in reasons.items():
        if reason:
            show(f"{absent} is left out: {reason}")
    failed: set[tuple[str, str, _Configuration]] = set()
    try:
        for done, (case, engine, record) in enumerate(_questions(plan)):
            report(done=done, total=total, skipped=done - tally.measured, wrong=tally.wrong)
            name = (case.set, case.id, _configuration(engine))
            known = there.get(records.key(record))
            if known and known["status"] != "crash":  # which may be an accident
                tally.skipped += 1
                if known["status"] != "solved":
                    failed.add(name)
                continue
            if name in failed:
                continue
            outcome = _measure(plan, engine, case, pool, record, show)
            record |= outcome.to_dict()
            record["when"] = datetime.now(UTC).isoformat(timespec="seconds")
            file.add(record)
            if outcome.status not in ("solved", "crash"):
                failed.add(name)
            _note(tally, record, show, is_terse)
    finally:
        file.close()
        for worker in pool.values():
            worker.close()
    return tally


def measured(plan: Plan, found: Iterable[records.Record]) -> list[records.Record]:
    """The records that belong to the plan, measured with the present code, in its order."""
    there = {records.key(record): record for record in found}
    keys = (records.key(record) for _, _, record in _questions(plan))
    return [there[key] for key in keys if key in there]


def _questions(plan: Plan) -> Iterator[tuple[Case, Engine, records.Record]]:
    """All measurements of a plan in order, each with the known fields of its record."""
    engines = [engine for engine in plan.engines if not engine.make().missing()]
    abouts = {_configuration(engine): _about(plan, engine) for engine in engines}
    for case in plan.cases:
        known = _of(case)
        if plan.has_features:
            known["features"] = features(case.puzzle).to_dict()
        for repeat in range(plan.repeats):
            for engine in engines:
                yield case, engine, abouts[_configuration(engine)] | known | {"repeat": repeat}


def _measure(
    plan: Plan,
    engine: Engine,
    case: Case,
    pool: dict[_Configuration, Worker],
    record: records.Record,
    show: Callable[[str], None],
) -> Measurement:
    """Ask a worker of the engine, a fresh one if there is none or its chunk is done."""
    name = _configuration(engine)
    worker = pool.get(name)
    whole = plan.protocol.name == "process" or engine.make().is_program
    # The peak memory of programs cannot be forgotten: each gets a worker of its own.
    if worker is None or not worker.alive or worker.asked >= (1 if whole else plan.chunk):
        if worker is not None:
            worker.close()
        worker = pool[name] = Worker(engine, plan.memory, plan.core)
        if not worker.alive:
            return Measurement("crash", detail="the worker did not start")
        if worker.code != record["code"]:
            show(f"the code of {engine.name} has changed since the run began")
    record["code"] = worker.code
    record["load"] = round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None
    return worker.ask(case, plan.protocol, plan.seconds, plan.cpu_seconds)


#: An engine and its seed, or None: with several seeds an engine keeps its name.
_Configuration: TypeAlias = tuple[str, Value | None]


def _configuration(engine: Engine) -> _Configuration:
    return engine.name, engine.options.get("seed")


def _about(plan: Plan, engine: Engine) -> dict[str, Any]:
    """The fields of a record that all puzzles share."""
    adapter = engine.make()
    part = {}
    if plan.part:
        number, of = map(int, plan.part.split("/"))
        size = {"puzzles": len(plan.cases), "repeats": plan.repeats}
        part = {"part": {"number": number, "of": of, **size}}
    return part | {
        "schema": 1,
        "engine": engine.name,
        "options": dict(engine.options),
        "seed": engine.options.get("seed"),
        "protocol": plan.protocol.name,
        "limit_seconds": plan.seconds,
        "limit_memory": plan.memory,
        "limit_cpu": plan.cpu_seconds,
        "core": plan.core,
        "code": code(adapter),
        "versions": adapter.versions(),
        **machine.commit(),
        "machine": machine.machine(),
    }


def _of(case: Case) -> dict[str, Any]:
    rows, columns = case.puzzle.shape
    return {
        "set": case.set,
        "puzzle": case.id,
        "fingerprint": case.puzzle.fingerprint(),
        "size": [rows, columns, case.puzzle.block_colours],
    }


def _to_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def _note(
    tally: Tally, record: records.Record, show: Callable[[str], None], is_terse: bool
) -> None:
    tally.measured += 1
    status = record["status"]
    tally.statuses[status] = tally.statuses.get(status, 0) + 1
    place = f"{record['set']} {record['puzzle']} by {record['engine']}"
    is_first_error = status in records.FAILED and record["engine"] not in tally.failing
    if is_first_error:
        tally.failing.add(record["engine"])
    if status == "wrong":
        tally.wrong += 1
        show(f"*** WRONG ANSWER *** {place}: {record['detail']}")
    elif status != "solved" and (not is_terse or is_first_error):
        show(f"{place}: {status} after {record['seconds']:.3g} s ({record['detail']})")
