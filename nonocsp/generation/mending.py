"""Local search: change a picture, a few cells at a time, until its puzzle meets a goal.

Each fault is met by the best of a few changes in and beside its cells. Best is what mends the
fault, then what leaves the fewest cells undecided to the tightening of lines, then what looks
most like its surroundings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from .canvas import Canvas, Fault, Goal
from .rng import Draw

#: Cells and the colours they get.
Changes: TypeAlias = tuple[tuple[int, int], ...]

#: Changes that are tried for one fault; more are drawn from by chance.
TRIED = 24

#: Faults that are mended between two looks at the whole puzzle.
AT_ONCE = 12


def mend(
    canvas: Canvas,
    goal: Goal,
    draw: Draw,
    *,
    orbits: Sequence[Sequence[int]] | None = None,
    allowed: Callable[[Changes], bool] = lambda changes: True,
    most: int | None = None,
) -> bool:
    """Paint until the goal is met; False if that was given up.

    Args:
        canvas: the picture, which is changed.
        goal: what its puzzle should be.
        draw: decides where there is nothing to choose by.
        orbits: for every cell the cells that change together with it; None is each for itself.
        allowed: refuses changes.
        most: cells that may be painted at most; None is as many as there are.

    No cell is painted twice, so that this ends. Raises `LimitReached`.
    """
    most = len(canvas.cells) if most is None else most
    painted: set[int] = set()
    while faults := canvas.faults(goal, AT_ONCE):
        progress = False
        for fault in faults:
            options = _options(canvas, fault, draw, painted, orbits, allowed)
            best = min(
                options,
                key=lambda changes: _badness(canvas, goal, fault, changes),
                default=None,
            )
            if best is not None and len(painted) + len(best) <= most:
                progress = True
                canvas.paint(best)
                painted.update(cell for cell, _ in best)
        if not progress:
            return False
    return True


def neighbours(cell: int, rows: int, columns: int) -> list[int]:
    """The cells that share a side with a cell."""
    row, column = divmod(cell, columns)
    near = []
    if row:
        near.append(cell - columns)
    if column:
        near.append(cell - 1)
    if column + 1 < columns:
        near.append(cell + 1)
    if row + 1 < rows:
        near.append(cell + columns)
    return near


def _options(
    canvas: Canvas,
    fault: Fault,
    draw: Draw,
    painted: set[int],
    orbits: Sequence[Sequence[int]] | None,
    allowed: Callable[[Changes], bool],
) -> list[Changes]:
    """Some changes that may mend a fault: in and beside its cells, or else in its lines."""
    own = {canvas[cell] for cell in fault.cells}
    beside = (
        near for cell in fault.cells for near in neighbours(cell, canvas.rows, canvas.columns)
    )
    for cells in (sorted({*fault.cells, *beside}), lines_of(canvas, fault)):
        found: dict[Changes, None] = {}
        draw.shuffle(cells)
        for cell in cells:
            if cell in painted:
                continue
            near = {canvas[each] for each in neighbours(cell, canvas.rows, canvas.columns)}
            for colour in sorted({0, *near, *own} - {canvas[cell]}):
                changes = tuple((each, colour) for each in (orbits[cell] if orbits else (cell,)))
                if allowed(changes):
                    found[changes] = None
            if len(found) >= TRIED:
                break
        if found:
            return list(found)
    return []


def lines_of(canvas: Canvas, fault: Fault) -> list[int]:
    """The cells of all lines in which a fault has cells, ascending."""
    return [
        cell
        for cell in range(canvas.rows * canvas.columns)
        if cell // canvas.columns in fault.rows or cell % canvas.columns in fault.columns
    ]


def _badness(canvas: Canvas, goal: Goal, fault: Fault, changes: Changes) -> tuple[int, int, int]:
    before = [(cell, canvas[cell]) for cell, _ in changes]
    canvas.paint(changes)
    undecided = canvas.undecided()
    remains = False
    if goal == "unique":
        near = [
            cell
            for cell in undecided
            if cell // canvas.columns in fault.rows or cell % canvas.columns in fault.columns
        ]
        remains = bool(near) and canvas.differs_within(near)
    alike = sum(
        canvas[near] == colour
        for cell, colour in changes
        for near in neighbours(cell, canvas.rows, canvas.columns)
    )
    canvas.paint(before)
    return remains, len(undecided), -alike


def harden(
    canvas: Canvas,
    draw: Draw,
    is_met: Callable[[Canvas], bool],
    *,
    orbits: Sequence[Sequence[int]],
    allowed: Callable[[Changes], bool],
) -> bool:
    """Paint one cell, and what changes with it, so that a unique puzzle becomes as it should be.

    Cells at the edges of what there is are tried by chance, `TRIED` of them; the puzzle stays
    unique, and as it was where none of them does.
    """
    for _ in range(TRIED):
        cell = draw.below(canvas.rows * canvas.columns)
        near = {canvas[each] for each in neighbours(cell, canvas.rows, canvas.columns)}
        colours = sorted(near - {canvas[cell]})
        if not colours:
            continue
        colour = draw.one(colours)
        changes = tuple((each, colour) for each in orbits[cell])
        if not allowed(changes):
            continue
        before = [(each, canvas[each]) for each in orbits[cell]]
        canvas.paint(changes)
        if is_met(canvas) and canvas.meets("unique"):
            return True
        canvas.paint(before)
    return False
