"""Random pictures on triangles and hexagons: how many are determined by their clues, and how hard
the others are to count.

Each cell is black with the probability of the density. Pictures with several solutions are counted,
and the estimate of a second is compared with the count.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from operator import itemgetter
from statistics import fmean, median
from typing import Any

import nonocsp as nc
from benchmarks.suite.experiments.experiment import Cell, Experiment, Picture, Row, grouped
from benchmarks.suite.experiments.timing import with_seconds
from benchmarks.suite.records import Record
from benchmarks.suite.spec import several
from nonocsp.core.model.board import Board

#: By name the board of a side.
BOARDS: dict[str, Callable[[int], Board]] = {
    "triangle": lambda side: nc.Triddler(0, side, 0, side, 0, side),
    "hexagon of triangles": lambda side: nc.Triddler(*[side] * 6),
    "hexagon of hexagons": lambda side: nc.Hexagon(*[side] * 6),
}


def cells(
    sides: str = "2+3+5", densities: str = "0.2+0.3+0.5", count: int = 10, seconds: float = 5.0
) -> Iterator[Cell]:
    """``count``: pictures of each kind; ``seconds``: for a verdict, and for a count."""
    for name, side, density in product(BOARDS, several(sides, int), several(densities, float)):
        for seed in range(count):
            how = {"seed": seed, "seconds": seconds}
            yield {"board": name, "side": side, "density": density, **how}


def drawn(board: Board, density: float, seed: int) -> nc.Puzzle:
    """The puzzle of a random picture."""
    chance = random.Random(seed)
    cells = bytes(chance.random() < density for _ in range(board.size))
    return nc.Puzzle.from_picture(nc.Picture.from_cells(cells, board))


def measure(board: str, side: int, density: float, seed: int, seconds: float) -> dict[str, Any]:
    """The verdict of one picture, and its count where there are several."""
    puzzle, limits = drawn(BOARDS[board](side), density, seed), nc.Limits(seconds=seconds)
    verdict, seconds = with_seconds(nc.verdict, puzzle, limits=limits)
    figures = {"cells": puzzle.board.size, "verdict": verdict.value, "seconds": seconds}
    if verdict is nc.Verdict.MULTIPLE:
        known, counting = with_seconds(nc.count, puzzle, limits=limits)
        figures |= {"counting": counting, "counted": known.is_exact}
        if known.is_exact:
            estimated = nc.estimate(puzzle, seconds=1.0, seed=1)
            figures["bound"] = estimated.at_least / known.at_least
            if estimated.log10 is not None:
                figures["error"] = abs(estimated.log10 - math.log10(known.at_least))
    return figures


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each board and density."""
    of = itemgetter("board", "side", "density")
    for (name, side, density), found in grouped(records, of).items():
        every = [record["figures"] for record in found]
        times = [1000 * each["seconds"] for each in every]
        counting = [1000 * each["counting"] for each in every if "counting" in each]
        errors = [each["error"] for each in every if "error" in each]
        yield {
            "board": name,
            "side": side,
            "cells": every[0]["cells"],
            "density": density,
            "pictures": len(every),
            "unique": fmean(each["verdict"] == "unique" for each in every),
            "verdict ms": median(times),
            "slowest": max(times),
            "several": len(counting),
            "counted": sum(each.get("counted", False) for each in every),
            "count ms": median(counting) if counting else None,
            "estimate within": 10 ** max(errors) - 1 if errors else None,
            "highest bound": max((each["bound"] for each in every if "bound" in each), default=0),
        }


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["highest bound"] > 1:
            yield f"{row['board']} of side {row['side']}: a lower bound exceeds the count"


EXPERIMENT = Experiment(
    name="boards",
    title="Random pictures on triangles and hexagons",
    shows="unique pictures, and the time of verdicts and counts, by board and density",
    takes="2 s; in full a quarter of an hour",
    cells=cells,
    full={"sides": "2+3+6+8+10+16", "count": 20},
    measure=measure,
    columns={
        "board": "",
        "side": "",
        "cells": ",",
        "density": "g",
        "pictures": ",",
        "unique": ".0%",
        "verdict ms": ".1f",
        "slowest": ".0f",
        "several": ",",
        "counted": ",",
        "count ms": ".0f",
        "estimate within": ".0%",
    },
    rows=rows,
    faults=faults,
    pictures=(Picture("density", ("unique",), ("board", "side")),),
)
