"""Experiment: how often a diagnosis finds an altered clue.

    python -m benchmarks.experiments.clue_errors --set random:size=20,density=0.6,count=100

One clue of each puzzle with a unique solution is altered by a seed: a block one longer or shorter,
missing or doubled, two blocks swapped or joined, another length, another colour. The altered
puzzles without solution are diagnosed. Measured are whether the altered line is in the conflict,
and the rank of the original clue among the suggested changes (counted by lines).
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator

import nonocsp as nc
from nonocsp import Block, Puzzle, Verdict
from nonocsp.apps.bench import sets
from nonocsp.apps.bench.machine import commit, machine
from nonocsp.explanation import Diagnosis, diagnose
from nonocsp.explanation.diagnosis import with_clue
from nonocsp.model.clue import Clue, minimal_length
from nonocsp.model.line import Line

DEFAULT_SETS = (
    "random:size=10,density=0.6,count=300",
    "random:size=20,density=0.65,count=120",
    "random:size=30,density=0.7,count=60",
    "random:size=12,density=0.8,colours=2,count=300",
    "line-solvable:size=30,count=60",
)


def alterations(clue: Clue, colours: int, draw: random.Random) -> Iterator[tuple[str, Clue]]:
    """One alteration of each possible kind, at a random place."""
    if not clue:
        return
    at = draw.randrange(len(clue))
    block, before, after = clue[at], clue[:at], clue[at + 1 :]
    assert block.length is not None
    yield "one longer", (*before, Block(block.length + 1, block.colour), *after)
    if block.length > 1:
        yield "one shorter", (*before, Block(block.length - 1, block.colour), *after)
    yield "left out", before + after
    yield "twice", (*before, block, block, *after)
    other = draw.choice([n for n in range(1, 10) if n != block.length])
    yield "another length", (*before, Block(other, block.colour), *after)
    if at + 1 < len(clue):
        after_both, neighbour = clue[at + 2 :], clue[at + 1]
        if neighbour != block:
            yield "swapped", (*before, neighbour, block, *after_both)
        if neighbour.colour == block.colour:
            joined = int(f"{block.length}{neighbour.length}")
            yield "comma lost", (*before, Block(joined, block.colour), *after_both)
    if colours > 1:
        colour = draw.choice([c for c in range(1, colours + 1) if c != block.colour])
        yield "another colour", (*before, Block(block.length, colour), *after)


def altered(puzzle: Puzzle, draw: random.Random) -> tuple[Puzzle, Line, str] | None:
    """The puzzle with an alteration that leaves no solution; None if ten attempts give none."""
    for _ in range(10):
        line = draw.choice(puzzle.lines)
        possible = list(alterations(puzzle.clue(line) or (), puzzle.block_colours, draw))
        if not possible:
            continue
        kind, clue = draw.choice(possible)
        if minimal_length(clue) > puzzle.length(line) and draw.random() < 0.8:
            continue  # too easy: the line itself shows it
        changed = with_clue(puzzle, line, clue)
        if nc.verdict(changed) is Verdict.NONE:
            return changed, line, kind
    return None


def rank(found: Diagnosis, line: Line, clue: Clue | None) -> int | None:
    """The rank of the altered line among the lines of the changes, from 1; None if missing."""
    lines = list(dict.fromkeys(change.line for change in found.changes))
    known = any((change.line, change.after) == (line, clue) for change in found.changes)
    return lines.index(line) + 1 if known else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", metavar="SET[:NAME=VALUE,…]")
    parser.add_argument("--count", type=int, default=40, help="altered puzzles of each set")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each puzzle; default 60")
    parser.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    chosen = parser.parse_args()
    about = machine()
    print(f"{about['cpu']}, {about['python']}, {commit()['commit']}", flush=True)
    print("| set | puzzles | in the conflict | first | in three | found | median CPU s | most |")
    print("|---|---|---|---|---|---|---|---|")
    kinds: dict[str, Counter[str]] = defaultdict(Counter)
    totals: Counter[str] = Counter()
    for spec in chosen.set or DEFAULT_SETS:
        seconds: list[float] = []
        tally: Counter[str] = Counter()
        for case in sets.cases(spec, chosen.data or os.environ.get("NONOCSP_DATA")):
            if tally["puzzles"] == chosen.count:
                break
            draw = random.Random(f"slip {chosen.seed} {case.id}")
            if nc.verdict(case.puzzle, limits=nc.Limits(seconds=5)) is not Verdict.UNIQUE:
                continue
            made = altered(case.puzzle, draw)
            if made is None:
                continue
            changed, line, kind = made
            begun = time.process_time()
            found = diagnose(changed, limits=nc.Limits(seconds=chosen.seconds))
            seconds.append(time.process_time() - begun)
            at = rank(found, line, case.puzzle.clue(line))
            counted = {
                "puzzles": True,
                "conflict": line in found.conflict,
                "first": at == 1,
                "three": at is not None and at <= 3,
                "found": at is not None,
            }
            for name, is_so in counted.items():
                tally[name] += is_so
                kinds[kind][name] += is_so
        totals += tally
        print(row(spec, tally, seconds), flush=True)
    print(row("all", totals, []))
    print("\n| alteration | puzzles | in the conflict | first | in three | found |")
    print("|---|---|---|---|---|---|")
    for kind, tally in sorted(kinds.items()):
        print("|".join(row(kind, tally, []).split("|")[:-3]) + "|")


def row(name: str, tally: Counter[str], seconds: list[float]) -> str:
    times = f"{statistics.median(seconds):.2f} | {max(seconds):.2f}" if seconds else "|"
    parts = (tally[part] for part in ("puzzles", "conflict", "first", "three", "found"))
    return f"| `{name}` | {' | '.join(map(str, parts))} | {times} |"


if __name__ == "__main__":
    main()
