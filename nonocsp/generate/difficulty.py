"""How hard a generated puzzle is to be.

A level says what the puzzle is mended towards, and whether the result has that level.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..errors import OptionError
from .canvas import Canvas, Goal


@dataclass(frozen=True, slots=True)
class Level:
    """A level of difficulty."""

    summary: str
    """What it means, for people."""
    goal: Goal
    """What the puzzle is mended towards."""
    is_met: Callable[[Canvas], bool]
    """Whether a puzzle that meets the goal has this level."""


#: Every level by name.
LEVELS: dict[str, Level] = {
    "lines": Level("tightening one line after another solves it", "lines", lambda canvas: True),
    "search": Level(
        "tightening lines does not suffice", "unique", lambda canvas: bool(canvas.undecided())
    ),
}


def level_named(name: str) -> Level:
    """The level of a name.

    Raises:
        OptionError: there is none.
    """
    if name not in LEVELS:
        raise OptionError(f"there is no difficulty {name!r}; the levels are {', '.join(LEVELS)}")
    return LEVELS[name]
