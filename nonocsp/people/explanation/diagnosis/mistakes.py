"""The cells to blame when a player's grid has no solution, and the reason a person can check.

A cell is wrong if no solution of the puzzle has it. In a puzzle with several solutions it may be
that each of the player's cells is in some solution, but no solution has all of them. Then a
smallest set of cells is named that no solution has together. Every solution differs from the
player's cells somewhere, so this set is a minimum hitting set of the differences (see
`nonocsp.core.options.mus`).
"""

from __future__ import annotations

from collections.abc import Sequence

from ....core import Grid, LimitReached, Picture
from ....core.options.mus import Budget, OutOfBudget, smallest_mus
from ..facts import Fact
from ..phrasing import sentence
from ..position import Position
from ..steps import Hint, Step
from ..techniques import CHAIN, LINE_CONTRADICTION
from ..techniques.case_split import solution
from ..techniques.chains import ImplicationChain

#: Hitting sets tried before the search for the fewest cells to blame is given up.
_MOST_TRIES = 20_000


def mistake(position: Position) -> Hint | None:
    """The mistake in a position; None if some solution has all that is known.

    The step is a line or a chain that shows it for some of the wrong cells; these come first.

    Raises:
        LimitReached: a limit was reached first.
    """
    known = [cell for cell, mask in enumerate(position.masks) if mask != position.full]
    if _solution(position, known) is not None:
        return None
    first = _solution(position, [])
    if first is None:
        text = "The puzzle has no solution, whatever is in the grid."
        return Hint("no solution", "The puzzle itself is wrong.", (text,))
    alone = _wrong_alone(position, known, first)
    wrong = alone or _wrong_together(position, known)
    # The wrong cell that is easiest to see, if each is wrong by itself.
    groups = [[cell] for cell in alone] or [wrong]
    steps = [(_contradiction(position, group, wrong), group) for group in groups]
    step, group = min(steps, key=lambda pair: (pair[0].cost if pair[0] else 1e9, pair[1]))
    rest = [cell for cell in wrong if cell not in group]
    facts = tuple(map(position.fact, [*group, *rest]))
    named = facts[: len(group)]
    because = _because(position, step, len(named) > 1)
    text = sentence(f"{_verdict(position, named)} {because}".rstrip())
    shown = (step,) if step else ()
    return Hint("mistake", _where(position, step, named), (text,), shown, facts, len(named))


def _solution(position: Position, cells: Sequence[int]) -> Picture | None:
    """A solution that has some of the player's cells."""
    masks = [position.full] * len(position.masks)
    for cell in cells:
        masks[cell] = position.masks[cell]
    return solution(position, masks)


def _differing(position: Position, known: Sequence[int], picture: Picture) -> frozenset[int]:
    """The known cells that a picture has otherwise."""
    return frozenset(c for c in known if not position.masks[c] >> picture.cells[c] & 1)


def _wrong_alone(position: Position, known: Sequence[int], first: Picture) -> list[int]:
    """The cells that no solution has, whatever the others are."""
    # Every solution differs in such a cell, so only cells in which all pictures differ are tried.
    suspects = _differing(position, known, first)
    wrong = []
    for cell in sorted(suspects):
        if cell in suspects:
            picture = _solution(position, [cell])
            if picture is None:
                wrong.append(cell)
            else:
                suspects &= _differing(position, known, picture)
    return wrong


def _wrong_together(position: Position, known: Sequence[int]) -> list[int]:
    """As few cells as possible that no solution has together."""

    def counterexample(some: list[int]) -> frozenset[int] | None:
        picture = _solution(position, some)
        return None if picture is None else _differing(position, known, picture)

    try:
        *_, fewest = smallest_mus(counterexample, Budget(_MOST_TRIES, position.meter), known)
        return fewest
    except OutOfBudget:
        raise LimitReached("tries", "too many cells are wrong only together") from None


def _contradiction(position: Position, group: list[int], wrong: list[int]) -> Step | None:
    """A contradiction to which some wrong cells lead, by themselves and with cells that are right.

    None where following lines does not show one.
    """
    masks = [
        position.full if cell in wrong and cell not in group else mask
        for cell, mask in enumerate(position.masks)
    ]
    grid = Grid.of_masks(position.puzzle, masks)
    here = Position(position.query._replace(grid=grid))
    broken = _broken_line(here, group)
    if broken is not None:
        return broken
    last = group[-1]
    here.masks[last] = here.full
    chain = ImplicationChain(here, last, masks[last]).run()
    return CHAIN.refute(here, chain) if chain.is_contradiction else None


def _broken_line(position: Position, group: list[int]) -> Step | None:
    """The line that some cells leave without a placement, with the fewest reasons."""
    steps = []
    for line in position.puzzle.lines:
        cells = position.puzzle.cells(line)
        blamed = [i for i, cell in enumerate(cells) if cell in group]
        if blamed and position.new_exclusions(line) is None:
            steps.append(LINE_CONTRADICTION.refute(position, line, blamed))
    return min(steps, key=lambda step: step.cost, default=None)


# Words.


def _verdict(position: Position, named: Sequence[Fact]) -> str:
    phrasing = position.phrasing
    if len(named) == 1:
        (fact,) = named
        return f"{phrasing.cell(fact.row, fact.column)} cannot be {phrasing.colour(fact.colours)}."
    together = phrasing.anywhere((fact.row, fact.column, fact.colours) for fact in named)
    return f"these cells cannot be right together: {together}."


def _because(position: Position, step: Step | None, are_several: bool) -> str:
    if step is None:
        return f"No solution has {'all of them' if are_several else 'it'} like that."
    if not step.branches:
        # Of a cell without colours the verdict says everything.
        return str(step) if step.because[0].colours else ""
    last = step.branches[0].links[-1].line
    via = [line for line in step.lines if line != last]
    through = f"by way of {position.phrasing.lines(via)}, " if via else ""
    return sentence(f"{through}{last} could not be completed.")


def _where(position: Position, step: Step | None, named: Sequence[Fact]) -> str:
    lines = step.focus if step else ()
    lines = lines or tuple(position.puzzle.lines[fact.row] for fact in named)
    return f"Something is wrong. Look at {position.phrasing.lines(lines)}."
