"""The backbone by iterated satisfiability queries, without counting.

For each cell and colour that no known solution has, one query: a solution with it, which usually
covers further cells and colours, or the proof that there is none. What propagation excludes, also
after a colour was proven impossible, is not queried, so there are far fewer queries than cells; it
works where counting does not.

Source: Janota, Lynce and Marques-Silva, "Algorithms for computing backbones of propositional
formulae" (AI Communications 28, 2015).
"""

from __future__ import annotations

from typing import Unpack

from ..model.bits import masks_by_place
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import How
from ..solver.engines import query_of
from ..solver.logged import logged
from ..solver.propagation import propagated
from ..solver.solving import first_solutions


@logged
def backbone(
    puzzle: Puzzle,
    *,
    known: tuple[Picture, ...] = (),
    shown: list[int] | None = None,
    grid: Grid | None = None,
    **how: Unpack[How],
) -> Grid:
    """For every cell the colours that it has in some solution, as `SolutionSpace.backbone`.

    Args:
        puzzle: what to solve.
        known: known solutions.
        grid: known cells; only solutions that agree with them count.
        limits, engine, options: as for `nonocsp.solutions`.
        shown: a list that is filled with the masks of the colours found so far, so that they are
            not lost when a limit is reached.

    Raises:
        LimitReached: a limit was reached.

    >>> print(backbone(Puzzle([[1], [1], [1]], [[1], [2]])))
    ??
    _#
    ??
    """
    query = query_of(puzzle, **how)
    meter = query.meter
    masks = [] if shown is None else shown
    # At once, so that an interrupt leaves either what the list held or what the pictures show.
    masks[:] = masks_by_place(p.cells for p in known) or [0] * puzzle.board.size

    def show(picture: Picture) -> None:
        for cell, colour in enumerate(picture.cells):
            masks[cell] |= 1 << colour

    def ask(grid: Grid | None) -> bool:
        found, _ = first_solutions(query._replace(grid=grid), 1)
        for picture in found:
            show(picture)
        return bool(found)

    def fixpoint(grid: Grid) -> Grid:
        left = propagated(puzzle, grid, meter.left())
        assert left is not None  # no solution is ever lost
        return left

    with meter:
        if not known and not ask(grid):
            return Grid.of_masks(puzzle, masks)
        possible = fixpoint(grid or Grid.unknown(puzzle))
        for cell in range(len(masks)):
            for colour in range(len(puzzle.colours)):
                if (possible.masks[cell] & ~masks[cell]) >> colour & 1 and not ask(
                    possible.given({puzzle.board.place(cell): colour})
                ):
                    left = list(possible.masks)
                    left[cell] &= ~(1 << colour)
                    possible = fixpoint(Grid.of_masks(puzzle, left))
    return Grid.of_masks(puzzle, masks)
