"""What proofs cost: CPU seconds of the search without and with a proof, and of its check.

Every proof is verified and has to claim what the search found without one. ``every``: proofs of
numbers of solutions, of the puzzles with at least two that are counted exactly. ``drup``: the
command of a checker of DRUP proofs, which has to print ``s VERIFIED`` for the clauses and the proof
of every "unique" and "none", as `cdclkit check` does (https://pypi.org/project/cdclkit/, with
``cdclkit[native]``), or drat-trim.
"""

from __future__ import annotations

import resource
import shlex
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any

from benchmarks.suite.experiments.experiment import Cell, Experiment, Row, grouped
from benchmarks.suite.experiments.timing import cells_of_sets, puzzle_of, with_seconds
from benchmarks.suite.records import Record
from nonocsp import LimitReached, Limits, Options, Verdict, count, prove, verdict, verify
from nonocsp.core.base.files import write_lines
from nonocsp.core.proofs import Proof, drup


def cells(
    sets: str = "random:size=20/count=5+disturbed:count=5+n-dom:first=6/last=7",
    every: bool = False,
    drup: str = "",
    nodes: int = 0,
    seconds: float = 60.0,
    data: str | None = None,
) -> Iterator[Cell]:
    how = {"every": every, "drup": drup, "nodes": nodes, "seconds": seconds}
    return cells_of_sets(sets, data, **how)


def measure(
    content: str, every: bool, drup: str, nodes: int, seconds: float, **_: Any
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
    options = Options(bounds=False) if drup else None  # DRUP has no weights
    try:
        proof, writing = with_seconds(prove, puzzle, every=every, limits=limits, options=options)
    except LimitReached:
        return {"claim": None}
    figures = {"claim": claim, "search": search, "with proof": writing, "kB": proof.size / 1000}
    if drup and proof.verdict is not Verdict.MULTIPLE:
        return figures | confirmed(drup, proof)
    verified, checking = with_seconds(verify, puzzle, proof)
    is_right = verified.claim == proof.claim == claim
    return figures | {
        "verify": checking,
        "wrong": "" if is_right else f"{proof.claim}, not {claim}",
    }


def confirmed(command: str, proof: Proof) -> dict[str, Any]:
    """The CPU seconds of a checker, and what it prints if it does not confirm."""
    with tempfile.TemporaryDirectory() as folder:
        files = [f"{folder}/clauses.cnf", f"{folder}/proof.drup"]
        for file, lines in zip(files, drup(proof), strict=True):
            write_lines(file, lines)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = subprocess.run(
            [*shlex.split(command), *files], capture_output=True, text=True, check=False
        )
    spent = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    is_right = "s VERIFIED" in done.stdout.splitlines()
    return {"verify": spent, "wrong": "" if is_right else f"checker: {done.stdout}{done.stderr}"}


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
    },
    rows=rows,
    faults=faults,
)
