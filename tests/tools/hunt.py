"""Hunt for wrong answers: random small puzzles of every kind, every question, against the truth.

    python tests/tools/hunt.py --seconds 600
    python tests/tools/hunt.py --seed 7 --first 1200 --count 1    # one case again

A case is a puzzle (on a rectangle, triangles, hexagons or any lines, black and white or coloured,
with unknown lengths, absent clues, clues changed so that most have no solution, blocks attached or
loose, cells known beforehand, also in part or so that they contradict), an engine, random options
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
import multiprocessing
import pickle
import queue
import random
import signal
import sys
import time
import traceback
from collections import Counter
from dataclasses import dataclass, field

from hunt_again import interrupt
from hunt_cases import GRIDS, SMALL, Case, NotAsked, Truth, drawn
from hunt_checks import CHECKS
from hunt_javascript import missing
from hunt_shrink import shrunk

from nonocsp.apps.machine import commit, machine

#: Seconds after which questions about a case count as without end.
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


def examine(
    seed: str, number: int, tally: Tally, ready=lambda: None, boards: float = BOARDS
) -> Finding | None:
    """Ask some questions about one case; the first wrong answer. ``ready`` is called when the
    truth is known, and only the questions are left."""
    name = f"{seed} {number}"
    case = drawn(name, joints=True, boards=boards)
    truth = Truth(case.puzzle, case.grid)
    ready()
    draw = random.Random(f"{name} checks")
    for check, (_, small, large) in CHECKS.items():
        if draw.random() < (small if case.puzzle.board.size <= SMALL else large):
            message = wrong(case, truth, check, name)
            if message:
                return Finding(number, check, message)
            if message is not None:
                tally.asked.update((check, way) for way in case.ways)
    tally.kinds[case.kind] += 1
    return None


def work(seed, numbers, boards, current, asking, results) -> None:
    """The life of a worker process: cases one after the other, results every half second."""
    tally, sent = Tally(), time.monotonic()

    def ready():
        asking.value = True

    try:
        for number in numbers:
            current.value, asking.value = number, False
            finding = examine(seed, number, tally, ready, boards)
            if finding or time.monotonic() - sent > 0.5:
                results.put((tally, finding))
                tally, sent = Tally(), time.monotonic()
        results.put((tally, None))
    except KeyboardInterrupt:
        results.put((tally, None))


class Hunt:
    """The worker processes, and what they found."""

    def __init__(self, seed: str, first: int, count: int, processes: int, boards: float) -> None:
        self.seed, self.end, self.step = seed, first + count, processes
        self.boards = boards
        self.tally, self.findings = Tally(), []
        self.begun = time.monotonic()
        self.results: multiprocessing.Queue = multiprocessing.Queue()
        self.workers: list[Worker] = []
        for offset in range(processes):
            self.start(first + offset)

    def start(self, first: int) -> None:
        numbers = range(first, self.end, self.step)
        if numbers:
            self.workers.append(Worker(self.seed, numbers, self.boards, self.results))

    def run(self, seconds: float, note: float = 60.0) -> None:
        """Until all cases are done, the time is up or Ctrl-C."""
        noted = time.monotonic()
        try:
            while self.workers and time.monotonic() - self.begun < seconds:
                self.collect(0.5)
                self.look_after_workers()
                if time.monotonic() - noted > note:
                    noted = time.monotonic()
                    print(self.line(), flush=True)
        except KeyboardInterrupt:
            pass
        for worker in self.workers:
            worker.process.terminate()
        end = time.monotonic() + 10
        while any(worker.process.is_alive() for worker in self.workers) and time.monotonic() < end:
            self.collect(0.1)  # a worker ends when what it has found has been taken
        self.collect(0)
        for worker in self.workers:
            worker.process.kill()

    def collect(self, wait: float) -> None:
        try:
            while True:
                tally, finding = self.results.get(timeout=wait)
                self.tally.add(tally)
                wait = 0  # only for the first: there is always a next one
                if finding:
                    self.report_finding(finding)
        except queue.Empty:
            return

    def look_after_workers(self) -> None:
        """Replace those that crashed or hang in a case."""
        for worker in list(self.workers):
            problem = worker.problem()
            if problem is not None:
                self.workers.remove(worker)
            if problem:
                number = worker.current.value
                worker.process.kill()
                self.report_finding(Finding(number, "process", problem))
                self.start(number + self.step)

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
        number, passed = self.tally.kinds.total(), time.monotonic() - self.begun
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


class Worker:
    """A process with a share of the cases."""

    def __init__(self, seed, numbers, boards, results) -> None:
        self.current = multiprocessing.Value("q", numbers[0], lock=False)
        self.asking = multiprocessing.Value("b", False, lock=False)
        arguments = (seed, numbers, boards, self.current, self.asking, results)
        self.process = multiprocessing.Process(target=work, args=arguments, daemon=True)
        self.process.start()
        self.seen, self.since = -1, time.monotonic()

    def problem(self) -> str | None:
        """Why it ended, empty when it is done; None while it works."""
        if self.process.exitcode is not None:
            code = self.process.exitcode
            return f"the process ended with exit code {code}" if code else ""
        if self.current.value != self.seen or not self.asking.value:
            self.seen, self.since = self.current.value, time.monotonic()
        if time.monotonic() - self.since > PATIENCE:
            return f"no answer after {PATIENCE:.0f} s"
        return None


def smallest(case: Case, checks: list[str], name: str, seconds: float = 60.0) -> Case:
    """The case made smaller while one of the checks still fails. Each trial is a process of its
    own, which may crash or hang; with threads it gets five chances."""

    def fails(each: Case) -> bool:
        tries = 5 if each.limits.threads > 1 else 1
        return any(_fails_alone(each, checks, name) for _ in range(tries))

    return shrunk(case, fails, seconds)


def _fails_alone(case: Case, checks: list[str], name: str) -> bool:
    trial = multiprocessing.Process(target=_trial, args=(case, checks, name), daemon=True)
    trial.start()
    trial.join(10)
    if trial.exitcode is None:
        trial.kill()
    return trial.exitcode != 0


def _trial(case, checks, name):
    truth = Truth(case.puzzle, case.grid)
    sys.exit(int(any(wrong(case, truth, check, name) for check in checks)))


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
    sys.exit(main())
