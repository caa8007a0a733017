"""Plots of records as SVG files.

- *cactus*: the number of puzzles that each engine solves within a time limit per puzzle.
- *scatter*: the times of two engines on the same puzzles, one point for each puzzle.
- *scaling*: the median time and its middle 80 % by the number of cells.
- *phase*: the same by density, which is taken from the puzzle's name (the set ``transition``), with
  the share of unsolved puzzles.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from nonocsp.core.base.files import atomic_write
from nonocsp.core.base.suggest import look_up

from . import charts
from .engine_times import by_puzzle, gather, in_common, pd
from .records import Record
from .spec import SpecError


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
    times = by_puzzle(gather(records, clock))
    solved = times["seconds"].groupby("engine", sort=False).agg(["count", "size"])
    names = [f"{name} ({count}/{size})" for name, count, size in solved.itertuples()]
    with atomic_write(path) as file:
        file.write(charts.standalone(draw(times, clock), () if kind == "scatter" else names))


def cactus(times: pd.DataFrame, limit: float, clock: str = "CPU") -> str:
    """The cactus plot of engines."""
    by = times["seconds"].groupby("engine", sort=False)
    solved = {name: list(own.dropna()) for name, own in by}
    return charts.cactus(solved, limit, int(by.size().max()), clock)


def points(times: pd.DataFrame, one: str, other: str) -> list[charts.Point]:
    """The puzzles that two engines were asked, and one of them solved at least."""
    both = in_common(times, one, other)
    unsolved = both[["seconds", "seconds_base"]].isna().sum(axis=1)
    both = both.assign(is_bound=unsolved > 0)[unsolved < 2]
    return [charts.Point(*each) for each in both[["bound", "bound_base", "is_bound"]].itertuples()]


def _cactus(times: pd.DataFrame, clock: str) -> str:
    return cactus(times, times["limit"].max(), clock)


def _scatter(times: pd.DataFrame, clock: str) -> str:
    names = times.index.unique("engine")
    if len(names) != 2:
        raise SpecError(f"a scatter plot is of two engines, not {len(names)}")
    shared = points(times, *names)
    if not shared:
        raise SpecError("the two engines have no puzzle in common that one of them solved")
    return charts.scatter(shared, tuple(names), times["limit"].max())


def _scaling(times: pd.DataFrame, clock: str) -> str:
    labels = "cells", f"{clock} time, median and 80 %"
    return charts.by_quantity(_grouped(times, "cells"), labels, times["limit"].max(), is_log=True)


def _phase(times: pd.DataFrame, clock: str) -> str:
    name = times.index.get_level_values("puzzle").str
    times = times.assign(
        density=name.extract(r"\brandom-\d+x\d+-([\d.]+)-")[0].astype(float).values
    )
    times = times.dropna(subset="density")
    if not len(times):
        raise SpecError("no puzzle's name holds its density; measure the set transition")
    shares = {
        name: own["failed"].notna().groupby(own["density"]).mean().to_dict()
        for name, own in times.groupby("engine", sort=False)
    }
    labels = "density of filled cells", f"{clock} time, median and 80 % (dotted: share not solved)"
    found = _grouped(times, "density")
    return charts.by_quantity(found, labels, times["limit"].max(), is_log=False, shares=shares)


def _grouped(times: pd.DataFrame, quantity: str) -> dict[str, dict[float, list[float]]]:
    """The times of each engine by a quantity of the puzzles."""
    return {
        name: own.groupby(quantity)["bound"].agg(list).to_dict()
        for name, own in times.groupby("engine", sort=False)
    }


KINDS: dict[str, Callable[[pd.DataFrame, str], str]] = {
    "cactus": _cactus,
    "scatter": _scatter,
    "scaling": _scaling,
    "phase": _phase,
}
