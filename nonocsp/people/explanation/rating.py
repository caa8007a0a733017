"""How hard a puzzle is, and how long it takes, from the steps that solve it.

Every step has a cost: that of its technique, a tenth for every known cell among its reasons, and
for chains an amount for every line. *Tedium* is the sum of the costs. *Difficulty* is the binary
logarithm of their mean, each step weighted by its own cost, so that a few hard steps count and many
easy ones do not hide them: 1 is a puzzle of overlaps, 2 one of gluing and gaps, 3 one that takes
reasoning about whole lines, 4 and more one of chains, 6 and more one that takes search. The word
for it also respects the hardest kind of step, so that an easy puzzle never takes an assumption.
The *minutes* are another sum over the steps, see `effort`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Unpack

from ...core import (
    Asked,
    Displayable,
    Plain,
    Puzzle,
    Stats,
    Status,
    counted,
    excerpt,
    question,
)
from .effort import in_words, minutes_of
from .explanation import Explanation, Outcome, explain
from .techniques import TECHNIQUES, Technique

#: The least difficulty for each word.
SCALE: tuple[tuple[float, str], ...] = (
    (0, "very easy"),
    (1.5, "easy"),
    (2.1, "moderate"),
    (2.8, "hard"),
    (4, "very hard"),
    (6, "extreme"),
)

#: What the words promise.
MEANINGS = {
    "very easy": "one line at a time, mostly by simple overlaps",
    "easy": "one line at a time is always enough",
    "moderate": "a few times, several lines have to be combined",
    "hard": "a good part of the work is combining lines",
    "very hard": "most of the work is combining lines, or a colour has to be tried out",
    "extreme": "colours have to be tried out to the end, again and again",
}

#: The least word for each level.
FLOORS = {
    "lines": "very easy",
    "depth-2": "moderate",
    "counting": "hard",
    "search": "very hard",
}

#: The level of a puzzle by the hardest level of its techniques, in this order.
LEVELS = {"line": "lines", "chain": "depth-2", "count": "counting", "search": "search"}


@dataclass(frozen=True, slots=True)
class Rating(Displayable, Plain):
    """How hard a puzzle is; made by `rate`."""

    shown: ClassVar = ("word",)

    level: str
    """``"lines"``: one line at a time suffices; ``"depth-2"``: it takes assumptions, followed line
    by line; ``"counting"``: cells are counted over many lines; ``"search"``: none of these
    suffices."""
    difficulty: float
    """The logarithm of the weighted mean cost of a step, from 0 to about 8."""
    tedium: float
    """The sum of the costs of all steps."""
    minutes: float | None
    """About how long people take, to a tenth; None if the steps do not decide every cell. Fitted
    to four puzzles of 10x10, where it is right within a factor of 1.5; a guess for all others."""
    steps: int
    """The number of steps."""
    counts: dict[str, int]
    """The number of steps by technique, in the order of the list."""
    outcome: Outcome
    """How the explanation ended."""
    stopped_by: str | None = None
    """The limit that ended it, or None. After a limit the rest rates the steps that were found."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    @property
    def word(self) -> str:
        """The difficulty in a word, or the reason why there is none."""
        unrated = {
            Outcome.CONTRADICTION: "no solution",
            Outcome.AMBIGUOUS: "several solutions",
            Outcome.STUCK: "not solved",
            Outcome.STOPPED: "not rated",
        }
        if self.outcome in unrated:
            return unrated[self.outcome]
        words = [word for _, word in SCALE]
        reached = sum(self.difficulty >= least for least, _ in SCALE) - 1
        return words[max(reached, words.index(FLOORS[self.level]))]

    @property
    def status(self) -> Status:
        """What the steps prove about the existence of a solution."""
        return self.outcome.status

    def __repr__(self) -> str:
        return f"<Rating: {excerpt(str(self), 80)}>"

    def __str__(self) -> str:
        counts = ", ".join(f"{name} {number}" for name, number in self.counts.items())
        time = "" if self.minutes is None else f", about {in_words(self.minutes)}"
        return (
            f"{self.word}{time}: difficulty {self.difficulty:.1f}, level {self.level}, "
            f"tedium {self.tedium:.0f} in {counted(self.steps, 'step')}"
            f"{f' ({counts})' if counts else ''}"
        )


@question()
def rate(
    puzzle: Puzzle,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    **asked: Unpack[Asked],
) -> Rating:
    """How hard a puzzle is for a careful person. Arguments as for `explain`, which does the work.

    >>> rating = rate(Puzzle([[3], [1]], [[1], [2], [1]]))
    >>> rating.word, rating.minutes, rating.counts
    ('very easy', 0.3, {'full line': 2, 'complete line': 1})
    """
    return rating_of(explain(puzzle, techniques=techniques, **asked).run(), techniques)


def rating_of(explanation: Explanation, techniques: Sequence[Technique] = TECHNIQUES) -> Rating:
    """The rating of a finished explanation."""
    steps = explanation.found
    found = Counter(step.technique for step in steps)
    used = [technique for technique in techniques if found[technique.name]]
    order = list(LEVELS)
    level = max((technique.level for technique in used), key=order.index, default="line")
    total = sum(step.cost for step in steps)
    mean = sum(step.cost**2 for step in steps) / total if total else 1.0
    return Rating(
        LEVELS[level],
        round(max(0.0, math.log2(mean)), 2),
        round(total, 1),
        minutes_of(explanation),
        len(steps),
        {technique.name: found[technique.name] for technique in used},
        explanation.outcome,
        explanation.stopped_by,
        explanation.stats,
    )
