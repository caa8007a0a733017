"""How hard are random pictures on triangles and hexagons? Verdicts, exact counts, and estimates.

    python -m benchmarks.experiments.board_hardness --pictures 20 --seconds 5

For each board and density, pictures of the seeds 0, 1, …: each cell is black with that probability.
Times are of the wall clock. Where a puzzle is counted, the estimate of a second is
compared with the count, and every bound is checked.
"""

from __future__ import annotations

import argparse
import math
import random
import statistics
import time
from collections.abc import Iterator

import nonocsp as nc
from nonocsp.core.model.board import Board

from .printing import about, head, row

HEAD = ("board", "cells", "density", "unique", "verdict", "slowest", "counted", "count", "estimate")
DENSITIES = (0.2, 0.3, 0.5)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=20, help="for each line of the table")
    parser.add_argument("--seconds", type=float, default=5, help="for each verdict and count")
    parser.add_argument("--sides", default="6,8,10,12,16", help="of the boards")
    chosen = parser.parse_args()
    about()
    head(*HEAD)
    for kind in (nc.Triddler, nc.Hexagon):
        for side in map(int, chosen.sides.split(",")):
            board = kind(*[side] * 6)
            for density in DENSITIES:
                puzzles = [drawn(board, density, seed) for seed in range(chosen.pictures)]
                row(*line(board, density, puzzles, chosen.seconds))


def drawn(board: Board, density: float, seed: int) -> nc.Puzzle:
    """The puzzle of a random picture."""
    chance = random.Random(seed)
    cells = bytes(chance.random() < density for _ in range(board.size))
    return nc.Puzzle.from_picture(nc.Picture.from_cells(cells, board))


def line(board: Board, density: float, puzzles: list[nc.Puzzle], seconds: float) -> Iterator[str]:
    """A line of the table."""
    limits = nc.Limits(seconds=seconds)
    verdicts, counts, times, counting, errors = [], [], [], [], []
    for puzzle in puzzles:
        start = time.perf_counter()
        verdicts.append(nc.verdict(puzzle, limits=limits))
        times.append(time.perf_counter() - start)
        if verdicts[-1] is not nc.Verdict.MULTIPLE:
            continue
        start = time.perf_counter()
        found = nc.count(puzzle, limits=limits)
        counting.append(time.perf_counter() - start)
        counts.append(found)
        estimated = nc.estimate(puzzle, seconds=1.0, seed=1)
        if found.is_exact:
            assert estimated.at_least <= found.at_least
            if estimated.value:
                errors.append(abs(math.log10(estimated.value / found.at_least)))
    unique = verdicts.count(nc.Verdict.UNIQUE)
    yield from (f"{board.kind} of side {board.sizes[0]}", str(board.size), str(density))
    yield f"{unique} of {len(puzzles)}"
    yield f"{1000 * statistics.median(times):.1f} ms"
    yield f"{1000 * max(times):.0f} ms"
    yield f"{sum(found.is_exact for found in counts)} of {len(counts)}"
    yield f"{1000 * statistics.median(counting):.0f} ms" if counting else ""
    yield f"{len(errors)}, within {10 ** max(errors) - 1:.0%}" if errors else ""


if __name__ == "__main__":
    main()
