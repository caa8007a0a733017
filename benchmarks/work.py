"""Counted work over the commits: ``python -m benchmarks work``.

The kernel decides all puzzles of ``standard-1``, which takes a second; what it counts is the same
on every machine. ``work.jsonl`` has a line for each recorded commit, the latest last. The command
compares with that line and fails if a counter has grown by more than 5 %, in its sum or in the
geometric mean over the puzzles; it names the commits since then that changed the kernel. A change
that is worth its work is recorded: ``--record`` adds a line. ``--each`` adds one for every commit
since the last that changed the kernel, each built by itself, in a minute or two. ``--plot FILE``
draws all lines.
"""

from __future__ import annotations

import argparse
import io
import json
import math
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from sysconfig import get_path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import nonocsp as nc
from benchmarks.suite import charts, sets
from nonocsp.apps import machine
from nonocsp.core.base.files import write_lines

ROOT = Path(__file__).parents[1]
KERNEL = ":(glob)nonocsp/**/kernel/**"  # wherever a commit has it
RECORDS = Path(__file__).with_name("work.jsonl")
SET = "standard-1"
COUNTERS = ("conflicts", "propagations", "tightenings")

#: Growth of a counter that fails.
MOST = 1.05

#: Added to the counters of a puzzle in the mean, so that the smallest do not decide it.
SMALL = 100

#: Of each puzzle the counters.
Work: TypeAlias = Mapping[str, Sequence[int]]


def measured() -> Work:
    """The counted work of a verdict on every puzzle."""
    found = {}
    for case in sets.cases(SET):
        solutions = nc.solutions(case.puzzle, limits=nc.Limits(solutions=2))
        for _ in solutions:
            pass
        found[case.id] = [getattr(solutions.stats, name) for name in COUNTERS]
    return found


def growth(before: Work, after: Work) -> dict[str, tuple[float, float]]:
    """For every counter the ratio of its sums, and the geometric mean of the ratios."""
    if before.keys() != after.keys():
        raise nc.NonocspError(f"{RECORDS.name}: the last line has other puzzles than {SET}")
    ratios = {}
    for at, name in enumerate(COUNTERS):
        pairs = [(before[each][at], after[each][at]) for each in before]
        old, new = map(sum, zip(*pairs, strict=True))
        logarithms = [math.log((b + SMALL) / (a + SMALL)) for a, b in pairs]
        ratios[name] = new / old, math.exp(sum(logarithms) / len(pairs))
    return ratios


def compare(last: Mapping[str, Any], now: Work, title: str = "now") -> bool:
    """Print how the work has grown since a record; whether that is within bounds."""
    print(f"counted work on {SET}, {title} over that of {last['commit'][:10]}")
    ratios = growth(last["work"], now)
    for name, (total, mean) in ratios.items():
        print(f"  {name:13} {total:6.3f} in all  {mean:6.3f} in geometric mean")
    if all(ratio <= MOST for pair in ratios.values() for ratio in pair):
        return True
    print(f"more than {MOST - 1:.0%} of growth. The kernel was changed by")
    try:
        print(*changes(last["commit"], "%h %s") or ["  changes that are in no commit"], sep="\n")
    except nc.NonocspError as error:  # without history
        print(f"  commits that are not here: {error}")
    print("--each says which of them; if it is worth it: python -m benchmarks work --record")
    return False


def changes(since: str, form: str) -> list[str]:
    """The commits since one that changed the kernel, the oldest first."""
    log = ["log", "--reverse", f"--format={form}", f"{since}..HEAD", "--", KERNEL]
    return _run(["git", *log]).decode().splitlines()


def of_commit(commit: str) -> Work:
    """The work of the kernel of a commit, which is built for it."""
    with TemporaryDirectory() as work:
        source, site = Path(work, "source"), Path(work, "site")
        with tarfile.open(fileobj=io.BytesIO(_run(["git", "archive", commit]))) as archive:
            archive.extractall(source, filter="data")
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps"]
        _run([*pip, "--target", str(site), str(source)])
        # Without what makes an editable installation come first.
        paths = os.pathsep.join([str(site), str(source), get_path("purelib"), get_path("platlib")])
        code = "import json; from benchmarks import work; print(json.dumps(work.measured()))"
        printed = _run([sys.executable, "-S", "-c", code], Path(work), {"PYTHONPATH": paths})
    found: Work = json.loads(printed)
    return found


def _run(
    command: Sequence[str], where: Path = ROOT, more: Mapping[str, str] | None = None
) -> bytes:
    try:
        return subprocess.run(
            command, cwd=where, env={**os.environ, **(more or {})}, capture_output=True, check=True
        ).stdout
    except OSError as error:
        said = str(error)
    except subprocess.CalledProcessError as error:
        said = error.stderr.decode(errors="replace").strip().rpartition("\n")[2]
    raise nc.NonocspError(f"{Path(command[0]).name} failed: {said}")


def record(lines: Sequence[str], now: Work) -> str:
    """The line for the present commit, which is added."""
    about = machine.commit()
    if about["dirty"] or not about["commit"]:
        raise nc.NonocspError("a record is of a commit: the checkout has changes that are in none")
    return add(lines, about["commit"], now)


def add(lines: Sequence[str], commit: str, work: Work) -> str:
    line = json.dumps({"commit": commit, "work": work}, separators=(",", ":"))
    write_lines(RECORDS, [*lines, line])
    return line


def drawn(lines: Sequence[str]) -> str:
    """The sum of each counter by the number of the record, that of the first being 1."""
    works = [json.loads(line)["work"].values() for line in lines]
    sums = [[sum(each) for each in zip(*work, strict=True)] for work in works]
    times = {
        name: {float(n): [each[at] / sums[0][at]] for n, each in enumerate(sums, start=1)}
        for at, name in enumerate(COUNTERS)
    }
    most = 1.1 * max(max(value) for each in times.values() for value in each.values())
    labels = "record", "counted work, that of the first being 1"
    chart = charts.by_quantity(times, labels, most, is_log=False, text="{:g}".format)
    return charts.standalone(chart, times)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks work")
    parser.description = "Compare the kernel's counted work with the last recorded commit."
    parser.add_argument("--record", action="store_true", help="add a line for this commit")
    parser.add_argument("--each", action="store_true", help="add lines for all commits since")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw all records as SVG")
    given = parser.parse_args(arguments)
    lines = RECORDS.read_text(encoding="utf-8").splitlines()
    try:
        if given.each:
            for commit in changes(json.loads(lines[-1])["commit"], "%H"):
                work = of_commit(commit)
                compare(json.loads(lines[-1]), work, commit[:10])
                lines.append(add(lines, commit, work))
        now = measured()
        is_within = compare(json.loads(lines[-1]), now)
        if given.record:
            lines.append(record(lines, now))
        if given.plot:
            write_lines(given.plot, drawn(lines).splitlines())
    except nc.NonocspError as error:
        print(f"benchmarks work: {error}", file=sys.stderr)
        return 1
    return 0 if is_within or given.record else 1
