"""Random puzzles of 30 x 30: verdicts and times, beside what the survey of solvers has of 5,000.

The pictures are drawn anew, by the rule of the set `random`; so only shares and orders of
magnitude can be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..generated import random_pictures
from ..records import Record
from .experiment import Cell, Experiment, Row
from .timing import timed_case

#: Puzzles of one cell.
SHARE = 20

#: Seconds for a puzzle, as in the survey.
LIMIT = 120.0

#: Of 5,000 random puzzles of 30 x 30.
PUBLISHED: tuple[Row, ...] = (
    {"solver": "FastNonogramSolver", "unsolved": 0, "total": 98.0, "worst": 2.25},
    {"solver": "JSolver", "unsolved": 12},
    {"solver": "pbnsolve", "unsolved": 18},
)
MULTIPLE = 0.975


def cells(size: int = 30, density: float = 0.5, count: int = 500, seed: int = 1) -> Iterator[Cell]:
    for number in range(seed, seed + count, SHARE):
        share = min(SHARE, seed + count - number)
        yield {"size": size, "density": density, "count": share, "seed": number}


def measure(size: int, density: float, count: int, seed: int) -> dict[str, Any]:
    """Verdict and CPU seconds of some random puzzles."""
    found = [
        timed_case(case, "verdict", LIMIT)
        for case in random_pictures(size, density=density, count=count, seed=seed)
    ]
    return {name: [each[name] for each in found] for name in ("status", "verdict", "seconds")}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """Our row, then the published ones if the size is theirs."""
    names = ("status", "verdict", "seconds")
    ours = {name: [x for record in records for x in record["figures"][name]] for name in names}
    times = [seconds for seconds in ours["seconds"] if seconds is not None]
    yield {
        "solver": "nonocsp",
        "puzzles": len(ours["verdict"]),
        "several solutions": ours["verdict"].count("multiple") / len(ours["verdict"]),
        "unsolved": len(ours["verdict"]) - len(times),
        "total": sum(times),
        "worst": max(times, default=None),
        "wrong": ours["status"].count("wrong"),
    }
    if records[0]["cell"]["size"] == 30:
        for row in PUBLISHED:
            yield {**row, "puzzles": 5000, "several solutions": MULTIPLE}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        f"Seconds of CPU, {LIMIT:g} at most for each puzzle; the published ones are of other "
        "machines and of other random pictures, so that only shares can be compared."
    )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    if rows[0]["wrong"]:
        yield f"{rows[0]['wrong']} answers are wrong"


EXPERIMENT = Experiment(
    name="random-puzzles",
    title="Random puzzles of 30 x 30",
    source="J. Wolter, Survey of paint-by-number puzzle solvers, https://webpbn.com/survey/, "
    "section 4; FastNonogramSolver (2026) by its author",
    shows="how many random puzzles have several solutions, and the time to find out",
    takes="3 s; in full half a minute",
    cells=cells,
    full={"count": 5000},
    measure=measure,
    columns={
        "solver": "",
        "puzzles": ",",
        "several solutions": ".1%",
        "unsolved": ",",
        "total": ".3g",
        "worst": ".3g",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
