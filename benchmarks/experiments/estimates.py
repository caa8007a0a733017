"""Estimates of the number of solutions, and their lower bounds, against the truth.

Random pictures whose frontiers exceed a width in states, 10,000 by default, both by rows and by
columns, and whose solutions can be counted within the seconds for the truth. The work of an
estimate is counted (states), so it does not depend on what else the machine does.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import median, quantiles
from typing import Any

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Row
from benchmarks.suite.experiments.timing import with_seconds
from benchmarks.suite.generated import random_pictures
from benchmarks.suite.records import Record

#: Side and density of the pictures.
KINDS = ((15, 0.4), (15, 0.35), (20, 0.45), (12, 0.3), (15, 0.3), (25, 0.5), (20, 0.4))


def cells(
    count: int = 1, nodes: int = 1_000_000, truth: float = 2.0, width: int = 10_000
) -> Iterator[Cell]:
    """``count``: pictures of each kind; those that do not suit are left out of the table."""
    for seed in range(1, count + 1):
        for size, density in KINDS:
            how = {"nodes": nodes, "truth": truth, "width": width}
            yield {"size": size, "density": density, "seed": seed, **how}


def measure(
    size: int, density: float, seed: int, nodes: int, truth: float, width: int
) -> dict[str, Any]:
    """The count of one picture, its estimate and its bound; nothing if it does not suit."""
    (case,) = random_pictures(size, density=density, count=1, seed=seed)
    tried = nc.estimate(case.puzzle, width=width, limits=nc.Limits(seconds=30))
    if tried.is_exact or not tried.runs or tried.runs[-1].width != width:
        return {}
    known = nc.count(case.puzzle, limits=nc.Limits(seconds=truth))
    if not known.is_exact:
        return {}
    bound = nc.Limits(nodes=nodes)
    found, spent = with_seconds(nc.estimate, case.puzzle, limits=bound, seed=1)
    return {
        "solutions": str(known.at_least),
        "bound": found.at_least / known.at_least,
        "error": None if found.log10 is None else found.log10 - math.log10(known.at_least),
        "spent": spent,
    }


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each picture that suits."""
    for record in records:
        if figures := record["figures"]:
            cell, error = record["cell"], figures["error"]
            yield {
                "puzzle": f"{cell['size']}x{cell['size']} at {cell['density']}",
                "seed": str(cell["seed"]),
                "solutions": int(figures["solutions"]),
                "at least / solutions": figures["bound"],
                "estimate / solutions": None if error is None else 10**error,
                "CPU s": figures["spent"],
            }


def notes(rows: Sequence[Row]) -> Iterator[str]:
    bounds = [row["at least / solutions"] for row in rows]
    ratios = [row["estimate / solutions"] for row in rows if row["estimate / solutions"]]
    if len(bounds) > 1:
        tenth = quantiles(bounds, n=10, method="inclusive")[0]
        yield f"Lower bound: median {median(bounds):.3f}, tenth percentile {tenth:.3f}."
    if ratios:
        errors = [max(ratio, 1 / ratio) for ratio in ratios]
        near = sum(error < 2 for error in errors) / len(errors)
        yield (
            f"Declined: {len(rows) - len(ratios)} of {len(rows)}; within a factor of two "
            f"{near:.0%}; median error {median(errors) - 1:.1%}."
        )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["at least / solutions"] > 1:
            yield f"{row['puzzle']}, seed {row['seed']}: the lower bound exceeds the count"


EXPERIMENT = Experiment(
    name="estimates",
    title="Estimates against counts",
    shows="the estimate and its lower bound by the exact number of solutions",
    takes="6 s; in full 20 minutes",
    cells=cells,
    full={"count": 40, "nodes": 12_000_000, "truth": 60.0},
    measure=measure,
    columns={
        "puzzle": "",
        "seed": "",
        "solutions": ",",
        "at least / solutions": ".3f",
        "estimate / solutions": ".3f",
        "CPU s": ".2f",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
