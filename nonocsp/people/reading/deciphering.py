"""The cheapest readings of clues in doubt whose puzzle has a solution.

The kernel searches in three steps (`readings/` among its sources). With implicit hitting sets,
propagation says which lines contradict each other, and the cheapest way to give each such conflict
another reading is tried next. Where that takes long, crossing lines tell each other which readings
are likely, by the sum-product algorithm, and the first of these that has a solution is taken. Then
one search looks at all readings that cost up to a margin more; what it cannot rule out is doubt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ...core import (
    Block,
    Clue,
    Colour,
    Displayable,
    Limits,
    Line,
    OptionError,
    Plain,
    Puzzle,
    PuzzleError,
    Stats,
    Verdict,
    counted,
    excerpt,
    kernel_interface as interface,
    logged,
    query_of,
)
from .doubtful import UNITS, Doubtful

#: Readings that cost this much more than the best, in nats, are too improbable to matter.
MARGIN = 3.0

#: What several solutions make a reading worse by, in nats: puzzles are meant to have one, and
#: now and then have two.
SEVERAL = 3.0

#: The most that a reading may cost above the cheapest one, in nats.
MOST_ABOVE = 100.0

#: What the kernel counts readings to.
_MOST_LISTED = 2**31 - 1

_VERDICTS = {0: Verdict.UNKNOWN, 1: Verdict.UNIQUE, 2: Verdict.MULTIPLE}


@dataclass(frozen=True, slots=True)
class Change(Plain):
    """A line whose clue differs from the one that was read."""

    line: Line
    before: Clue
    after: Clue
    colours: tuple[Colour, ...] = field(compare=False, repr=False)
    """The palette. Where numbers alone are the same, ``str`` names their colours."""

    def __str__(self) -> str:
        was, fits = _numbers(self.before), _numbers(self.after)
        if was == fits:
            was, fits = (_numbers(each, self.colours) for each in (self.before, self.after))
        return f"{self.line}: {was} was read, {fits} fits"


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of all clues, whose puzzle has a solution."""

    puzzle: Puzzle
    cost: float
    """In nats; only differences have a meaning."""
    verdict: Verdict
    """How many solutions the puzzle has; UNKNOWN where a limit was reached."""
    changes: tuple[Change, ...]
    """Lines that differ from the cheapest reading of each line by itself."""
    hypothesis: int = 0
    """The number of its hypothesis among the given ones, from 0."""


@dataclass(frozen=True, slots=True)
class Deciphered(Displayable):
    """What `decipher` found; ``str`` is a text of a few lines."""

    readings: tuple[Reading, ...]
    """The best first; none if no reading was found that has a solution."""
    is_complete: bool
    """It is proven that no other reading within the margin of the best has a solution, or, without
    readings, that none has."""
    bound: float
    """All other readings with a solution cost at least this, in nats."""
    stopped_by: str | None = None
    """The limit that ended the search, or None."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    @property
    def puzzle(self) -> Puzzle | None:
        """The puzzle of the best reading."""
        return self.readings[0].puzzle if self.readings else None

    @property
    def is_sure(self) -> bool:
        """It is proven that the best reading has one solution, and that no other is nearly as
        good."""
        return (
            self.is_complete
            and len(self.readings) == 1
            and self.readings[0].verdict is Verdict.UNIQUE
        )

    def __str__(self) -> str:
        if not self.readings:
            known = "no reading has a solution" if self.is_complete else "no reading was found"
            return known + (f" (stopped by {self.stopped_by})" if self.stopped_by else "")
        best = self.readings[0]
        lines = [str(change) for change in best.changes] or ["every clue fits as it was read"]
        if best.verdict is Verdict.MULTIPLE:
            lines.append("the puzzle has several solutions")
        if len(self.readings) > 1:
            others = counted(len(self.readings) - 1, "other reading")
            verb = "are" if len(self.readings) > 2 else "is"
            lines.append(f"not sure: {others} {verb} nearly as good")
        elif not self.is_complete:
            lines.append("not sure: other readings may be as good")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Deciphered: {excerpt('; '.join(str(self).splitlines()), 80)}>"


@logged
def decipher(
    *hypotheses: Doubtful,
    most: int = 5,
    margin: float = MARGIN,
    several: float = SEVERAL,
    most_above: float = MOST_ABOVE,
    work: int | None = None,
    limits: Limits | None = None,
) -> Deciphered:
    """The cheapest readings of clues in doubt whose puzzle has a solution.

    Args:
        hypotheses: the clues; if a page may be understood in several ways, those of each. A reading
            that several of them share counts once, whatever unused colours they have.
        most: number of readings to list, at least 1. If more are as good, the list is not complete.
        margin: readings that are worse than the best by more than this are not looked for. This and
            the next two are 0 to 100 nats, rounded to twentieths like all costs.
        several: the extra cost of a puzzle with several solutions.
        most_above: readings that cost this much more than the cheapest of each clue by itself are
            not looked for, but may be found if crossing lines suggest them. Below 30 they are not
            asked, as they would suggest costlier readings.
        work: about how many nanoseconds to search, by counted work, so that the answer is the same
            on any machine; after these, there is no proof. None: no bound.
        limits: bounds on seconds, nodes and memory; the readings found by then are returned. There
            is one thread, and a limit on solutions is refused: `most` bounds readings.

    Raises:
        EngineError: the kernel is missing.
        OptionError: an argument out of bounds, or a limit on solutions.
        PuzzleError: an invalid arc.
        TypeError: no clues.

    >>> from nonocsp.people.reading import DoubtfulClue
    >>> one, two = (DoubtfulClue.of_numbers([{n: 0}]) for n in (1, 2))
    >>> either = DoubtfulClue.of_numbers([{1: 0, 2: 1.5}])
    >>> found = decipher(Doubtful.of([two, either], [two, two]))
    >>> found.is_sure, found.readings[0].cost
    (True, 1.5)
    >>> print(found)
    row 2: 1 was read, 2 fits
    """
    if limits is not None and limits.solutions is not None:
        raise OptionError("decipher takes no limit on solutions; `most` bounds the readings")
    above, near, worse = (round(cost * UNITS) for cost in (most_above, margin, several))
    spent = interface.LARGEST if work is None else min(work, interface.LARGEST)
    if not hypotheses:
        raise TypeError("decipher takes clues in doubt")
    boards = [each.with_clues([None] * len(each.lines)) for each in hypotheses]
    meter = query_of(max(boards, key=lambda each: each.board.size), limits=limits).meter
    with meter:
        interface.ensure_available()
        seconds, nodes, memory, _ = interface.kernel_limits(meter.limits)  # it takes one thread
        page = interface.compiled.Page()
        try:
            for board, doubtful in zip(boards, hypotheses, strict=True):
                page.add(interface.kernel_puzzle(board), *doubtful.packed())
            found, cost, is_complete, stopped_by, counted = page.readings(
                *(min(most, _MOST_LISTED), above, near, worse, spent),
                *(seconds, nodes, memory),
            )
        except ValueError as error:
            raise PuzzleError(str(error)) from None
    meter.stats.update(counted)
    as_read = [[clue.cheapest for clue in each.clues] for each in hypotheses]
    return Deciphered(
        tuple(
            _reading(hypotheses[at], at, as_read[at], clues, cost / UNITS, _VERDICTS[solutions])
            for at, cost, solutions, clues in found
        ),
        is_complete,
        cost / UNITS,
        stopped_by,
        meter.stats,
    )


def _reading(
    doubtful: Doubtful,
    hypothesis: int,
    as_read: Sequence[Clue],
    clues: Sequence[Sequence[tuple[int, int]]],
    cost: float,
    verdict: Verdict,
) -> Reading:
    found = [tuple(Block(*block) for block in clue) for clue in clues]
    changes = [
        Change(line, before, after, doubtful.colours)
        for line, before, after in zip(doubtful.lines, as_read, found, strict=True)
        if before != after
    ]
    return Reading(doubtful.with_clues(found), cost, verdict, tuple(changes), hypothesis)


def _numbers(clue: Clue, colours: Sequence[Colour] = ()) -> str:
    names = [colour.name.replace(" ", "-") for colour in colours]
    words = (f"{block}{names[block.colour] if names else ''}" for block in clue)
    return excerpt(" ".join(words) or "nothing", 80)
