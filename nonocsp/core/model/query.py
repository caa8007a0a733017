"""A question about a puzzle, with all that goes with it, for every engine and every question."""

from __future__ import annotations

from typing import NamedTuple, TypedDict

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
    """The same with the known cells."""

    grid: Grid | None


class Query(NamedTuple):
    """The puzzle, known cells or None, the options, and the meter; made by `query_of`."""

    puzzle: Puzzle
    grid: Grid | None
    options: Options
    meter: Meter
    engine: str | None = None
    """The name of the engine; None is the default."""
    engine_reason: str = ""
    """Why it is not the default engine, where the caller named none."""
