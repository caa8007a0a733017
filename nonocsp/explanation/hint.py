"""The next step for a player who is stuck, or the mistake in what the player has.

A player fills cells in. In coloured puzzles a step of an explanation may only exclude colours, and
then nothing can be filled in. So steps are taken until one decides a cell, and the hint is that
step together with those before it that it builds on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..common.limits import LimitReached, Limits, Stats
from ..common.options import Options
from ..model.bits import is_single, mask_of
from ..model.grid import Grid
from ..model.line import Line
from ..model.puzzle import Puzzle
from ..solver.engines import Query
from .explanation import Explanation, Outcome
from .mistakes import mistake
from .position import Position
from .steps import Fact, Step
from .techniques import TECHNIQUES, Technique


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in two stages: where to look, and what follows there."""

    kind: Literal["step", "mistake", "solved", "ambiguous", "no solution"]
    """A step; a mistake in the grid; every cell is decided; nothing more can be filled in, since
    there are several solutions; the puzzle itself has no solution."""
    where: str
    """The first stage: where to look, and no more."""
    sentences: tuple[str, ...]
    """The second stage: what follows and why, each sentence building on those before it."""
    steps: tuple[Step, ...] = ()
    """The steps behind the sentences; the last one decides a cell. For a mistake, the
    contradiction to which the wrong cells lead, where following lines shows one."""
    wrong: tuple[Fact, ...] = ()
    """The cells to blame for a mistake: each one that no solution has, or, where there are none
    of these, as few as possible that no solution has together."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    @property
    def what(self) -> str:
        """The second stage in one text."""
        if len(self.sentences) < 3:
            return " So: ".join(self.sentences)
        return " ".join(f"({number}) {text}" for number, text in enumerate(self.sentences, start=1))

    @property
    def step(self) -> Step | None:
        """The last of the steps, or None."""
        return self.steps[-1] if self.steps else None

    @property
    def is_mistake(self) -> bool:
        return self.kind == "mistake"

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines to look at, in the order of the reasoning."""
        return _lines(self.steps)

    @property
    def cells(self) -> tuple[tuple[int, int, int | None], ...]:
        """The cells that the last step decides, as row, column and colour; for a mistake the wrong
        cells, with None."""
        if self.wrong:
            return tuple((fact.row, fact.column, None) for fact in self.wrong)
        return _decided(self.steps[-1]) if self.steps else ()

    @property
    def because(self) -> tuple[tuple[int, int], ...]:
        """Row and column of the cells in the player's grid from which the steps follow."""
        used = {(fact.row, fact.column) for step in self.steps for fact in step.because}
        derived = {(cell.row, cell.column) for step in self.steps[:-1] for cell in step.cells}
        return tuple(sorted(used - derived))

    def __str__(self) -> str:
        return self.what

    def as_dict(self) -> dict[str, Any]:
        """The hint as JSON values."""
        return {
            "kind": self.kind,
            "where": self.where,
            "what": self.what,
            "steps": [step.as_dict() for step in self.steps],
            "wrong": [fact.as_dict() for fact in self.wrong],
        }


def hint(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
    techniques: Sequence[Technique] = TECHNIQUES,
) -> Hint:
    """The easiest next step that decides a cell, or the mistake that was made.

    Args:
        puzzle: the puzzle.
        grid: what the player has: decided cells, and cells with several colours left.
        limits: bounds on the work.
        engine, options, techniques: as for `explain`.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        LimitReached: a limit was reached first.

    >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    >>> first = hint(puzzle, Grid.from_text("###\\n???"))
    >>> first.where, first.what
    ('Look at column 2.', 'Column 2: the 2 takes all of it, so row 2 is black.')
    >>> print(hint(puzzle, Grid.from_text("###\\n#??")).what)
    Row 2, column 1 cannot be black. Column 1: since rows 1-2 are black, there is no way to lay 1.
    """
    position = Position(Query.of(puzzle, grid, limits, engine, options))
    position.meter.start()
    try:
        wrong = mistake(position)
    finally:
        position.meter.stop()
    if wrong is None:
        found = _next_step(position, techniques)
    else:
        found = Hint(
            "mistake" if wrong.wrong else "no solution",
            wrong.where,
            (wrong.what,),
            (wrong.step,) if wrong.step else (),
            wrong.wrong,
        )
    return replace(found, stats=position.meter.stats)


def _next_step(position: Position, techniques: Sequence[Technique]) -> Hint:
    explanation = Explanation(position, techniques)
    last = next((step for step in explanation if _decided(step)), None)
    if last is not None:
        steps = _needed(position, explanation.steps)
        return Hint("step", _where(position, steps), tuple(map(str, steps)), steps)
    if explanation.outcome is Outcome.STOPPED:
        raise LimitReached(explanation.stopped_by or "", explanation.detail)
    if explanation.outcome is Outcome.SOLVED:
        return Hint("solved", "Every cell is decided.", ("The puzzle is solved.",))
    text = "These techniques find nothing more."
    if explanation.outcome is not Outcome.STUCK:
        text = "Nothing more can be filled in: each open cell has several colours in the solutions."
    return Hint("ambiguous", "There is no step.", (text,))


def _decided(step: Step) -> tuple[tuple[int, int, int | None], ...]:
    """The cells of a step that have one colour left."""
    return tuple((c.row, c.column, c.colour) for c in step.cells if c.colour is not None)


def _lines(steps: Sequence[Step]) -> tuple[Line, ...]:
    return tuple(dict.fromkeys(line for step in steps for line in step.focus))


def _where(position: Position, steps: Sequence[Step]) -> str:
    lines, branches = _lines(steps), steps[-1].branches
    parts = [f"Look at {position.phrasing.lines(lines)}."] if lines else []
    if branches:
        assumed = branches[0].assumed
        parts.append(f"Try {position.phrasing.cell(assumed.row, assumed.column)}.")
    return " ".join(parts) or "Look at the colours of the clues."


def _needed(position: Position, steps: Sequence[Step]) -> tuple[Step, ...]:
    """The last of some steps and those before it that it builds on, in their order."""
    # An earlier exclusion matters if a reason names its cell, or if the last step does not decide
    # its own cells from its reasons alone.
    last = steps[-1]
    used = {(row, column) for row, column, _ in _decided(last)} - _forced(position, last)
    used |= {(fact.row, fact.column) for fact in last.because}
    needed = [last]
    for step in reversed(steps[:-1]):
        if any((cell.row, cell.column) in used for cell in step.cells):
            needed.append(step)
            used |= {(fact.row, fact.column) for fact in step.because}
    return tuple(reversed(needed))


def _forced(position: Position, step: Step) -> set[tuple[int, int]]:
    """The cells that a step about one line decides by its reasons alone."""
    if step.branches or len(step.lines) != 1:
        return set()
    (line,) = step.lines
    cells, columns = position.puzzle.cells(line), position.puzzle.shape[1]
    known = {fact.row * columns + fact.column: mask_of(fact.colours) for fact in step.because}
    tight = position.domains[line].tighten([known.get(cell, position.full) for cell in cells])
    decided = zip(cells, tight or (), strict=False)
    return {divmod(cell, columns) for cell, mask in decided if is_single(mask)}
