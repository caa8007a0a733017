"""How hard unique random pictures are for bare propagation, by size and density.

Pictures are drawn as for the corpus until some are the only solution of their clues. Of each of
them: what tightening lines leaves, and the nodes of backtracking with AC-3 and the line with the
fewest placements first, over the whole tree: the proof that there is no second solution. Nodes end
at a limit; a quantile that reaches it is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from math import log2
from operator import itemgetter
from statistics import fmean
from typing import Any

from nonocsp import Limits, Puzzle, Verdict, verdict

from ..generated import random_cells
from ..records import Record
from .experiment import Cell, Experiment, Picture, Row, grouped
from .phase_transition import TEXTBOOK, work

SIZES = (5, 10, 15, 20, 25, 30, 35, 40)

#: Densities, and the largest size at which one picture in a hundred or so is unique.
LARGEST = {0.4: 15, 0.45: 20, 0.5: 30, 0.55: 40, 0.6: 40, 0.7: 40}

#: Nodes of one picture at most.
MOST = 1_000_000

#: Unique pictures of one cell, and pictures drawn for it at most.
SHARE, DRAWN = 50, 20_000

#: Quantiles of the table.
QUANTILES = {"median": 0.5, "90 %": 0.9, "99 %": 0.99}


def cells(most: int = 15, unique: int = 50) -> Iterator[Cell]:
    for density, largest in LARGEST.items():
        for size in (size for size in SIZES if size <= min(most, largest)):
            for stream in range(-(-unique // SHARE)):
                yield {"size": size, "density": density, "stream": stream + 1}


def measure(size: int, density: float, stream: int) -> dict[str, Any]:
    """The pictures drawn until some are unique, and the nodes of these."""
    nodes: list[int] = []
    drawn = 0
    while len(nodes) < SHARE and drawn < DRAWN:
        drawn += 1
        seed = round(1e9 * density) + 100_000 * stream + drawn
        puzzle = Puzzle.from_picture(random_cells(size, size, density, 1, seed))
        if verdict(puzzle) is Verdict.UNIQUE:
            nodes.append(work(puzzle, TEXTBOOK, Limits(nodes=MOST)).nodes)
    return {"drawn": drawn, "nodes": nodes}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each density and size."""
    for (density, size), found in grouped(records, itemgetter("density", "size")).items():
        nodes = sorted(each for record in found for each in record["figures"]["nodes"])
        drawn = sum(record["figures"]["drawn"] for record in found)
        row: Row = {"density": density, "cells a side": size, "drawn": drawn, "unique": len(nodes)}
        if nodes:
            row["share"] = len(nodes) / drawn
            row["no search"] = fmean(each == 0 for each in nodes)
            row |= {name: _quantile(nodes, at) for name, at in QUANTILES.items()}
            row["limit"] = sum(each >= MOST for each in nodes)
            # One more than the nodes, since a logarithm has no place for none.
            row["1 + nodes"] = 2 ** fmean(log2(1 + each) for each in nodes)
        yield row


def _quantile(nodes: Sequence[int], share: float) -> int | None:
    """The least number that this share of the sorted ones does not exceed; None at the limit."""
    found = nodes[max(0, -int(-share * len(nodes) // 1) - 1)]
    return None if found >= MOST else found


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        f"Nodes of one picture end at {MOST:,}; `limit` pictures reached that, and a quantile that "
        "does is not known. `1 + nodes` is the geometric mean, with the limit for those that "
        "reached it. `no search`: tightening lines decides every cell."
    )
    for density, group in groupby(rows, itemgetter("density")):
        found = [row for row in group if row["unique"]]
        known = [(row["cells a side"], log2(row["1 + nodes"])) for row in found]
        steps = [
            f"{round((after - before) / (other - size), 2) + 0:.2f} from {size} to {other}"
            for (size, before), (other, after) in pairwise(known)
        ]
        if steps:
            yield f"Density {density:g}, doublings for each cell a side: {', '.join(steps)}."


EXPERIMENT = Experiment(
    name="hardness",
    title="How hard unique pictures are for bare propagation",
    source="no published figures are known to us for nonograms",
    shows="nodes of backtracking with AC-3 to prove random pictures unique, by size and density",
    takes="2 s; in full some minutes",
    cells=cells,
    full={"most": 40, "unique": 200},
    measure=measure,
    columns={
        "density": "g",
        "cells a side": "d",
        "drawn": ",",
        "unique": ",",
        "share": ".2%",
        "no search": ".0%",
        **dict.fromkeys(QUANTILES, ","),
        "limit": ",",
        "1 + nodes": ",.1f",
    },
    rows=rows,
    notes=notes,
    pictures=(
        Picture("cells a side", ("1 + nodes",), by=("density",), is_up_log=True),
        Picture("density", ("1 + nodes",), by=("cells a side",), is_up_log=True),
    ),
)
