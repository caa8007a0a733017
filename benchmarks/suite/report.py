"""Tables of records as Markdown, LaTeX or CSV, engines side by side.

For every set, protocol and limit, one row for each engine: puzzles solved, the sum, the median and
the worst of its times, PAR-2 (the mean, an unsolved puzzle counted as twice the limit) and the
geometric mean of its ratios to the base on the puzzles that both solved. With several engines, the
last row is the virtual best solver: for each puzzle the fastest engine. Where a puzzle was not
solved, times are lower bounds, written "> …". The least or the median of the repeats counts, and of
these the mean over the seeds. Wrong answers and contradictory verdicts come first.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean, median, stdev
from typing import Any

from nonocsp.core.base.errors import counted

from . import records
from .engine_times import EngineTimes, gather, seconds_text, virtual_best
from .export import LONG, Table, csv_rows, csv_text, latex
from .paired import against
from .records import Record

#: Which of the repeats counts, in words.
_OF = {"min": "least", "median": "median"}

#: The clocks, in words.
CLOCKS = {"cpu": "CPU", "wall": "wall-clock"}

#: The fields of a record that engines must agree on, and the protocols that decide them.
_COMPARED = {"verdict": ("verdict", "all", "count"), "solutions": ("all", "count")}


def report(
    found: Iterable[Record],
    *,
    base: str | None = None,
    clock: str = "cpu",
    of: str = "min",
    each: float | None = None,
    to: str = "markdown",
) -> str:
    """Records as a page of Markdown, tables of LaTeX, or CSV.

    Args:
        found: the records, later ones replacing earlier ones of the same key.
        base: the engine that ratios are against; None is the first of each table.
        clock: ``wall`` or ``cpu`` seconds.
        of: ``min`` or ``median`` of repeats.
        each: also list every puzzle on which some engine needed more than this many seconds.
        to: ``markdown``, ``latex`` or ``csv``, which has the figures alone.
    """
    kept = records.judged(found)
    if not kept:
        return "No records."
    clocks = f"{CLOCKS[clock]} seconds, the {_OF[of]} of the repeats."
    lines = ["# Benchmark report", about(kept), clocks, *alarms(kept)]
    if to == "csv":
        return csv_text(
            [row for group in _groups(kept) for row in _figures(group, base, clock, of)]
        )
    if to == "latex":
        head = "\n".join([about(kept), clocks, *alarms(kept), r"Needs \usepackage{booktabs}."])
        lines = [re.sub("(?m)^", "% ", head)]
    for title, parts in tables(kept, base=base, clock=clock, of=of, each=each):
        if to == "latex":
            drawn = (p.latex(title) if isinstance(p, Table) else latex(p) for p in parts)
            lines += [text.replace("\n- ", "\n\n").removeprefix("- ") for text in drawn]
        else:
            lines += [f"## {title}", *map(str, parts)]
    return "\n\n".join(lines)


def tables(
    kept: Sequence[Record],
    *,
    base: str | None = None,
    clock: str = "cpu",
    of: str = "min",
    each: float | None = None,
) -> Iterator[tuple[str, list[Table | str]]]:
    """For every set, protocol and limit: a title, the table, and what else there is to say.

    That is the spread over the seeds, paired comparisons in words, and all puzzles if asked.
    """
    for rows in _groups(kept):
        name, protocol, limit = rows[0]["set"], rows[0]["protocol"], rows[0]["limit_seconds"]
        cpu, memory = rows[0].get("limit_cpu"), rows[0].get("limit_memory")
        bounds = f"{cpu:g} s of CPU, {limit:g} s" if cpu else f"{limit:g} s"
        bounds += f", {memory / 1e6:g} MB" if memory else ""
        times = gather(rows, clock, of)
        best = {"virtual best": virtual_best(times)} if len(times) > 1 else {}
        first = base if base in times else next(iter(times))
        parts: list[Table | str] = [_summary({**times, **best}, first, protocol)]
        if found := over_seeds(times):
            parts.append(Table(*found))
        parts += filter(None, ["\n".join(f"- {t.sentence()}" for t in against(first, times))])
        if each is not None:
            parts += _each(times, each)
        title = f"{name}: {protocol} (limit {bounds}; {CLOCKS[clock]} seconds)"
        yield title, parts


def _groups(kept: Sequence[Record]) -> Iterable[list[Record]]:
    """The records of each table: one set, protocol and limits."""
    groups: dict[tuple[Any, ...], list[Record]] = defaultdict(list)
    for record in kept:
        limits = (record.get(f"limit_{name}") for name in ("seconds", "cpu", "memory"))
        groups[record["set"], record["protocol"], *limits].append(record)
    return groups.values()


def _figures(rows: Sequence[Record], base: str | None, clock: str, of: str) -> list[Any]:
    """The rows of CSV of one table."""
    times, fields = gather(rows, clock, of), ("set", "protocol", "limit_seconds", "limit_cpu")
    first = base if base in times else next(iter(times))
    return csv_rows(times, first, {f: rows[0].get(f) for f in fields} | {"clock": clock})


def about(kept: Sequence[Record]) -> str:
    """Machines, versions, commits, days and load, as a list without repetition."""
    machines = {
        "{cpu}, {cores} cores, {os}, {python}, kernel by {compiler}".format(**record["machine"])
        for record in kept
    }
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


def _summary(times: dict[str, EngineTimes], first: str, protocol: str) -> Table:
    """The table of one set."""
    rows = [{"engine": name} | _row(own, times[first], protocol) for name, own in times.items()]
    columns = [c for c in rows[0] if c != "median/least" or any(row[c] for row in rows)]
    head = [f"ratio to {first}" if column == "ratio" else column for column in columns]
    return Table(head, [[row[column] for column in columns] for row in rows])


def _row(own: EngineTimes, base: EngineTimes, protocol: str) -> dict[str, str]:
    """What a table says of an engine, by column."""
    more = {"PAR-2": ""} if protocol == "tighten" else {}
    memory = f"{own.peak_memory / 1e6:.0f} MB" if own.peak_memory else ""
    return figures(own) | more | {"ratio": _ratio(own, base), "memory": memory}


def figures(own: EngineTimes) -> dict[str, str]:
    """The times of an engine, by column; lower bounds where something was not solved."""
    every = [own.bound(puzzle) for puzzle in own.statuses]
    unsolved = len(own.statuses) - len(own.seconds)
    # A lower bound only if an unsolved puzzle enters into the median.
    is_bound = math.isinf(median(own.seconds.get(puzzle, math.inf) for puzzle in own.statuses))
    return {
        "solved": f"{len(own.seconds)}/{len(own.statuses)}{own.failures()}",
        "total": seconds_text(sum(every), unsolved > 0),
        "median": seconds_text(median(every), is_bound),
        "worst": seconds_text(max(every), unsolved > 0),
        "PAR-2": seconds_text(own.par2),
        "median/least": f"{median(own.spreads):.2f}" if own.spreads else "",
    }


def over_seeds(times: Mapping[str, EngineTimes]) -> tuple[list[str], list[list[str]]] | None:
    """Head and rows of the table of the spread; None if no engine has several seeds."""
    rows = []
    for name, own in times.items():
        solved, par2 = own.seeds()
        if len(solved) > 1:
            few, many, least, most = min(solved), max(solved), min(par2), max(par2)
            rows.append(
                [
                    name,
                    str(len(solved)),
                    f"{fmean(solved):.1f} ± {stdev(solved):.1f}",
                    f"{few} to {many}" if few < many else str(few),
                    f"{seconds_text(fmean(par2))} ± {seconds_text(stdev(par2))}",
                    f"{seconds_text(least)} to {seconds_text(most)}",
                ]
            )
    head = ["engine", "seeds", "solved by a seed", "least to most", "PAR-2", "least to most"]
    return (head, rows) if rows else None


def short_table(kept: Sequence[Record], *, base: str, clock: str = "cpu") -> str:
    """One table for the sets of one protocol and limit, without what only an expert reads.

    Args:
        kept: the records, one for each key.
        base: the engine that ratios are against, measured on every set.
        clock: ``wall`` or ``cpu`` seconds.
    """
    columns = ("solved", "median", "worst", "ratio")
    groups: dict[str, list[Record]] = defaultdict(list)
    for record in kept:
        groups[record["set"]].append(record)
    lines = []
    for name, rows in groups.items():
        name = name.replace(",", ", ")  # to be wrapped
        times = gather(rows, clock, "min")
        for engine, own in times.items():
            row = _row(own, times[base], rows[0]["protocol"])
            lines.append([name, engine, *(row[column] for column in columns)])
            name = ""
    return str(Table(["set", "engine", *columns[:-1], f"ratio to {base}"], lines, words=2))


def _ratio(own: EngineTimes, base: EngineTimes) -> str:
    """The geometric mean of the ratios on the puzzles that both solved, and their number."""
    both = [puzzle for puzzle in own.seconds if puzzle in base.seconds]
    if not both:
        return ""
    logs = [math.log(own.seconds[p] / base.seconds[p]) for p in both]
    return f"{math.exp(sum(logs) / len(logs)):.3g} ({len(both)})"


def _each(times: dict[str, EngineTimes], least: float) -> list[Table | str]:
    """The times of every puzzle that took some engine longer, one column for each engine."""
    puzzles = list(dict.fromkeys(puzzle for own in times.values() for puzzle in own.statuses))
    answers = {p: a for own in times.values() for p, a in own.answers.items() if a}
    rows = [
        [puzzle, answers.get(puzzle, ""), *(own.cell(puzzle) for own in times.values())]
        for puzzle in puzzles
        if any(own.bound(puzzle) > least for own in times.values())
    ]
    if all(len(name) <= LONG for name in times):
        return [Table(["puzzle", "answer", *times], rows)]
    legend = {f"({number})": name for number, name in enumerate(times, start=1)}
    numbered = "; ".join(f"{number} {name}" for number, name in legend.items())
    return [Table(["puzzle", "answer", *legend], rows), numbered]
