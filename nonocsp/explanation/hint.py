"""The next step for somebody who is stuck; or the mistake, if there is one.

A cell is a mistake if no solution has it as it is. In a puzzle with several solutions it may be
that every cell of the player's is in some solution, but no solution has all of them: then as few
cells as can be are named that no solution has together. Every solution differs from the player's
cells somewhere, so these are a smallest set that hits all differences (see `nonocsp.common.mus`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.mus import Budget, OutOfBudget, smallest_subset
from ..common.options import Options
from ..model.clue import Line
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import check_question
from .case_split import solution
from .catalogue import CHAIN, TECHNIQUES
from .explanation import Explanation, Outcome
from .phrasing import sentence
from .position import Position, colours
from .steps import Fact, Step
from .techniques import Technique
from .trails import Trail
from .whole_lines import cannot

#: Sets tried in the search for the fewest cells to blame before those at hand will do.
_MOST_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint in two stages: where to look, and what to see there."""

    kind: Literal["step", "mistake", "solved", "ambiguous", "no solution"]
    """A next step; cells that are wrong; nothing is left to do; nothing more follows, since there
    are several solutions; or the puzzle itself has no solution."""
    where: str
    """The first stage: where to look, and no more."""
    what: str
    """The second stage: what follows there and why."""
    step: Step | None = None
    """The step; for a mistake, the contradiction to which the cells lead."""
    wrong: tuple[Fact, ...] = ()
    """The player's cells to blame for a mistake: each by itself in no solution, or, where there are
    none of these, as few as can be that no solution has together."""
    stats: Stats = field(default_factory=Stats, compare=False, repr=False)
    """Counted work."""

    def __str__(self) -> str:
        return self.what

    def as_dict(self) -> dict[str, Any]:
        """The hint as JSON values."""
        return {
            "kind": self.kind,
            "where": self.where,
            "what": self.what,
            "step": self.step.as_dict() if self.step else None,
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
    """The easiest next step from where a player stands, or the mistake that was made.

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
    limits = Limits() if limits is None else limits
    options = Options() if options is None else options
    check_question(puzzle, grid, limits, options)
    known = grid or Grid.unknown(puzzle)
    position = Position(puzzle, known, Meter(limits, Stats()), engine, options)
    return replace(_hint(position, techniques), stats=position.meter.stats)


def _hint(position: Position, techniques: Sequence[Technique]) -> Hint:
    position.meter.start()
    try:
        wrong = _mistakes(position)
        if wrong is not None:
            return _mistake(position, wrong)
    finally:
        position.meter.stop()
    explanation = Explanation(position, techniques)
    step = next(explanation, None)
    if explanation.outcome is Outcome.STOPPED:
        raise LimitReached(explanation.stopped_by or "", explanation.detail)
    if step is not None:
        return Hint("step", _where(position, step), str(step), step)
    if explanation.outcome is Outcome.SOLVED:
        return Hint("solved", "Every cell is decided.", "The puzzle is solved.")
    if explanation.outcome is Outcome.STUCK:
        return Hint("ambiguous", "There is no step.", "These techniques find nothing more.")
    text = "Nothing more follows: for every colour that is left in a cell there is a solution."
    return Hint("ambiguous", "There is no step.", text)


def _where(position: Position, step: Step) -> str:
    if len(step.lines) == 1 or (step.branches and any(b.links for b in step.branches)):
        cells = ""
        if step.branches:
            assumed = step.branches[0].assumed
            cells = f" Try {position.words.cell(assumed.row, assumed.column)}."
        return f"Look at {position.words.lines(step.lines)}.{cells}"
    if step.branches:
        cell = step.cells[0]
        return f"Try {position.words.cell(cell.row, cell.column)}."
    return "Look at the colours of the clues."


def _mistakes(position: Position) -> list[int] | None:
    """The player's cells to blame, as indices; none if the puzzle has no solution whatever they
    are, None if there is a solution with all of them."""
    known = [cell for cell, mask in enumerate(position.masks) if mask != position.full]
    if _solution(position, known) is not None:
        return None
    met: list[Picture] = []
    first = _solution(position, [])
    if first is None:
        return []
    met.append(first)

    def differing(picture: Picture) -> frozenset[int]:
        return frozenset(c for c in known if not position.masks[c] >> picture.cells[c] & 1)

    # A cell that is wrong whatever the others are is one in which every solution differs.
    suspects = differing(first)
    alone = []
    for cell in sorted(suspects):
        if all(cell in differing(picture) for picture in met):
            picture = _solution(position, [cell])
            if picture is None:
                alone.append(cell)
            else:
                met.append(picture)
    if alone:
        return alone

    def counterexample(some: list[int]) -> frozenset[int] | None:
        picture = _solution(position, some)
        if picture is None:
            return None
        # One that keeps as much as can be of what the player has says more.
        kept = [c for c in known if c not in differing(picture)]
        for cell in known:
            if cell not in kept:
                closer = _solution(position, [*kept, cell])
                if closer is not None:
                    picture = closer
                    kept = [c for c in known if c not in differing(picture)]
        return differing(picture)

    try:
        return smallest_subset(counterexample, Budget(_MOST_TRIES))
    except OutOfBudget:
        raise LimitReached("tries", "the cells to blame are too many to tell apart") from None


def _solution(position: Position, cells: Sequence[int]) -> Picture | None:
    """A solution that has some of the player's cells.

    Raises:
        LimitReached: it is not known whether there is one.
    """
    rows, columns = position.puzzle.shape
    masks = [position.full] * (rows * columns)
    for cell in cells:
        masks[cell] = position.masks[cell]
    return solution(position, Grid(masks, columns, position.puzzle.block_colours))


def _mistake(position: Position, wrong: list[int]) -> Hint:
    words, columns = position.words, position.puzzle.shape[1]
    if not wrong:
        text = "The puzzle has no solution, whatever is in the grid."
        return Hint("no solution", "The mistake is in the puzzle.", text)
    alone = _is_wrong_alone(position, wrong)
    # The wrong cell that is easiest to see, if each is wrong by itself.
    groups = [[cell] for cell in wrong] if alone else [wrong]
    step, group = min(
        ((_why(position, group, wrong), group) for group in groups),
        key=lambda pair: (pair[0] is None, pair[0].cost if pair[0] else 0, pair[1]),
    )
    facts = tuple(
        Fact(*divmod(cell, columns), colours(position.masks[cell]))
        for cell in [*group, *(cell for cell in wrong if cell not in group)]
    )
    named = facts[: len(group)]
    if len(named) == 1:
        (fact,) = named
        said = f"{words.cell(fact.row, fact.column)} cannot be {words.colour(fact.colours)}."
    else:
        together = words.anywhere((f.row, f.column, f.colours) for f in named)
        said = f"these cells cannot be right together: {together}."
    text = sentence(f"{said} {_because(position, step, len(named) > 1)}")
    return Hint("mistake", _near(position, step, named), text, step, facts)


def _because(position: Position, step: Step | None, are_several: bool) -> str:
    """Why cells are wrong, in a sentence."""
    if step is None:
        return f"No solution has {'them' if are_several else 'it'} so."
    if not step.branches:
        return str(step)
    words, last = position.words, step.branches[0].links[-1].line
    via = [line for line in step.lines if line != last]
    through = f"by way of {words.lines(via)}, " if via else ""
    return sentence(f"{through}{last} could not be completed.")


def _is_wrong_alone(position: Position, wrong: list[int]) -> bool:
    return len(wrong) == 1 or _solution(position, wrong[:1]) is None


def _near(position: Position, step: Step | None, named: Sequence[Fact]) -> str:
    lines = step.lines if step is not None and step.lines else ()
    if not lines or len(lines) == len(position.puzzle.lines):
        lines = tuple(Line("row", fact.row) for fact in named)
    return f"Something is wrong. Look at {position.words.lines(lines)}."


def _why(position: Position, group: list[int], wrong: list[int]) -> Step | None:
    """Where some cells of the player's break a line, by themselves and with cells that are right.

    None where following lines does not show it.
    """
    masks = [
        position.full if cell in wrong and cell not in group else mask
        for cell, mask in enumerate(position.masks)
    ]
    grid = Grid.of_masks(position.puzzle, masks)
    here = Position(position.puzzle, grid, position.meter, position.engine, position.options)
    return _broken_line(here, group) or _broken_by_chain(here, group)


def _broken_line(position: Position, group: list[int]) -> Step | None:
    """The line that some cells leave without a placement, with the fewest reasons."""
    steps = []
    for line in position.puzzle.lines:
        cells = position.cells(line)
        blamed = [i for i, cell in enumerate(cells) if cell in group]
        if not blamed or position.news(line) is not None:
            continue
        order = [*blamed, *(i for i in range(len(cells)) if i not in blamed)]
        because = position.domains[line].reason(position.of(line), {}, order)
        assert because is not None  # nothing fits
        facts = position.facts(line, because)
        text = cannot(position, line, because)
        steps.append(Step("contradiction", (line,), (), facts, text, 1 + len(because) / 10))
    return min(steps, key=lambda step: step.cost, default=None)


def _broken_by_chain(position: Position, group: list[int]) -> Step | None:
    """The contradiction to which the last of some cells leads, if following lines shows one."""
    last = group[-1]
    mask = position.masks[last]
    position.masks[last] = position.full
    trail = Trail(position, last, mask).run()
    return CHAIN.refute(position, trail) if trail.is_contradiction else None
