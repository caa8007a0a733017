"""The next step that a player can write down.

A player's cell is open, blank or of one colour. In coloured puzzles a step of an explanation may
only rule colours out, of which nothing can be written down: such a hint would come again for ever.
So steps are followed until one decides a cell, and those that it builds on are told with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...common.limits import LimitReached, Limits
from ...explanation import Fact, Hint, Outcome, Step, explain, hint
from ...explanation.phrasing import Words
from ...explanation.position import along, bits, place
from ...explanation.reasons import Domains
from ...model.clue import Line
from ...model.grid import Grid
from ...model.puzzle import Puzzle

#: Lines that one step can be said to be about.
_FEW_LINES = 4


@dataclass(frozen=True, slots=True)
class Advice:
    """A hint in two stages, of which something can be written down."""

    kind: str
    """As that of a `Hint`."""
    where: str
    """The first stage: where to look, and no more."""
    reasons: tuple[str, ...]
    """The second stage: sentences, each of which builds on those before."""
    lines: tuple[Line, ...] = ()
    """The lines to look at, in the order of the reasoning."""
    cells: tuple[tuple[int, int, int | None], ...] = ()
    """The cells that the last sentence decides, as row, column and colour; or those that are wrong,
    with None."""
    because: tuple[tuple[int, int], ...] = ()
    """The cells of the player's that the reasons use."""

    @property
    def is_mistake(self) -> bool:
        return self.kind == "mistake"

    @property
    def what(self) -> str:
        """The second stage in one text."""
        if len(self.reasons) < 3:
            return " So: ".join(self.reasons)
        steps = (f"({number}) {text}" for number, text in enumerate(self.reasons, start=1))
        return " ".join(steps)


def advise(puzzle: Puzzle, grid: Grid, *, limits: Limits | None = None) -> Advice:
    """What a player can fill in next and why, or what is wrong.

    Args:
        puzzle: the puzzle.
        grid: what the player has.
        limits: bounds on the work, which is done at most twice.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        LimitReached: a limit was reached first.

    >>> puzzle = Puzzle([[(1, "red"), (1, "blue")], [(1, "blue")]], [[(1, "red"), (1, "blue")], []])
    >>> told = advise(Puzzle([[1], [1, 1]], [[1], [1], [1]]), Grid.from_text("_?_\\n?_?"))
    >>> told.where, told.what
    ('Look at row 2.', 'Row 2: 1 1 takes all 3 cells, gaps included, so columns 1 and 3 are black.')
    """
    found = hint(puzzle, grid, limits=limits)
    if found.kind != "step" or found.step is None or _decided(found.step):
        return _told(found)
    walk = explain(puzzle, grid, limits=limits)
    last = next((step for step in walk if _decided(step)), None)
    if last is None:
        if walk.outcome is Outcome.STOPPED:
            raise LimitReached(walk.stopped_by or "", walk.detail)
        text = (
            "Nothing more can be filled in: every open cell has several colours in the solutions."
        )
        return Advice("ambiguous", "There is no step.", (text,))
    steps = _needed(puzzle, walk.steps)
    lines = _lines(steps)
    known = {(fact.row, fact.column) for step in steps for fact in _reasons(step)}
    return Advice(
        "step",
        f"Look at {Words(puzzle).lines(lines)}." if lines else found.where,
        tuple(str(step) for step in steps),
        lines,
        _decided(last),
        tuple(sorted(cell for cell in known if len(grid.candidates(*cell)) == 1)),
    )


def _told(found: Hint) -> Advice:
    step = found.step
    wrong = tuple((fact.row, fact.column, None) for fact in found.wrong)
    return Advice(
        found.kind,
        found.where,
        (found.what,),
        _lines([step]) if step else (),
        wrong or (_decided(step) if step else ()),
        tuple((fact.row, fact.column) for fact in step.because) if step else (),
    )


def _decided(step: Step) -> tuple[tuple[int, int, int | None], ...]:
    """The cells of a step that have one colour left."""
    return tuple((c.row, c.column, c.colour) for c in step.cells if c.colour is not None)


def _reasons(step: Step) -> list[Fact]:
    """All that a step uses of what was known before it."""
    links = [link for branch in step.branches for link in branch.links]
    return [*step.because, *(fact for link in links for fact in link.because)]


def _lines(steps: Sequence[Step]) -> tuple[Line, ...]:
    """The lines to look at. A step about the colours of all clues names no line in particular."""
    own = [step for step in steps if step.branches or len(step.lines) <= _FEW_LINES]
    return tuple(dict.fromkeys(line for step in own for line in step.lines))


def _needed(puzzle: Puzzle, steps: Sequence[Step]) -> list[Step]:
    """The last of some steps and those before that it builds on, in their order."""
    # What was ruled out before matters if a reason says so, or if the last step would not decide
    # its cells from its reasons alone.
    last = steps[-1]
    used = {(row, column) for row, column, _ in _decided(last)} - _forced(puzzle, last)
    used |= {(fact.row, fact.column) for fact in _reasons(last)}
    kept = [last]
    for step in reversed(steps[:-1]):
        if any((cell.row, cell.column) in used for cell in step.cells):
            kept.append(step)
            used |= {(fact.row, fact.column) for fact in _reasons(step)}
    return kept[::-1]


def _forced(puzzle: Puzzle, step: Step) -> set[tuple[int, int]]:
    """The cells that a step about one line decides by its reasons alone."""
    if step.branches or len(step.lines) != 1:
        return set()
    (line,) = step.lines
    masks = [(1 << len(puzzle.colours)) - 1] * puzzle.length(line)
    for fact in step.because:
        masks[along(line, fact.row, fact.column)] = bits(fact.colours)
    tight = Domains(puzzle, None)[line].tighten(masks) or ()
    return {place(line, index) for index, mask in enumerate(tight) if mask & (mask - 1) == 0}
