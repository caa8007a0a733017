"""The time to generate unique puzzles, and the number of repaired cells.

For each size, texture, number of colours and depth: puzzles of the seeds 0, 1, … at density
0.5. Every puzzle is solved again from its clues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from operator import itemgetter
from statistics import median
from typing import Any

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Picture, Row, grouped
from benchmarks.suite.experiments.timing import with_seconds
from benchmarks.suite.records import Record
from benchmarks.suite.spec import several
from nonocsp.people.generation import TEXTURES, generate


def cells(
    sizes: str = "10+20",
    colours: str = "1+4",
    depths: str = "any+lines",
    count: int = 3,
    seconds: float = 60.0,
) -> Iterator[Cell]:
    each = several(sizes, int), TEXTURES, several(colours, int), several(depths, str)
    for size, texture, number, depth in product(*each):
        for seed in range(count):
            how = {"depth": depth, "seed": seed, "seconds": seconds}
            yield {"size": size, "texture": texture, "colours": number, **how}


def measure(
    size: int, texture: str, colours: int, depth: str, seed: int, seconds: float
) -> dict[str, Any]:
    """Generate one puzzle."""
    level, limits = None if depth == "any" else depth, nc.Limits(seconds=seconds)
    order: Any = {"texture": texture, "colours": colours, "depth": level, "limits": limits}
    one, spent = with_seconds(generate, size, size, seed=seed, **order)
    if one.puzzle is None:
        return {"spent": spent}
    is_unique = nc.is_unique(one.puzzle.replace(goals=()))
    return {"spent": spent, "unique": is_unique, "changed": one.changed, "tries": one.attempts}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each kind of puzzle."""
    of = itemgetter("size", "texture", "colours", "depth")
    for (size, texture, colours, depth), found in grouped(records, of).items():
        every = [record["figures"] for record in found]
        made, times = [each for each in every if "unique" in each], [e["spent"] for e in every]
        row: Row = {"size": size, "texture": texture, "colours": colours, "depth": depth}
        row |= {"asked": len(every), "made": len(made), "worst": max(times)}
        row |= {"median": median(times), "wrong": sum(not each["unique"] for each in made)}
        for column in ("changed", "tries") if made else ():
            row[column] = median(each[column] for each in made)
        yield row


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["wrong"]:
            yield f"{row['wrong']} puzzles of {row['size']} cells a side are not unique"


EXPERIMENT = Experiment(
    name="generation-time",
    title="The time to generate unique puzzles",
    shows="CPU seconds and repaired cells by size, texture, colours and depth",
    takes="1 s; in full two minutes",
    cells=cells,
    full={"sizes": "10+20+30+40+50", "count": 10},
    measure=measure,
    columns={
        **dict.fromkeys(("size", "texture", "colours", "depth"), ""),
        **dict.fromkeys(("asked", "made"), ","),
        **dict.fromkeys(("median", "worst"), ".3f"),
        **dict.fromkeys(("changed", "tries"), "g"),
    },
    rows=rows,
    faults=faults,
    pictures=(Picture("size", ("median",), ("texture", "colours", "depth"), is_log=True),),
)
