"""What stands above tables of records: where they were measured, and what is wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Any

from nonocsp.core.base.errors import counted

from . import records
from .records import Record
from .seconds import suspicions

#: The fields of a record that engines must agree on, and the protocols that decide them.
_COMPARED = {"verdict": ("verdict", "all", "count"), "solutions": ("all", "count")}


def about(kept: Sequence[Record]) -> str:
    """Machines, versions, commits, days and load, as a list without repetition."""
    machines = {records.place(record) for record in kept}
    versions = {f"{n} {v}" for record in kept for n, v in record["versions"].items()}
    commits = {
        f"{(record['commit'] or 'no commit')[:10]}{' with changes' if record['dirty'] else ''}"
        for record in kept
    }
    days = sorted(record["when"][:10] for record in kept)
    cores = {record["core"] for record in kept if record.get("core") is not None}
    pinned = f", pinned to core {', '.join(map(str, sorted(cores)))}" if cores else ""
    loads = sorted(record["load"] for record in kept if record.get("load") is not None)
    return "\n".join(
        [
            *(f"- Machine: {machine}{pinned}" for machine in sorted(machines)),
            f"- Versions: {', '.join(sorted(versions))}",
            f"- Commit: {', '.join(sorted(commits))}",
            f"- Measured: {days[0]}" + (f" to {days[-1]}" if days[-1] != days[0] else ""),
            *([f"- Load: {_busy(loads)}"] if loads else []),
        ]
    )


def _busy(loads: Sequence[float]) -> str:
    """How busy the machine was, from sorted load averages."""
    return f"{loads[0]:g} to {loads[-1]:g} processes ready to run, median {median(loads):g}"


def alarms(kept: Sequence[Record]) -> list[str]:
    """Wrong answers, disagreements of engines or protocols, and the first error of each engine."""
    found = [
        f"- **WRONG ANSWER**: {r['engine']} on {r['set']} {r['puzzle']}: {r['detail']}"
        for r in kept
        if r["status"] == "wrong"
    ]
    found += [
        f"- **SET REFUTED**: {name} {puzzle}: {detail}"
        for name, puzzle, detail in dict.fromkeys(
            (r["set"], r["puzzle"], r["detail"]) for r in kept if r["status"] == "solved"
        )
        if detail
    ]
    found += (f"- **TIMES**: {each}" for each in suspicions(kept))
    for what, protocols in _COMPARED.items():
        given: dict[tuple[str, ...], dict[Any, list[str]]] = defaultdict(lambda: defaultdict(list))
        for r in kept:
            if r["status"] == "solved" and r["protocol"] in protocols:
                given[r["set"], r["puzzle"], r["fingerprint"]][r[what]].append(r["engine"])
        for (name, puzzle, _), answers in given.items():
            if len(answers) > 1:
                each = "; ".join(f"{a}: {', '.join(sorted(set(e)))}" for a, e in answers.items())
                found.append(f"- **DISAGREEMENT** on {name} {puzzle}: {each}")
    failed: dict[str, list[Record]] = defaultdict(list)
    for r in kept:
        if r["status"] in records.FAILED:
            failed[r["engine"]].append(r)
    for engine, those in failed.items():
        number, first = counted(len(those), "ERROR"), those[0]
        place = f"{first['set']} {first['puzzle']}: {first['detail']}"
        found.append(f"- **{number}** of {engine}; the first is on {place}")
    return ["\n".join(found)] if found else []
