"""Tables of records as Markdown, LaTeX or CSV, engines side by side.

For every set, protocol and limit, one row for each engine: puzzles solved, the sum, the median and
the worst of its times, PAR-2 (the mean, an unsolved puzzle counted as twice the limit) and the
geometric mean of its ratios to the base on the puzzles that both solved. With several engines, the
last row is the virtual best solver: for each puzzle the fastest engine. Where a puzzle was not
solved, times are lower bounds, written "> …". The least or the median of the repeats counts, and of
these the median over the seeds. Wrong answers and contradictory verdicts come first.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from . import records
from .engine_times import by_puzzle, gather, loud, pd, side_by_side, virtual_best
from .export import LONG, Table, csv_text, latex
from .heading import about, alarms
from .paired import against, ratio
from .records import Record
from .seconds import seconds_text

#: Which of the repeats counts, in words.
_OF = {"min": "least", "median": "median"}

#: The clocks, in words.
CLOCKS = {"cpu": "CPU", "wall": "wall-clock"}


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
        return csv_text(pd.concat([_figures(group, base, clock, of) for group in _groups(kept)]))
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
        runs = gather(rows, clock, of)
        times = by_puzzle(runs)
        first = _base(times, base)
        parts: list[Table | str] = [_summary(times, first, protocol)]
        if (seeds := over_seeds(runs)).rows:
            parts.append(seeds)
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


def _base(times: pd.DataFrame, base: str | None) -> str:
    """The engine that ratios are against."""
    return str(base if base in times.index.levels[0] else times.index[0][0])


def _figures(rows: Sequence[Record], base: str | None, clock: str, of: str) -> pd.DataFrame:
    """The rows of CSV of one table, as numbers, times in seconds."""
    runs = gather(rows, clock, of)
    times = by_puzzle(runs)
    first = _base(times, base)
    by = times.groupby("engine", sort=False)
    found = by.agg(puzzles=("par", "size"), solved=("seconds", "count"))
    found["wrong"] = (times["failed"] == "wrong").groupby("engine").sum()
    found["par2"] = by["par"].mean()
    found = found.join(by_seed(runs))
    found["memory"], found["base"] = by["memory"].max(), first
    for test in against(first, times):
        ratio, low, high, _ = test.ratio
        columns = ["ratio", "ratio_low", "ratio_high", "p"]
        found.loc[test.engine, columns] = ratio, low, high, test.p
    about = {f: rows[0].get(f) for f in ("set", "protocol", "limit_seconds", "limit_cpu")}
    return found.reset_index().assign(**about, clock=clock)[[*about, "clock", "engine", *found]]


def _summary(times: pd.DataFrame, first: str, protocol: str) -> Table:
    """The table of one set."""
    base = times.loc[first]
    rows = [
        {"engine": name} | _row(own, base, protocol) | {"nodes": nodes(times, name, first)}
        for name, own in with_best(times).items()
    ]
    of_others = [row for row in rows if row["engine"] != first]
    has = {"median/least": rows, "nodes": of_others}
    columns = [c for c in rows[0] if any(row[c] for row in has.get(c, rows))]
    words = {"ratio": f"ratio to {first}", "nodes": "nodes, ratio"}
    head = [words.get(column, column) for column in columns]
    return Table(head, [[row[column] for column in columns] for row in rows])


def nodes(times: pd.DataFrame, engine: str, base: str) -> str:
    """The ratio of nodes plus one, of configurations of one engine, which count alike."""
    if re.split("[:-]", engine)[0] != re.split("[:-]", base)[0]:
        return ""
    return str(ratio(times.loc[engine]["nodes"] + 1, times.loc[base]["nodes"] + 1))


def with_best(times: pd.DataFrame) -> dict[str, pd.DataFrame]:
    """The times of each engine by puzzle, and where there are several the virtual best."""
    found = {name: times.loc[name] for name in times.index.unique("engine")}
    return found | ({"virtual best": virtual_best(times)} if len(found) > 1 else {})


def _row(own: pd.DataFrame, base: pd.DataFrame, protocol: str) -> dict[str, str]:
    """What a table says of an engine, by column."""
    row = figures(own) | ({"PAR-2": ""} if protocol == "tighten" else {})
    memory = row.pop("memory")
    return row | {"ratio": str(ratio(own["seconds"], base["seconds"])), "memory": memory}


def figures(own: pd.DataFrame) -> dict[str, str]:
    """The times of an engine, by column; lower bounds where something was not solved."""
    bound, solved, is_partial = own["bound"], own["seconds"].count(), own["failed"].notna().any()
    counts = own["failed"].map(loud).value_counts().sort_index()
    failed = ", ".join(f"{number} {status}" for status, number in counts.items())
    # A lower bound only if an unsolved puzzle enters into the median.
    is_bound = own["seconds"].fillna(math.inf).median() == math.inf
    return {
        "solved": f"{solved}/{len(own)}" + (f" ({failed})" if failed else ""),
        "total": seconds_text(bound.sum(), is_partial),
        "median": seconds_text(bound.median(), is_bound),
        "worst": seconds_text(bound.max(), is_partial),
        "PAR-2": seconds_text(own["par"].mean()),
        "median/least": "" if own["noise"].isna().all() else f"{own['noise'].median():.2f}",
        "memory": f"{own['memory'].max() / 1e6:.0f} MB" if own["memory"].any() else "",
    }


def by_seed(runs: pd.DataFrame) -> pd.DataFrame:
    """For each engine the number of seeds, and over them median, least and most of the puzzles
    solved and of PAR-2."""
    of_seed = runs.groupby(["engine", "seed"], sort=False)
    each = of_seed.agg(solved=("seconds", "count"), par2=("par", "mean"))
    by = each.groupby("engine", sort=False)
    found = {"seeds": by.size()}
    for figure in each:
        for name, how in (("median", "median"), ("least", "min"), ("most", "max")):
            found[f"{figure}_{name}"] = by[figure].agg(how)
    return pd.DataFrame(found)


def over_seeds(runs: pd.DataFrame) -> Table:
    """The spread of the engines that have several seeds: medians and ranges."""
    found, text = by_seed(runs), seconds_text
    rows = [
        [e, str(n), f"{solved:g}", f"{few}–{many}", text(par2), f"{text(low)}–{text(high)}"]
        for e, n, solved, few, many, par2, low, high in found[found["seeds"] > 1].itertuples()
    ]
    return Table(["engine", "seeds", "solved, median", "range", "PAR-2, median", "range"], rows)


def _each(times: pd.DataFrame, least: float) -> list[Table | str]:
    """The times of every puzzle that took some engine longer, one column for each engine."""
    names = times.index.unique("engine")
    answers = times["answer"].replace("", None).groupby("puzzle").first().fillna("")
    slow = times["bound"].groupby("puzzle", sort=False).max() > least
    cells = side_by_side(times).loc[slow.index[slow]]
    rows = [[puzzle, answers[puzzle], *row] for puzzle, *row in cells.itertuples()]
    if all(len(name) <= LONG for name in names):
        return [Table(["puzzle", "answer", *names], rows)]
    legend = {f"({number})": name for number, name in enumerate(names, start=1)}
    numbered = "; ".join(f"{number} {name}" for number, name in legend.items())
    return [Table(["puzzle", "answer", *legend], rows), numbered]
