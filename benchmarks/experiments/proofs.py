"""What proofs cost: CPU seconds of the search without and with a proof, and of its check.

Every proof is verified and has to claim what the search found without one. ``every``: proofs of
numbers of solutions, of the puzzles with at least two that are counted exactly. ``form``: ``drup``
or ``lrat`` instead of our own, for every "unique" and "none"; their check is that of the clauses
and that of ``checker``, the command of a program (`verify`, with ``program``), such as
cake_lpr, drat-trim or `cdclkit check` (https://pypi.org/project/cdclkit/, with
``cdclkit[native]``), by default of the plain program for LRAT.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of, with_seconds
from benchmarks.suite.records import Record
from benchmarks.suite.spec import SpecError
from benchmarks.suite.stopwatch import Stopwatch
from nonocsp import LimitReached, Limits, Options, Verdict, count, prove, verdict, verify
from nonocsp.core.base.files import write_lines
from nonocsp.core.proofs import Proof, ProofError, in_clauses, lrat_checker


def cells(
    sets: str = "random:size=20/count=5+disturbed:count=5+n-dom:first=6/last=7",
    every: bool = False,
    form: str = "nonocsp",
    checker: str = "",
    nodes: int = 0,
    seconds: float = 60.0,
    data: str | None = None,
) -> Iterator[Cell]:
    if form not in ("nonocsp", "drup", "lrat") or (form == "drup" and not checker):
        raise SpecError("form is nonocsp, lrat, or drup with a checker")
    how = {"every": every, "form": form, "checker": checker, "nodes": nodes, "seconds": seconds}
    return cells_of_sets(sets, data, **how)


def measure(
    content: str, every: bool, form: str, checker: str, nodes: int, seconds: float, **_: Any
) -> dict[str, Any]:
    """Search one puzzle without and with a proof, and verify it; ``claim`` is None at a limit."""
    puzzle, limits = puzzle_of(content), Limits(seconds=seconds, nodes=nodes or None)
    if every:
        known, search = with_seconds(count, puzzle, limits=limits)
        if not known.is_exact or known.at_least < 2:
            return {}
        claim = f"count {known.at_least}"
    else:
        verdict_, search = with_seconds(verdict, puzzle, limits=limits)
        claim = verdict_.value
    options = Options(bounds=False) if form != "nonocsp" else None  # weights are not clauses
    try:
        proof, writing = with_seconds(prove, puzzle, every=every, limits=limits, options=options)
    except LimitReached:
        return {"claim": None}
    figures = {"claim": claim, "search": search, "with proof": writing, "kB": proof.size / 1000}
    if form != "nonocsp" and proof.verdict is not Verdict.MULTIPLE:
        return figures | confirmed(proof, form, checker, limits)
    verified, checking = with_seconds(verify, puzzle, proof)
    is_right = verified.claim == proof.claim == claim
    return figures | {
        "verify": checking,
        "wrong": "" if is_right else f"{proof.claim}, not {claim}",
    }


def confirmed(proof: Proof, form: Any, checker: str, limits: Limits) -> dict[str, Any]:
    """What writing in another form and its check cost, and why it is refused, if it is."""
    checker = checker or f"{sys.executable} {lrat_checker.__file__}"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "proof"

        def write() -> None:
            for name, lines in zip(
                (f"{path}.cnf", str(path)), in_clauses(proof, form), strict=True
            ):
                write_lines(name, lines)

        _, writing = with_seconds(write)
        figures = {"written": writing, "written kB": path.stat().st_size / 1000}
        try:
            with Stopwatch() as watch:  # which counts the program, too
                verified = verify(proof.puzzle, path, program=checker, limits=limits)
        except (LimitReached, ProofError) as error:
            return figures | {"verify": 0.0, "wrong": str(error)}
    wrong = "" if verified.claim == proof.claim else f"{verified.claim}, not {proof.claim}"
    return figures | {"verify": watch.cpu, "wrong": wrong}


def rows(records: Sequence[Record]) -> Iterator[Row]:
    """A row for each set."""
    for name, of_set in grouped(records, itemgetter("set")).items():
        found = [record["figures"] for record in of_set if record["figures"]]
        proven = [figures for figures in found if figures["claim"]]
        claims = Counter(figures["claim"].partition(" ")[0] for figures in proven)
        yield {
            "set": name,
            "claims": ", ".join(f"{number} {word}" for word, number in claims.items()),
            "not within": len(found) - len(proven),
            **{
                column: sum(figures[column] for figures in proven)
                for column in ("search", "with proof", "verify", "kB")
            },
            **{
                column: sum(figures.get(column, 0) for figures in proven)
                for column in ("written", "written kB")
            },
            "largest kB": max((figures["kB"] for figures in proven), default=None),
            "wrong": [figures["wrong"] for figures in proven if figures["wrong"]],
        }


def faults(rows: Sequence[Row]) -> Iterator[str]:
    return (f"{row['set']}: {wrong}" for row in rows for wrong in row["wrong"])


EXPERIMENT = Experiment(
    name="proofs",
    title="What proofs cost",
    shows="CPU seconds of searches with and without proofs, and of their checks, by set",
    takes="1 s; in full 5 s",
    cells=cells,
    full={"sets": "random:size=30/count=100+disturbed:count=200+n-dom:first=6/last=12"},
    measure=measure,
    columns={
        "set": "",
        "claims": "",
        "not within": ",",
        **dict.fromkeys(("search", "with proof", "verify"), ".2f"),
        "kB": ",.0f",
        "largest kB": ",.0f",
        "written": ".2f",
        "written kB": ",.0f",
    },
    rows=rows,
    faults=faults,
)
