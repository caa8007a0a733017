"""The report of `nonocsp bench`: one HTML page, complete in itself, from the records of a run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import nonocsp
from nonocsp.core.options import plugins
from nonocsp.files.render.page import page as page_of

from . import charts, standard
from .ablation import Effect, effects
from .engine_times import by_puzzle, gather, pd, side_by_side
from .heading import about, alarms
from .plot import cactus, points
from .records import Record
from .report import figures, over_seeds, with_best
from .runner import Plan

#: Puzzle by puzzle, beyond this number of puzzles only those that some engine did not solve.
MOST_ROWS = 500


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured, for the page."""

    plan: Plan
    command: str
    own: Sequence[str] = ()
    """One's own files of plugins."""
    records: list[Record] = field(default_factory=list)
    """Those of this run."""

    @property
    def sets(self) -> list[str]:
        return list(dict.fromkeys(case.set for case in self.plan.cases))

    @property
    def seconds(self) -> float:
        """The limit that times are compared with."""
        return self.plan.cpu_seconds or self.plan.seconds


def page(run: Run) -> str:
    """The page.

    Args:
        run: the run, with at least one record.
    """
    runs = gather(run.records)
    own = ", ".join(Path(file).name for file in run.own)
    title = f"{own} on {', '.join(run.sets)}" if own else ", ".join(run.sets)
    here = Path(__file__).parent
    style = "".join((here / name).read_text(encoding="utf-8") for name in ("chart.css", "page.css"))
    body = "\n".join(_sections(run, runs, by_puzzle(runs)))
    body = f"<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>"
    return page_of(f"nonocsp bench: {title}", body, style=style)


def _sections(run: Run, runs: pd.DataFrame, times: pd.DataFrame) -> Iterator[str]:
    yield _lead(run, times)
    for alarm in alarms(run.records):
        lines = alarm.replace("**", "").split("\n")
        yield f'<div class="alarm">{"".join(f"<p>{escape(line[2:])}</p>" for line in lines)}</div>'
    yield "<h2>All engines, CPU seconds</h2>"
    yield _summary(times)
    yield (
        '<p class="note">Checking is not counted; memory is the peak. PAR-2 is the mean, an '
        "unsolved puzzle counted as twice the limit. The virtual best solver takes the fastest "
        "engine for each puzzle. Totals and maxima are lower bounds where something was not "
        "solved.</p>"
    )
    if (spread := over_seeds(runs)).rows:
        yield "<h2>Spread over the seeds, CPU seconds</h2>"
        yield _table(spread.head, [[_breakable(name), *cells] for name, *cells in spread.rows])
        yield (
            '<p class="note">Medians and ranges. Elsewhere a puzzle is solved if it was with every '
            "seed, and its time is the median; PAR-2 is the mean over all runs.</p>"
        )
    yield "<h2>Puzzles solved by time</h2>"
    legend = _legend(times.index.unique("engine"))
    yield f"<figure>{cactus(times, run.seconds)}{legend}</figure>"
    found = effects(run.plan.engines, times)
    if found:
        yield "<h2>What each technique changes</h2>"
        yield _ablation(found)
    for effect in found[:4] if run.own else found[:2]:
        pair = effect.test.base, effect.test.engine
        yield f"<h2>{escape(pair[1])} against {escape(pair[0])}</h2>"
        yield f"<figure>{_scatter(times, pair, run.seconds)}</figure>"
    yield "<h2>Puzzles solved by kind, within the CPU seconds</h2>"
    cases = _cases(run, times)
    yield _kinds(cases, times)
    yield f"<h2>Puzzle by puzzle, CPU seconds</h2>{_each(cases, times)}"
    yield f"<h2>How it was measured</h2>{_conditions(run)}"
    yield f"<h2>How to cite</h2>{_citation(run)}"


def _lead(run: Run, times: pd.DataFrame) -> str:
    by = times["seconds"].groupby("engine", sort=False)
    solved, measured, total = by.count(), int(by.size().max()), len(run.plan.cases)
    partial = f"Interrupted after {measured} puzzles. " * (measured < total)
    own = [engine.name for engine in run.plan.engines if engine.is_own]
    words = ", ".join(
        f"<strong>{escape(name)}</strong> {solved[name]} of {total}"
        for name in sorted(solved.index, key=lambda name: name not in own)
    )
    return (
        f"<p>{partial}Puzzles solved within {run.seconds:g} s of CPU time each: {words}. "
        f"Every answer was checked before its time counted.</p>"
    )


def _summary(times: pd.DataFrame) -> str:
    rows = []
    for number, (name, own) in enumerate(with_best(times).items()):
        key = charts.key(number) if name in times.index else ""
        found = {column: escape(text) for column, text in figures(own).items()}
        nodes = f"{own['nodes'].sum():,.0f}" if own["nodes"].notna().any() else ""
        rows.append({"engine": f"{key}{_breakable(name)}", **found, "nodes, if solved": nodes})
    return _table([*rows[0]], [[*row.values()] for row in rows])


def _legend(names: Iterable[str]) -> str:
    entries = (f"<li>{charts.key(i)}{escape(name)}</li>" for i, name in enumerate(names))
    return f'<ul class="legend">{"".join(entries)}</ul>'


def _ablation(found: Sequence[Effect]) -> str:
    rows = []
    for effect in found:
        mean, low, high, both = effect.time
        time = f"{mean:.2f} ({low:.2f} to {high:.2f})" if both else ""
        mark = "better" if high < 1 else "worse" if low > 1 else ""
        rows.append(
            [
                _breakable(effect.test.engine),
                _breakable(effect.change),
                str(effect.gained),
                str(effect.lost),
                f'<span class="{mark}">{time}</span>',
                f"{effect.nodes.mean:.2f}" if effect.nodes.puzzles else "",
                str(both),
            ]
        )
    head = ["engine", "change", "gained", "lost", "CPU time ratio (95 %)", "nodes ratio", "puzzles"]
    items = "".join(f"<li>{escape(effect.test.sentence())}</li>" for effect in found)
    return (
        _table(head, rows)
        + '<p class="note">Each against the same engine without the change. Gained and lost: '
        "puzzles that only one of the two solved. The ratios are geometric means over the puzzles "
        "that both solved; below 1 the change helps. The bounds are a bootstrap over these "
        "puzzles; nodes are compared plus one.</p>"
        f"<p>On all puzzles, an unsolved one counted as twice the limit:</p><ul>{items}</ul>"
        '<p class="note">p is of Wilcoxon’s signed-rank test, with Holm’s correction where there '
        "are several.</p>"
    )


def _scatter(times: pd.DataFrame, pair: tuple[str, str], limit: float) -> str:
    return charts.scatter(points(times, *pair), pair, limit) + (
        "<figcaption>Below the line the engine named on the left is faster. A cross is a puzzle "
        "that only one of them solved.</figcaption>"
    )


def _cases(run: Run, times: pd.DataFrame) -> pd.DataFrame:
    """What is known of the puzzles, in their order."""
    is_one = len({record["set"] for record in run.records}) == 1
    found = times["answer"][times["answer"].isin(["unique", "multiple", "none"])]
    answers = found.groupby("puzzle").first()
    rows = {}
    for case in run.plan.cases:
        height, width = case.puzzle.shape
        name = case.id if is_one else f"{case.set} {case.id}"
        rows[name] = {
            "size": f"{height}×{width}",
            "colours": str(case.puzzle.block_colours),
            "answer": case.verdict or answers.get(name, ""),
            "solutions": "" if case.solutions is None else f"{case.solutions:,}",
            "scale": next(n for n, most in standard.SCALES.items() if height * width <= most),
            "kind": "one colour" if case.puzzle.has_one_colour else "coloured",
        }
    return pd.DataFrame.from_dict(rows, orient="index")


def _kinds(cases: pd.DataFrame, times: pd.DataFrame) -> str:
    """Puzzles solved by scale, colours and verdict."""
    solved = {"puzzles": cases["size"].notna()}
    for name in times.index.unique("engine"):
        solved[name] = cases.index.isin(times["seconds"][name].dropna().index)
    every, rows = pd.DataFrame(solved), []
    for axis in ("scale", "kind", "answer"):
        sums = every.groupby(cases[axis].replace("", "unknown"), sort=False).sum()
        rows += [[*map(str, row)] for row in sums.itertuples()]
    return _table(["kind", *every], rows)


def _each(cases: pd.DataFrame, times: pd.DataFrame) -> str:
    shown = cases.drop(columns=["scale", "kind"]).join(side_by_side(times))
    if len(cases) > MOST_ROWS:
        unsolved = times["seconds"].isna().groupby("puzzle").any()
        shown = shown[unsolved.reindex(shown.index, fill_value=True)]
    rows = [[_breakable(name), *map(escape, row)] for name, *row in shown.fillna("").itertuples()]
    table = _table(["puzzle", *shown], rows)
    return f"<details><summary>{len(rows)} puzzles</summary>{table}</details>"


def _conditions(run: Run) -> str:
    lines = [line.removeprefix("- ") for line in about(run.records).split("\n")]
    lines += [
        f"Question: {run.plan.protocol.name}, {run.seconds:g} s of CPU for each puzzle",
        *(f"Set: {name}, manifest {digest}" for name, digest in _digests(run)),
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    parts = [f"<pre>{escape(run.command)}</pre>", f"<ul>{items}</ul>"]
    own = {pair for name in run.own for pair in plugins.load_file(name)}
    for file in map(Path, plugins.files(own)):
        text = file.read_text(encoding="utf-8", errors="replace")
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        summary = f"{escape(file.name)}, SHA-256 {digest}…"
        parts.append(f"<details><summary>{summary}</summary><pre>{escape(text)}</pre></details>")
    return "".join(parts)


def _digests(run: Run) -> Iterator[tuple[str, str]]:
    for name in run.sets:
        base = name.partition(":")[0]
        if base in standard.names():
            yield base, standard.manifest(base).digest


def _citation(run: Run) -> str:
    version, year = nonocsp.__version__, max(record["when"] for record in run.records)[:4]
    digests = "; ".join(f"set {name}, manifest {digest}" for name, digest in _digests(run))
    note = f"Version {version}" + (f"; {digests}" if digests else "")
    entry = (
        "@software{nonocsp,\n"
        "  author = {{The nonocsp authors}},\n"
        "  title = {nonocsp: nonograms as constraint satisfaction},\n"
        f"  version = {{{version}}},\n  year = {{{year}}},\n  note = {{{note}}}\n}}"
    )
    return (
        "<p>Name the version, the set with the digest of its manifest, the limit and the machine; "
        f"times of different machines cannot be compared.</p><pre>{escape(entry)}</pre>"
    )


def _breakable(name: str) -> str:
    """A name as HTML that may be broken between its parts: tables of long names are too wide."""
    parts = re.sub("([:,=_])", r"\1<wbr>", escape(name))
    return f'<span class="name">{parts}</span>'


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table; the cells are HTML, the head is text."""
    heads = "".join(f"<th>{_breakable(cell)}</th>" for cell in head)
    lines = "\n".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    body = f"<thead><tr>{heads}</tr></thead><tbody>\n{lines}\n</tbody>"
    return f'<div class="wide"><table>{body}</table></div>'
