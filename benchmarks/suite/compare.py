"""Comparison of two files of records: answers, counted work, and times beyond the noise.

For every engine and puzzle solved in both files, the ratio of the least times is compared with the
spread of the repeats. A puzzle is called slower or faster only if the ratio is further from 1 than
both spreads together. The mean of all ratios is geometric; its bounds are the middle 95 % of a
seeded bootstrap over the puzzles (Efron, 1979).
"""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .agreement import agreement
from .engine_times import seconds_of, seconds_text
from .records import Record

#: Draws of the bootstrap.
_DRAWS = 2000

#: Smaller ratios are noise whatever the spread: clocks and caches are not more stable.
_STEADY = 1.05


@dataclass(frozen=True, slots=True)
class Change:
    """One engine on one puzzle, before and after."""

    engine: str
    puzzle: str
    before: float
    after: float
    noise: float
    """The ratio of the median repeat to the least one, the larger of both sides."""

    @property
    def ratio(self) -> float:
        return self.after / self.before

    @property
    def is_beyond_noise(self) -> bool:
        bound = max(self.noise**2, _STEADY)
        return self.ratio > bound or self.ratio < 1 / bound


def compare(before: Sequence[Record], after: Sequence[Record], clock: str = "cpu") -> str:
    """What two files of records agree in, and the changes of times, as Markdown.

    Args:
        before, after: the records of both.
        clock: ``wall`` or ``cpu`` seconds.
    """
    old, new = _solved(before, clock), _solved(after, clock)
    changes = [
        Change(
            key[0], f"{key[1]} {key[2]}", min(old[key]), min(new[key]), _noise(old[key], new[key])
        )
        for key in old
        if key in new
    ]
    parts = ["# Before and after", str(agreement(before, after))]
    if not changes:
        return "\n\n".join([*parts, "Both files have no solved puzzle in common."])
    parts.append(_means(changes))
    for title, picked in (
        ("Slower", [c for c in changes if c.is_beyond_noise and c.ratio > 1]),
        ("Faster", [c for c in changes if c.is_beyond_noise and c.ratio < 1]),
    ):
        if picked:
            picked.sort(key=lambda change: -abs(math.log(change.ratio)))
            parts += [f"## {title} beyond the noise: {len(picked)}", _listed(picked[:30])]
    lost = sorted(" ".join(key) for key in old if key not in new)
    gained = sorted(" ".join(key) for key in new if key not in old)
    for title, names in (("No longer solved, or not asked", lost), ("Newly solved", gained)):
        if names:
            parts += [f"## {title}: {len(names)}", "\n".join(f"- {name}" for name in names[:30])]
    return "\n\n".join(parts)


def regressed(before: Iterable[Record], after: Iterable[Record], clock: str = "cpu") -> bool:
    """Whether some engine is slower: the lower bound of its mean ratio exceeds 1.05."""
    old, new = _solved(before, clock), _solved(after, clock)
    logs: dict[str, list[float]] = defaultdict(list)
    for key in old:
        if key in new:
            logs[key[0]].append(math.log(min(new[key]) / min(old[key])))
    return any(bounds(each)[0] > math.log(_STEADY) for each in logs.values())


def _solved(records: Iterable[Record], clock: str) -> dict[tuple[str, str, str], list[float]]:
    """The seconds of all repeats, by engine, set and puzzle, if all were solved."""
    seconds: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    failed = set()
    for record in records:
        seed = "" if (number := record.get("seed")) is None else f", seed {number}"
        key = (record["engine"], record["set"], f"{record['puzzle']}{seed}")
        if record["status"] != "solved":
            failed.add(key)
            continue
        seconds[key].append(seconds_of(record, clock))
    return {key: values for key, values in seconds.items() if key not in failed}


def _noise(*sides: Sequence[float]) -> float:
    """The ratio of the median repeat to the least; with one repeat, a guess."""
    spreads = [sorted(side)[len(side) // 2] / min(side) for side in sides if len(side) > 1]
    return max(spreads, default=1.2)


def bounds(logs: Sequence[float]) -> tuple[float, float]:
    """The middle 95 % of the means of resampled logarithms, by a seeded bootstrap."""
    draw = random.Random(1)
    means = sorted(sum(draw.choices(logs, k=len(logs))) / len(logs) for _ in range(_DRAWS))
    return means[int(0.025 * _DRAWS)], means[int(0.975 * _DRAWS)]


def _means(changes: Sequence[Change]) -> str:
    logs: dict[str, list[float]] = defaultdict(list)
    for change in changes:
        logs[change.engine].append(math.log(change.ratio))
    lines = [
        "| engine | puzzles | after / before, geometric mean | 95 % bounds |",
        "|:--|--:|--:|--:|",
    ]
    for engine, each in logs.items():
        low, high = map(math.exp, bounds(each))
        mean = math.exp(sum(each) / len(each))
        lines.append(f"| {engine} | {len(each)} | {mean:.3f} | {low:.3f} to {high:.3f} |")
    return "\n".join(lines)


def _listed(changes: Sequence[Change]) -> str:
    lines = ["| engine | puzzle | before | after | ratio | noise |", "|:--|:--|--:|--:|--:|--:|"]
    lines += [
        f"| {c.engine} | {c.puzzle} | {seconds_text(c.before)} | {seconds_text(c.after)} "
        f"| {c.ratio:.2f} | {c.noise:.2f} |"
        for c in changes
    ]
    return "\n".join(lines)
