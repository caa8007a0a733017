"""One thread against several, on puzzles that take one thread longer than ``least`` CPU seconds.

Ratios of the clock mean something only on idle cores. On busy ones use the CPU seconds: where all
threads run at the same pace, a call takes the CPU seconds of all of them divided by their number,
apart from the time before they join.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from statistics import geometric_mean, median
from typing import Any

from benchmarks.suite.experiments.experiment import Cell, Experiment, Row
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of
from benchmarks.suite.records import Record
from nonocsp import Limits, Options, Puzzle, solve, verdict


def cells(
    sets: str = "random:size=80/density=0.4/count=3",
    threads: int = 2,
    seeds: int = 2,
    least: float = 0.1,
    seconds: float = 60.0,
    first: bool = False,
    data: str | None = None,
) -> Iterator[Cell]:
    """``first``: only the first solution instead of the verdict."""
    how = {"threads": threads, "least": least, "seconds": seconds, "first": first}
    for puzzle in cells_of_sets(sets, data, **how):
        for seed in range(seeds):
            yield {**puzzle, "seed": seed}


def measure(
    content: str, threads: int, seed: int, least: float, seconds: float, first: bool, **_: Any
) -> dict[str, Any]:
    """Seconds on the clock and of the CPU, of one thread and of several."""
    puzzle, limits = puzzle_of(content), Limits(seconds=seconds)
    one = _seconds(puzzle, seed, limits, first)
    if one[1] < least:
        return {}
    return {"one": one, "several": _seconds(puzzle, seed, limits.replace(threads=threads), first)}


def _seconds(puzzle: Puzzle, seed: int, limits: Limits, first: bool) -> tuple[float, float]:
    begun, used = time.perf_counter(), time.process_time()
    (solve if first else verdict)(puzzle, limits=limits, options=Options(seed=seed))
    return time.perf_counter() - begun, time.process_time() - used


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each puzzle and seed that takes long enough."""
    for record in records:
        if record["figures"]:
            (clock, cpu), (wall, used) = record["figures"]["one"], record["figures"]["several"]
            row: Row = {"puzzle": record["cell"]["puzzle"], "seed": str(record["cell"]["seed"])}
            row |= {"one": cpu, "clock": wall, "CPU": used, "ratio": clock / wall}
            yield row | {"of CPU a thread": cpu * record["cell"]["threads"] / used}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    for name in ("ratio", "of CPU a thread") if rows else ():
        ratios = [row[name] for row in rows]
        yield f"{name}: geometric mean {geometric_mean(ratios):.2f}, median {median(ratios):.2f}."


EXPERIMENT = Experiment(
    name="threads",
    title="One thread against several",
    shows="seconds of one thread and of several, by puzzle and seed",
    takes="8 s; in full some minutes",
    cells=cells,
    full={"seeds": 5, "least": 1.0, "sets": "random:size=80/density=0.4/count=50"},
    measure=measure,
    columns={
        "puzzle": "",
        "seed": "",
        **dict.fromkeys(("one", "clock", "CPU", "ratio", "of CPU a thread"), ".2f"),
    },
    rows=rows,
    notes=notes,
)
