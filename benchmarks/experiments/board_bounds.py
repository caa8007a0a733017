"""How far are upper bounds from the number of solutions, on triangles and hexagons?

    python -m benchmarks.experiments.board_bounds --pictures 6

Random pictures as in `board_hardness`. A gap is the decimal logarithm of the bound over the
exact number, or over a lower bound where counting takes too long. The product of placements is
the bound that the kernel begins with. Needs the kernel; work is counted, so gaps are the same
on every machine.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Iterator

import _nonocsp_kernel as kernel

import nonocsp as nc
from nonocsp.apps.bench.machine import commit
from nonocsp.kernel.interface import kernel_options, kernel_puzzle

from .board_hardness import DENSITIES, drawn

HEAD = ("board", "density", "ambiguous", "counted", "product", "bound", "worst")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pictures", type=int, default=6, help="for each line of the table")
    parser.add_argument("--seconds", type=float, default=3, help="for each count")
    parser.add_argument("--work", type=float, default=1e9, help="for each bound, in nanoseconds")
    parser.add_argument("--sides", default="4,5,6,7,8", help="of the boards")
    chosen = parser.parse_args()
    print(f"- Commit: {(commit()['commit'] or '')[:10]}")
    print(f"- Command: `python -m benchmarks.experiments.board_bounds {' '.join(sys.argv[1:])}`\n")
    print(f"| {' | '.join(HEAD)} |\n{'|---' * len(HEAD)}|")
    for kind in (nc.Triddler, nc.Hexagon):
        for side in map(int, chosen.sides.split(",")):
            for density in DENSITIES:
                puzzles = [drawn(kind(*[side] * 6), density, n) for n in range(chosen.pictures)]
                row = line(puzzles, chosen.seconds, int(chosen.work))
                print(f"| {kind.kind} of side {side} | {density} | {' | '.join(row)} |", flush=True)


def line(puzzles: list[nc.Puzzle], seconds: float, work: int) -> Iterator[str]:
    """A line of the table, of the puzzles with several solutions."""
    firsts, gaps, counted = [], [], 0
    for puzzle in puzzles:
        number = nc.count(puzzle, limits=nc.Limits(seconds=seconds))
        if number.is_exact and number.at_least == 1:
            continue
        counted += number.is_exact
        for bounds, effort in ((firsts, 1), (gaps, work)):
            bound = bounded(puzzle, effort)
            assert bound >= number.at_least
            bounds.append(math.log10(bound) - math.log10(max(number.at_least, 1)))
    yield from (f"{len(gaps)} of {len(puzzles)}", str(counted))
    if gaps:
        yield from (f"{statistics.median(each):.1f}" for each in (firsts, gaps))
        yield f"{max(gaps):.1f}"
    else:
        yield from ("", "", "")


def bounded(puzzle: nc.Puzzle, work: int) -> int:
    """The kernel's upper bound after this much counted work."""
    options = kernel_options(nc.Options())
    bound = kernel.upper_bound(kernel_puzzle(puzzle), None, options, work, 64 << 20)
    return int.from_bytes(bound, "little")


if __name__ == "__main__":
    main()
