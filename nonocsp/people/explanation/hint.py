"""The next step for a player who is stuck, or the mistake in what the player has.

A player fills cells in. In coloured puzzles a step of an explanation may only exclude colours, and
then nothing can be filled in. So steps are taken until one decides a cell, and the hint is that
step together with those before it that it builds on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from ...core import Grid, How, LimitReached, Line, Puzzle, query_of, question
from .dependencies import closure
from .diagnosis.mistakes import mistake
from .explanation import Explanation, Outcome
from .facts import Conclusion, Fact
from .phrasing import PHRASES, sentence
from .position import Position
from .steps import Hint, Step
from .techniques import TECHNIQUES, Technique


@question()
def hint(
    puzzle: Puzzle,
    grid: Grid | None = None,
    *,
    techniques: Sequence[Technique] = TECHNIQUES,
    **how: Unpack[How],
) -> Hint:
    """The easiest next step that decides a cell, or the mistake that was made.

    The grid is what the player has: decided cells, and cells with several colours left. The other
    arguments are as for `explain`.

    Raises:
        LimitReached: a limit was reached first.

    >>> puzzle = Puzzle([[3], [1]], [[1], [2], [1]])
    >>> first = hint(puzzle, Grid.from_text("###\\n???"))
    >>> first.where, first.what
    ('Look at column 2.', 'Column 2: the 2 takes all of it, so row 2 is black.')
    >>> print(hint(puzzle, Grid.from_text("###\\n#??")).what)
    Row 2, column 1 cannot be black. Column 1: since rows 1-2 are black, there is no way to lay 1.
    """
    position = Position(query_of(puzzle, grid, **how))
    with position.meter:
        wrong = mistake(position)
    found = wrong or _next_step(position, techniques)
    return replace(found, stats=position.meter.stats, puzzle=puzzle, grid=grid)


def _next_step(position: Position, techniques: Sequence[Technique]) -> Hint:
    explanation = Explanation(position, techniques)
    last = next((step for step in explanation if step.decided), None)
    if last is not None:
        steps = _needed(explanation, position)
        sentences = *map(str, steps), *_decided(position, steps[-1])
        found = Hint("step", "", sentences, steps)
        return replace(found, where=_where(position, found))
    if explanation.outcome is Outcome.STOPPED:
        raise LimitReached(explanation.stopped_by or "", explanation.detail)
    if explanation.outcome is Outcome.SOLVED:
        return Hint("solved", "Every cell is decided.", ("The puzzle is solved.",))
    text = "These techniques find nothing more."
    if explanation.outcome is not Outcome.STUCK:
        text = "Nothing more can be filled in: each open cell has several colours in the solutions."
    return Hint("ambiguous", "There is no step.", (text,))


def _where(position: Position, found: Hint) -> str:
    branches = found.steps[-1].branches
    lines = position.phrasing.lines(found.lines)
    parts = [PHRASES["where"].format(lines=lines)] if lines else []
    if branches:
        assumed = branches[0].assumed
        parts.append(f"Try {position.phrasing.cell(assumed.row, assumed.column)}.")
    return " ".join(parts) or PHRASES["where, colours"]


def _needed(explanation: Explanation, position: Position) -> tuple[Step, ...]:
    """The last of the steps and those before it that it builds on, in their order."""
    # What was excluded from its own cells before matters if it does not decide them by its reasons
    # alone.
    number, last = len(explanation.found) - 1, explanation.found[-1]
    needed = closure(explanation.found, [number])
    for one in _half_decided(position, last):
        needed |= explanation.why((one.row, one.column))
    return tuple(replace(needed[step], uses=()) for step in sorted(needed))


def _half_decided(position: Position, step: Step) -> list[Conclusion]:
    """The cells that a step decides only together with what was known of them before."""
    decided = (one for one in step.cells if one.colour is not None)
    return [one for one in decided if len(position.phrasing.allowed(one)) > 1]


def _decided(position: Position, step: Step) -> list[str]:
    """What these cells are then, in a sentence for each line."""
    lines: dict[Line, list[Fact]] = {}
    for one in _half_decided(position, step):
        line = step.lines[0] if len(step.lines) == 1 else position.puzzle.lines[one.row]
        lines.setdefault(line, []).append(Fact(one.row, one.column, one.left))
    texts = ((line, position.phrasing.known(line, facts)) for line, facts in lines.items())
    return [sentence(f"{line}: {text}.") for line, text in texts]
