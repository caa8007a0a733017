"""Experiment: minutes of people, by `nonocsp.people.explanation.effort` and by simpler models.

    python -m benchmarks.experiments.effort people4.jsonl

The file has a JSON object a line: ``picture`` (rows of 0 and 1) and ``mean_seconds`` of the people
who solved its puzzle. Every model has one constant, fitted so that the mean logarithm of people to
model is 0, and is also fitted without each puzzle in turn and asked for that one. Without a file:
only minutes of random puzzles and of the collection, by size.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path

import nonocsp as nc
from nonocsp.apps.collection import SECTIONS, collection
from nonocsp.people.explanation import Explanation, explain
from nonocsp.people.explanation.effort import CELL, cells_in_vain

from .printing import about, head, row

#: By name: what is multiplied by the constant, and the seconds that are added.
MODELS: dict[str, Callable[[Explanation], tuple[float, float]]] = {
    "steps": lambda e: (len(e.found), 0),
    "cells": lambda e: (e.puzzle.board.size, 0),
    "tedium": lambda e: (_cost(e), 0),
    "tedium, and a second a cell": lambda e: (_cost(e), CELL * e.puzzle.board.size),
    **{
        f"the model, LOOK = {look}": lambda e, look=look: (  # type: ignore[misc]
            _cost(e) + look * cells_in_vain(e) / 10,
            CELL * e.puzzle.board.size,
        )
        for look in (1, 2, 3, 5, 8)
    },
}


def _cost(explanation: Explanation) -> float:
    return sum(step.cost for step in explanation.found)


def fitted(parts: Sequence[tuple[float, float]], seconds: Sequence[float]) -> float:
    """The factor of the first parts for which the mean logarithm of seconds to model is 0."""
    low, high = 1e-3, 1e3
    while high / low > 1 + 1e-9:
        middle = math.sqrt(low * high)
        residuals = (
            math.log(time / (middle * part + more))
            for (part, more), time in zip(parts, seconds, strict=True)
        )
        low, high = (middle, high) if sum(residuals) > 0 else (low, middle)
    return low


def compare(path: Path) -> None:
    """Print how each model fits people."""
    given = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    given.sort(key=lambda one: one["mean_seconds"])
    seconds = [one["mean_seconds"] for one in given]
    found = [
        explain(nc.Puzzle.from_picture([[*map(int, row)] for row in one["picture"]])).run()
        for one in given
    ]
    people = f"people to model: {', '.join(map(str, seconds))} s"
    head("model", "constant", people, "s.d.", "unseen")
    for name, model in MODELS.items():
        parts = [model(each) for each in found]
        unit = fitted(parts, seconds)
        ratios, unseen = [], []
        for at, ((part, more), time) in enumerate(zip(parts, seconds, strict=True)):
            others = parts[:at] + parts[at + 1 :], seconds[:at] + seconds[at + 1 :]
            ratios.append(time / (unit * part + more))
            unseen.append(time / (fitted(*others) * part + more))
        spread = math.sqrt(sum(math.log(ratio) ** 2 for ratio in ratios) / (len(ratios) - 1))
        shown = (", ".join(f"{ratio:.2f}" for ratio in each) for each in (ratios, unseen))
        row(name, f"{unit:.2f}", next(shown), f"{spread:.3f}", next(shown))


def line(name: str, times: Sequence[float]) -> None:
    found = min(times), statistics.median(times), max(times)
    row(name, len(times), *(f"{each:.1f}" for each in found))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("people", type=Path, nargs="?")
    parser.add_argument("--count", type=int, default=400, help="random puzzles of 5x5")
    chosen = parser.parse_args()
    about()
    if chosen.people:
        compare(chosen.people)
    print()
    head("minutes", "puzzles", "least", "median", "most")
    for name in SECTIONS:
        line(name, [one.minutes for one in collection().values() if one.section == name])
    for side in range(10, 31, 5):
        of = [one for one in collection().values() if side - 5 < one.longest <= side]
        line(f"collection, side {side - 4} to {side}", [one.minutes for one in of])
    for side in (5, 8, 10, 15, 20, 25):
        made = (nc.generate(side, side, seed=n).puzzle for n in range(chosen.count * 25 // side**2))
        times = [nc.rate(each).minutes for each in made if each]
        line(f"random {side}x{side}", [time for time in times if time is not None])


if __name__ == "__main__":
    main()
