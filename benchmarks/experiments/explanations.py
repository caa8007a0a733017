"""The length of explanations, and what the ratings correlate with.

Every puzzle is explained to the end and every step checked by definition
(`nonocsp.people.explanation.Step.holds`). For each set: the outcomes, the steps, the mean number of
known cells that a step of one line cites, the smallest possible number of them, and all known cells
of the line. Over all puzzles with a unique solution: Spearman rank correlations of depth and
tedium with the number of steps, with the lines that a plain search tightens, and with its nodes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from statistics import median
from typing import Any

from scipy.stats import spearmanr

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of, with_seconds
from benchmarks.suite.records import Record
from nonocsp.core.line.domain import LineDomains
from nonocsp.core.model.bits import full, mask_of
from nonocsp.core.model.grid import Grid
from nonocsp.core.options.mus import OutOfBudget
from nonocsp.people.explanation import Outcome, Step, explain
from nonocsp.people.explanation.rating import LEVELS, rating_of
from nonocsp.people.explanation.reasons import smallest_reason

#: A search without guidance or learning: its nodes measure how far lines alone are from a solution.
PLAIN = nc.Options(strategy="textbook")

FULL = (
    "random:size=8/density=0.5/count=60+random:size=12/density=0.55/count=80+"
    "random:size=15/density=0.6/count=60+random:size=15/density=0.5/count=40+"
    "random:size=20/density=0.65/count=60+random:size=10/density=0.6/colours=2/count=60+"
    "random:size=12/density=0.65/colours=4/count=60+vague:size=8/density=0.6/count=60+"
    "line-solvable:size=24/count=40+n-dom:first=3/last=7"
)


def cells(
    sets: str = "random:size=8/count=8+random:size=12/density=0.55/count=8+n-dom:first=3/last=5",
    seconds: float = 60.0,
    data: str | None = None,
) -> Iterator[Cell]:
    return cells_of_sets(sets, data, seconds=seconds)


def measure(content: str, seconds: float, **_: Any) -> dict[str, Any]:
    """Explain one puzzle and check it; rate it if it has one solution."""
    puzzle = puzzle_of(content)
    steps, spent = with_seconds(explain(puzzle, limits=nc.Limits(seconds=seconds)).run)
    figures: dict[str, Any] = {"spent": spent, "rated": None}
    tally: Counter[str] = Counter(steps=len(steps.steps))
    domains, grid = LineDomains(puzzle), Grid.unknown(puzzle)
    for step in steps.steps:
        tally["wrong"] += not step.holds(puzzle)
        if not step.branches and len(step.lines) == 1:
            tally.update(reasons(puzzle, domains, grid, step))
        masks = list(grid.masks)
        for cell in step.cells:
            for colour in cell.excluded:
                masks[cell.row * puzzle.shape[1] + cell.column] &= ~(1 << colour)
        grid = Grid(masks, puzzle.shape[1], grid.block_colours)
    if steps.outcome is Outcome.SOLVED:
        plain = nc.solve(puzzle, options=PLAIN, limits=nc.Limits(nodes=1_000_000)).stats
        rating = rating_of(steps)
        figures["rated"] = {
            "level": rating.level,
            "depth": rating.depth,
            "tedium": rating.tedium,
            "steps": rating.steps,
            "lines tightened": plain.tightenings,
            "nodes of a plain search": plain.nodes,
        }
    return figures | {"outcome": steps.outcome.value, "tally": dict(tally)}


def reasons(puzzle: nc.Puzzle, domains: LineDomains, grid: Grid, step: Step) -> dict[str, int]:
    """The cells that a step of one line cites, and the smallest possible number."""
    (line,) = step.lines
    masks, cells, columns = grid.line(line), puzzle.cells(line), grid.shape[1]
    unknown = full(grid.block_colours)
    found = {"line steps": 1, "cited": len(step.because)}
    found["known"] = sum(mask != unknown for mask in masks)
    exclusions = {}
    for cell in step.cells:
        index = cells.index(cell.row * columns + cell.column)
        exclusions[index] = mask_of(cell.excluded) & masks[index]
    try:
        smallest = smallest_reason(domains[line], masks, exclusions, unknown, tries=2_000)
    except OutOfBudget:
        return found
    assert smallest is not None  # the step was verified
    return found | {"compared": 1, "smallest": len(smallest), "cited of these": len(step.because)}


def spearman(one: Sequence[float], other: Sequence[float]) -> float:
    """The correlation of the ranks; not a number where all are equal."""
    return spearmanr(one, other).statistic if len({*one}) > 1 < len({*other}) else float("nan")


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each set, and one for all."""
    sets = grouped(records, itemgetter("set"))
    for name, found in [*sets.items(), *[("all", records)] * (len(sets) > 1)]:
        every = [record["figures"] for record in found]
        tally: Counter[str] = Counter()
        for figures in every:
            tally.update(figures["tally"])
        outcomes = Counter(figures["outcome"] for figures in every).most_common()
        lines, compared = max(1, tally["line steps"]), tally["compared"]
        yield {
            "set": name,
            "ended": ", ".join(f"{number} {outcome}" for outcome, number in outcomes),
            "puzzles": len(every),
            "steps": tally["steps"],
            "wrong": tally["wrong"],
            "cited": tally["cited"] / lines,
            "known": tally["known"] / lines,
            "smallest": tally["smallest"] / compared if compared else None,
            "cited of these": tally["cited of these"] / compared if compared else None,
            "CPU s": sum(figures["spent"] for figures in every),
            "rated": [figures["rated"] for figures in every if figures["rated"]],
        }


def notes(rows: Sequence[Row]) -> Iterator[str]:
    rated = rows[-1]["rated"]
    yield f"{len(rated)} puzzles have one solution."
    for name in ("depth", "tedium"):
        of = {
            what: spearman([one[name] for one in rated], [one[what] for one in rated])
            for what in ("steps", "lines tightened", "nodes of a plain search")
        }
        shown = ", ".join(f"{value:.2f} with {what}" for what, value in of.items())
        yield f"Rank correlation of {name}: {shown}."
    for level in LEVELS.values():
        if of_level := [one for one in rated if one["level"] == level]:
            hard = [one["depth"] for one in of_level]
            nodes = median(one["nodes of a plain search"] for one in of_level)
            yield (
                f"{level}: {len(of_level)} puzzles, depth {min(hard):.1f} to {max(hard):.1f} "
                f"(median {median(hard):.1f}), median {nodes:g} nodes."
            )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    if rows[-1]["wrong"]:
        yield f"{rows[-1]['wrong']} steps do not hold"


EXPERIMENT = Experiment(
    name="explanations",
    title="Explanations and ratings",
    shows="the steps of explanations, the cells that they cite, and what ratings correlate with",
    takes="1 s; in full a minute",
    cells=cells,
    full={"sets": FULL},
    measure=measure,
    columns={
        "set": "",
        "ended": "",
        **dict.fromkeys(("puzzles", "steps", "wrong"), ","),
        **dict.fromkeys(("cited", "known", "smallest", "cited of these"), ".2f"),
        "CPU s": ".1f",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
