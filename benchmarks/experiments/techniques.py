"""Experiment: what each technique of the kernel saves, for ``docs/explanation/measured.md``.

    python -m benchmarks.experiments.techniques --set survey --data DIR
    python -m benchmarks.experiments.techniques --set random30 --mirrors 8 --data DIR
    python -m benchmarks.experiments.techniques --set tournament_taai2011 --first --slowest 120 ...
    python -m benchmarks.experiments.techniques --set random:size=45 --off lucky --off dives

Each puzzle is solved with all techniques and, in turns in the same process, without one of them.
Compared are CPU seconds and counted work, which no other load changes. A ratio is the work without
the technique by the work with it, so above 1 is what the technique saves: of the sums, and in
geometric mean with the 95 % bounds of a bootstrap. `--mirrors` asks about as many of the eight
reflections of a puzzle, because many searches change more with the order of the lines than with
the technique. A search that reaches `--nodes` counts with the work it has done by then, which is
too little; the column "not within" says how many did, with and without the technique.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from benchmarks.suite.compare import bounds
from benchmarks.suite.engines import GROUPS, engine_named
from benchmarks.suite.sets import cases
from nonocsp import Limits, Options, Puzzle, count, solutions
from nonocsp.apps.machine import commit, machine
from nonocsp.core.options.limits import Stats

#: What is compared: a name and its value.
MEASURES: dict[str, Callable[[Stats, float], float]] = {
    "CPU": lambda stats, seconds: seconds,
    "conflicts": lambda stats, seconds: stats.conflicts,
    "propagations": lambda stats, seconds: stats.propagations,
    "tightenings": lambda stats, seconds: stats.tightenings,
}


@dataclass
class Pairs:
    """All pairs of one technique: what was measured with it and without it."""

    work: dict[str, list[tuple[float, float]]] = field(
        default_factory=lambda: {name: [] for name in MEASURES}
    )
    unsolved: list[int] = field(default_factory=lambda: [0, 0])
    changed: int = 0
    """Pairs whose counted work differs."""

    def add(self, on: tuple[Stats, float, bool], off: tuple[Stats, float, bool]) -> None:
        for name, measure in MEASURES.items():
            self.work[name].append((measure(*on[:2]), measure(*off[:2])))
        self.unsolved = [self.unsolved[0] + (not on[2]), self.unsolved[1] + (not off[2])]
        counted = [pairs[-1] for name, pairs in self.work.items() if name != "CPU"]
        self.changed += any(a != b for a, b in counted)

    def row(self, technique: str) -> str:
        """One line of the table."""
        parts = [technique, f"{self.changed}/{len(self.work['CPU'])}"]
        parts.append(" / ".join(map(str, self.unsolved)))
        for name, pairs in self.work.items():
            least = 1e-9 if name == "CPU" else 1
            logs = [math.log((off + least) / (on + least)) for on, off in pairs]
            low, high = map(math.exp, bounds(logs))
            with_it, without = (sum(side) for side in zip(*pairs, strict=True))
            total = (without + least) / (with_it + least)
            mean = math.exp(sum(logs) / len(logs))
            parts.append(f"{total:.2f}, {mean:.2f} ({low:.2f} to {high:.2f})")
        return f"| {' | '.join(parts)} | {sum(on for on, _ in self.work['CPU']):.2f} s |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", dest="sets", action="append", required=True, metavar="SET")
    parser.add_argument("--off", action="append", metavar="TECHNIQUE", help="default: each")
    parser.add_argument(
        "--set-off", action="append", default=[], metavar="NAME=VALUE", help="another option"
    )
    parser.add_argument("--data", help="the folder of the public sets")
    parser.add_argument("--first", action="store_true", help="only the first solution")
    parser.add_argument("--count", action="store_true", help="the number of solutions")
    parser.add_argument("--mirrors", type=int, default=1, help="reflections of a puzzle, up to 8")
    parser.add_argument("--nodes", type=int, default=200_000, help="limit for each search")
    parser.add_argument("--seconds", type=float, default=120.0, help="limit for each search")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.0, help="CPU seconds with all techniques")
    parser.add_argument("--most", type=float, default=math.inf, help="likewise, at most")
    parser.add_argument("--slowest", type=int, help="only that many puzzles")
    parser.add_argument("--sample", type=int, help="only that many, at random")
    chosen = parser.parse_args()
    names = [name.removeprefix("kernel-no-") for name in GROUPS["techniques"][1:]]
    off = chosen.off or ([] if chosen.set_off else names)
    techniques = {name: f"kernel-no-{name}" for name in off}
    techniques |= {change: f"kernel:{change}" for change in chosen.set_off}
    variants = {
        name: Options.from_dict(engine_named(engine).options) for name, engine in techniques.items()
    }
    print("; ".join(map(str, (machine() | commit()).values())) + "\n")
    print(f"| set | without | changed | not within | {' | '.join(MEASURES)} | CPU with |")
    print("|---" * (len(MEASURES) + 5) + "|")
    for name in chosen.sets:
        puzzles = _chosen([case.puzzle for case in cases(name, chosen.data)], chosen)
        pairs = {technique: Pairs() for technique in variants}
        for number, puzzle in enumerate(puzzles):
            for mirrored in _mirrors(puzzle, chosen.mirrors):
                _compare(mirrored, variants, pairs, chosen, number)
        for technique, measured in pairs.items():
            print(f"| {name} {measured.row(technique)}", flush=True)


def _chosen(puzzles: list[Puzzle], chosen: argparse.Namespace) -> list[Puzzle]:
    """The puzzles of a set that are to be compared."""
    if chosen.sample:
        puzzles = random.Random(1).sample(puzzles, min(chosen.sample, len(puzzles)))
    if not (chosen.least or chosen.slowest or chosen.most < math.inf):
        return puzzles
    timed = [(_solved(puzzle, Options(), chosen)[1], n) for n, puzzle in enumerate(puzzles)]
    kept = sorted(((s, n) for s, n in timed if chosen.least <= s <= chosen.most), reverse=True)
    return [puzzles[n] for n in sorted(n for _, n in kept[: chosen.slowest])]


def _compare(
    puzzle: Puzzle,
    variants: dict[str, Options],
    pairs: dict[str, Pairs],
    chosen: argparse.Namespace,
    number: int,
) -> None:
    """Each technique on and off in turns, which of the two first by the puzzle's number."""
    for technique, without in variants.items():
        order: Sequence[Options] = (Options(), without)
        if number % 2:
            order = order[::-1]
        measured = [_solved(puzzle, options, chosen) for options in order]
        pairs[technique].add(*(measured[::-1] if number % 2 else measured))


def _solved(
    puzzle: Puzzle, options: Options, chosen: argparse.Namespace
) -> tuple[Stats, float, bool]:
    """The counted work, the CPU seconds, and whether the question was answered."""
    limits = Limits(seconds=chosen.seconds, nodes=chosen.nodes, threads=chosen.threads)
    puzzle = puzzle.replace()  # what the kernel keeps of it is made anew
    begun = time.process_time()
    if chosen.count:
        known = count(puzzle, limits=limits, engine="kernel", options=options)
        return known.stats, time.process_time() - begun, known.is_exact
    most = 1 if chosen.first else 2
    with solutions(puzzle, limit=most, limits=limits, engine="kernel", options=options) as search:
        found = len(list(search))
        spent = time.process_time() - begun
        return search.stats, spent, found == most or search.is_complete


def _mirrors(puzzle: Puzzle, number: int) -> Iterator[Puzzle]:
    """The puzzle itself and its reflections, up to that many."""
    for mirror in range(number):
        reflected = puzzle.replace(goals=(), saved=())
        if mirror & 1:
            reflected = reflected.transpose().mirror().transpose()
        if mirror & 2:
            reflected = reflected.mirror()
        if mirror & 4:
            reflected = reflected.transpose()
        yield reflected


if __name__ == "__main__":
    main()
