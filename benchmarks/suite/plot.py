"""Plots of records as SVG files.

- *cactus*: the number of puzzles that each engine solves within a time limit per puzzle.
- *scatter*: the times of two engines on the same puzzles, one point for each puzzle.
- *scaling*: the median time and its middle 80 % by the number of cells.
- *phase*: the same by density, which is taken from the puzzle's name (the set ``transition``), with
  the share of unsolved puzzles.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from nonocsp.core.base.files import atomic_write
from nonocsp.core.base.suggest import look_up

from . import charts
from .engine_times import EngineTimes, gather
from .records import Record
from .spec import SpecError

_Times: TypeAlias = dict[str, EngineTimes]


def plot(kind: str, records: Sequence[Record], path: Path, clock: str = "cpu") -> None:
    """Draw one kind of plot into a file.

    Raises:
        SpecError: there is no such kind, the name does not end in .svg, or the records do not suit.
    """
    if path.suffix.lower() != ".svg":
        raise SpecError(f"{path}: expected a name that ends in .svg")
    draw = look_up(KINDS, "kind of plot", kind, SpecError)
    if not records:
        raise SpecError("there are no records to draw")
    named = [{**record, "puzzle": f"{record['set']} {record['puzzle']}"} for record in records]
    times = gather(named, clock, "min")
    chart = draw(times, records, clock)
    names = [f"{name} ({len(own.seconds)}/{len(own.statuses)})" for name, own in times.items()]
    with atomic_write(path) as file:
        file.write(charts.standalone(chart, () if kind == "scatter" else names))


def points(one: EngineTimes, other: EngineTimes) -> list[charts.Point]:
    """The puzzles that two engines were asked, and one of them solved at least."""
    return [
        charts.Point(
            puzzle,
            one.bound(puzzle),
            other.bound(puzzle),
            puzzle not in one.seconds or puzzle not in other.seconds,
        )
        for puzzle in one.statuses
        if puzzle in other.statuses and (puzzle in one.seconds or puzzle in other.seconds)
    ]


def _cactus(times: _Times, records: Sequence[Record], clock: str) -> str:
    solved = {name: list(own.seconds.values()) for name, own in times.items()}
    return charts.cactus(solved, _limit(times), max(len(e.statuses) for e in times.values()), clock)


def _scatter(times: _Times, records: Sequence[Record], clock: str) -> str:
    if len(times) != 2:
        raise SpecError(f"a scatter plot is of two engines, not {len(times)}")
    (first, one), (second, other) = times.items()
    shared = points(one, other)
    if not shared:
        raise SpecError("the two engines have no puzzle in common that one of them solved")
    return charts.scatter(shared, (first, second), _limit(times))


def _scaling(times: _Times, records: Sequence[Record], clock: str) -> str:
    cells = {f"{r['set']} {r['puzzle']}": r["size"][0] * r["size"][1] for r in records}
    labels = "cells", f"{clock} time, median and 80 %"
    return charts.by_quantity(_grouped(times, cells), labels, _limit(times), is_log=True)


def _phase(times: _Times, records: Sequence[Record], clock: str) -> str:
    density = {
        f"{record['set']} {record['puzzle']}": float(match[1])
        for record in records
        if (match := re.match(r"random-\d+x\d+-([\d.]+)-", record["puzzle"]))
    }
    if not density:
        raise SpecError("no puzzle's name holds its density; measure the set transition")
    shares: dict[str, dict[float, float]] = {}
    for name, own in times.items():
        failed: dict[float, list[bool]] = defaultdict(list)
        for puzzle in own.statuses.keys() & density.keys():
            failed[density[puzzle]].append(puzzle not in own.seconds)
        shares[name] = {at: sum(those) / len(those) for at, those in failed.items()}
    labels = "density of filled cells", f"{clock} time, median and 80 % (dotted: share not solved)"
    found = _grouped(times, density)
    return charts.by_quantity(found, labels, _limit(times), is_log=False, shares=shares)


def _grouped(times: _Times, quantity: Mapping[str, float]) -> dict[str, dict[float, list[float]]]:
    """The times of each engine by a quantity of the puzzles, where it is known."""
    found: dict[str, dict[float, list[float]]] = {}
    for name, own in times.items():
        found[name] = defaultdict(list)
        for puzzle in own.statuses:
            if puzzle in quantity:
                found[name][quantity[puzzle]].append(own.bound(puzzle))
    return found


def _limit(times: _Times) -> float:
    return max(own.limit for own in times.values())


KINDS: dict[str, Callable[[_Times, Sequence[Record], str], str]] = {
    "cactus": _cactus,
    "scatter": _scatter,
    "scaling": _scaling,
    "phase": _phase,
}
