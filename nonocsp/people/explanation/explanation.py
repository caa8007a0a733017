"""Explaining a puzzle: repeatedly the easiest step of the first technique that finds one."""

from __future__ import annotations

import enum
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Unpack

from ...core import (
    Displayable,
    Grid,
    How,
    LimitReached,
    Meter,
    OptionError,
    Picture,
    Puzzle,
    Query,
    Stats,
    Status,
    checked,
    counted,
    has_several,
    logged,
    query_of,
    report,
)
from ...core.solver.logged import log_end
from .dependencies import Dependencies, closure
from .position import Position
from .steps import Step
from .techniques import TECHNIQUES, Technique
from .techniques.case_split import CaseSplit


class Outcome(enum.StrEnum):
    """How an explanation ended."""

    OPEN = "open"
    """It has not ended: there may be more steps."""
    SOLVED = "solved"
    """Every cell is decided."""
    AMBIGUOUS = "ambiguous"
    """Nothing more follows: there are solutions with every colour that is left."""
    CONTRADICTION = "contradiction"
    """There is no solution."""
    STUCK = "stuck"
    """The techniques of the list find nothing more."""
    STOPPED = "stopped"
    """A limit was reached."""

    @property
    def status(self) -> Status:
        """What the end of an explanation proves about the existence of a solution."""
        if self in (Outcome.SOLVED, Outcome.AMBIGUOUS):
            return Status.SATISFIABLE
        return Status.UNSATISFIABLE if self is Outcome.CONTRADICTION else Status.UNKNOWN


class Explanation(Displayable, Iterator[Step]):
    """The steps of an explanation, computed lazily; made by `explain`.

    ``next`` computes one more step; a loop begins with the first and computes what is missing.
    ``found``, ``grid``, ``outcome`` and ``ending`` are about the steps so far; `steps` and
    `to_dict` compute all.
    """

    def __init__(self, position: Position, techniques: Sequence[Technique]) -> None:
        self.puzzle = position.puzzle
        self.start = position.grid
        """What was known before the first step."""
        self.found: list[Step] = []
        """The steps so far."""
        self.outcome = Outcome.OPEN
        self.stopped_by: str | None = None
        """The limit that ended it, or None."""
        self.detail = ""
        """More about that limit, in words; may be empty."""
        self._position, self._techniques = position, tuple(techniques)
        self._dependencies = Dependencies(self.start)

    @property
    def steps(self) -> list[Step]:
        """All steps, after computing the remaining ones.

        >>> len(explain(Puzzle([[3], [1]], [[1], [2], [1]])).steps)
        3
        """
        return self.run().found

    @property
    def grid(self) -> Grid:
        """What is known after the steps so far."""
        return self._position.grid

    @property
    def stats(self) -> Stats:
        """Counted work so far."""
        return self._position.meter.stats

    @property
    def is_complete(self) -> bool:
        """All that follows from the clues has been concluded."""
        return self.outcome in (Outcome.SOLVED, Outcome.AMBIGUOUS, Outcome.CONTRADICTION)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Explanation):
            return NotImplemented
        return self._key() == other._key()

    __hash__ = None  # type: ignore[assignment]  # it changes with every step

    def _key(self) -> tuple[Any, ...]:
        ending = self.outcome, self.stopped_by, self.detail
        return self.puzzle, self.start, self._techniques, self.found, ending

    def __reduce__(self) -> tuple[Any, ...]:
        ending, pictures = self._key()[-1], self._position.pictures
        return _restored, (self._position.query, self._techniques, self.found, ending, pictures)

    def __repr__(self) -> str:
        steps = counted(len(self.found), "step")
        if self.outcome is Outcome.OPEN:
            return f"<Explanation: {steps} so far>"
        return f"<Explanation: {self.outcome.value}, {steps}>"

    def to_dict(self) -> dict[str, Any]:
        """All steps and the outcome as JSON values."""
        steps = [step.to_dict() for step in self.steps]
        return {
            "outcome": self.outcome.value,
            "steps": steps,
            "stopped_by": self.stopped_by,
            "detail": self.detail,
            "stats": self.stats.to_dict(),
        }

    @property
    def ending(self) -> str:
        """How the explanation ended, in one line."""
        after = f"after {counted(len(self.found), 'step')}"
        left = counted(sum(map(has_several, self.grid.masks)), "cell")
        return {
            Outcome.SOLVED: f"Solved {after}.",
            Outcome.AMBIGUOUS: f"Several solutions: nothing more follows {after}, "
            f"and they differ in {left}.",
            Outcome.CONTRADICTION: f"No solution: a contradiction {after}.",
        }.get(self.outcome, f"Not finished {after}: {left} open.")

    def run(self) -> Explanation:
        """Compute all remaining steps; returns itself."""
        for _ in self:
            pass
        return self

    @checked
    def why(self, cell: tuple[int, int] | None = None) -> dict[int, Step]:
        """The steps from which the colour of a cell follows, by their number from 0, in order.

        They alone, without the other steps, decide the cell. For a cell that stays open, they
        exclude the colours that are excluded.

        Args:
            cell: row and column; steps are computed until it is decided. None asks for the
                contradiction, if the explanation ends in one.

        Raises:
            OptionError: the puzzle has no such cell.

        >>> steps = explain(Puzzle([[3], [1]], [[1], [2], [1]]))
        >>> [str(step) for step in steps.why((1, 1)).values()]
        ['Column 2: the 2 takes all of it, so row 2 is black.']
        """
        if cell is None:
            steps = self.run().steps
            last = [len(steps) - 1] if steps and steps[-1].is_contradiction else []
            return closure(steps, last)
        try:
            at = self.puzzle.board.number(*cell)
        except IndexError as error:
            raise OptionError(str(error)) from None
        while has_several(self._position.masks[at]) and next(self, None) is not None:
            pass
        return closure(self.found, self._dependencies.sources([self._position.fact(at)]))

    def __iter__(self) -> Iterator[Step]:
        for index in itertools.count():
            if index == len(self.found) and next(self, None) is None:
                return
            yield self.found[index]

    def __next__(self) -> Step:
        if self.outcome is not Outcome.OPEN:
            raise StopIteration
        meter = self._position.meter
        try:
            with meter:
                step = self._next()
        except LimitReached as reached:
            self.outcome = Outcome.STOPPED
            self.stopped_by, self.detail = reached.limit, reached.detail
            step = None
        if self.outcome is not Outcome.OPEN:
            log_end(self)
        if step is None:
            raise StopIteration
        step = self._dependencies.add(len(self.found), step)
        self.found.append(step)
        report(steps=len(self.found))
        return step

    def _next(self) -> Step | None:
        position = self._position
        position.meter.check_clock()
        if position.is_decided and position.failed_line() is None:
            self.outcome = Outcome.SOLVED  # nothing follows from a solution
            return None
        for technique in self._techniques:
            step = technique.step(position)
            if step is not None:
                position.apply(step)
                if step.is_contradiction:
                    self.outcome = Outcome.CONTRADICTION
                return step
        if any(isinstance(technique, CaseSplit) for technique in self._techniques):
            self.outcome = Outcome.AMBIGUOUS
        else:
            self.outcome = Outcome.STUCK
        return None


@logged
def explain(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    **how: Unpack[How],
) -> Explanation:
    """How a careful person would solve a puzzle, step by step, lazily.

    When a limit is reached the steps end, with ``outcome`` and ``stopped_by`` set. ``limits.nodes``
    and ``options`` apply to the case split. The engine ``"textbook"`` tightens lines by definition.

    Args:
        puzzle, grid, limits, engine, options: as for `nonocsp.solutions`.
        techniques: the solver, a list of techniques; each step is made by the first that finds one.

    Raises:
        EngineError: the kernel is missing, which finds the conclusions from one line.

    >>> steps = explain(Puzzle([[3], [1]], [[1], [2], [1]]))
    >>> print(*steps, sep="\\n")
    Row 1: the 3 takes all of it, so columns 1-3 are black.
    Column 2: the 2 takes all of it, so row 2 is black.
    Row 2: the 1 is there, so columns 1 and 3 are blank.
    >>> steps.outcome
    <Outcome.SOLVED: 'solved'>
    """
    return Explanation(Position(query_of(puzzle, grid, **how)), techniques)


def _restored(
    query: Query,
    techniques: Sequence[Technique],
    found: Sequence[Step],
    ending: tuple[Outcome, str | None, str],
    pictures: Sequence[Picture],
) -> Explanation:
    """A copy that can be continued by itself: what follows from each line is derived again."""
    meter = Meter(query.meter.limits, replace(query.meter.stats))
    position = Position(query._replace(meter=meter))
    position.pictures += pictures
    copy = Explanation(position, techniques)
    copy.outcome, copy.stopped_by, copy.detail = ending
    for step in found:
        position.apply(step)
        copy.found.append(copy._dependencies.add(len(copy.found), step))
    return copy
