"""Proven bounds on a number of solutions, and the answer of `count`, which holds them."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from numbers import Real
from typing import Any, ClassVar, NamedTuple

from ..base.display import Displayable
from ..base.errors import brief, decimal
from ..base.plain import Plain
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..options.limits import LimitReached, Stats


class Status(enum.StrEnum):
    """What is known about the existence of a solution."""

    SATISFIABLE = "satisfiable"
    """A solution was found."""
    UNSATISFIABLE = "unsatisfiable"
    """It is proven that there is none."""
    UNKNOWN = "unknown"
    """A limit was reached before either."""


class Bounds(NamedTuple):
    """What is proven about a number that is being counted; both bounds only ever improve.

    >>> str(Bounds(12, 10**20)), str(Bounds(12))
    ('between 12 and 1.000e20', 'at least 12')
    """

    at_least: int = 0
    at_most: int | None = None
    """None as long as there is no upper bound."""

    @property
    def is_exact(self) -> bool:
        """The bounds meet."""
        return self.at_least == self.at_most

    def __and__(self, other: Bounds) -> Bounds:
        """The better lower and the better upper bound."""
        upper = [each for each in (self.at_most, other.at_most) if each is not None]
        return Bounds(max(self.at_least, other.at_least), min(upper, default=None))

    @property
    def status(self) -> Status:
        """What they say about the existence of a solution."""
        if self.at_least:
            return Status.SATISFIABLE
        return Status.UNSATISFIABLE if self.is_exact else Status.UNKNOWN

    def to_dict(self) -> dict[str, Any]:
        """The bounds as JSON values, in digits: other readers of JSON round large numbers."""
        most = None if self.at_most is None else decimal(self.at_most)
        return {"count": decimal(self.at_least), "at_most": most, "is_exact": self.is_exact}

    def __str__(self) -> str:
        if self.is_exact:
            return brief(self.at_least)
        if self.at_most is None:
            return f"at least {brief(self.at_least)}"
        return f"between {brief(self.at_least)} and {brief(self.at_most, up=True)}"


def placements_product(puzzle: Puzzle, grid: Grid | None = None) -> int:
    """The product of the numbers of placements, of all rows or of all columns: the smaller one.

    There are no more solutions, as each consists of one placement for every row. On other boards
    it is the smallest of all directions.

    >>> placements_product(Puzzle([[1]] * 3, [[1]] * 3))
    27
    """
    if grid is None:  # by binomial coefficients
        from ..line.definition import count

        clues, colours = puzzle.clue, puzzle.block_colours
        counts = (count(clues(line), puzzle.length(line), colours) for line in puzzle.lines)
    else:
        from ..line.domain import LineDomains

        domains = LineDomains(puzzle)
        counts = (domains[line].count(grid.line(line)) for line in puzzle.lines)
    products = dict.fromkeys(puzzle.board.axes, 1)
    for line, number in zip(puzzle.lines, counts, strict=True):
        products[line.axis] *= number
    return min(products.values())


@dataclass(frozen=True, slots=True, eq=False)
class Count(Displayable, Plain):
    """The answer of `count`. An exact count is an integer wherever Python takes one.

    One that is not exact compares with a number as far as its bounds decide; what they leave open
    raises `LimitReached`, and so does its conversion to an integer. Two counts that are not exact
    are equal if their bounds and limits are.

    >>> counted = Count(6, 6, Stats())
    >>> counted == 6, int(counted), "abcdefghi"[counted]
    (True, 6, 'g')
    >>> bounded = Count(6, 10**20, Stats(), "seconds")
    >>> bounded > 5, bounded == 5, bounded
    (True, False, <Count: between 6 and 1.000e20, stopped by seconds>)
    """

    shown: ClassVar = ("count", "is_exact")
    forms: ClassVar = {"at_least": None, "at_most": str | None}

    at_least: int
    """Solutions that are proven to exist: the best bound, or the exact number."""
    at_most: int | None
    """A proven upper bound of their number: the best one, or the exact number; None without one."""
    stats: Stats
    stopped_by: str | None = None
    """The limit that stopped the count, or None."""
    detail: str = ""
    """More about that limit, for people; may be empty."""
    engine: str = ""
    """The name of the engine that counted."""
    engine_reason: str = ""
    """Why it is not the default engine, where none was named; may be empty."""

    @property
    def is_exact(self) -> bool:
        """The bounds are equal: the number is known."""
        return self.at_least == self.at_most

    @property
    def status(self) -> Status:
        """What it says about the existence of a solution."""
        return Bounds(self.at_least, self.at_most).status

    @property
    def count(self) -> str:
        """The number of solutions, in digits; a lower bound unless exact."""
        return decimal(self.at_least)

    def to_dict(self) -> dict[str, Any]:
        """The result as JSON values, the bounds in digits."""
        bounds = Bounds(self.at_least, self.at_most).to_dict()
        return {**bounds, **Plain.to_dict(self), **bounds}

    def __repr__(self) -> str:
        stopped = "" if self.is_exact else f", stopped by {self.stopped_by}"
        return f"<Count: {Bounds(*_ends(self))}{stopped}>"

    def __index__(self) -> int:
        if not self.is_exact:
            raise LimitReached(
                self.stopped_by or "",
                f"the count is {self}; the fields at_least and at_most are these bounds, and a "
                "higher limit may give the exact number",
            )
        return self.at_least

    def __int__(self) -> int:
        return self.__index__()

    def __str__(self) -> str:
        return decimal(self.at_least) if self.is_exact else str(Bounds(*_ends(self)))

    def __bool__(self) -> bool:
        return self > 0

    def __hash__(self) -> int:
        return hash(self.__index__())

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Count):
            if not (self.is_exact or other.is_exact):
                mine, others = (*_ends(self), self.stopped_by), (*_ends(other), other.stopped_by)
                return mine == others
        elif not isinstance(other, Real):
            return NotImplemented
        number: Any = other
        return bool(self >= number and self <= number)

    def __ge__(self, other: Count | float) -> bool:
        return _is_ordered(other, self, False)

    def __gt__(self, other: Count | float) -> bool:
        return _is_ordered(other, self, True)

    def __le__(self, other: Count | float) -> bool:
        return _is_ordered(self, other, False)

    def __lt__(self, other: Count | float) -> bool:
        return _is_ordered(self, other, True)


def _ends(number: Count | float) -> tuple[Any, Any]:
    """The least and the greatest value that a number may have; None if that is not bounded."""
    return (number.at_least, number.at_most) if isinstance(number, Count) else (number, number)


def _is_ordered(low: Count | float, high: Count | float, is_strictly: bool) -> bool:
    """Whether a number is below or equal to another one, or strictly below it.

    Raises:
        LimitReached: their bounds leave that open.
    """
    (least, most), (other_least, other_most) = _ends(low), _ends(high)
    if most is not None and (most < other_least if is_strictly else most <= other_least):
        return True
    if other_most is not None and (least >= other_most if is_strictly else least > other_most):
        return False
    for number in (low, high):
        if isinstance(number, Count):
            int(number)  # raises if it is not exact
    return False  # not a number
