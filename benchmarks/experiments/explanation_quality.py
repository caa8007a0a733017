"""Experiment: the length of explanations, and what the ratings correlate with.

    python -m benchmarks.experiments.explanation_quality --set random:size=15,density=0.6,count=100

Every puzzle is explained to the end and every step checked by definition
(`nonocsp.people.explanation.Step.holds`). For each set: the outcomes, the steps, the mean number of
known cells that a step of one line cites (minimal), the smallest possible number (smallest), and
the number of all known cells of the line (all). Over all puzzles with a unique solution: Spearman
rank correlations of difficulty and tedium with the number of steps, with the lines that a plain
search tightens, and with its nodes.
"""

from __future__ import annotations

import argparse
import math
import os
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from statistics import correlation

import nonocsp as nc
from benchmarks.suite import sets
from nonocsp.core.line.domain import LineDomains
from nonocsp.core.model.bits import full, mask_of
from nonocsp.core.model.grid import Grid
from nonocsp.core.options.mus import OutOfBudget
from nonocsp.people.explanation import Outcome, Rating, Step, explain
from nonocsp.people.explanation.rating import LEVELS, rating_of
from nonocsp.people.explanation.reasons import smallest_reason

from .printing import about, head, row

#: A search without guidance or learning: its nodes measure how far lines alone are from a solution.
PLAIN = nc.Options(strategy="textbook")

DEFAULT_SETS = (
    "random:size=8,density=0.5,count=60",
    "random:size=12,density=0.55,count=80",
    "random:size=15,density=0.6,count=60",
    "random:size=15,density=0.5,count=40",
    "random:size=20,density=0.65,count=60",
    "random:size=10,density=0.6,colours=2,count=60",
    "random:size=12,density=0.65,colours=4,count=60",
    "vague:size=8,density=0.6,count=60",
    "line-solvable:size=24,count=40",
    "n-dom:first=3,last=7",
)


@dataclass
class Tally:
    """What a set showed."""

    puzzles: int = 0
    steps: int = 0
    line_steps: int = 0
    wrong: int = 0
    seconds: float = 0.0
    minimal: int = 0
    smallest: int = 0
    compared: int = 0
    minimal_of_compared: int = 0
    every: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)


@dataclass
class Rated:
    rating: Rating
    nodes: int
    tightenings: int


def measure(puzzle: nc.Puzzle, seconds: float, tally: Tally) -> Rated | None:
    """Explain one puzzle and check it; its rating if it has one solution."""
    begun = time.process_time()
    steps = explain(puzzle, limits=nc.Limits(seconds=seconds)).run()
    tally.seconds += time.process_time() - begun
    tally.puzzles += 1
    tally.outcomes[steps.outcome.value] += 1
    domains = LineDomains(puzzle)
    grid = Grid.unknown(puzzle)
    for step in steps.steps:
        tally.steps += 1
        tally.wrong += not step.holds(puzzle)
        if not step.branches and len(step.lines) == 1:
            lengths(puzzle, domains, grid, step, tally)
        masks = list(grid.masks)
        for cell in step.cells:
            for colour in cell.excluded:
                masks[cell.row * puzzle.shape[1] + cell.column] &= ~(1 << colour)
        grid = Grid(masks, puzzle.shape[1], grid.block_colours)
    if steps.outcome is not Outcome.SOLVED:
        return None
    plain = nc.solve(puzzle, options=PLAIN, limits=nc.Limits(nodes=1_000_000)).stats
    return Rated(rating_of(steps), plain.nodes, plain.tightenings)


def lengths(puzzle: nc.Puzzle, domains: LineDomains, grid: Grid, step: Step, tally: Tally) -> None:
    """Count the cells that a step of one line cites, and the smallest possible number."""
    (line,) = step.lines
    masks = grid.line(line)
    unknown, columns = full(grid.block_colours), grid.shape[1]
    cells = puzzle.cells(line)
    excluded = {
        cells.index(cell.row * columns + cell.column): mask_of(cell.excluded) for cell in step.cells
    }
    exclusions = {index: mask & masks[index] for index, mask in excluded.items()}
    tally.line_steps += 1
    tally.minimal += len(step.because)
    tally.every += sum(mask != unknown for mask in masks)
    try:
        smallest = smallest_reason(domains[line], masks, exclusions, unknown, tries=2_000)
    except OutOfBudget:
        return
    assert smallest is not None  # the step was verified
    tally.compared += 1
    tally.smallest += len(smallest)
    tally.minimal_of_compared += len(step.because)


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value; equal values share theirs."""
    order = sorted(values)
    return [(bisect_left(order, value) + bisect_right(order, value) - 1) / 2 for value in values]


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of the ranks."""
    a, b = ranks(one), ranks(other)
    return correlation(a, b) if len({*a}) > 1 < len({*b}) else math.nan


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--set", action="append", metavar="SET[:NAME=VALUE,…]")
    parser.add_argument("--first", type=int, help="puzzles of each set, at most")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each puzzle; default 60")
    parser.add_argument("--data", help="folder of the public sets; default: $NONOCSP_DATA")
    chosen = parser.parse_args()
    about()
    sizes = ("minimal", "smallest", "all")
    head("set", "puzzles", "ended", "steps", "wrong", *sizes, "CPU s")
    rated: list[Rated] = []
    total = Tally()
    for spec in chosen.set or DEFAULT_SETS:
        tally = Tally()
        cases = sets.cases(spec, chosen.data or os.environ.get("NONOCSP_DATA"))
        for case in cases[: chosen.first]:
            found = measure(case.puzzle, chosen.seconds, tally)
            rated += [found] if found else []
        row(*cells(spec, tally))
        for name, value in vars(tally).items():
            setattr(total, name, getattr(total, name) + value)
    row(*cells("all", total))
    print(f"\n{len(rated)} puzzles with one solution; rank correlation of")
    steps = [float(one.rating.steps) for one in rated]
    work = [float(one.tightenings) for one in rated]
    nodes = [float(one.nodes) for one in rated]
    for name in ("difficulty", "tedium"):
        values = [float(getattr(one.rating, name)) for one in rated]
        print(
            f"{name}: {spearman(values, steps):.2f} with steps, "
            f"{spearman(values, work):.2f} with lines tightened, "
            f"{spearman(values, nodes):.2f} with nodes of a plain search"
        )
    for level in LEVELS.values():
        of = [one for one in rated if one.rating.level == level]
        if of:
            hard = sorted(one.rating.difficulty for one in of)
            search = sorted(one.nodes for one in of)
            print(
                f"{level}: {len(of)} puzzles, difficulty {hard[0]:.1f} to {hard[-1]:.1f} "
                f"(median {hard[len(of) // 2]:.1f}), median {search[len(of) // 2]} nodes"
            )


def cells(name: str, tally: Tally) -> tuple[object, ...]:
    ended = ", ".join(f"{number} {outcome}" for outcome, number in tally.outcomes.most_common())
    each = max(1, tally.line_steps)
    smallest = ""
    if tally.compared:
        both = tally.smallest, tally.minimal_of_compared
        smallest = "{:.2f} (of {:.2f})".format(*(number / tally.compared for number in both))
    numbers = f"{tally.minimal / each:.2f}", smallest, f"{tally.every / each:.2f}"
    steps = tally.steps, tally.wrong
    return f"`{name}`", tally.puzzles, ended, *steps, *numbers, f"{tally.seconds:.1f}"


if __name__ == "__main__":
    main()
