"""Experiment: how often a diagnosis finds a slip of typing or copying.

    python -m benchmarks.experiments.clue_errors --count 1000

Slips of every kind (see `slips`) are put into puzzles with one solution, drawn by a seed. The
puzzles that have no solution then are diagnosed; where there still is a solution nothing shows that
anything is wrong, and the share of the others is printed. Measured is the rank of the original
puzzle among the suggested ones.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import nonocsp as nc
from benchmarks.suite import sets
from nonocsp import Puzzle, Verdict
from nonocsp.people.explanation import Diagnosis, diagnose

from .printing import about, head, row
from .slips import IN_CLUES, KINDS, with_slip

DEFAULT_SETS = (
    "random:size=10,density=0.6,count=300",
    "random:size=20,density=0.65,count=120",
    "random:size=30,density=0.7,count=60",
    "random:size=12,density=0.8,colours=2,count=300",
    "line-solvable:size=30,count=60",
)

#: Slips of any of some kinds, one or two at once, by the name in the table.
DRAWN = {
    "one of any kind": (KINDS,),
    "two in clues": (tuple(IN_CLUES), tuple(IN_CLUES)),
    "two of any kind": (KINDS, KINDS),
}


@dataclass
class Tally:
    """What was counted for one kind of slip."""

    made: int = 0
    ranks: list[int | None] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    work: list[int] = field(default_factory=list)

    def cells(self, name: str) -> tuple[object, ...]:
        """A row of the table."""
        number = len(self.ranks)
        first, three, found = (
            sum(rank is not None and rank <= most for rank in self.ranks) for most in (1, 3, 10**9)
        )
        shares = (f"{100 * part / number:.1f}" for part in (first, three, found))
        times = f"{statistics.median(self.seconds):.2f}", f"{max(self.seconds):.1f}"
        return name, f"{100 * number / self.made:.0f}", number, *shares, *times


def rank(found: Diagnosis, puzzle: Puzzle) -> int | None:
    """The rank of a puzzle among the suggested ones, from 1; None if it is not one of them."""
    return next((n for n, c in enumerate(found.changes, 1) if c.puzzle == puzzle), None)


def pool(specs: Sequence[str], data: str | None, most: int, seed: int) -> list[Puzzle]:
    """The puzzles of some sets that do not have too many cells, in an order drawn by a seed."""
    cases = [case.puzzle for spec in specs for case in sets.cases(spec, data)]
    small = [puzzle for puzzle in cases if puzzle.shape[0] * puzzle.shape[1] <= most]
    random.Random(seed).shuffle(small)
    return small


def altered(
    puzzles: Sequence[Puzzle], kinds: Sequence[Sequence[str]], seed: str, tally: Tally
) -> Iterator[tuple[Puzzle, Puzzle]]:
    """Puzzles with slips that leave no solution, each with the original, which has one that is
    found quickly.

    Args:
        puzzles: the originals; every one is used again only after all others.
        kinds: for each slip the kinds to draw from.
        seed: what the slips are drawn from.
        tally: counts the slips that were made, those that leave a solution too.
    """
    limits = nc.Limits(nodes=2_000)
    unique: dict[Puzzle, bool] = {}
    for round_ in range(20):
        for number, puzzle in enumerate(puzzles):
            draw = random.Random(f"{seed} {round_} {number}")
            changed: Puzzle | None = puzzle
            for some in kinds:
                changed = changed and with_slip(changed, draw.choice(some), draw)
            if changed is None or changed == puzzle:
                continue
            if puzzle not in unique:
                unique[puzzle] = nc.verdict(puzzle, limits=limits) is Verdict.UNIQUE
            if not unique[puzzle]:
                continue
            tally.made += 1
            if nc.verdict(changed, limits=limits) is Verdict.NONE:
                yield changed, puzzle


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", metavar="SET[:NAME=VALUE,…]")
    parser.add_argument("--kind", action="append", choices=[*KINDS, *DRAWN], metavar="KIND")
    parser.add_argument("--count", type=int, default=100, help="puzzles for each kind")
    parser.add_argument("--cells", type=int, default=1600, help="of the largest puzzle")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each puzzle; default 60")
    parser.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    chosen = parser.parse_args()
    data = chosen.data or os.environ.get("NONOCSP_DATA")
    puzzles = pool(chosen.set or DEFAULT_SETS, data, chosen.cells, chosen.seed)
    about()
    print(f"{len(puzzles)} puzzles\n")
    ranks = ("first %", "in three %", "found %")
    head("slip", "no solution %", "diagnosed", *ranks, "CPU s", "most")
    for kind in chosen.kind or (*KINDS, *DRAWN):
        tally = Tally()
        kinds = DRAWN.get(kind, ((kind,),))
        for changed, puzzle in altered(puzzles, kinds, f"{chosen.seed} {kind}", tally):
            begun = time.process_time()
            found = diagnose(changed, limits=nc.Limits(seconds=chosen.seconds))
            tally.seconds.append(time.process_time() - begun)
            tally.ranks.append(rank(found, puzzle))
            if len(tally.ranks) == chosen.count:
                break
        if tally.ranks:
            row(*tally.cells(kind))


if __name__ == "__main__":
    main()
