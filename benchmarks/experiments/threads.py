"""Experiment: one thread against several, for ``docs/explanation/scale.md``.

    python -m benchmarks.experiments.threads --threads 2 --seeds 5 puzzles.jsonl
    python -m benchmarks.experiments.threads --random 80 --count 10

The verdict (``--first``: the first solution) of each puzzle that takes one thread longer than
``--least`` CPU seconds, in turns, by seed. Wall-clock ratios mean something only on idle cores. On
busy ones use the CPU seconds: where all threads run at the same pace, a call takes the CPU seconds
of all of them divided by their number, apart from the time before they join.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Iterator

from benchmarks.suite.generated import random_pictures
from nonocsp import Limits, Options, Puzzle, read_all, solve, verdict

from .printing import head, row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", help="files of puzzles")
    parser.add_argument("--random", type=int, metavar="N", help="random pictures of N x N cells")
    parser.add_argument("--density", type=float, default=0.5)
    parser.add_argument("--count", type=int, default=10, help="random pictures")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--least", type=float, default=1.0, help="CPU seconds with one thread")
    parser.add_argument("--seconds", type=float, default=60.0, help="limit for each call")
    parser.add_argument("--first", action="store_true", help="only the first solution")
    chosen = parser.parse_args()
    walls, ideals = [], []
    head("puzzle", "seed", "one", "wall", "CPU", "ratio of wall", "of CPU a thread")
    for name, puzzle in _puzzles(chosen):
        for seed in range(chosen.seeds):
            alone = _seconds(chosen, puzzle, seed, 1)
            if alone[1] < chosen.least:
                continue
            together = _seconds(chosen, puzzle, seed, chosen.threads)
            walls.append(alone[0] / together[0])
            ideals.append(alone[1] * chosen.threads / together[1])
            found = alone[0], *together, walls[-1], ideals[-1]
            row(name, seed, *(f"{value:.2f}" for value in found))
    for what, ratios in (("wall", walls), ("CPU a thread", ideals)):
        if ratios:
            mean = math.exp(statistics.mean(map(math.log, ratios)))
            print(f"{what}: geometric mean {mean:.2f}, median {statistics.median(ratios):.2f}")


def _puzzles(chosen: argparse.Namespace) -> Iterator[tuple[str, Puzzle]]:
    for file in chosen.files:
        for number, puzzle in enumerate(read_all(file), 1):
            yield puzzle.title or f"{file} {number}", puzzle
    if chosen.random:
        for case in random_pictures(chosen.random, density=chosen.density, count=chosen.count):
            yield case.id, case.puzzle


def _seconds(
    chosen: argparse.Namespace, puzzle: Puzzle, seed: int, threads: int
) -> tuple[float, float]:
    """Seconds on the clock and of the processor."""
    ask = solve if chosen.first else verdict
    begun, used = time.perf_counter(), time.process_time()
    limits = Limits(seconds=chosen.seconds, threads=threads)
    ask(puzzle, limits=limits, options=Options(seed=seed), engine="kernel")
    return time.perf_counter() - begun, time.process_time() - used


if __name__ == "__main__":
    main()
