"""Experiment: Prosser's comparison of BT, CBJ, FC and FC-CBJ by constraint checks.

    python -m benchmarks.experiments.prosser --problems 100 --orders 450 --bt-orders 20

The zebra with its 25 variables in random static orders, as in P. Prosser, "Hybrid algorithms for
the constraint satisfaction problem" (1993), and random binary problems <n, m, p1, p2> of model A or
B in their own order. Each search stops at the first solution or proves that there is none. The work
is counted, so the tables are the same on every machine.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Sequence
from itertools import islice
from random import Random

from benchmarks.experiments.classical_problems import random_binary, zebra
from nonocsp import Limits, Options
from nonocsp.common.limits import Meter, Stats
from nonocsp.csp import Network, assignments

ALGORITHMS = {
    "BT": ("none", "chronological"),
    "CBJ": ("none", "backjumping"),
    "FC": ("forward_checking", "chronological"),
    "FC-CBJ": ("forward_checking", "backjumping"),
}

#: Random problems from the soluble side of the phase transition to the insoluble one.
PROBLEMS = [(15, 5, 0.4, p2) for p2 in (0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7)]


def work(network: Network, algorithm: str) -> Stats:
    """The work to the first solution or the proof that there is none."""
    propagation, search = ALGORITHMS[algorithm]
    options = Options.of(
        propagation=propagation, search=search, ordering="in_order", components=False
    )
    stats = Stats()
    found = assignments(network, options, Meter(Limits(), stats))
    stats.solutions = sum(1 for _ in islice(found, 1))
    return stats


def zebras(number: int, seed: int = 0) -> list[Network]:
    """The zebra with its variables in random orders."""
    chance = Random(seed)
    return [zebra(chance.sample(range(25), 25)) for _ in range(number)]


def show(problem: str, networks: list[Network], algorithms: Sequence[str]) -> None:
    """Print a line of the table: the mean checks of each algorithm; a dash for those left out."""
    done = {name: [work(network, name) for network in networks] for name in algorithms}
    means = {name: statistics.mean(stats.checks for stats in each) for name, each in done.items()}
    soluble = statistics.mean(stats.solutions for stats in done[algorithms[0]])
    cells = [f"{means[name]:,.0f}" if name in means else "–" for name in ALGORITHMS]
    print(f"| {problem} | {soluble:.0%} | {len(networks)} |", " | ".join(cells), "|", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=int, default=100, help="random problems for each p2")
    parser.add_argument("--model", choices=("A", "B"), default="B", help="model of random problems")
    parser.add_argument("--orders", type=int, default=450, help="random orders of the zebra")
    parser.add_argument(
        "--bt-orders", type=int, default=20, help="orders of the zebra that BT searches, too"
    )
    chosen = parser.parse_args()
    print(f"- Command: `python -m benchmarks.experiments.prosser {' '.join(sys.argv[1:])}`\n")
    print("| problem | soluble | runs |", " | ".join(ALGORITHMS), "|")
    print("| :-- | --: | --: " + "| --: " * len(ALGORITHMS) + "|", flush=True)
    for n, m, p1, p2 in PROBLEMS if chosen.problems else []:
        seeds = range(chosen.problems)
        networks = [random_binary(n, m, p1, p2, seed, chosen.model) for seed in seeds]
        show(f"<{n}, {m}, {p1}, {p2}>", networks, list(ALGORITHMS))
    if chosen.orders:
        show("zebra", zebras(chosen.orders), [name for name in ALGORITHMS if name != "BT"])
    if chosen.bt_orders:
        show("zebra", zebras(chosen.bt_orders), list(ALGORITHMS))


if __name__ == "__main__":
    main()
