"""The puzzles of Jan Wolter's survey of solvers: verdict and time, beside published times.

The survey asks each solver for one solution and the proof that it is the only one, or a second one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from nonocsp.people.generation.families import n_dom

from ..cases import Case
from ..records import Record
from .experiment import Cell, Experiment, Row
from .timing import cell_of, cells_of_sets, timed

#: Published seconds, of other machines: pbnsolve in the survey, the best solver there and its name,
#: FastNonogramSolver, Hugi's solver on 8 cores. "+" is unsolved, "-" is not published, or several.
PUBLISHED = """
webpbn-1 Dancer 0 0 - - -
webpbn-6 Cat 0 0 - - -
webpbn-21 Skid 0 0 - - -
webpbn-27 Bucks 0 0 - - -
webpbn-23 Edge 0 0 - - -
webpbn-2413 Smoke 0 0 - - -
webpbn-16 Knot 0 0 - - -
webpbn-529 Swing 0 0 - - -
webpbn-65 Mum 0.01 0 - - -
webpbn-7604 DiCap 0.02 0 - - -
webpbn-1694 Tragic 0.04 0.02 - - -
webpbn-1611 Merka 0.01 0 Simpson - -
webpbn-436 Petro 0.06 0.01 naughty - -
webpbn-4645 M&M 0.07 0.02 Simpson - -
webpbn-3541 Signed 0.04 0.04 pbnsolve - -
webpbn-803 Light 0.38 0.02 Simpson - -
webpbn-6574 Forever 3.7 0.34 naughty 0.14 0.012
webpbn-10810 Center 8.6 0 Olšák - -
webpbn-2040 Hot 0.83 0.06 JSolver - -
webpbn-6739 Karate 0.80 0.03 JSolver - -
webpbn-8098 9-Dom 11.0 1.8 Lazy-FD 0.43 0.055
webpbn-2556 Flag 0.55 0 Simpson - -
webpbn-2712 Lion 6.3 6.3 pbnsolve 0.05 -
webpbn-10088 Marley + 4.2 JSolver 0.55 -
webpbn-18297 Thing 402 46.8 Copris 1.9 0.73
webpbn-9892 Nature + 72 Copris 1.05 0.17
webpbn-12548 Sierp + 84 Copris 2.4 0.18
webpbn-22336 Gettys + 630 Copris 7.3 2.0
knotty Knotty - - - 1.2 20
meow Meow - - - 130 -
faase Faase - - - 16 121
webpbn-47 Map 0 0 - - -
webpbn-220 Onions 0 0 - - -
webpbn-1503 Bob 0.01 0.01 pbnsolve - -
webpbn-2257 JarJar 0.10 0.1 pbnsolve - -
webpbn-4940 Babe 0.11 0.1 Olšák - -
webpbn-5193 Face 1.3 0.05 Olšák - -
webpbn-2684 Censored 7.7 2.78 Olšák - -
webpbn-2073 Peanut 0.04 0.04 pbnsolve - -
webpbn-4364 Snowman 0.04 0.04 pbnsolve - -
webpbn-2817 Shark 0.13 0.13 pbnsolve - -
webpbn-4809 EFB 3.2 3.2 pbnsolve - -
webpbn-2814 Comet 0.07 0.07 pbnsolve - -
webpbn-3149 Ex 0.58 0.58 pbnsolve - -
webpbn-4445 Pinup 0.40 0.4 pbnsolve - -
webpbn-2984 Heart 0.05 0 Olšák - -
webpbn-2498 Gecko 1.5 1.5 pbnsolve - -
webpbn-3620 Addition + 0.01 Olšák - -
webpbn-672 Web + 29.1 Copris - -
"""

COLUMNS = ("pbnsolve", "best of the survey", "by", "FastNonogramSolver", "Hugi, 8 cores")

SETS = ("survey", "survey_colour")


def published() -> dict[str, tuple[str, dict[str, Any]]]:
    """Name and published figures of each puzzle."""
    found = {}
    for line in PUBLISHED.split("\n")[1:-1]:
        puzzle, name, *figures = line.split()
        values = (_figure(column, text) for column, text in zip(COLUMNS, figures, strict=True))
        found[puzzle] = name, dict(zip(COLUMNS, values, strict=True))
    return found


def _figure(column: str, text: str) -> float | str | None:
    if text in ("-", "+"):
        return "+" if text == "+" else None
    return text if column == "by" else float(text)


def cells(seconds: float = 60.0, data: str | None = None) -> Iterator[Cell]:
    """Without the puzzles only 9-Dom, which follows a rule."""
    if data is None:
        yield cell_of(Case("", "webpbn-8098", n_dom(9), "unique"), seconds=seconds)
        return
    for cell in cells_of_sets("+".join(SETS), data, seconds=seconds):
        if cell["puzzle"] in published():
            yield cell


def measure(
    puzzle: str, content: str, verdict: str | None, seconds: float, set: str = ""
) -> dict[str, Any]:
    return timed(puzzle, content, verdict, "verdict", seconds)


def rows(records: Sequence[Record]) -> Iterator[Row]:
    known = published()
    for record in records:
        name, figures = known[record["cell"]["puzzle"]]
        yield {"puzzle": name, **record["figures"], **figures}


def notes(rows: Sequence[Row]) -> Iterator[str]:
    if len(rows) == 1:
        yield "The other puzzles belong to their authors: --data names a folder that has them."
    yield (
        "Seconds of CPU here; the published ones are of other machines and years, and cannot be "
        "compared closely. There 0 is less than 0.005, + is unsolved."
    )


def faults(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        if row["status"] not in ("solved", "timeout"):
            yield f"{row['puzzle']}: {row['status']}: {row['detail']}"


EXPERIMENT = Experiment(
    name="survey",
    title="The survey of solvers",
    source="J. Wolter, Survey of paint-by-number puzzle solvers, https://webpbn.com/survey/, "
    "section 2.1, as copied in benches/perf.csv and perf-color.csv of "
    "https://github.com/tsionyx/nonogrid; FastNonogramSolver and Hugi (2026) by their authors",
    shows="verdicts and times on the puzzles of Wolter's survey, black-and-white and coloured",
    takes="a second without the puzzles, 5 s with them",
    cells=cells,
    full={},
    measure=measure,
    columns={
        "puzzle": "",
        "verdict": "",
        "seconds": ".3g",
        "pbnsolve": "g",
        "best of the survey": "g",
        "by": "",
        "FastNonogramSolver": "g",
        "Hugi, 8 cores": "g",
    },
    rows=rows,
    notes=notes,
    faults=faults,
)
