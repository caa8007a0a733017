"""Experiment: memory over a million questions in one process.

    python -m benchmarks.experiments.long_life --rounds 1000000

Random puzzles of 5 x 5 to 10 x 10 cells, black-and-white and coloured. Of each one question is
asked, in turn of every kind that is listed, and its answer is dropped. For each kind: how often,
and in the end the resident memory of the process after a tenth of the questions and after all
(Linux). Fails if it has grown by more than ``--growth`` MB in between.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import nonocsp as nc
from nonocsp.apps.machine import commit, machine

#: Every kind of question with its share of the rounds.
QUESTIONS: dict[str, tuple[int, Callable[[nc.Puzzle], object]]] = {
    "solve": (200, nc.solve),
    "verdict": (100, nc.verdict),
    "solutions, not all of them": (30, lambda puzzle: list(islice(nc.solutions(puzzle), 3))),
    "solutions in two threads": (5, lambda puzzle: nc.solve(puzzle, limits=nc.Limits(threads=2))),
    "count": (50, nc.count),
    "solution space": (10, lambda puzzle: nc.solution_space(puzzle).count),
    "proof": (2, lambda puzzle: nc.verify(puzzle, nc.prove(puzzle))),
    "estimate": (1, lambda puzzle: nc.estimate(puzzle, width=10)),
    "hint": (1, nc.hint),
    "a limit that is reached": (20, lambda puzzle: nc.verdict(puzzle, limits=nc.Limits(nodes=1))),
    "an error": (20, lambda puzzle: refused(puzzle)),
}


def refused(puzzle: nc.Puzzle) -> None:
    try:
        nc.solve(puzzle, grid=nc.Grid.unknown(nc.Puzzle([[1]], [[1]])))
    except nc.PuzzleError:
        return
    raise AssertionError("a grid of another shape was taken")


def puzzles(draw: random.Random) -> list[nc.Puzzle]:
    """Some of every size and density, with one to three colours."""
    found = []
    for _ in range(1_000):
        side, density = draw.randint(5, 10), draw.uniform(0.3, 0.7)
        colours = draw.choice((1, 1, 2, 3))
        rows = [
            [draw.randint(1, colours) if draw.random() < density else 0 for _ in range(side)]
            for _ in range(side)
        ]
        palette = [nc.Colour(f"colour {number}", f"#00000{number}") for number in range(colours)]
        found.append(nc.Puzzle.from_picture(rows, palette))
    return found


def resident() -> float:
    """Megabytes of this process."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=20_000)
    parser.add_argument("--growth", type=float, default=10.0, help="MB, at most")
    chosen = parser.parse_args()
    draw = random.Random(1)
    some = puzzles(draw)
    turns = [name for name, (share, _) in QUESTIONS.items() for _ in range(share)]
    asked: Counter[str] = Counter()
    early, begun = 0.0, time.monotonic()
    for at in range(chosen.rounds):
        name = draw.choice(turns)
        QUESTIONS[name][1](draw.choice(some))
        asked[name] += 1
        if at == chosen.rounds // 10:
            early = resident()
    late = resident()
    print("; ".join(map(str, (machine() | commit()).values())) + "\n")
    for name, number in asked.items():
        print(f"{number:9,} {name}")
    print(f"{early:.1f} MB after a tenth, {late:.1f} MB after all")
    print(f"{time.monotonic() - begun:.0f} seconds")
    assert late - early <= chosen.growth, "memory has grown"


if __name__ == "__main__":
    main()
