"""Experiment: the time to generate unique puzzles, and the number of repaired cells.

    python -m benchmarks.experiments.generation_time --sizes 10,20,30,40,50 --seeds 10 --seconds 60

For each size, texture, number of colours and difficulty: puzzles of the seeds 0, 1, … at density
0.5. Every puzzle is solved again from its clues before it counts. Times are CPU seconds of this
process, the kernel included.
"""

from __future__ import annotations

import argparse
import itertools
import statistics
import time

import nonocsp as nc
from nonocsp.people.generation import TEXTURES, generate

from .printing import about, head, row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", default="10,20,30,40,50", help="sides of squares")
    parser.add_argument("--colours", default="1,4", help="numbers of block colours")
    parser.add_argument("--difficulties", default="any,lines", help="any, or names of levels")
    parser.add_argument("--seeds", type=int, default=10, help="puzzles for each line of the table")
    parser.add_argument("--seconds", type=float, default=60, help="for each puzzle")
    chosen = parser.parse_args()
    about()
    times = ("made", "median", "worst", "changed", "tries")
    head("size", "texture", "colours", "difficulty", *times)
    for size, texture, colours, difficulty in itertools.product(
        map(int, chosen.sizes.split(",")),
        TEXTURES,
        map(int, chosen.colours.split(",")),
        chosen.difficulties.split(","),
    ):
        seconds, made = [], []
        for seed in range(chosen.seeds):
            start = time.process_time()
            one = generate(
                size,
                size,
                texture=texture,
                colours=colours,
                difficulty=None if difficulty == "any" else difficulty,
                seed=seed,
                limits=nc.Limits(seconds=chosen.seconds),
            )
            seconds.append(time.process_time() - start)
            if one.puzzle is not None:
                bare = one.puzzle.replace(goals=())
                if not nc.is_unique(bare):
                    raise SystemExit(f"seed {seed} of this line is not unique: {one.picture}")
                made.append(one)
        shown = [f"{size} x {size}", texture, str(colours), difficulty]
        shown += [f"{len(made)}/{chosen.seeds}"]
        shown += [f"{statistics.median(seconds):.3f} s", f"{max(seconds):.3f} s"]
        for numbers in ([one.changed for one in made], [one.attempts for one in made]):
            shown.append(f"{statistics.median(numbers):g}" if numbers else "")
        row(*shown)


if __name__ == "__main__":
    main()
