"""The page of results and the file of the log, written from the records of the plan."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.suite import engines, plot, public, records
from benchmarks.suite.report import about, alarms, short_table, tables
from benchmarks.suite.spec import SpecError
from nonocsp.people.explanation.phrasing import listed

if TYPE_CHECKING:
    from .publish import Part


def page(
    every: Sequence[Part],
    measured: Sequence[tuple[Part, list[records.Record]]],
    out: Path,
    pictures: Path,
    command: str,
    data: str | None,
) -> Iterator[str]:
    kept = [record for _, found in measured for record in found]
    yield "# Results"
    if any(record.get("limit_cpu") for record in kept):
        day = max(record["when"][:10] for record in kept)
        yield (
            f"**CPU seconds below 10 ms are wrong on this page**, measured on {day}: a limit on\n"
            "CPU time was set, and then Linux updates its CPU clock only at ticks.\n"
            "To be measured anew."
        )
    yield (
        "Which solver solves which puzzles, and how fast. Every answer was checked before its\n"
        f"time counted. {_in_short(every[0].engines[0], kept)}"
    )
    yield (
        "Times are CPU seconds. Engines took turns on each puzzle, so the ratio of two engines\n"
        "is more reliable than either time. `> 5 s` is a time cut short by a limit; ratios are\n"
        "geometric means over the puzzles that both engines solved, their number in brackets.\n"
        "A call finds cold caches, as another process has just had the core: below a millisecond\n"
        "the same call in a loop takes a fraction. [How it was measured](#how-it-was-measured)\n"
        "stands at the end."
    )
    yield from alarms(kept)
    for part, found in measured:
        if not found:
            continue
        yield f"## {part.title}"
        yield " ".join(part.text.split())
        yield short_table(found, base=part.engines[0])
        drawn = [record for record in found if record["set"] in part.sets]
        for kind in part.plots if drawn else ():
            picture = pictures / f"{part.name}-{kind}.svg"
            plot.plot(kind, drawn, picture, "cpu")
            address = Path(os.path.relpath(picture, out.parent)).as_posix()
            yield f"![{part.title}: {kind}]({address})"
    yield from _left_out(every, data)
    yield "## How it was measured"
    yield (
        "One command measures the plan in `benchmarks/published.toml` and writes this page, and\n"
        "every set with all columns into `benchmarks/log/`; `benchmarks/README.md` explains the\n"
        "protocols."
    )
    yield f"```sh\n{command}\n```"
    yield about(kept)


def all_tables(
    every: Sequence[Part], measured: Sequence[tuple[Part, list[records.Record]]], command: str
) -> tuple[str, list[str]]:
    """The day of the last record, and the file of the log.

    Raises:
        SpecError: there are no records.
    """
    kept = [record for _, found in measured for record in found]
    if not kept:
        raise SpecError("nothing of the plan could be measured")
    day = max(record["when"][:10] for record in kept)
    commits = sorted({(record["commit"] or "no commit")[:10] for record in kept})
    in_short = " ".join(_in_short(every[0].engines[0], kept).split())
    blocks = [
        "# Results: every set, all columns",
        f"- Command: `{command}`\n- Commit: {', '.join(commits)}; {day}\n- Conclusion: {in_short}",
        about(kept),
    ]
    for part, found in measured:
        for title, found_tables in tables(found, base=part.engines[0]):
            blocks += [f"## {title}", *map(str, found_tables)]
    return day, blocks


#: What an engine finds by a protocol.
_FINDS = {
    "verdict": "the verdict",
    "first": "a solution",
    "all": "every solution",
    "count": "the number of solutions",
}


def _in_short(engine: str, kept: Sequence[records.Record]) -> str:
    """What an engine solved, in a sentence."""
    words = []
    for protocol, what in _FINDS.items():
        own = (r for r in kept if r["engine"] == engine and r["protocol"] == protocol)
        solved = {(r["set"], r["puzzle"]): r["status"] == "solved" for r in own}
        if solved:
            most, number = len(solved), sum(solved.values())
            of = "all" if number == most else f"{number:,} of"
            words.append(f"{what} of {of} {most:,} puzzles")
    limits = {record.get("limit_cpu") for record in kept}
    within = f"Within {limits.pop():g} CPU seconds each" if len(limits) == 1 and any(limits) else ""
    within = within or "Within the limits of the plan"
    return f"{within}, the {engine} finds\n{listed(words)}." if words else ""


def _left_out(every: Sequence[Part], data: str | None) -> Iterator[str]:
    names = dict.fromkeys(name for part in every for name in part.engines)
    missing = {name: engines.engine_named(name).make().missing() for name in names}
    lines = [f"- {name}: {reason}" for name, reason in missing.items() if reason]
    available = public.names(data)
    absent = [n for n in dict.fromkeys(n for p in every for n in p.public) if n not in available]
    if absent:
        lines.append(f"- public sets not in the data folder: {', '.join(absent)}")
    if lines:
        yield "## Left out"
        yield "\n".join(lines)
