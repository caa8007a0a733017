"""What random puzzles cost by size and density, and what a batch adds to that.

The puzzles of a row are sent to one worker in one batch. Of each the seconds that its answer took;
and CPU seconds for each puzzle in the worker and in the main process, which other users of the
machine do not change much.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import product
from statistics import fmean, median, quantiles
from typing import Any

from benchmarks.suite.experiments.experiment import Cell, Experiment, Picture, Row
from benchmarks.suite.generated import random_pictures
from benchmarks.suite.records import Record
from benchmarks.suite.spec import several
from nonocsp import Limits, Puzzle
from nonocsp.many.questions import Pool, ask_many


def cells(
    sizes: str = "5+10+20+30",
    densities: str = "0.3+0.4+0.6",
    count: int = 20,
    question: str = "check",
    seconds: float = 2.0,
) -> Iterator[Cell]:
    for size, density in product(several(sizes, int), several(densities, float)):
        how = {"count": count, "question": question, "seconds": seconds}
        yield {"size": size, "density": density, **how}


def measure(size: int, density: float, count: int, question: str, seconds: float) -> dict[str, Any]:
    """Ask a batch about random pictures."""
    puzzles = [case.puzzle for case in random_pictures(size, density=density, count=count)]
    with Pool(1) as workers:
        list(ask_many(question, [Puzzle([[1]], [[1]])], workers))  # imports what it needs
        before = workers.submit(time.process_time).result()
        begun = time.process_time()
        answers = list(ask_many(question, puzzles, workers, limits=Limits(seconds=seconds)))
        here = time.process_time() - begun
        there = workers.submit(time.process_time).result() - before
    return {
        "seconds": [answer.stats.seconds for answer in answers],
        "over": sum(not answer.is_final for answer in answers),
        "worker": there / count,
        "main": here / count,
    }


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each size and density, in milliseconds."""
    for record in records:
        figures, cell = record["figures"], record["cell"]
        times = [1000 * seconds for seconds in figures["seconds"]]
        tenths = quantiles(times, n=10, method="inclusive") if len(times) > 1 else times * 9
        yield {
            "size": cell["size"],
            "density": cell["density"],
            "puzzles": len(times),
            "over the limit": figures["over"],
            "median ms": median(times),
            "90 %": tenths[-1],
            "worst": max(times),
            "a second": 1000 / fmean(times),
            "CPU ms in the worker": 1000 * figures["worker"],
            "in the main process": 1000 * figures["main"],
        }


EXPERIMENT = Experiment(
    name="scale",
    title="The cost of random puzzles, and of batches",
    shows="milliseconds a puzzle by size and density, and CPU seconds of a batch for each",
    takes="3 s; in full 20 s",
    cells=cells,
    full={"sizes": "5+10+15+20+25+30+35+40", "densities": "0.2+0.3+0.4+0.5+0.6+0.7+0.8"},
    measure=measure,
    columns={
        "size": "",
        "density": "",
        "puzzles": ",",
        "over the limit": ",",
        **dict.fromkeys(("median ms", "90 %", "worst"), ".3g"),
        "a second": ",.0f",
        "CPU ms in the worker": ".2f",
        "in the main process": ".2f",
    },
    rows=rows,
    pictures=(Picture("size", ("median ms",), ("density",), is_log=True),),
)
