"""Questions whose answer is a view of an explanation, or about the picture of a puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import ClassVar, Unpack

from ...core import (
    Asked,
    Limits,
    Meter,
    OptionError,
    Plain,
    Puzzle,
    Stats,
    Status,
    members,
    question,
)
from ...people.explanation import Outcome, Step, explain as explained
from ...people.generation import Repair, repair as repaired
from .question import Progress


@dataclass(frozen=True, slots=True, kw_only=True)
class _OfSteps(Plain):
    outcome: Outcome
    """Solved, ambiguous, contradiction, stuck, stopped, or open if it has not ended."""
    stats: Stats
    stopped_by: str | None = None
    detail: str = ""

    @property
    def status(self) -> Status:
        """What the steps prove about the existence of a solution."""
        return self.outcome.status


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained(_OfSteps):
    """How an explanation ended; its steps came as progress."""

    text: str
    """The outcome in words."""
    steps: int
    """Number of steps."""
    grid: tuple[str, ...]
    """Rows of characters: what is known at the end."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain(_OfSteps):
    """The chain of reasons for a cell."""

    colours: tuple[int, ...] | None
    """The colours that are left for the cell; null without a cell."""
    numbers: tuple[int, ...]
    """The numbers of the steps in the whole explanation, from 0."""
    steps: tuple[Step, ...]
    """The steps, in order."""

    def __str__(self) -> str:
        steps = zip(self.numbers, self.steps, strict=True)
        return "\n".join(f"{number + 1}. {step}" for number, step in steps)


@question()
def explain(
    puzzle: Puzzle,
    *,
    limit: int | None = None,
    progress: Progress | None = None,
    **asked: Unpack[Asked],
) -> Explained:
    """Every step of a solution as a person would find it; the steps come as progress.

    Args:
        puzzle: what to solve.
        limit: stop after this many steps.
        progress: called with every step.
    """
    found, stopped_by = explained(puzzle, **asked), None
    try:
        for step in islice(found, limit):
            if progress is not None:
                progress(step)
    except KeyboardInterrupt:
        stopped_by = "interrupt"
    return Explained(
        outcome=found.outcome,
        text=found.ending,
        steps=len(found.found),
        grid=tuple(found.grid.row_texts(puzzle.colours)),
        stats=found.stats,
        stopped_by=stopped_by or found.stopped_by,
        detail=found.detail,
    )


@question()
def why(
    puzzle: Puzzle,
    *,
    row: int | None = None,
    column: int | None = None,
    **asked: Unpack[Asked],
) -> Chain:
    """The chain of reasons for one cell: the steps of the explanation that decide it.

    Args:
        puzzle: what to solve.
        row: row of the cell, from 0; without a cell: why there is no solution.
        column: column of the cell, from 0.

    >>> print(why(Puzzle([[3], [1]], [[1], [2], [1]]), row=1, column=1))
    2. Column 2: the 2 takes all of it, so row 2 is black.
    """
    if (row is None) != (column is None):
        raise OptionError("a cell is a row and a column")
    cell = None if row is None or column is None else (row, column)
    found = explained(puzzle, **asked)
    steps = found.why(cell)
    return Chain(
        outcome=found.outcome,
        colours=cell and tuple(members(list(found.grid)[cell[0]][cell[1]])),
        numbers=tuple(steps),
        steps=tuple(steps.values()),
        stats=found.stats,
        stopped_by=found.stopped_by,
        detail=found.detail,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Repaired(Plain):
    """The cells of a picture to change."""

    changes: tuple[tuple[int, int, int], ...]
    """Row, column and new colour of each; the proposed puzzle has them."""
    others: tuple[tuple[tuple[int, int, int], ...], ...]
    """The changes of other repairs, those with the fewest cells first."""
    is_fewest: bool
    """Whether it is proven that no fewer suffice."""
    at_least: int
    """Number of cells that have to change, proven."""
    puzzles: tuple[Puzzle, ...]
    """The repaired puzzle."""
    stats: Stats
    stopped_by: str | None = None

    forms: ClassVar = {"puzzles": None}

    @property
    def status(self) -> Status:
        """A picture is a solution."""
        return Status.SATISFIABLE


@question()
def repair(
    puzzle: Puzzle,
    *,
    number: int = 1,
    limits: Limits | None = None,
    engine: str | None = None,
    progress: Progress | None = None,
) -> Repaired:
    """The fewest cells of a picture to change so that its puzzle becomes unique.

    The first repair comes as progress if there may be others.

    Args:
        puzzle: what has the picture as its goal.
        number: repairs to look for, to choose from.
    """
    if not puzzle.goals:
        raise OptionError("only a puzzle with a picture as its goal can be repaired")
    meter = Meter(limits or Limits(), Stats())
    found = repaired(puzzle.goals[0], limits=meter.rest(), engine=engine)
    if number > 1 and found.flipped:
        if progress is not None:
            progress(_of(found))
        found = repaired(puzzle.goals[0], number=number, limits=meter.rest(), engine=engine)
    return _of(found)


def _of(found: Repair) -> Repaired:
    changes = [
        tuple((row, column, after[row, column]) for row, column in found.before.differences(after))
        for after in (*filter(None, [found.after]), *found.others)
    ]
    return Repaired(
        changes=changes[0] if changes else (),
        others=tuple(changes[1:]),
        is_fewest=found.is_fewest,
        at_least=found.at_least,
        puzzles=() if found.puzzle is None else (found.puzzle,),
        stats=found.stats,
        stopped_by=found.stopped_by,
    )
