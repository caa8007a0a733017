"""How hard a generated puzzle is to be.

There are two kinds of levels. Two are told by tightening alone, which takes a millisecond:
``"lines"`` and ``"search"``. The others are the words of `nonocsp.explanation.rate`, which solves
the puzzle as a careful person does and takes hundreds of times as long; so it is asked only about
puzzles that look right otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..common.errors import OptionError
from ..explanation.rating import SCALE
from .canvas import Canvas, Goal


@dataclass(frozen=True, slots=True)
class Level:
    """A level of difficulty."""

    summary: str
    """What it means, for people."""
    goal: Goal
    """What the puzzle is mended towards."""
    is_likely: Callable[[Canvas], bool]
    """Whether what tightening tells of a puzzle that meets the goal goes with this level."""
    word: str | None = None
    """The word that `nonocsp.explanation.rate` has for it; None where tightening tells all."""


def _any(canvas: Canvas) -> bool:
    return True


def _not_lines(canvas: Canvas) -> bool:
    return bool(canvas.undecided())


def _mostly_open(canvas: Canvas) -> bool:
    return 3 * len(canvas.undecided()) >= len(canvas.cells)


def _rated(least: float, word: str) -> Level:
    # What tightening lines solves is hardly ever more than easy: such puzzles are made harder
    # first, and rated then. The hardest leave much open.
    summary = f"{word} for a careful person: difficulty {least:g} or more"
    if least < 2:
        return Level(summary, "lines", _any, word)
    return Level(summary, "unique", _not_lines if least < 4 else _mostly_open, word)


#: Every level by name.
LEVELS: dict[str, Level] = {
    "lines": Level("tightening one line after another solves it", "lines", _any),
    "search": Level("tightening lines does not suffice", "unique", _not_lines),
    **{word: _rated(least, word) for least, word in SCALE},
}


def level_named(name: str) -> Level:
    """The level of a name.

    Raises:
        OptionError: there is none.
    """
    if name not in LEVELS:
        raise OptionError(f"there is no difficulty {name!r}; the levels are {', '.join(LEVELS)}")
    return LEVELS[name]
