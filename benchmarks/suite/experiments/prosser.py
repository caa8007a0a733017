"""Prosser's comparison of BT, CBJ, FC and FC-CBJ by constraint checks.

Random binary problems <n, m, p1, p2> of model A or B in their own order, and the zebra with its 25
variables in random static orders, as in the paper. Each search stops at the first solution or
proves that there is none. The work is counted, so the table is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from statistics import fmean
from typing import Any

from nonocsp import Limits, Options
from nonocsp.core.csp import Network, assignments
from nonocsp.core.csp.problems import random_binary, zebra
from nonocsp.core.options.limits import Meter, Stats
from nonocsp.core.options.options import Search

from ..records import Record
from ..spec import SpecError
from .experiment import Cell, Experiment, Row, grouped

ALGORITHMS: dict[str, tuple[str, Search]] = {
    "BT": ("none", "chronological"),
    "CBJ": ("none", "backjumping"),
    "FC": ("forward_checking", "chronological"),
    "FC-CBJ": ("forward_checking", "backjumping"),
}

#: Shares of forbidden pairs, from the soluble side of the phase transition to the insoluble one.
TIGHTNESSES = (0.2, 0.3, 0.35, 0.4, 0.5, 0.6, 0.7)


def cells(
    problems: int = 20, model: str = "B", orders: int = 5, bt: bool = False
) -> Iterator[Cell]:
    """Random problems for each tightness, and orders of the zebra, on request also for BT."""
    if model not in ("A", "B"):
        raise SpecError(f"the model is A or B, not {model!r}")
    for p2 in TIGHTNESSES:
        for seed in range(problems):
            yield {"problem": [15, 5, 0.4, p2, model], "seed": seed}
    for seed in range(orders):
        yield {"problem": "zebra", "seed": seed, "bt": bt}


def measure(problem: Any, seed: int, bt: bool = True) -> dict[str, Any]:
    """The checks of each algorithm on one problem, and whether it has a solution."""
    if problem == "zebra":
        network = zebra(Random(seed).sample(range(25), 25))
    else:
        n, m, p1, p2, model = problem
        network = random_binary(n, m, p1, p2, seed, model)
    done = {name: work(network, name) for name in ALGORITHMS if bt or name != "BT"}
    return {
        "soluble": done["CBJ"].solutions == 1,
        "checks": {name: stats.checks for name, stats in done.items()},
    }


def work(network: Network, algorithm: str) -> Stats:
    """The work to the first solution or the proof that there is none."""
    propagation, search = ALGORITHMS[algorithm]
    options = Options(propagation=propagation, search=search, ordering="in_order", components=False)
    stats = Stats()
    found = assignments(network, options, Meter(Limits(), stats))
    stats.solutions = sum(1 for _ in islice(found, 1))
    return stats


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each kind of problem: means over all."""
    for problem, runs in grouped(records, lambda cell: _name(cell["problem"])).items():
        found = [record["figures"] for record in runs]
        soluble = fmean(each["soluble"] for each in found)
        row: Row = {"problem": problem, "soluble": soluble, "runs": len(found)}
        for name in ALGORITHMS:
            numbers = [each["checks"][name] for each in found if name in each["checks"]]
            row[name] = fmean(numbers) if numbers else None
        yield row | {"order": " > ".join(sorted(_known(row), key=row.__getitem__, reverse=True))}


def _name(problem: Any) -> str:
    if problem == "zebra":
        return "zebra"
    *numbers, model = problem
    return f"<{', '.join(map(str, numbers))}>" + (", model A" if model == "A" else "")


def _known(row: Row) -> list[str]:
    return [name for name in ALGORITHMS if row[name] is not None]


def notes(rows: Sequence[Row]) -> Iterator[str]:
    yield (
        "Mean checks. The paper's order on the zebra, from most to fewest, is "
        f"{' > '.join(ALGORITHMS)}; its figures are of other random orders."
    )
    same = sum(row["order"] == " > ".join(_known(row)) for row in rows)
    yield f"{same} of {len(rows)} rows have that order."


EXPERIMENT = Experiment(
    name="prosser",
    title="Backtracking, backjumping and forward checking, by checks",
    source="P. Prosser, Hybrid algorithms for the constraint satisfaction problem, "
    "Computational Intelligence 9 (1993); published order only",
    shows="mean constraint checks of BT, CBJ, FC and FC-CBJ on random problems and the zebra",
    takes="10 s; in full 4 minutes",
    cells=cells,
    full={"problems": 100, "orders": 450},
    measure=measure,
    columns={
        "problem": "",
        "soluble": ".0%",
        "runs": ",",
        **dict.fromkeys(ALGORITHMS, ",.0f"),
        "order": "",
    },
    rows=rows,
    notes=notes,
)
