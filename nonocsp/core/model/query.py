"""A question about a puzzle, with all that goes with it, for every engine and every question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypedDict

from ..options.limits import Limits, Meter
from ..options.options import Options
from .grid import Grid
from .puzzle import Puzzle


class How(TypedDict, total=False):
    """The keywords of every question, each None by default; `nonocsp.solutions` explains them."""

    limits: Limits | None
    engine: str | None
    options: Options | None


class Asked(How, total=False):
    """The same with the cells that are known beforehand."""

    grid: Grid | None


def _ignore(value: Any) -> None:
    pass


class Query(NamedTuple):
    """The puzzle, known cells or None, the options, and the meter; made by `query_of`."""

    puzzle: Puzzle
    grid: Grid | None
    options: Options
    meter: Meter
    engine: str | None = None
    """The name of the engine; None is the default."""
    progress: Callable[[Any], object] = _ignore
    """Receives what is known before the end."""
    engine_reason: str = ""
    """Why it is not the default engine, where the caller named none."""

    @property
    def limits(self) -> Limits:
        """What is left of the limits: the seconds are for all that a question does."""
        return self.meter.rest()

    @property
    def how(self) -> dict[str, Any]:
        """Limits, engine and options as keywords, as all public functions take them."""
        return {"limits": self.limits, "engine": self.engine, "options": self.options}

    @property
    def keywords(self) -> dict[str, Any]:
        """The same with the grid."""
        return {"grid": self.grid, **self.how}
