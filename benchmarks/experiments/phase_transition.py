"""Experiment: random pictures from sparse to dense: how many are determined, and the work for it.

    python -m benchmarks.experiments.phase_transition --sizes 10,15,20 --count 100

For every size and density the pictures of the set `transition`: the share that their clues
determine (unique), the share that single lines determine (simple), and counted work for the
verdict: the median and the ninth decile of the nodes of the textbook tree (AC-3, MRV), and of the
conflicts of the kernel's search with nogood learning. Numbers of nodes end at a limit.
"""

from __future__ import annotations

import argparse
from statistics import median, quantiles

import nonocsp as nc
from nonocsp.apps.bench.generated import random_pictures
from nonocsp.apps.bench.machine import commit
from nonocsp.common.limits import Stats
from nonocsp.solver.propagation import propagated

#: Nodes of the textbook tree at most, for one puzzle.
MOST = 10_000

TEXTBOOK = nc.Options(strategy="textbook")


def work(puzzle: nc.Puzzle, options: nc.Options | None, limits: nc.Limits) -> Stats:
    with nc.solutions(puzzle, limit=2, options=options, limits=limits) as found:
        list(found)
    return found.stats


def row(size: int, density: float, count: int) -> list[str]:
    unique, simple, conflicts, nodes = 0, 0, [], []
    for case in random_pictures(size, density=density, count=count):
        left = propagated(case.puzzle)
        assert left is not None
        is_simple = left.is_decided
        simple += is_simple
        unique += is_simple or nc.verdict(case.puzzle) is nc.Verdict.UNIQUE
        conflicts.append(work(case.puzzle, None, nc.Limits()).counted().get("conflicts", 0))
        nodes.append(work(case.puzzle, TEXTBOOK, nc.Limits(nodes=MOST)).nodes)
    cells = [f"{size}x{size}", f"{density:g}", f"{unique / count:.0%}", f"{simple / count:.0%}"]
    for numbers in (nodes, conflicts):
        ninth = quantiles(numbers, n=10, method="inclusive")[-1]
        cells += [f"{median(numbers):,.0f}", f"{ninth:,.0f}"]
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,15,20")
    parser.add_argument("--count", type=int, default=100, help="pictures of a size and density")
    chosen = parser.parse_args()
    print(f"nonocsp {nc.__version__}, {commit()['commit']}; nodes up to {MOST:,}\n")
    print("| size | density | unique | simple | nodes | 90 % | conflicts | 90 % |")
    print("|" + "--:|" * 8)
    for size in map(int, chosen.sizes.split(",")):
        for tenths in range(1, 10):
            print(f"| {' | '.join(row(size, tenths / 10, chosen.count))} |", flush=True)


if __name__ == "__main__":
    main()
