"""Puzzles n x n with many solutions: more than the n! of one filled cell in each row and column.

Up to 5 x 5 no clue set has more than n! solutions (see the experiment clue-sets). Here are the
puzzles whose clues are all k ones, and the best clue sets that a local search finds, which are
lower bounds: from a random picture, one to three random cells change colour, and the change stays
if the clues of the new picture have at least as many solutions.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from nonocsp import Limits, Puzzle, count

from ..records import Record
from .clue_sets import clues_of
from .experiment import Cell, Experiment, Row, grouped

#: The greatest k of a column of the table.
ONES = 4


def cells(
    last: int = 9, climbed: int = 6, starts: int = 3, steps: int = 2000, nodes: int = 10_000_000
) -> Iterator[Cell]:
    for size in range(2, last + 1):
        for ones in range(1, min(ONES, (size + 1) // 2) + 1):
            yield {"size": size, "ones": ones, "nodes": nodes}
        for seed in range(1, starts + 1) if size <= climbed else ():
            yield {"size": size, "seed": seed, "steps": steps}


def measure(
    size: int, ones: int = 0, nodes: int = 0, seed: int = 0, steps: int = 0
) -> dict[str, Any]:
    """The solutions of a puzzle whose clues are all some ones, or the best of a local search."""
    if ones:
        found = count(Puzzle([[1] * ones] * size, [[1] * ones] * size), limits=Limits(nodes=nodes))
        return {"at least": found.at_least, "at most": found.at_most}
    return climb(size, seed, steps)


def climb(size: int, seed: int, steps: int) -> dict[str, Any]:
    """A local search for clues with many solutions."""
    draw = random.Random(seed).random
    cells = [[int(draw() < 0.4) for _ in range(size)] for _ in range(size)]
    best = 0
    for _ in range(steps):
        changed = [row[:] for row in cells]
        for _ in range(1 + int(draw() * 3)):
            changed[int(draw() * size)][int(draw() * size)] ^= 1
        puzzle = Puzzle.from_picture(changed)
        found = count(puzzle).at_least
        if found >= best:
            best, cells = found, changed
    return {"at least": best, "clues": clues_of(Puzzle.from_picture(cells))}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size."""
    for size, found in grouped(records, itemgetter("size")).items():
        row: Row = {"size": f"{size}x{size}", "n!": math.factorial(size)}
        for record in found:
            cell, figures = record["cell"], record["figures"]
            if "ones" in cell:
                is_exact = figures["at least"] == figures["at most"]
                bounds = f"{figures['at least']:,} to {figures['at most']:.2e}"
                row[ones_of(cell["ones"])] = figures["at least"] if is_exact else bounds
            elif figures["at least"] > row.get("local search", 0):
                row |= {"local search": figures["at least"], "clues": figures["clues"]}
        yield row


def ones_of(number: int) -> str:
    """A clue of some ones."""
    return " ".join(["1"] * number)


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield "Under `1 1` are the solutions of the puzzle whose clues are all 1 1, and so on."
    for row in rows:
        if "clues" in row:
            yield f"{row['size']}, local search: {row['local search']:,}, {row['clues']}."


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row.get("1", row["n!"]) != row["n!"]:
            yield f"{row['size']}, all clues 1: {row['1']} solutions, not {row['n!']:,}"


EXPERIMENT = Experiment(
    name="most-solutions",
    title="Puzzles with many solutions",
    source="no published figures are known to us",
    shows="the solutions of puzzles whose clues are all k ones, and the best of a local search",
    takes="10 s; in full two minutes",
    cells=cells,
    full={"last": 11, "climbed": 7, "starts": 4, "nodes": 100_000_000},
    measure=measure,
    columns={
        "size": "",
        "n!": ",",
        **{ones_of(ones): "," for ones in range(1, ONES + 1)},
        "local search": ",",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
