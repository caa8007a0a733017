"""Experiment: estimates and their lower bounds against the truth, after about a second.

    python -m benchmarks.experiments.estimates --count 100 --nodes 12000000 --truth 60

Random pictures of which the frontier has more than 10,000 states both by rows and by columns, and
of which the solutions can be counted in the seconds given for the truth. For each the estimate and
its lower bound after counted work (states), which does not depend on what else the machine does,
and the seconds of the processor for both. Of the estimates: how many were declined, and of the
others how many are within a factor of two, and the median error.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterator
from itertools import zip_longest
from statistics import median, quantiles

import nonocsp as nc
from benchmarks.suite.generated import random_pictures

from .printing import about, head, row

#: Side and density of the pictures.
KINDS = ((15, 0.4), (15, 0.35), (20, 0.45), (12, 0.3), (15, 0.3), (25, 0.5), (20, 0.4))

#: States that the frontiers exceed.
WIDTH = 10_000


def puzzles(first: int) -> Iterator[tuple[str, nc.Puzzle]]:
    """Of each kind in turn."""
    sets = [random_pictures(n, density=d, count=first) for n, d in KINDS]
    for cases in zip_longest(*sets):
        for kind, case in zip(KINDS, cases, strict=True):
            if case is not None:
                yield f"{kind[0]}x{kind[0]} at {kind[1]}", case.puzzle


def is_wide(puzzle: nc.Puzzle) -> bool:
    """Whether the frontiers exceed the width."""
    found = nc.estimate(puzzle, width=WIDTH, limits=nc.Limits(seconds=30))
    return not found.is_exact and bool(found.runs) and found.runs[-1].width == WIDTH


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="puzzles")
    parser.add_argument("--nodes", type=int, default=12_000_000, help="states of all runs")
    parser.add_argument("--truth", type=float, default=60.0, help="seconds for the exact count")
    chosen = parser.parse_args()
    about()
    head("puzzle", "solutions", "at least / solutions", "estimate / solutions", "seconds")
    bounds: list[float] = []
    errors: list[float] = []
    times: list[float] = []
    for name, puzzle in puzzles(10 * chosen.count):
        if len(bounds) == chosen.count:
            break
        if not is_wide(puzzle):
            continue
        truth = nc.count(puzzle, limits=nc.Limits(seconds=chosen.truth))
        if not truth.is_exact:
            continue
        begun = time.process_time()
        found = nc.estimate(puzzle, limits=nc.Limits(nodes=chosen.nodes), seed=1)
        times.append(time.process_time() - begun)
        bounds.append(found.at_least / int(truth))
        shown = "declined"
        if found.log10 is not None:
            errors.append(abs(found.log10 - math.log10(int(truth))))
            shown = f"{10 ** (found.log10 - math.log10(int(truth))):.3f}"
        row(name, f"{int(truth):,}", f"{bounds[-1]:.3f}", shown, f"{times[-1]:.2f}")
    tenth = quantiles(bounds, n=10, method="inclusive")[0]
    print(f"\nLower bound: median {median(bounds):.3f}, tenth percentile {tenth:.3f}")
    declined = 1 - len(errors) / len(bounds)
    near = sum(error < math.log10(2) for error in errors) / len(errors)
    middle = 10 ** median(errors) - 1
    print(f"Declined {declined:.0%}; within a factor of two {near:.0%}; median error {middle:.1%}")
    print(f"Seconds of the processor: median {median(times):.2f}, most {max(times):.2f}")


if __name__ == "__main__":
    main()
