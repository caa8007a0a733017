"""One step of a solution graded: does it follow from what is known, and why?

A colour of a cell follows if every solution that agrees with the grid has it: one question asks for
a solution with the colour, another for one without. What a single line decides needs only one.

Source of the two questions: Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of
propositional formulae" (AI Communications 28, 2015).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, Unpack

from ...core import (
    Grid,
    How,
    LimitReached,
    Line,
    Plain,
    Puzzle,
    Query,
    Stats,
    first_solutions,
    logged,
    mask_of,
    query_of,
)
from ...people.explanation.phrasing import Phrasing, sentence, since
from ...people.explanation.position import Position
from ...people.explanation.steps import Step
from ...people.explanation.techniques import LINE_CONTRADICTION
from ...people.explanation.techniques.patterns import PATTERNS
from ...people.explanation.techniques.technique import line_step


class StepVerdict(enum.StrEnum):
    """The verdict on a step, given a grid."""

    FOLLOWS = "follows"
    """There is a solution that agrees with the grid, and every one has it."""
    CONTRADICTS = "contradicts"
    """There is a solution that agrees with the grid, and none has it."""
    GUESS = "guess"
    """Some solutions that agree with the grid have it, and some do not."""
    NO_SOLUTION = "no solution"
    """No solution agrees with the grid, with or without the step."""
    UNKNOWN = "unknown"
    """A limit was reached before it was known."""


By: TypeAlias = Literal["grid", "line", "backbone", ""]

#: The verdict if a solution has the colour, and if one has another colour.
_VERDICTS = {
    (True, False): StepVerdict.FOLLOWS,
    (False, True): StepVerdict.CONTRADICTS,
    (True, True): StepVerdict.GUESS,
    (False, False): StepVerdict.NO_SOLUTION,
}
_REASONS = {
    (StepVerdict.FOLLOWS, "grid"): "{cell} is {colour} in the grid already.",
    (StepVerdict.FOLLOWS, "backbone"): "{cell} is {colour} in every solution that agrees with the "
    "grid.",
    (StepVerdict.CONTRADICTS, "grid"): "{cell} is not {colour} in the grid.",
    (StepVerdict.CONTRADICTS, "backbone"): "{cell} is {colour} in no solution that agrees with the "
    "grid.",
    (StepVerdict.GUESS, "backbone"): "{cell} is {colour} in some solutions that agree with the "
    "grid, but not in all.",
    (StepVerdict.NO_SOLUTION, "backbone"): "No solution agrees with the grid.",
}


@dataclass(frozen=True, slots=True)
class StepGrade(Plain):
    """The grade of a step; true if it follows.

    Its truth value raises `LimitReached` if a limit left the grade open.
    """

    verdict: StepVerdict
    by: By
    """The evidence: the grid says so already; one line shows it, see ``step``; or the exact
    backbone does, by a search for a solution with the step and one without. Empty if unknown."""
    reason: str
    """The same in a sentence."""
    step: Step | None = None
    """The line and the few known cells, if one line shows it."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""
    stopped_by: str | None = None
    """The limit that was reached, or None."""

    def __bool__(self) -> bool:
        if self.verdict is StepVerdict.UNKNOWN:
            raise LimitReached(self.stopped_by or "", "the grade of the step is unknown")
        return self.verdict is StepVerdict.FOLLOWS

    def __str__(self) -> str:
        return f"{self.verdict.value}: {self.reason}"


@logged
def grade_step(
    puzzle: Puzzle,
    grid: Grid | None,
    cell: tuple[int, int],
    colour: int,
    **how: Unpack[How],
) -> StepGrade:
    """Grade one step of a solution: a colour given to a cell.

    Args:
        puzzle: what is solved.
        grid: what is known before the step; None is nothing.
        cell: row and column of the cell, from 0.
        colour: the number of the colour, 0 for blank.
        limits, engine, options: as for `nonocsp.solve`.

    A limit that is reached makes the grade unknown.

    Raises:
        PuzzleError: the cell or colour does not exist, or the grid does not fit the puzzle.
        OptionError: an argument of another type.

    >>> puzzle = Puzzle([[2], [1]], [[1], [2]])
    >>> print(grade_step(puzzle, None, (0, 0), 1))
    follows: Row 1: the 2 takes all of it, so columns 1-2 are black.
    >>> print(grade_step(Puzzle([[1], [1]], [[1], [1]]), None, (0, 0), 1))
    guess: Row 1, column 1 is black in some solutions that agree with the grid, but not in all.
    """
    query = query_of(puzzle, grid, **how)
    start = grid or Grid.unknown(puzzle)
    start.given({cell: colour})  # validates both
    stats = query.meter.stats
    try:
        with query.meter:
            verdict, by, step = _graded(query._replace(grid=start), cell, colour)
    except LimitReached as reached:
        reason = f"A limit was reached ({reached.limit})."
        unknown = StepVerdict.UNKNOWN
        return StepGrade(unknown, "", reason, stats=stats, stopped_by=reached.limit)
    phrasing = Phrasing(puzzle)
    words = {"cell": sentence(phrasing.cell(*cell)), "colour": phrasing.names[colour]}
    reason = str(step) if step else _REASONS[verdict, by].format(**words)
    if step and verdict is StepVerdict.FOLLOWS:
        (own,) = (one for one in step.cells if (one.row, one.column) == cell)
        if len(phrasing.allowed(own)) > 1:  # the grid excludes the other colours
            words["colour"] = phrasing.colour(start.candidates(*cell))
            reason += f" {_REASONS[verdict, 'grid'].format(**words)}"
    return StepGrade(verdict, by, reason, step, stats)


def _graded(
    query: Query, cell: tuple[int, int], colour: int
) -> tuple[StepVerdict, By, Step | None]:
    position = Position(query)
    if step := LINE_CONTRADICTION.step(position):
        return StepVerdict.NO_SOLUTION, "line", step
    number = query.puzzle.board.number(*cell)
    having = position.masks[number] & 1 << colour
    others = position.masks[number] & ~having
    is_open = bool(having and others)
    forced = _by_line(position, number, others) if is_open else None
    denied = _by_line(position, number, having) if is_open else None

    def is_possible(mask: int, excluded_by: Step | None) -> bool:
        """Whether a solution has one of these colours in the cell."""
        if not mask or excluded_by is not None:
            return False
        masks = [*position.masks[:number], mask, *position.masks[number + 1 :]]
        grid = Grid.of_masks(query.puzzle, masks)
        return bool(first_solutions(query._replace(grid=grid), 1)[0])

    verdict = _VERDICTS[is_possible(having, denied), is_possible(others, forced)]
    if verdict in (StepVerdict.GUESS, StepVerdict.NO_SOLUTION):
        return verdict, "backbone", None
    step = forced or denied
    return verdict, "line" if step else "backbone" if is_open else "grid", step


def _by_line(position: Position, cell: int, excluded: int) -> Step | None:
    """The easiest step by which one line shows that a cell has none of these colours."""
    steps = []
    for line, at in position.puzzle.lines_through(cell):
        new = position.new_exclusions(line) or {}
        if new.get(at, 0) & excluded == excluded:
            steps.append(_in_line(position, line, at, excluded))
    return min(steps, key=lambda step: step.cost, default=None)


def _in_line(position: Position, line: Line, at: int, excluded: int) -> Step:
    """The simplest pattern that shows it, or else the fact that nothing else fits."""
    place = position.puzzle.board.place(position.puzzle.cells(line)[at])
    for technique in PATTERNS:
        step = technique.in_line(position, line)
        if step is not None and any(
            (cell.row, cell.column) == place and not excluded & ~mask_of(cell.excluded)
            for cell in step.cells
        ):
            return step
    because = position.reason(line, {at: excluded}) or ()
    known = position.phrasing.known(line, position.facts(line, because))

    def text(follows: str) -> str:
        return since(known) + follows

    follows = position.forced(line, {at: excluded}, because)
    return line_step(position, PATTERNS[-1], line, follows, because, text)
