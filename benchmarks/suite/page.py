"""The report of `nonocsp bench`: one HTML page, complete in itself, from the records of a run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from pathlib import Path

import nonocsp
from nonocsp.files.render.page import page as page_of

from . import charts, standard
from .ablation import Effect, effects
from .cases import Case
from .engine_times import EngineTimes, gather, virtual_best
from .engines import Engine
from .plot import points
from .records import Record
from .report import about, alarms, figures, over_seeds

#: Puzzle by puzzle, beyond this number of puzzles only those that some engine did not solve.
MOST_ROWS = 500


@dataclass(frozen=True, slots=True)
class Run:
    """What was measured, for the page."""

    sets: list[str]
    cases: list[Case]
    engines: list[Engine]
    protocol: str
    seconds: float
    command: str
    own: Path | None = None
    """The file of one's own techniques."""
    records: list[Record] = field(default_factory=list)
    """Those of this run."""


def page(run: Run) -> str:
    """The page.

    Args:
        run: the run, with at least one record.
    """
    named = [{**record, "puzzle": _name(run, record)} for record in run.records]
    times = gather(named, "cpu", "min")
    title = f"{run.own.name} on {', '.join(run.sets)}" if run.own else ", ".join(run.sets)
    here = Path(__file__).parent
    style = "".join((here / name).read_text(encoding="utf-8") for name in ("chart.css", "page.css"))
    body = "\n".join(_sections(run, times))
    body = f"<main>\n<h1>{escape(title)}</h1>\n{body}\n</main>"
    return page_of(f"nonocsp bench: {title}", body, style=style)


def _name(run: Run, record: Record) -> str:
    """The name of a puzzle, with its set if there are several."""
    return f"{record['set']} {record['puzzle']}" if len(run.sets) > 1 else str(record["puzzle"])


def _sections(run: Run, times: dict[str, EngineTimes]) -> Iterator[str]:
    total = len(run.cases)
    yield _lead(run, times)
    for alarm in alarms(run.records):
        lines = alarm.replace("**", "").split("\n")
        yield f'<div class="alarm">{"".join(f"<p>{escape(line[2:])}</p>" for line in lines)}</div>'
    yield "<h2>All engines, CPU seconds</h2>"
    yield _summary(run, times)
    yield (
        '<p class="note">Checking is not counted; memory is the peak. PAR-2 is the mean, an '
        "unsolved puzzle counted as twice the limit. The virtual best solver takes the fastest "
        "engine for each puzzle. Totals and maxima are lower bounds where something was not "
        "solved.</p>"
    )
    if spread := over_seeds(times):
        yield "<h2>Spread over the seeds, CPU seconds</h2>"
        yield _table(spread[0], [[_breakable(name), *cells] for name, *cells in spread[1]])
        yield (
            '<p class="note">Mean and standard deviation. Elsewhere a puzzle is solved if it was '
            "with every seed, and its time is the mean; PAR-2 counts each run.</p>"
        )
    solved = {name: list(own.seconds.values()) for name, own in times.items()}
    yield "<h2>Puzzles solved by time</h2>"
    yield f"<figure>{charts.cactus(solved, run.seconds, total)}{_legend(times)}</figure>"
    found = effects(run.engines, run.records)
    if found:
        yield "<h2>What each technique changes</h2>"
        yield _ablation(found)
    for effect in found[:4] if run.own else found[:2]:
        pair = effect.base, effect.engine
        if pair[0] in times and pair[1] in times:
            yield f"<h2>{escape(pair[1])} against {escape(pair[0])}</h2>"
            yield f"<figure>{_scatter(times, pair, run.seconds)}</figure>"
    yield "<h2>Puzzles solved by kind, within the CPU seconds</h2>"
    yield _kinds(run, times)
    yield f"<h2>Puzzle by puzzle, CPU seconds</h2>{_each(run, times)}"
    yield f"<h2>How it was measured</h2>{_conditions(run)}"
    yield f"<h2>How to cite</h2>{_citation(run)}"


def _lead(run: Run, times: dict[str, EngineTimes]) -> str:
    total = len(run.cases)
    measured = max(len(each.statuses) for each in times.values())
    partial = f"Interrupted after {measured} puzzles. " * (measured < total)
    own = [engine.name for engine in run.engines if engine.plugin]
    order = own + [name for name in times if name not in own]
    words = ", ".join(
        f"<strong>{escape(name)}</strong> {len(times[name].seconds)} of {total}"
        for name in order
        if name in times
    )
    return (
        f"<p>{partial}Puzzles solved within {run.seconds:g} s of CPU time each: {words}. "
        f"Every answer was checked before its time counted.</p>"
    )


def _summary(run: Run, times: dict[str, EngineTimes]) -> str:
    every = {**times}
    if len(times) > 1:
        every["virtual best"] = virtual_best(times)
    rows = []
    for number, (name, own) in enumerate(every.items()):
        key = charts.key(number) if name in times else ""
        found = {"engine": f"{key}{_breakable(name)}"}
        found |= {column: escape(text) for column, text in figures(own).items()}
        nodes = f"{sum(own.nodes.values()):,.0f}" if own.nodes else ""
        memory = f"{own.peak_memory / 1e6:.0f} MB" if own.peak_memory else ""
        rows.append(found | {"nodes, if solved": nodes, "memory": memory})
    return _table([*rows[0]], [[*row.values()] for row in rows])


def _legend(names: Iterable[str]) -> str:
    entries = (f"<li>{charts.key(i)}{escape(name)}</li>" for i, name in enumerate(names))
    return f'<ul class="legend">{"".join(entries)}</ul>'


def _ablation(found: Sequence[Effect]) -> str:
    rows = []
    for effect in found:
        low, high = effect.bounds
        time = f"{effect.time:.2f} ({low:.2f} to {high:.2f})" if effect.both else ""
        mark = "better" if high < 1 else "worse" if low > 1 else ""
        rows.append(
            [
                _breakable(effect.engine),
                _breakable(effect.change),
                str(effect.gained),
                str(effect.lost),
                f'<span class="{mark}">{time}</span>',
                "" if effect.nodes is None else f"{effect.nodes:.2f}",
                str(effect.both),
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


def _scatter(times: dict[str, EngineTimes], pair: tuple[str, str], limit: float) -> str:
    return charts.scatter(points(*(times[name] for name in pair)), pair, limit) + (
        "<figcaption>Below the line the engine named on the left is faster. A cross is a puzzle "
        "that only one of them solved.</figcaption>"
    )


def _kinds(run: Run, times: dict[str, EngineTimes]) -> str:
    """Puzzles solved by scale, colours and verdict."""
    verdicts = _verdicts(run)

    def scale(case: Case) -> str:
        rows, columns = case.puzzle.shape
        return next(n for n, most in standard.SCALES.items() if rows * columns <= most)

    axes: list[Callable[[Case], str]] = [
        scale,
        lambda case: "one colour" if case.puzzle.has_one_colour else "coloured",
        lambda case: verdicts.get(_name(run, {"set": case.set, "puzzle": case.id}), "unknown"),
    ]
    kinds: dict[str, set[str]] = {}
    for axis in axes:
        for case in run.cases:
            name = _name(run, {"set": case.set, "puzzle": case.id})
            kinds.setdefault(axis(case), set()).add(name)
    rows = [
        [kind, str(len(each)), *(str(len(own.seconds.keys() & each)) for own in times.values())]
        for kind, each in kinds.items()
    ]
    return _table(["kind", "puzzles", *times], rows)


def _verdicts(run: Run) -> dict[str, str]:
    """The verdicts that the set has or some engine gave, by puzzle."""
    found = {
        _name(run, record): str(record["verdict"])
        for record in run.records
        if record["status"] == "solved" and record["verdict"] in ("unique", "multiple", "none")
    }
    known = {_name(run, {"set": c.set, "puzzle": c.id}): c.verdict for c in run.cases if c.verdict}
    return found | known


def _each(run: Run, times: dict[str, EngineTimes]) -> str:
    verdicts = _verdicts(run)
    rows = []
    for case in run.cases:
        name = _name(run, {"set": case.set, "puzzle": case.id})
        height, width = case.puzzle.shape
        solutions = "" if case.solutions is None else f"{case.solutions:,}"
        cells = [own.cell(name) for own in times.values()]
        if len(run.cases) > MOST_ROWS and all(name in own.seconds for own in times.values()):
            continue
        size = f"{height}×{width}"
        colours = str(case.puzzle.block_colours)
        answer = verdicts.get(name, "")
        rows.append([_breakable(name), size, colours, answer, solutions, *map(escape, cells)])
    head = ["puzzle", "size", "colours", "answer", "solutions", *times]
    shown = f"{len(rows)} puzzles"
    return f"<details><summary>{shown}</summary>{_table(head, rows)}</details>"


def _conditions(run: Run) -> str:
    lines = [line.removeprefix("- ") for line in about(run.records).split("\n")]
    lines += [
        f"Question: {run.protocol}, {run.seconds:g} s of CPU for each puzzle",
        *(f"Set: {name}, manifest {digest}" for name, digest in _digests(run)),
    ]
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    parts = [f"<pre>{escape(run.command)}</pre>", f"<ul>{items}</ul>"]
    if run.own is not None:
        text = run.own.read_text(encoding="utf-8", errors="replace")
        digest = hashlib.sha256(text.encode()).hexdigest()[:12]
        summary = f"{escape(run.own.name)}, SHA-256 {digest}…"
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
