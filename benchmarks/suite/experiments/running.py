"""Running an experiment: cells into a file of records, and the records as a table."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from itertools import takewhile
from pathlib import Path
from typing import Any

from nonocsp.core import NonocspError
from nonocsp.core.base.progress import report
from nonocsp.many.work.pool import WorkerLost
from nonocsp.many.work.work import Work

from .. import records
from ..adapters.ours import Kernel
from ..export import latex
from ..heading import about
from ..records import Record
from ..stopwatch import cpu_seconds
from .experiment import Cell, Experiment

#: The forms of a table.
FORMS = ("markdown", "latex", "csv", "json")


def run(
    experiment: Experiment, cells: Sequence[Cell], out: Path, seconds: float | None = None
) -> bool:
    """Measure the cells that are not yet in the file.

    Args:
        experiment: what to run.
        cells: its cells, or a part of them.
        out: the file of records; it is made or added to.
        seconds: no cell begins later than this.

    Returns:
        Whether all cells are in the file.
    """
    begun = time.monotonic()
    with records.RecordFile(out) as file:
        left = [record for record in _blank(experiment, cells) if not file.find(record)]
        known = {"total": len(cells), "skipped": len(cells) - len(left)}
        report(done=known["skipped"], **known)
        timely = takewhile(lambda _: seconds is None or time.monotonic() - begun < seconds, left)
        work = Work(partial(_measured, experiment.measure), timely, 1, chunk=1, in_flight=1)
        try:
            with work:
                for done, record in enumerate(work, start=known["skipped"] + 1):
                    file.add(record)
                    report(done=done, **known)
        except WorkerLost as lost:
            raise NonocspError(f"{lost}; the same command goes on") from None
        return all(map(file.find, left))


def measured(experiment: Experiment, cells: Sequence[Cell], out: Path) -> list[Record]:
    """The records of the cells that the file holds for the present code, in their order."""
    there = {records.key(record): record for record in records.read(out)} if out.exists() else {}
    keys = (records.key(record) for record in _blank(experiment, cells))
    return [there[key] for key in keys if key in there]


def _blank(experiment: Experiment, cells: Iterable[Cell]) -> Iterator[Record]:
    """The records of the cells without what is measured."""
    return ({**_about(), "experiment": experiment.name, "cell": cell} for cell in cells)


@cache
def _about() -> Record:
    """The code that runs, and where; a file that changes meanwhile was loaded before."""
    return records.origin(Kernel({}))


def _measured(measure: Callable[..., dict[str, Any]], blank: Sequence[Record]) -> list[Record]:
    """A record with the figures of its cell, and the time that they took."""
    (record,) = blank
    clock, cpu = time.perf_counter(), cpu_seconds()
    figures = measure(**record["cell"])
    found = {
        "figures": figures,
        "seconds": time.perf_counter() - clock,
        "cpu_seconds": cpu_seconds() - cpu,
        "when": records.now(),
        "load": records.load(),
    }
    return [record | found]


def as_text(
    experiment: Experiment, found: Sequence[Record], total: int, command: str, form: str
) -> str:
    """The table of some records.

    Args:
        experiment: what was measured.
        found: the records, in the order of the cells.
        total: the number of cells.
        command: how it was called.
        form: one of `FORMS`; CSV is the table alone, JSON is one object on one line.
    """
    rows = list(experiment.rows(found))
    notes = [*experiment.notes(rows), *(f"DIFFERS: {text}" for text in experiment.faults(rows))]
    if form == "csv":
        return experiment.csv(rows)
    if form == "json":
        last = {name: found[-1][name] for name in ("machine", "versions", "commit", "dirty")}
        return json.dumps(
            {
                "experiment": experiment.name,
                "command": command,
                "cells": {"measured": len(found), "total": total},
                "rows": rows,
                "notes": notes,
                **last,
            }
        )
    seconds = sum(record["cpu_seconds"] for record in found)
    head = "\n".join(
        [
            f"- Source: {experiment.source}",
            f"- Command: `{command}`",
            about(found),
            f"- Work: {len(found)} of {total} cells, {seconds:.3g} s of CPU",
        ]
    )
    if form == "latex":
        comment = re.sub("(?m)^", "% ", f"{head}\nNeeds \\usepackage{{booktabs}}.")
        table = experiment.table(rows).latex(experiment.title)
        return "\n\n".join([comment, table, *map(latex, notes)])
    return "\n\n".join([f"# {experiment.title}", head, str(experiment.table(rows)), *notes])
