"""What the clues of a random picture leave open: the mean of ln N / n², N being the solutions.

A picture n x n is drawn with a density, and the solutions of its clues are counted, within a limit
on counted work (nodes). Where the limit ends a count, both of its proven bounds enter the means, so
that the true mean of the pictures drawn lies between two numbers. The errors are those of drawing:
standard errors of the mean.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from operator import itemgetter
from statistics import fmean, stdev
from typing import Any

from nonocsp import Limits, count

from ..generated import random_pictures
from ..records import Record
from .experiment import Cell, Experiment, Picture, Row, grouped

SIZES = (5, 7, 10, 14, 20, 28, 40, 60)


def cells(
    least: int = 5, most: int = 14, pictures: int = 20, nodes: int = 1_000_000, seed: int = 1
) -> Iterator[Cell]:
    for size in (size for size in SIZES if least <= size <= most):
        for tenths in range(1, 10):
            for number in range(seed, seed + pictures):
                yield {"size": size, "density": tenths / 10, "seed": number, "nodes": nodes}


def measure(size: int, density: float, seed: int, nodes: int) -> dict[str, Any]:
    """The logarithms of the bounds on the number of solutions of a random picture's clues."""
    (case,) = random_pictures(size, density=density, count=1, seed=seed)
    found = count(case.puzzle, limits=Limits(nodes=nodes))
    assert found.at_most is not None
    return {
        "at least": math.log(max(found.at_least, 1)),  # the picture is a solution
        "at most": math.log(found.at_most),
        "is exact": found.is_exact,
    }


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each density and size, sizes together."""
    groups = grouped(records, itemgetter("density", "size"))
    for density, size in sorted(groups):
        found = [record["figures"] for record in groups[density, size]]
        row: Row = {"density": density, "size": f"{size}x{size}", "pictures": len(found)}
        row["exact"] = fmean(each["is exact"] for each in found)
        row["unique"] = fmean(each["at most"] == 0 for each in found)
        for name, error in (("at least", "±"), ("at most", "± ")):
            values = [each[name] / size**2 for each in found]
            row[name] = fmean(values)
            row[error] = stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
        yield row


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield "The true mean of the pictures lies between `at least` and `at most`."


EXPERIMENT = Experiment(
    name="residual-entropy",
    title="What the clues of a random picture leave open",
    source="no published figures are known to us",
    shows="the mean of ln N / n² of random pictures n x n, N solutions each, by density and size",
    takes="10 s; in full two minutes",
    cells=cells,
    full={"most": 20, "pictures": 100},
    measure=measure,
    columns={
        "density": "g",
        "size": "",
        "pictures": ",",
        "exact": ".0%",
        "unique": ".0%",
        "at least": ".5f",
        "±": ".5f",
        "at most": ".5f",
        "± ": ".5f",
    },
    rows=rows,
    notes=notes,
    pictures=(Picture("density", ("at least", "at most"), ("size",)),),
)
