"""How long a puzzle takes and how deep it is, from the steps that solve it: two scales.

*Length* is time, in `minutes`: a sum over the steps, see `effort`. *Depth* is the kind of thinking
that the steps take. Every step has a cost: that of its technique, a tenth for every known cell
among its reasons, and for chains an amount for every line. Depth is the binary logarithm of their
mean, each step weighted by its own cost, so that a few deep steps count and many shallow ones do
not hide them: 1 is a puzzle of overlaps, 2 one of gluing and gaps, 3 one that takes reasoning about
whole lines, 4 and more one of chains, 6 and more one that takes search. The word for it also
respects the deepest kind of step, so that a shallow puzzle never takes an assumption. *Tedium* is
the sum of the costs. A puzzle of overlaps alone can be long, and a deep one short.
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
from .effort import LENGTHS, minutes_of, range_in_words
from .explanation import Explanation, Outcome, explain
from .techniques import TECHNIQUES, Technique

#: The least depth for each of its words.
SCALE: tuple[tuple[float, str], ...] = (
    (0, "very shallow"),
    (1.5, "shallow"),
    (2.1, "moderate"),
    (2.8, "deep"),
    (4, "very deep"),
    (6, "extreme"),
)

#: What the words promise.
MEANINGS = {
    "very shallow": "one line at a time, mostly by simple overlaps",
    "shallow": "one line at a time is always enough",
    "moderate": "a few times, several lines have to be combined",
    "deep": "a good part of the work is combining lines",
    "very deep": "most of the work is combining lines, or a colour has to be tried out",
    "extreme": "colours have to be tried out to the end, again and again",
}

#: The least word for each level.
FLOORS = {
    "lines": "very shallow",
    "assumptions": "moderate",
    "counting": "deep",
    "search": "very deep",
}

#: The level of a puzzle by the hardest level of its techniques, in this order.
LEVELS = {"line": "lines", "chain": "assumptions", "count": "counting", "search": "search"}


@dataclass(frozen=True, slots=True)
class Rating(Displayable, Plain):
    """How long a puzzle takes and how deep it is; made by `rate`."""

    shown: ClassVar = ("length_word", "depth_word")

    level: str
    """``"lines"``: one line at a time suffices; ``"assumptions"``: some are needed, each followed
    line by line; ``"counting"``: cells are counted over many lines; ``"search"``: none of these
    suffices."""
    depth: float
    """The logarithm of the weighted mean cost of a step, from 0 to about 8."""
    tedium: float
    """The sum of the costs of all steps."""
    minutes: float | None
    """An estimate of the time that an average stranger takes, to a tenth; None if the steps do not
    decide every cell. Most people take between half and twice as long. Fitted to four puzzles of
    10x10, where it is right within a factor of 1.5; a guess for all others."""
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
    def length_word(self) -> str:
        """How long it takes, in a word, or why there is no word."""
        if self.minutes is None:
            return self._unrated
        return [word for least, word in LENGTHS if self.minutes >= least][-1]

    @property
    def depth_word(self) -> str:
        """How deep it is, in a word, or why there is no word."""
        if self._unrated:
            return self._unrated
        words = [word for _, word in SCALE]
        reached = sum(self.depth >= least for least, _ in SCALE) - 1
        return words[max(reached, words.index(FLOORS[self.level]))]

    @property
    def _unrated(self) -> str:
        return {
            Outcome.CONTRADICTION: "no solution",
            Outcome.AMBIGUOUS: "several solutions",
            Outcome.STUCK: "not solved",
            Outcome.STOPPED: "not rated",
        }.get(self.outcome, "")

    @property
    def status(self) -> Status:
        """What the steps prove about the existence of a solution."""
        return self.outcome.status

    def __repr__(self) -> str:
        return f"<Rating: {excerpt(str(self), 80)}>"

    def __str__(self) -> str:
        counts = ", ".join(f"{name} {number}" for name, number in self.counts.items())
        steps = f"{counted(self.steps, 'step')}{f' ({counts})' * bool(counts)}"
        rest = f"depth {self.depth:.1f}, level {self.level}, tedium {self.tedium:.0f} in {steps}"
        if self.minutes is None:
            return f"{self.depth_word}: {rest}"
        time = f"{self.length_word}, most people {range_in_words(self.minutes)}"
        return f"{time}; {self.depth_word}: {rest}"


@question()
def rate(
    puzzle: Puzzle,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    **asked: Unpack[Asked],
) -> Rating:
    """How long a puzzle takes and how deep it is. Arguments as for `explain`, which does the work.

    >>> rating = rate(Puzzle([[3], [1]], [[1], [2], [1]]))
    >>> rating.length_word, rating.depth_word, rating.counts
    ('very short', 'very shallow', {'full line': 2, 'complete line': 1})
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
