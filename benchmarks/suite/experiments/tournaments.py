"""The puzzles of the computer tournaments: the first solution of each, beside published times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
from statistics import median
from typing import Any

from ..records import Record
from .experiment import Cell, Experiment, Row, grouped
from .timing import cells_of_sets, timed

#: Seconds of FastNonogramSolver for a set of 1,000, as its author publishes: this, or a range.
FAST = {"taai2011": "71"}
OTHERS = "61 to 93"


def cells(sets: str = "taai2011", seconds: float = 60.0, data: str | None = None) -> Iterator[Cell]:
    for name in sets.split("+"):
        yield from cells_of_sets(f"tournament_{name}", data, seconds=seconds)


def measure(
    puzzle: str, content: str, verdict: str | None, seconds: float, set: str
) -> dict[str, Any]:
    return timed(puzzle, content, verdict, "first", seconds)


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each set."""
    for name, of_set in grouped(records, itemgetter("set")).items():
        found = [record["figures"] for record in of_set]
        times = [each["seconds"] for each in found if each["seconds"] is not None]
        short = name.removeprefix("tournament_")
        yield {
            "set": short,
            "puzzles": len(found),
            "solved": len(times),
            "total": sum(times),
            "median": median(times) if times else None,
            "worst": max(times, default=None),
            "FastNonogramSolver": FAST.get(short, OTHERS),
            "wrong": sum(each["status"] == "wrong" for each in found),
        }


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        "Seconds of CPU; the published ones are for a set of 1,000 on another machine. Of "
        "Requiem, the champion since 2017, no times are public."
    )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["wrong"]:
            yield f"{row['wrong']} answers of {row['set']} are wrong"


EXPERIMENT = Experiment(
    name="tournaments",
    title="Tournament puzzles",
    source="the computer nonogram tournaments at TAAI 2011 and 2014, TCGA 2013 and ICGA 2018; "
    "times of FastNonogramSolver (2026) by its author",
    shows="the time for the first solution of the 25 x 25 puzzles of tournaments",
    takes="10 s; in full 40 s; needs the puzzles",
    cells=cells,
    full={"sets": "taai2011+tcga2013+taai2014+icga2018"},
    measure=measure,
    columns={
        "set": "",
        "puzzles": ",",
        "solved": ",",
        "total": ".3g",
        "median": ".3g",
        "worst": ".3g",
        "FastNonogramSolver": "",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
