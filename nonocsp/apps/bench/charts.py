"""Charts as SVG text, without a plotting library: a cactus plot and a scatter plot.

Both have logarithmic axes of seconds. Colours are the variables ``--c0`` to ``--c7`` of the page
that holds them, text and lines its current colour, so that a chart follows light and dark themes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape
from typing import NamedTuple

from ...common.errors import excerpt
from .engine_times import seconds_text

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
    """A logarithmic axis: seconds to a coordinate."""

    def __init__(self, values: Sequence[float], limit: float, start: float, end: float) -> None:
        least = min((max(value, LEAST) for value in values), default=LEAST)
        self._low = math.floor(math.log10(least))
        self._high = max(math.log10(limit), self._low + 1)
        self._start, self._end = start, end

    def __call__(self, seconds: float) -> float:
        share = (math.log10(max(seconds, LEAST)) - self._low) / (self._high - self._low)
        return self._start + min(max(share, 0.0), 1.0) * (self._end - self._start)

    @property
    def ticks(self) -> list[float]:
        return [10.0**power for power in range(self._low, math.floor(self._high + 1e-9) + 1)]


def cactus(times: Mapping[str, Sequence[float]], limit: float, total: int) -> str:
    """The number of puzzles that each engine solves within a time for each puzzle."""
    across = _Axis([s for each in times.values() for s in each], limit, LEFT, WIDTH - RIGHT)
    bottom = HEIGHT - BOTTOM

    def down(solved: int) -> float:
        return bottom - solved / max(1, total) * (bottom - TOP)

    parts = _across(across, "CPU time for each puzzle")
    step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if total / s <= 8)
    for number in range(0, total + 1, step):
        parts.append(_level(down(number), str(number)))
    parts.append(_turned("puzzles solved"))
    for number, (name, seconds) in enumerate(times.items()):
        path, last = "", down(0)
        for solved, each in enumerate(sorted(seconds), start=1):
            at = across(each)
            path += f"{'L' if path else 'M'}{at:.1f} {last:.1f}V{down(solved):.1f}"
            last = down(solved)
        if path:
            title = f"<title>{escape(name)}: {len(seconds)} of {total}</title>"
            path += f"H{WIDTH - RIGHT}"
            parts.append(f'<path d="{path}" class="line"{style(number)}>{title}</path>')
    return _svg(parts, "Puzzles solved by time limit")


def scatter(points: Sequence[Point], names: tuple[str, str], limit: float) -> str:
    """The times of two engines on the same puzzles; on the diagonal they are equal."""
    across = _Axis([p.x for p in points], limit, LEFT, WIDTH - RIGHT)
    up = _Axis([p.y for p in points], limit, HEIGHT - BOTTOM, TOP)
    parts = _across(across, names[0])
    parts += [_level(up(tick), seconds_text(tick)) for tick in up.ticks]
    parts.append(_turned(names[1]))
    low, high = max(across.ticks[0], up.ticks[0]), limit
    ends = f"M{across(low):.1f} {up(low):.1f}L{across(high):.1f} {up(high):.1f}"
    parts.append(f'<path d="{ends}" class="rule"/>')
    for point in points:
        times = " / ".join(seconds_text(t) for t in (point.x, point.y))
        title = f"<title>{escape(point.name)}: {escape(times)}</title>"
        x, y = across(point.x), up(point.y)
        if point.is_bound:
            cross = f"M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8"
            parts.append(f'<path d="{cross}" class="line" style="stroke:var(--c1)">{title}</path>')
        else:
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="dot">{title}</circle>')
    return _svg(parts, f"Times of {names[0]} and {names[1]}")


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


def _across(axis: _Axis, label: str) -> list[str]:
    """The lower axis with its ticks and label."""
    bottom = HEIGHT - BOTTOM
    parts = []
    for tick in axis.ticks:
        x, text = axis(tick), escape(seconds_text(tick))
        parts.append(f'<path d="M{x:.1f} {TOP}V{bottom}" class="grid"/>')
        parts.append(f'<text x="{x:.1f}" y="{bottom + 17}" class="middle">{text}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    shown, size = _fitting(label, WIDTH - RIGHT - LEFT)
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" class="middle"{size}>{shown}</text>')
    return parts


def _level(y: float, text: str) -> str:
    """A horizontal line of the grid with its label."""
    line = f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" class="grid"/>'
    return f'{line}<text x="{LEFT - 7}" y="{y + 4:.1f}" class="end">{escape(text)}</text>'


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
