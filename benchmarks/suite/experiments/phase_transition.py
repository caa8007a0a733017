"""Random pictures from sparse to dense: how many are determined, and the work to find out.

For every density the pictures of the set `transition`: the share that their clues determine
(unique), the share that single lines determine (simple), and counted work for the verdict: the
median and the ninth decile of the nodes of the textbook tree (AC-3, MRV), and of the conflicts of
the kernel's search with nogood learning. Numbers of nodes end at a limit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from statistics import fmean, median, quantiles
from typing import Any

from nonocsp import Limits, Options, Puzzle, Verdict, solutions, verdict
from nonocsp.core.options.limits import Stats
from nonocsp.core.solver.propagation import propagated

from ..generated import random_pictures
from ..records import Record
from .experiment import Cell, Experiment, Picture, Row, grouped

#: Nodes of the textbook tree at most, for one puzzle.
MOST = 10_000

TEXTBOOK = Options(strategy="textbook")


def cells(size: int = 20, count: int = 20, seed: int = 1) -> Iterator[Cell]:
    for tenths in range(1, 10):
        for number in range(seed, seed + count):
            yield {"size": size, "density": tenths / 10, "seed": number}


def measure(size: int, density: float, seed: int) -> dict[str, Any]:
    """Whether one random picture is unique and simple, and the work to find out."""
    (case,) = random_pictures(size, density=density, count=1, seed=seed)
    left = propagated(case.puzzle)
    is_simple = left is not None and left.is_decided
    return {
        "unique": is_simple or verdict(case.puzzle) is Verdict.UNIQUE,
        "simple": is_simple,
        "nodes": work(case.puzzle, TEXTBOOK, Limits(nodes=MOST)).nodes,
        "conflicts": work(case.puzzle, None, Limits()).counted().get("conflicts", 0),
    }


def work(puzzle: Puzzle, options: Options | None, limits: Limits) -> Stats:
    """The work to find two solutions, or the proof that there are no two."""
    with solutions(puzzle, limit=2, options=options, limits=limits) as found:
        list(found)
    return found.stats


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size and density."""
    for (size, density), drawn in grouped(records, itemgetter("size", "density")).items():
        found = [record["figures"] for record in drawn]
        row: Row = {"size": f"{size}x{size}", "density": density, "pictures": len(found)}
        row |= {name: fmean(each[name] for each in found) for name in ("unique", "simple")}
        for name in ("nodes", "conflicts"):
            numbers = [each[name] for each in found]
            row[name] = median(numbers)
            row[f"{name}, 90 %"] = _ninth_decile(numbers)
        yield row


def _ninth_decile(numbers: Sequence[int]) -> float:
    return quantiles(numbers, n=10, method="inclusive")[-1] if len(numbers) > 1 else numbers[0]


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield f"Nodes end at {MOST:,}."
    hardest = max(rows, key=lambda row: (row["nodes, 90 %"], row["nodes"]))
    yield (
        f"Most nodes at density {hardest['density']:g}, where {hardest['unique']:.0%} of the "
        "pictures are unique. The papers have no figures for nonograms: only the shape, easy, "
        "hard, easy, can be compared."
    )


EXPERIMENT = Experiment(
    name="phase-transition",
    title="From sparse to dense: the phase transition",
    source="P. Cheeseman, B. Kanefsky, W. Taylor, Where the really hard problems are (1991); "
    "P. Prosser, An empirical study of phase transitions in binary constraint satisfaction "
    "problems (1996)",
    shows="unique pictures, and the work to find out, by the density of random pictures",
    takes="3 s; in full 10 s",
    cells=cells,
    full={"count": 100},
    measure=measure,
    columns={
        "size": "",
        "density": "g",
        "pictures": ",",
        "unique": ".0%",
        "simple": ".0%",
        "nodes": ",.0f",
        "nodes, 90 %": ",.0f",
        "conflicts": ",.0f",
        "conflicts, 90 %": ",.0f",
    },
    rows=rows,
    notes=notes,
    pictures=(Picture("density", ("unique", "simple")),),
)
