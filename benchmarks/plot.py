"""Pictures of records, by matplotlib: cactus, scatter, scaling, phase transition.

- *cactus*: how many puzzles each engine solves within how many seconds, each on its own.
- *scatter*: the times of two engines on the same puzzles, one point a puzzle.
- *scaling*: the median time, and its middle 80 %, by the number of cells.
- *phase*: the median time, and the share that was not solved, by the density that a puzzle's name
  tells (the set ``transition``).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from .records import Record
from .times import Times, gather

#: Line styles besides colours, so that a print without colours can be read.
_STYLES = ("-", "--", "-.", ":")


def plot(kind: str, records: Sequence[Record], path: Path, clock: str = "wall") -> None:
    """Draw one kind of picture into a file; its suffix (.svg, .png, .pdf) tells the format.

    Raises:
        ValueError: there is no such kind, or the records do not suit it.
    """
    import matplotlib

    matplotlib.use("agg")
    # Text stays text and ids stay the same, so that a drawing can be searched and compared.
    matplotlib.rcParams |= {"svg.fonttype": "none", "svg.hashsalt": "nonocsp", "font.size": 9}
    from matplotlib import pyplot

    if kind not in KINDS:
        raise ValueError(f"no kind of plot {kind!r}; there are {', '.join(KINDS)}")
    if not records:
        raise ValueError("there are no records to draw")
    figure, axes = pyplot.subplots(figsize=(6, 4), layout="constrained")
    try:
        KINDS[kind](axes, records, clock)
        metadata = {"Date": None} if path.suffix == ".svg" else None
        figure.savefig(path, metadata=metadata, dpi=150)
    finally:
        pyplot.close(figure)


def _by_engine(records: Sequence[Record], clock: str) -> dict[str, Times]:
    """Times by engine, the puzzles named with their set."""
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
    axes.set(xscale="log", xlabel=f"{clock} seconds for each puzzle", ylabel="puzzles solved")
    axes.legend()


def _scatter(axes: Any, records: Sequence[Record], clock: str) -> None:
    times = _by_engine(records, clock)
    if len(times) != 2:
        raise ValueError(f"a scatter plot is of two engines, not {len(times)}")
    (first, one), (second, other) = times.items()
    both = [puzzle for puzzle in one.statuses if puzzle in other.statuses]
    if not both:
        raise ValueError("the two engines have no puzzle in common")
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
    axes.set(xscale="log", yscale="log", xlabel=f"{first}, seconds", ylabel=f"{second}, seconds")
    axes.legend()


def _scaling(axes: Any, records: Sequence[Record], clock: str) -> None:
    cells = {f"{r['set']} {r['puzzle']}": r["size"][0] * r["size"][1] for r in records}
    for number, (engine, own) in enumerate(_by_engine(records, clock).items()):
        by_size: dict[float, list[float]] = defaultdict(list)
        for puzzle in own.statuses:
            by_size[cells[puzzle]].append(own.bound(puzzle))
        _band(axes, by_size, engine, number)
    axes.set(xscale="log", yscale="log", xlabel="cells", ylabel=f"{clock} seconds, median and 80 %")
    axes.legend()


def _phase(axes: Any, records: Sequence[Record], clock: str) -> None:
    density = {}
    for record in records:
        match = re.match(r"random-\d+x\d+-([\d.]+)-", record["puzzle"])
        if match:
            density[f"{record['set']} {record['puzzle']}"] = float(match[1])
    if not density:
        raise ValueError("no puzzle's name tells its density; measure the set transition")
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
    axes.set_ylabel(f"{clock} seconds, median and 80 %")
    unsolved.set(ylim=(0, 1.02), ylabel="share not solved (dotted)")
    axes.legend()


def _band(axes: Any, values: dict[float, list[float]], engine: str, number: int) -> None:
    """A line through the medians, and what lies between the first and the last tenth."""
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
