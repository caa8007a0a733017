"""The runner: measures every case by every engine into a file of records.

The engines take turns on each puzzle and repeat (A B A B), so that a slow minute of the machine
slows all of them, and ratios are more reliable than times. After a repeat without an answer, the
other repeats of that puzzle are skipped. A lost worker is no answer: the same run asks again.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256
from itertools import chain, tee
from pathlib import Path
from typing import Any, TypeAlias

from nonocsp.core.base.progress import report
from nonocsp.core.solver.features import features
from nonocsp.many.work.executors import AnyExecutor
from nonocsp.many.work.pool import Call
from nonocsp.many.work.work import Job, Work

from . import records
from .cases import Case
from .engines import Engine
from .measurement import Measurement
from .protocols import Protocol
from .records import Record, RecordFile
from .spec import SpecError
from .stopwatch import peak_of
from .worker import CPU_SECONDS, GRACE_SHARE, LATE, WARM_UP_SECONDS, answer, prepare

#: Seconds after which an engine that is not ready is given up.
START_SECONDS = 120.0

#: A case, and the fields of its record that are known before it is measured.
Question: TypeAlias = tuple[Case, Record]

#: Seconds between two looks at the memory of a worker.
LOOK_SECONDS = 0.2


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


def _to_stderr(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


@dataclass(slots=True)
class Tally:
    """The numbers of a run, and its messages for people."""

    show: Callable[[str], None] = _to_stderr
    is_terse: bool = False
    """No message for a puzzle that was not solved, but for the first error of an engine."""
    measured: int = 0
    skipped: int = 0
    wrong: int = 0
    statuses: Counter[str] = field(default_factory=Counter)
    kept: set[str] = field(default_factory=set)
    """The statuses of what was in the records already."""
    failing: set[str] = field(default_factory=set)
    """The engines that failed with an error."""

    def note(self, record: Record) -> None:
        """Count a measurement, and say what is wrong with it."""
        self.measured += 1
        status = record["status"]
        self.statuses[status] += 1
        place = f"{record['set']} {record['puzzle']} by {record['engine']}"
        is_first_error = status in records.FAILED and record["engine"] not in self.failing
        if is_first_error:
            self.failing.add(record["engine"])
        if status == "wrong":
            self.wrong += 1
            self.show(f"*** WRONG ANSWER *** {place}: {record['detail']}")
        elif status == "solved" and record["detail"]:
            self.show(f"{place}: {record['detail']}")
        elif status != "solved" and (not self.is_terse or is_first_error):
            used = f"{record['seconds']:.3g} s"
            if record["limit_cpu"] and record["cpu_seconds"]:
                used = f"{record['cpu_seconds']:.3g} s of CPU, {used}"
            why = f" ({record['detail']})" if record["detail"] else ""
            self.show(f"{place}: {status} after {used}{why}")

    def __str__(self) -> str:
        each = ", ".join(f"{count} {status}" for status, count in sorted(self.statuses.items()))
        loud = f"  *** {self.wrong} WRONG ***" if self.wrong else ""
        kept = f", {self.skipped} already in the records" if self.skipped else ""
        kept += ", some of them WRONG" if "wrong" in self.kept else ""
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


def run(plan: Plan, out: Path, tally: Tally | None = None) -> Tally:
    """Measure what is not yet in the file; returns the tally.

    Args:
        plan: what to measure.
        out: the file of records; it is made or added to. A crash in it is asked again.
        tally: takes the numbers and shows the messages; None is a new one.
    """
    tally = tally or Tally()
    reasons = {engine.name: engine.make().missing() for engine in plan.engines}
    for absent, reason in reasons.items():
        if reason:
            tally.show(f"{absent} is left out: {reason}")
    total = len(plan.cases) * plan.repeats * len(plan.engines)
    report(done=0, total=total, skipped=0, wrong=0)
    with ExitStack() as stack:
        file = stack.enter_context(RecordFile(out))
        engines = _available(plan)
        each = zip(engines, tee(_questions(plan), len(engines)), strict=True)
        works = [stack.enter_context(_Asking(plan, *of_one, file, tally)) for of_one in each]
        for done, _ in enumerate(chain.from_iterable(zip(*works, strict=True)), start=1):
            report(done=done, total=total, skipped=done - tally.measured, wrong=tally.wrong)
    return tally


def measured(plan: Plan, found: Iterable[Record]) -> list[Record]:
    """The records that belong to the plan, measured with the present code, in its order."""
    there = {records.key(record): record for record in found}
    abouts = [_about(plan, engine) for engine in _available(plan)]
    keys = (records.key(about | fields) for _, fields in _questions(plan) for about in abouts)
    return [there[key] for key in keys if key in there]


def _available(plan: Plan) -> list[Engine]:
    return [engine for engine in plan.engines if not engine.make().missing()]


def _questions(plan: Plan) -> Iterator[Question]:
    """What each engine is asked, in order, with the fields of its record that all engines share."""
    # In an order of chance, so that what is left takes as long as what was done.
    for case in sorted(
        plan.cases, key=lambda case: sha256(f"{case.set} {case.id}".encode()).digest()
    ):
        known = _of(case)
        if plan.has_features:
            known["features"] = features(case.puzzle).to_dict()
        for repeat in range(plan.repeats):
            yield case, known | {"repeat": repeat}


class _Asking(Work[Question, Record]):
    """The records of one engine, measured by one worker at a time while they are consumed.

    For what the file holds already, and for a puzzle after a repeat without an answer, that record
    comes again.
    """

    def __init__(
        self,
        plan: Plan,
        engine: Engine,
        questions: Iterable[Question],
        file: RecordFile,
        tally: Tally,
    ) -> None:
        self._plan, self._file, self._tally = plan, file, tally
        self._make_ready = partial(prepare, engine, plan.memory, plan.core)
        about = _about(plan, engine)
        self._code = about["code"]
        # The peak memory of programs cannot be forgotten: each gets a worker of its own.
        is_whole = plan.protocol.name == "process" or engine.make().is_program
        self._asked, self._most = 0, 1 if is_whole else plan.chunk
        self._unsolved: Record = {}
        # Where a worker cannot end itself, time for checks counts, too.
        late = None if LATE else plan.seconds * (1 + GRACE_SHARE) + WARM_UP_SECONDS
        # A crash may be the answer: only the next run asks again.
        super().__init__(
            partial(answer, self._make_ready, plan.protocol, plan.seconds, plan.cpu_seconds),
            ((case, about | fields) for case, fields in questions),
            1,
            chunk=1,
            in_flight=1,
            retries=0,
            seconds=late,
        )

    def _known(self, job: Job[Question]) -> Record | None:
        record = job.item[1]
        known = self._file.find(record)
        if known and known["status"] != "crash":
            self._tally.skipped += 1
            self._tally.kept.add(known["status"])
            return known
        if all(record[name] == self._unsolved.get(name) for name in ("set", "puzzle")):
            return self._unsolved
        if self._asked == self._most:
            self._executor.close()
            self._executor, self._asked = AnyExecutor(1), 0
        self._asked += 1
        self._begun = time.perf_counter()
        self._peak: int | None = None
        try:
            code = self._executor.submit(START_SECONDS, self._make_ready).result()
        except Exception as error:  # an engine's failure is a result of the benchmark
            why = {"status": "crash", "detail": f"the worker did not start: {error}"}
            return self._placed(job, self._lost(job, error) | why)
        if code != self._code:
            self._tally.show(f"the code of {record['engine']} has changed since the run began")
        self._code = record["code"] = code
        record["load"] = records.load()
        self._begun = time.perf_counter()
        return None

    def _look(self) -> float:
        for call in self._flying:
            if isinstance(call, Call):
                self._peak = peak_of(Path(f"/proc/{call.pid}/status")) or self._peak
        return LOOK_SECONDS

    def _lost(self, job: Job[Question], error: Exception) -> Record:
        self._asked = self._most  # the next question gets a fresh worker
        is_late = getattr(error, "is_late", False)
        late = "killed" if is_late else LATE.get(getattr(error, "code", None))
        return Measurement(
            "timeout" if late else "crash",
            seconds=time.perf_counter() - self._begun,
            cpu_seconds=self._plan.cpu_seconds if late == CPU_SECONDS else None,
            peak_memory=self._peak,
            detail=late or str(error),
        ).to_dict()

    _failed = _lost

    def _placed(self, job: Job[Question], result: Record) -> Record:
        return job.item[1] | result | {"when": records.now()}

    def _keep(self, job: Job[Question], result: Record) -> None:
        if self._file.find(result) is not result:
            self._file.add(result)
            self._tally.note(result)
        if result["status"] not in ("solved", "crash"):
            self._unsolved = result


def _about(plan: Plan, engine: Engine) -> dict[str, Any]:
    """The fields of a record that all puzzles share."""
    about = records.origin(engine.make())
    if plan.part:
        number, of = map(int, plan.part.split("/"))
        size = {"puzzles": len(plan.cases), "repeats": plan.repeats}
        about["part"] = {"number": number, "of": of, **size}
    return about | {
        "engine": engine.name,
        "adapter": engine.kind,
        "options": dict(engine.options),
        "seed": engine.options.get("seed"),
        "protocol": plan.protocol.name,
        "limit_seconds": plan.seconds,
        "limit_memory": plan.memory,
        "limit_cpu": plan.cpu_seconds,
        "core": plan.core,
    }


def _of(case: Case) -> dict[str, Any]:
    rows, columns = case.puzzle.shape
    return ({"given": case.given()} if case.is_given else {}) | {
        "set": case.set,
        "puzzle": case.id,
        "fingerprint": case.puzzle.fingerprint(),
        "size": [rows, columns, case.puzzle.block_colours],
    }
