"""Local search: change a picture, a few cells at a time, until its puzzle meets a goal.

For each fault the best of a few changes in and beside its cells is made: the one that repairs the
fault, then the one that leaves the fewest cells undecided, then the one most like its surroundings.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeAlias

from .draft import Draft, Fault, Goal
from .rng import Rng

#: Cells, each with its new colour.
Changes: TypeAlias = tuple[tuple[int, int], ...]

#: Changes that are tried for one fault, chosen at random if there are more.
TRIED = 24

#: Faults that are repaired before the whole puzzle is looked at again.
AT_ONCE = 12


def reach(
    draft: Draft,
    goal: Goal,
    rng: Rng,
    *,
    orbits: Sequence[Sequence[int]] | None = None,
    allowed: Callable[[Changes], bool] = lambda changes: True,
) -> bool:
    """Change a picture until the goal is met; False if no change helps any more.

    Args:
        draft: the picture, which is changed.
        goal: what its puzzle is required to be.
        rng: chooses the changes to try.
        orbits: for every cell the cells that change together with it; None is each alone.
        allowed: whether a change may be made.

    No cell is changed twice, so it terminates. Raises `LimitReached`.
    """
    painted: set[int] = set()
    while faults := draft.faults(goal, AT_ONCE):
        progress = False
        for fault in faults:
            around = draft.cells_on(fault.lines)
            best = min(
                _options(draft, fault, around, rng, painted, orbits, allowed),
                key=lambda changes: _badness(draft, goal, around, changes),
                default=None,
            )
            if best is not None:
                progress = True
                draft.paint(best)
                painted.update(cell for cell, _ in best)
        if not progress:
            return False
    return True


def _options(
    draft: Draft,
    fault: Fault,
    around: Collection[int],
    rng: Rng,
    painted: set[int],
    orbits: Sequence[Sequence[int]] | None,
    allowed: Callable[[Changes], bool],
) -> list[Changes]:
    """Some changes that may repair a fault: in and beside its cells, or else on its lines."""
    own = {draft[cell] for cell in fault.cells}
    beside = (near for cell in fault.cells for near in draft.board.neighbours(cell))
    for cells in (sorted({*fault.cells, *beside}), sorted(around)):
        found: dict[Changes, None] = {}
        rng.shuffle(cells)
        for cell in cells:
            if cell in painted:
                continue
            near = {draft[each] for each in draft.board.neighbours(cell)}
            for colour in sorted({0, *near, *own} - {draft[cell]}):
                changes = tuple((each, colour) for each in (orbits[cell] if orbits else (cell,)))
                if allowed(changes):
                    found[changes] = None
            if len(found) >= TRIED:
                break
        if found:
            return list(found)
    return []


def _badness(
    draft: Draft, goal: Goal, around: Collection[int], changes: Changes
) -> tuple[bool, int, int]:
    """Whether the fault remains, the undecided cells, and how unlike their neighbours cells are."""
    before = [(cell, draft[cell]) for cell, _ in changes]
    draft.paint(changes)
    undecided = draft.undecided()
    near = [cell for cell in undecided if cell in around] if goal == "unique" else []
    remains = bool(near) and draft.differs_within(near)
    alike = sum(
        draft[near] == colour for cell, colour in changes for near in draft.board.neighbours(cell)
    )
    draft.paint(before)
    return remains, len(undecided), -alike


def harden(
    draft: Draft,
    rng: Rng,
    accepts: Callable[[Draft], bool],
    *,
    orbits: Sequence[Sequence[int]],
    allowed: Callable[[Changes], bool],
) -> bool:
    """Change one cell, and those that change with it, so that a unique puzzle becomes harder.

    Up to `TRIED` random cells at the edges of colours are tried until one is accepted and leaves
    the puzzle unique; otherwise the picture stays the same, and the answer is False.
    """
    for _ in range(TRIED):
        cell = rng.below(len(draft.cells))
        near = {draft[each] for each in draft.board.neighbours(cell)}
        colours = sorted(near - {draft[cell]})
        if not colours:
            continue
        colour = rng.choice(colours)
        changes = tuple((each, colour) for each in orbits[cell])
        if not allowed(changes):
            continue
        before = [(each, draft[each]) for each in orbits[cell]]
        draft.paint(changes)
        if accepts(draft) and draft.meets("unique"):
            return True
        draft.paint(before)
    return False
