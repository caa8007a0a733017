"""Plots of records, by matplotlib: cactus, scatter, scaling, phase transition.

- *cactus*: the number of puzzles that each engine solves within a time limit per puzzle.
- *scatter*: the times of two engines on the same puzzles, one point for each puzzle.
- *scaling*: the median time and its middle 80 % by the number of cells.
- *phase*: the median time and the share of unsolved puzzles by density, which is taken from the
  puzzle's name (the set ``transition``).

An SVG is written without what matplotlib adds for editors, most of its size: see `compact_svg`.
"""

from __future__ import annotations

import io
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from importlib.util import find_spec
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from ...common.files import atomic_write
from ...common.optional import missing
from ...common.suggest import unknown
from .engine_times import EngineTimes, gather, seconds_text
from .records import Record
from .spec import SpecError

#: The formats of plots, which are suffixes.
FORMATS = ("svg", "png", "pdf")

#: Line styles besides colours, so that a print without colours can be read.
_STYLES = ("-", "--", "-.", ":")


def plot(kind: str, records: Sequence[Record], path: Path, clock: str = "cpu") -> None:
    """Draw one kind of plot into a file; its suffix (.svg, .png, .pdf) chooses the format.

    Raises:
        SpecError: there is no such kind or format, or the records do not suit it.
    """
    form = path.suffix.removeprefix(".").lower()
    if form not in FORMATS:
        raise SpecError(f"{path}: expected a name that ends in .{', .'.join(FORMATS)}")
    if find_spec("matplotlib") is None:
        raise SpecError(missing("plots need matplotlib", "matplotlib"))
    import matplotlib

    matplotlib.use("agg")
    # Text stays text and ids stay the same, so that a drawing can be searched and compared.
    matplotlib.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "nonocsp", "font.size": 9}
    from matplotlib import pyplot

    if kind not in KINDS:
        raise SpecError(unknown("kind of plot", kind, KINDS))
    if not records:
        raise SpecError("there are no records to draw")
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    try:
        KINDS[kind](axes, records, clock)
        metadata = {"Date": None} if form == "svg" else None
        drawn = io.BytesIO()
        figure.savefig(drawn, format=form, metadata=metadata, dpi=150)
    finally:
        pyplot.close(figure)
    content = drawn.getvalue()
    with atomic_write(path, binary=True) as file:
        file.write(compact_svg(content.decode()).encode() if form == "svg" else content)


def compact_svg(text: str) -> str:
    """An SVG of matplotlib without prolog, metadata and comments, in tenths of a point.

    >>> compact_svg('<svg>\\n <!-- a --> <path d="M 1.2345 2.001 \\nL 3 4\\n"/> </svg>')
    '<svg><path d="M1.2 2L3 4"/></svg>\\n'
    """
    text = re.sub(r"(?s)<\?xml.*?\?>|<!DOCTYPE.*?>|<metadata>.*?</metadata>|<!--.*?-->", "", text)
    text = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.1f}".removesuffix(".0"), text)
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r' ?\b([MLQCz]) (?=[-\d"])', r"\1", text)
    text = re.sub(r"; ?(?=[a-z-]+:)|(?<=[a-z]): ", lambda found: found[0].strip(), text)
    text = re.sub(r"> <", "><", re.sub(r' "(?=[/ >])', '"', text))
    text = re.sub(r'<g id="[^"]*"', "<g", text)
    before = ""
    while text != before:  # from the inside, groups that change nothing
        before, text = text, re.sub(r"<g>((?:(?!</?g\b).)*)</g>", r"\1", text)
    return text.strip() + "\n"


def _seconds(axis: Any, label: str) -> None:
    """A logarithmic axis of times, labelled as in the tables."""
    from matplotlib.ticker import NullLocator

    axis.set_minor_locator(NullLocator())
    axis.set_major_formatter(lambda value, _: seconds_text(value))
    axis.set_label_text(label)


def _by_engine(records: Sequence[Record], clock: str) -> dict[str, EngineTimes]:
    """Times by engine, puzzles named with their set."""
    named = [{**record, "puzzle": f"{record['set']} {record['puzzle']}"} for record in records]
    return gather(named, clock, "min")


def _cactus(axes: Any, records: Sequence[Record], clock: str) -> None:
    for number, (engine, own) in enumerate(_by_engine(records, clock).items()):
        seconds = sorted(own.seconds.values())
        axes.step(
            seconds,
            range(1, len(seconds) + 1),
            _STYLES[number % len(_STYLES)],
            where="post",
            label=f"{engine} ({len(seconds)}/{len(own.statuses)})",
        )
    axes.set(xscale="log", ylabel="puzzles solved")
    axes.yaxis.get_major_locator().set_params(integer=True)
    _seconds(axes.xaxis, f"{clock} time for each puzzle")
    axes.legend()


def _scatter(axes: Any, records: Sequence[Record], clock: str) -> None:
    times = _by_engine(records, clock)
    if len(times) != 2:
        raise SpecError(f"a scatter plot is of two engines, not {len(times)}")
    (first, one), (second, other) = times.items()
    both = [puzzle for puzzle in one.statuses if puzzle in other.statuses]
    if not both:
        raise SpecError("the two engines have no puzzle in common")
    solved = [p for p in both if p in one.seconds and p in other.seconds]
    rest = [p for p in both if p not in solved and (p in one.seconds or p in other.seconds)]
    for puzzles, mark, label in ((solved, "o", "both"), (rest, "x", "one of them")):
        if puzzles:
            axes.scatter(
                [one.bound(p) for p in puzzles],
                [other.bound(p) for p in puzzles],
                12,
                marker=mark,
                alpha=0.6,
                label=f"solved by {label}: {len(puzzles)}",
            )
    ends = [
        min(min(one.seconds.values()), min(other.seconds.values())),
        max(one.limit, other.limit),
    ]
    axes.plot(ends, ends, color="grey", linewidth=0.8)
    axes.set(xscale="log", yscale="log")
    _seconds(axes.xaxis, first)
    _seconds(axes.yaxis, second)
    axes.legend()


def _scaling(axes: Any, records: Sequence[Record], clock: str) -> None:
    cells = {f"{r['set']} {r['puzzle']}": r["size"][0] * r["size"][1] for r in records}
    for number, (engine, own) in enumerate(_by_engine(records, clock).items()):
        by_size: dict[float, list[float]] = defaultdict(list)
        for puzzle in own.statuses:
            by_size[cells[puzzle]].append(own.bound(puzzle))
        _band(axes, by_size, engine, number)
    axes.set(xscale="log", yscale="log", xlabel="cells")
    _seconds(axes.yaxis, f"{clock} time, median and 80 %")
    axes.legend()


def _phase(axes: Any, records: Sequence[Record], clock: str) -> None:
    density = {}
    for record in records:
        match = re.match(r"random-\d+x\d+-([\d.]+)-", record["puzzle"])
        if match:
            density[f"{record['set']} {record['puzzle']}"] = float(match[1])
    if not density:
        raise SpecError("no puzzle's name holds its density; measure the set transition")
    unsolved = axes.twinx()
    for number, (engine, own) in enumerate(_by_engine(records, clock).items()):
        times: dict[float, list[float]] = defaultdict(list)
        failed: dict[float, list[bool]] = defaultdict(list)
        for puzzle, status in own.statuses.items():
            if puzzle in density:
                times[density[puzzle]].append(own.bound(puzzle))
                failed[density[puzzle]].append(status != "solved")
        _band(axes, times, engine, number)
        at = sorted(failed)
        shares = [sum(failed[d]) / len(failed[d]) for d in at]
        if any(shares):
            unsolved.plot(at, shares, ":", color=f"C{number}", label=f"{engine}, not solved")
    axes.set(yscale="log", xlabel="density of filled cells")
    _seconds(axes.yaxis, f"{clock} time, median and 80 %")
    unsolved.set(ylim=(0, 1.02), ylabel="share not solved (dotted)")
    axes.legend()


def _band(axes: Any, values: dict[float, list[float]], engine: str, number: int) -> None:
    """A line through the medians, in a band from the first to the last decile."""
    at = sorted(values)
    style = _STYLES[number % len(_STYLES)]
    axes.plot(at, [median(values[x]) for x in at], style, marker=".", label=engine)
    tenths = [
        quantiles(v, n=10, method="inclusive") if len(v := values[x]) > 1 else [v[0]] * 9
        for x in at
    ]
    axes.fill_between(at, [t[0] for t in tenths], [t[-1] for t in tenths], alpha=0.15)


KINDS: dict[str, Callable[[Any, Sequence[Record], str], None]] = {
    "cactus": _cactus,
    "scatter": _scatter,
    "scaling": _scaling,
    "phase": _phase,
}
