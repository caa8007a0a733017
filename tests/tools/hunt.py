"""Hunt for wrong answers: random small puzzles of every kind, every question, against the truth.

    python tests/tools/hunt.py --seconds 600
    python tests/tools/hunt.py --seed 7 --first 1200 --count 1    # one case again

A case is a puzzle (on a rectangle, triangles, hexagons or any lines, black and white or coloured,
with unknown lengths, absent clues, clues changed so that most have no solution, blocks attached or
loose, known cells, also in part or so that they contradict), an engine, random options
with tuning that makes rare code run, and one or two threads. Some are pickled first; in some every
question is interrupted at a random moment and asked again. The solutions are found by brute force
(`oracle`) or, where that is too slow, by a SAT solver on clauses that follow from the definition
(`oracle_sat`). Lines are compared with the definition, steps of explanations are verified. The
package for JavaScript is asked where NONOCSP_JAVASCRIPT names its folder (`hunt_javascript`).

Case 1200 of seed 7 is the same everywhere, so that a hunt can be continued with another ``--first``
or seed. What disagrees, raises, ends its process or takes five minutes is made smaller and printed
as Python text; the exit code is then 1. Ctrl-C and SIGTERM print the report too.
"""

from __future__ import annotations

import argparse
import pickle
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import TypeAlias

from hunt_again import interrupt
from hunt_cases import GRIDS, SMALL, Case, NotAsked, Truth, drawn
from hunt_checks import CHECKS
from hunt_javascript import missing
from hunt_shrink import shrunk

from nonocsp.apps.machine import commit, machine
from nonocsp.many.work.pool import Pool
from nonocsp.many.work.work import Work

#: Seconds after which a case counts as without end.
PATIENCE = 300.0
#: Findings that are made smaller; of the others only the first message is printed.
MOST_SHRUNK = 5
#: The share of cases on other boards than rectangles.
BOARDS = 0.3
#: The columns of the report.
WAYS = [
    *(f"kernel, {options}" for options in ("default", "techniques", "numbers", "by lines")),
    *(f"textbook, {options}" for options in ("default", "techniques")),
    *("no grid", *GRIDS, "two threads", "interrupted", "pickled"),
]


@dataclass
class Tally:
    """What was counted."""

    kinds: Counter[str] = field(default_factory=Counter)
    asked: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By question and by a way of asking (`Case.ways`)."""

    def add(self, other: Tally) -> None:
        self.kinds += other.kinds
        self.asked += other.asked

    def table(self) -> list[str]:
        """Markdown: how often each question was asked in each way, so that a gap shows."""
        lines = [f"| question | {' | '.join(WAYS)} |", f"|:--|{'--:|' * len(WAYS)}"]
        for check in CHECKS:
            numbers = " | ".join(str(self.asked[check, way]) for way in WAYS)
            lines.append(f"| {check} | {numbers} |")
        return lines


@dataclass(frozen=True)
class Finding:
    """A check that failed."""

    number: int
    check: str
    message: str


Examined: TypeAlias = tuple[Tally, Finding | None]


def wrong(case: Case, truth: Truth, check: str, seed: str) -> str | None:
    """What is wrong with the answer to one question; empty where nothing is, None where the check
    has no question."""
    name = f"{seed} {check}"
    if case.pickled:
        case = pickle.loads(pickle.dumps(case))

    def ask():
        CHECKS[check][0](case, truth, random.Random(name))

    try:
        if case.interrupted:
            interrupt(ask, random.Random(f"{name} interrupted"))
        ask()
    except NotAsked:
        return None
    except Exception as error:
        if isinstance(error, AssertionError) and str(error):
            return str(error)
        return "".join(traceback.format_exception(error))
    return ""


def examine(seed: str, number: int, boards: float = BOARDS) -> Examined:
    """Ask some questions about one case, up to the first wrong answer."""
    name, tally = f"{seed} {number}", Tally()
    case = drawn(name, joints=True, boards=boards)
    truth = Truth(case.puzzle, case.grid)
    draw = random.Random(f"{name} checks")
    for check, (_, small, large) in CHECKS.items():
        if draw.random() < (small if case.puzzle.board.size <= SMALL else large):
            message = wrong(case, truth, check, name)
            if message:
                return tally, Finding(number, check, message)
            if message is not None:
                tally.asked.update((check, way) for way in case.ways)
    tally.kinds[case.kind] += 1
    return tally, None


def examine_all(seed: str, boards: float, numbers: Sequence[int]) -> list[Examined]:
    return [examine(seed, number, boards) for number in numbers]


class Hunt(Work[int, Examined]):
    """Cases examined by worker processes, and what they found."""

    def __init__(self, seed, first, count, processes, boards) -> None:
        self.seed, self.boards = seed, boards
        self.tally, self.findings = Tally(), []
        how = {"ordered": False, "chunk": 1, "retries": 0, "seconds": PATIENCE}
        numbers = range(first, first + count)
        super().__init__(partial(examine_all, seed, boards), numbers, processes, **how)

    def run(self, seconds: float, note: float = 60.0) -> None:
        """Until all cases are done, the time is up or Ctrl-C."""
        noted = time.monotonic()
        with suppress(KeyboardInterrupt), self:
            for _ in self:
                if time.monotonic() - noted > note:
                    noted = time.monotonic()
                    print(self.line(), flush=True)
                if time.monotonic() - self._begun > seconds:
                    break

    def _lost(self, job, error) -> Examined:
        return Tally(), Finding(job.item, "process", str(error))

    def _keep(self, job, result) -> None:
        tally, finding = result
        self.tally.add(tally)
        if finding:
            self.report_finding(finding)

    def report_finding(self, finding: Finding) -> None:
        self.findings.append(finding)
        name = f"{self.seed} {finding.number}"
        print(f"\nDISAGREEMENT in case {finding.number} of seed {self.seed}, {finding.check}:")
        print(finding.message, flush=True)
        if len(self.findings) <= MOST_SHRUNK:
            checks = [finding.check] if finding.check in CHECKS else [*CHECKS]
            small = smallest(drawn(name, joints=True, boards=self.boards), checks, name)
            print(f"{small.source()}\n", flush=True)

    def line(self) -> str:
        number, passed = self.tally.kinds.total(), time.monotonic() - self._begun
        found = len(self.findings)
        return f"{number} cases in {passed:.0f} s, {found} disagreement{'s' * (found != 1)}"

    def report(self) -> str:
        """Markdown: commit, machine, numbers by kind, and by question and way of asking."""
        about = commit()
        code = (
            f"commit {(about['commit'] or 'unknown')[:12]}{' with changes' * bool(about['dirty'])}"
        )
        lines = [f"{self.line()}; seed {self.seed}; {code}; {machine()['cpu']}"]
        lines += ["", "| kind | cases |", "|:--|--:|"]
        lines += [f"| {name} | {number} |" for name, number in sorted(self.tally.kinds.items())]
        lines += ["", *self.tally.table()]
        return "\n".join(lines)


def smallest(case: Case, checks: list[str], name: str, seconds: float = 60.0, wrong=wrong) -> Case:
    """The case made smaller while one of the checks still fails. Trials are made by a process that
    may crash or hang; with threads each case gets five chances."""
    with Pool(1) as pool:

        def fails(each: Case) -> bool:
            try:
                return any(
                    pool.call(is_wrong, each, checks, name, wrong, seconds=10).result()
                    for _ in range(5 if each.limits.threads > 1 else 1)
                )
            except Exception:
                return True

        return shrunk(case, fails, seconds)


def is_wrong(case, checks, name, wrong) -> bool:
    truth = Truth(case.puzzle, case.grid)
    return any(wrong(case, truth, check, name) for check in checks)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=1e9, help="seconds to run")
    parser.add_argument("--count", type=int, default=200_000, help="cases; default 200,000")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", default=str(int(time.time())), help="default: from the clock")
    share = f"share of cases on other boards than rectangles; default {BOARDS}"
    parser.add_argument("--boards", type=float, default=BOARDS, help=share)
    parser.add_argument("--processes", type=int, default=1)
    chosen = parser.parse_args(arguments)
    hunt = Hunt(chosen.seed, chosen.first, chosen.count, chosen.processes, chosen.boards)
    if why := missing():
        print(f"JAVASCRIPT IS NOT ASKED: {why}")
    hunt.run(chosen.seconds)
    print(hunt.report())
    return 1 if hunt.findings else 0


if __name__ == "__main__":
    for number in (signal.SIGINT, signal.SIGTERM):  # a shell ignores the first after &
        signal.signal(number, signal.default_int_handler)
    import hunt  # what workers are sent must not be of the main module

    sys.exit(hunt.main())
