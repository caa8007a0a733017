"""Experiment: what proofs cost, for ``docs/explanation/proofs.md``.

    python -m benchmarks.experiments.proofs survey.jsonl minizinc.jsonl
    python -m benchmarks.experiments.proofs --perturbed 1000 webpbn_harvest.jsonl
    python -m benchmarks.experiments.proofs --every webpbn_harvest.jsonl
    python -m benchmarks.experiments.proofs --drup "cdclkit check" survey.jsonl

For each file: the CPU seconds of the verdicts without proofs, with proofs, and of `verify`; and of
the plain Python checker on proofs of at most ``--plain`` kB. Every proof is verified, and has to
have the verdict of the search without one. ``--perturbed``: as many puzzles without a solution,
made by exchanging two rows of a puzzle of the files. ``--drup``: instead, a checker of DRUP proofs
(here that of https://pypi.org/project/cdclkit/, with ``cdclkit[native]``) has to confirm every
proof of "unique" and "none" of at most ``--most`` MB; it prints ``s VERIFIED`` if it does, as
drat-trim does.
"""

from __future__ import annotations

import argparse
import random
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TypeVar

from nonocsp import (
    LimitReached,
    Limits,
    Options,
    Puzzle,
    Verdict,
    count,
    prove,
    read_all,
    verdict,
    verify,
)
from nonocsp.apps.machine import commit, machine
from nonocsp.core.base.files import write_lines
from nonocsp.core.proofs import drup
from nonocsp.core.proofs.plain import checker

_T = TypeVar("_T")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="+", help="files of puzzles")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each search")
    parser.add_argument(
        "--plain", type=float, default=0.0, help="kB for the plain checker, at most"
    )
    parser.add_argument("--perturbed", type=int, default=0, help="puzzles without a solution")
    parser.add_argument("--drup", metavar="COMMAND", help="checker of CLAUSES and PROOF")
    parser.add_argument("--most", type=float, default=50.0, help="MB of such a proof, at most")
    parser.add_argument("--every", action="store_true", help="prove numbers of solutions")
    parser.add_argument("--nodes", type=int, help="limit for each search")
    chosen = parser.parse_args()
    print("; ".join(map(str, (machine() | commit()).values())) + "\n")
    columns = "proofs | verdicts | search | with proof | verify | kB | largest | not within"
    if chosen.drup:
        columns = "confirmed | with proof | checker | slowest | kB | largest | not within"
    if chosen.every:
        columns = "counted | proven | by branches | count | with proof | verify | kB | largest"
    print(f"| set | {columns} |\n|{'---|' * (columns.count('|') + 2)}")
    sets = [(Path(file).stem, read_all(file)) for file in chosen.files]
    if chosen.perturbed:
        every = [puzzle for _, puzzles in sets for puzzle in puzzles]
        sets = [("perturbed", _perturbed(every, chosen.perturbed))]
    for name, puzzles in sets:
        row = _drup_row if chosen.drup else _row_of_numbers if chosen.every else _row
        print(row(name, iter(puzzles), chosen), flush=True)


def _row(name: str, puzzles: Iterator[Puzzle], chosen: argparse.Namespace) -> str:
    limits = Limits(seconds=chosen.seconds)
    verdicts: Counter[str] = Counter()
    seconds = [0.0, 0.0, 0.0]
    sizes, missing, plain = [], 0, 0
    for puzzle in puzzles:
        alone, spent = _timed(lambda puzzle=puzzle: verdict(puzzle, limits=limits, engine="kernel"))
        if alone is Verdict.UNKNOWN:
            missing += 1
            continue
        try:
            proof, writing = _timed(lambda puzzle=puzzle: prove(puzzle, limits=limits))
        except LimitReached:
            missing += 1
            continue
        verified, checking = _timed(partial(verify, puzzle, proof))
        assert verified.claim == proof.verdict == alone, puzzle.title
        if proof.size < chosen.plain * 1000:
            claim = checker.check(plain(puzzle), proof.lines())
            assert claim == alone, puzzle.title
            plain += 1
        verdicts[alone] += 1
        sizes.append(proof.size / 1000)
        seconds = [a + b for a, b in zip(seconds, (spent, writing, checking), strict=True)]
    several = ", ".join(f"{number} {word}" for word, number in verdicts.items())
    times = " | ".join(f"{value:.2f}" for value in seconds)
    note = f", {plain} by plain Python" if plain else ""
    total = f"{sum(sizes):.0f} | {max(sizes, default=0):.0f}"
    return f"| {name} | {len(sizes)}{note} | {several} | {times} | {total} | {missing} |"


def _drup_row(name: str, puzzles: Iterator[Puzzle], chosen: argparse.Namespace) -> str:
    limits, options = Limits(seconds=chosen.seconds), Options(bounds=False)
    writing, checking, sizes, missing = 0.0, [0.0], [0.0], 0
    for puzzle in puzzles:
        try:
            proof, spent = _timed(
                lambda puzzle=puzzle: prove(puzzle, limits=limits, options=options)
            )
        except LimitReached:
            missing += 1
            continue
        if proof.verdict is Verdict.MULTIPLE:
            continue
        with tempfile.TemporaryDirectory() as folder:
            files = [f"{folder}/clauses.cnf", f"{folder}/proof.drup"]
            for file, lines in zip(files, drup(proof), strict=True):
                write_lines(file, lines)
            size = Path(files[1]).stat().st_size / 1000
            if size > chosen.most * 1000:
                missing += 1
                continue
            checking.append(_confirmed(chosen.drup, files))
        writing += spent
        sizes.append(size)
    return (
        f"| {name} | {len(sizes) - 1} | {writing:.2f} | {sum(checking):.1f} | {max(checking):.1f} "
        f"| {sum(sizes):.0f} | {max(sizes):.0f} | {missing} |"
    )


def _confirmed(command: str, files: list[str]) -> float:
    """The CPU seconds of a checker; the end if it does not confirm."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [*shlex.split(command), *files], capture_output=True, text=True, check=False
    )
    if "s VERIFIED" not in done.stdout.splitlines():
        sys.exit(f"{files}: {done.stdout}{done.stderr}")
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def _row_of_numbers(name: str, puzzles: Iterator[Puzzle], chosen: argparse.Namespace) -> str:
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes)
    seconds, sizes, counted, by_branches = [0.0, 0.0, 0.0], [], 0, 0
    for puzzle in puzzles:
        known, spent = _timed(lambda puzzle=puzzle: count(puzzle, limits=limits, engine="kernel"))
        if not known.is_exact or known.at_least < 2:
            continue
        counted += 1
        try:
            proof, writing = _timed(lambda puzzle=puzzle: prove(puzzle, every=True, limits=limits))
        except LimitReached as reached:
            print(f"{puzzle.title}: {known.at_least}, {reached}", file=sys.stderr)
            continue
        verified, checking = _timed(partial(verify, puzzle, proof))
        assert verified.claim == proof.claim == f"count {known.at_least}", puzzle.title
        by_branches += not proof.pictures
        sizes.append(proof.size / 1000)
        seconds = [a + b for a, b in zip(seconds, (spent, writing, checking), strict=True)]
    times = " | ".join(f"{value:.2f}" for value in seconds)
    total = f"{sum(sizes):.0f} | {max(sizes, default=0):.0f}"
    return f"| {name} | {counted} | {len(sizes)} | {by_branches} | {times} | {total} |"


def _timed(work: Callable[[], _T]) -> tuple[_T, float]:
    begun = time.process_time()
    result = work()
    return result, time.process_time() - begun


def _perturbed(puzzles: list[Puzzle], number: int) -> Iterator[Puzzle]:
    """Puzzles without a solution, from random puzzles with two rows exchanged."""
    draw = random.Random(1)
    while number:
        puzzle = draw.choice(puzzles)
        rows = list(puzzle.rows)
        a, b = draw.randrange(len(rows)), draw.randrange(len(rows))
        rows[a], rows[b] = rows[b], rows[a]
        changed = puzzle.replace(rows=rows, goals=(), saved=())
        if verdict(changed, limits=Limits(seconds=5)) is Verdict.NONE:
            number -= 1
            yield changed


if __name__ == "__main__":
    main()
