"""Levels of depth that a generated puzzle can be required to have.

``"lines"`` and ``"not-lines"`` are decided by tightening alone, which takes a millisecond. The
others are the words of `nonocsp.people.explanation.rate`, which solves the puzzle as a careful
person does and takes hundreds of times as long; it rates only puzzles that look right otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

from ...core import checked
from ..explanation.rating import MEANINGS, SCALE
from .draft import Draft, Goal


@dataclass(frozen=True, slots=True)
class Level:
    """A level of depth."""

    summary: str
    """Its meaning, in words."""
    goal: Goal
    """The goal that its puzzle must meet first."""
    share: float | None = None
    """The least share of cells that tightening leaves undecided, and at least one; None is any."""
    word: str | None = None
    """The word of `nonocsp.people.explanation.rate`; None if tightening decides the level."""

    @checked
    def is_likely(self, draft: Draft) -> bool:
        """Whether a puzzle that meets the goal can have this level, by tightening alone."""
        least = self.share
        return least is None or len(draft.undecided()) >= max(1, least * len(draft.cells))


def _rated(least: float, word: str) -> Level:
    # A puzzle that tightening solves is rarely more than easy, so it is hardened before it is
    # rated. The hardest leave much undecided.
    if least < 2:
        return Level(MEANINGS[word], "lines", word=word)
    return Level(MEANINGS[word], "unique", 0 if least < 4 else 1 / 3, word)


#: Every level by name.
LEVELS: dict[str, Level] = {
    "lines": Level("tightening one line after another solves it", "lines"),
    "not-lines": Level("tightening lines does not suffice", "unique", 0),
    **{word: _rated(least, word) for least, word in SCALE},
}
