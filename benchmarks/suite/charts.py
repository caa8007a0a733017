"""Charts as SVG text, without a plotting library.

A cactus plot, a scatter plot, and times by some quantity. Colours are the variables ``--c0`` to
``--c7`` of the page that holds a chart, or of `standalone`, and follow light and dark themes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from pathlib import Path
from statistics import quantiles
from typing import NamedTuple

from nonocsp.core.base.errors import excerpt

from .seconds import seconds_text

#: The drawing area, and the margins for the labels.
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 380, 84, 14, 10, 46

#: The number of colours of the page, and the dashes that tell more lines apart.
COLOURS, DASHES = 8, ("", "6 3", "2 3", "9 3 2 3")

#: The sizes of labels in pixels, and the width of a letter as a share of that, at most.
LARGEST, SMALLEST, LETTER = 12.0, 7.0, 0.6

#: Times below this are drawn at it: clocks do not measure them.
LEAST = 1e-5


class Point(NamedTuple):
    """A puzzle of a scatter plot."""

    name: str
    x: float
    y: float
    is_bound: bool
    """One of the two was not solved: its time is a lower bound."""


class _Axis:
    """An axis, logarithmic or linear: values to a coordinate.

    Args:
        values: what is drawn; may be empty.
        most: the end of the axis.
        start, end: the coordinates of its ends.
        text: a tick as text.
        is_log: whether it is logarithmic, from a power of ten on; else it begins at zero.
    """

    def __init__(
        self,
        values: Iterable[float],
        most: float,
        start: float,
        end: float,
        text: Callable[[float], str] = seconds_text,
        *,
        is_log: bool = True,
    ) -> None:
        self.text, self._is_log, self._start, self._end = text, is_log, start, end
        least = min((max(value, LEAST) for value in values), default=LEAST)
        self._low = math.floor(math.log10(least)) if is_log else 0.0
        self._high = max(math.log10(most), self._low + 1) if is_log else most or 1.0

    def __call__(self, value: float) -> float:
        value = math.log10(max(value, LEAST)) if self._is_log else value
        share = (value - self._low) / (self._high - self._low)
        return self._start + min(max(share, 0.0), 1.0) * (self._end - self._start)

    @property
    def ticks(self) -> list[float]:
        if self._is_log:
            powers = range(int(self._low), math.floor(self._high + 1e-9) + 1)
            return [10.0**power for power in powers]
        steps = (s * 10.0**power for power in range(-2, 9) for s in (1, 2, 5))
        step = next(step for step in steps if self._high / step <= 8)
        return [number * step for number in range(int(self._high / step + 1e-9) + 1)]


def _along(values: Iterable[float], most: float, *text: Callable[[float], str]) -> _Axis:
    """A logarithmic lower axis."""
    return _Axis(values, most, LEFT, WIDTH - RIGHT, *text)


def _upwards(
    values: Iterable[float],
    most: float,
    text: Callable[[float], str] = seconds_text,
    *,
    is_log: bool = True,
) -> _Axis:
    """An axis on the left, by default a logarithmic one of times."""
    return _Axis(values, most, HEIGHT - BOTTOM, TOP, text, is_log=is_log)


def cactus(
    times: Mapping[str, Sequence[float]], limit: float, total: int, clock: str = "CPU"
) -> str:
    """The number of puzzles that each engine solves within a time for each puzzle."""
    across = _along([s for each in times.values() for s in each], limit)
    down = _Axis((), max(1, total), HEIGHT - BOTTOM, TOP, "{:.0f}".format, is_log=False)
    parts = _frame(across, f"{clock} time for each puzzle", down, "puzzles solved")
    for number, (name, seconds) in enumerate(times.items()):
        path, last = "", down(0)
        for solved, each in enumerate(sorted(seconds), start=1):
            at = across(each)
            path += f"{'L' if path else 'M'}{at:.1f} {last:.1f}V{down(solved):.1f}"
            last = down(solved)
        if path:
            title = f"{name}: {len(seconds)} of {total}"
            parts.append(_line(f"{path}H{WIDTH - RIGHT}", style(number), title))
    return _svg(parts, "Puzzles solved by time limit")


def scatter(points: Sequence[Point], names: tuple[str, str], limit: float) -> str:
    """The times of two engines on the same puzzles; on the diagonal they are equal."""
    across, up = _along((p.x for p in points), limit), _upwards((p.y for p in points), limit)
    parts = _frame(across, names[0], up, names[1])
    low, high = max(across.ticks[0], up.ticks[0]), limit
    ends = f"M{across(low):.1f} {up(low):.1f}L{across(high):.1f} {up(high):.1f}"
    parts.append(f'<path d="{ends}" class="rule"/>')
    for point in points:
        times = " / ".join(seconds_text(t) for t in (point.x, point.y))
        title = f"{point.name}: {times}"
        x, y = across(point.x), up(point.y)
        if point.is_bound:
            cross = f"M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8"
            parts.append(_line(cross, ' style="stroke:var(--c1)"', title))
        else:
            circle = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="dot">'
            parts.append(f"{circle}<title>{escape(title)}</title></circle>")
    return _svg(parts, f"Times of {names[0]} and {names[1]}")


def by_quantity(
    times: Mapping[str, Mapping[float, Sequence[float]]],
    labels: tuple[str, str],
    limit: float,
    *,
    is_log: bool,
    shares: Mapping[str, Mapping[float, float]] | None = None,
    text: Callable[[float], str] = seconds_text,
    is_up_log: bool = True,
) -> str:
    """The median time and its middle 80 % by a quantity, which each engine has times for.

    ``shares`` are drawn as dotted lines: 1 is the height of the drawing. With another ``text``
    of ticks other numbers than times are drawn.
    """
    at = [x for each in times.values() for x in each]
    across = _Axis(at, max(at), LEFT, WIDTH - RIGHT, "{:g}".format, is_log=is_log)
    every = [t for each in times.values() for some in each.values() for t in some]
    up = _upwards(every, limit, text, is_log=is_up_log)
    parts = _frame(across, labels[0], up, labels[1])

    def path(points: Iterable[tuple[float, float]]) -> str:
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)

    for number, (name, values) in enumerate(times.items()):
        tenths = [
            (across(x), quantiles(v, n=10, method="inclusive") if len(v) > 1 else [v[0]] * 9)
            for x, v in sorted(values.items())
        ]
        edges = [(x, up(t[0])) for x, t in tenths] + [(x, up(t[-1])) for x, t in reversed(tenths)]
        fill = f'style="fill:var(--c{number % COLOURS});fill-opacity:.15"'
        parts.append(f'<path d="{path(edges)}Z" {fill}/>')
        parts.append(_line(path((x, up(t[4])) for x, t in tenths), style(number), name))
        of = sorted((shares or {}).get(name, {}).items())
        if any(share for _, share in of):
            height = HEIGHT - BOTTOM - TOP
            dotted = path((across(x), HEIGHT - BOTTOM - share * height) for x, share in of)
            look = f' style="stroke:var(--c{number % COLOURS});stroke-dasharray:1 4"'
            parts.append(_line(dotted, look, f"{name}, share not solved"))
    return _svg(parts, f"{labels[1]} by {labels[0]}")


def standalone(chart: str, names: Iterable[str]) -> str:
    """A chart as a file of its own, with a legend below it."""
    entries = ""
    for number, name in enumerate(names):
        y = HEIGHT + 18 * number + 8
        entries += f'<path d="M{LEFT} {y}h30" class="line"{style(number)}/>'
        entries += f'<text x="{LEFT + 38}" y="{y + 4}">{escape(name)}</text>\n'
    height = HEIGHT + 18 * entries.count("<text") + 8
    css = Path(__file__).with_name("chart.css").read_text(encoding="utf-8")
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
    chart = chart.replace(f'<svg viewBox="0 0 {WIDTH} {HEIGHT}"', head)
    chart = chart.replace("\n", f"\n<style>\n{css}</style>\n", 1)
    return chart.removesuffix("</svg>") + entries + "</svg>\n"


def style(number: int) -> str:
    """The attributes of a line by its number: colours first, then dashes."""
    dash = DASHES[(number // COLOURS + number) % len(DASHES)]
    dashes = f";stroke-dasharray:{dash}" if dash else ""
    return f' style="stroke:var(--c{number % COLOURS}){dashes}"'


def key(number: int) -> str:
    """A short sample of a line, for a legend or a table."""
    return (
        f'<svg class="key" viewBox="0 0 30 8" width="30" height="8" aria-hidden="true">'
        f'<path d="M0 4H30" class="line"{style(number)}/></svg>'
    )


def _line(path: str, style: str, title: str) -> str:
    return f'<path d="{path}" class="line"{style}><title>{escape(title)}</title></path>'


def _frame(across: _Axis, label: str, up: _Axis, turned: str) -> list[str]:
    """Both axes with their ticks and labels."""
    bottom = HEIGHT - BOTTOM
    parts = []
    for tick in across.ticks:
        x, text = across(tick), escape(across.text(tick))
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" class="grid"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 17}" class="middle">{text}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    shown, size = _fitting(label, WIDTH - RIGHT - LEFT)
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" class="middle"{size}>{shown}</text>')
    for tick in up.ticks:
        y, text = up(tick), escape(up.text(tick))
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" class="grid"/>')
        parts.append(f'<text x="{LEFT - 7}" y="{y + 4:.1f}" class="end">{text}</text>')
    return [*parts, _turned(turned)]


def _turned(text: str) -> str:
    """The label of the axis on the left."""
    y, (shown, size) = (HEIGHT - BOTTOM + TOP) / 2, _fitting(text, HEIGHT - BOTTOM - TOP)
    return f'<text transform="translate(13 {y}) rotate(-90)" class="middle"{size}>{shown}</text>'


def _fitting(label: str, room: float) -> tuple[str, str]:
    """A label as HTML that fits into some pixels, and the attribute that makes it small enough."""
    shown = excerpt(label, int(room / (LETTER * SMALLEST)))
    size = min(LARGEST, room / (LETTER * len(shown)))
    return escape(shown), f' style="font-size:{size:.1f}px"' if size < LARGEST else ""


def _svg(parts: Sequence[str], label: str) -> str:
    body = "\n".join(parts)
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(label, quote=True)}">'
        f"\n{body}\n</svg>"
    )
