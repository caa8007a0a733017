"""Which cells are the same in every solution, asked of the search alone.

For each cell and colour that no solution at hand shows, the search is asked for one that does. The
answer is a new picture, which mostly shows other things too, or the proof that there is none. It
takes far fewer questions than there are cells, and none about how many solutions there are: it
works where counting does not (Janota, Lynce and Marques-Silva, "Algorithms for computing backbones
of propositional formulae", 2015). What propagation excludes, or what follows by propagation from a
colour that was proven impossible, is never asked: mostly that leaves few questions.
"""

from __future__ import annotations

from ..common.errors import EngineError
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.options import Options
from ..kernel import door as kernel
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import solutions


def backbone(
    puzzle: Puzzle,
    *,
    known: tuple[Picture, ...] = (),
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
    shown: list[int] | None = None,
) -> Grid:
    """For every cell the colours that it has in some solution; the same as that of a space.

    Args:
        puzzle: what to solve.
        known: solutions at hand.
        limits, engine, options: as for `nonocsp.solutions`.
        shown: a list that is filled with the masks of the colours shown so far, for whoever wants
            to keep what is known when a limit comes.

    Raises:
        LimitReached: a limit was reached.

    >>> print(backbone(Puzzle([[1], [1], [1]], [[1], [2]])))
    ??
    _#
    ??
    """
    rows, columns = puzzle.shape
    colours = len(puzzle.colours)
    meter = Meter(Limits() if limits is None else limits, Stats())
    masks = [0] * (rows * columns) if shown is None else shown
    masks[:] = [0] * (rows * columns)

    def show(picture: Picture) -> None:
        for cell, colour in enumerate(picture.cells):
            masks[cell] |= 1 << colour

    def ask(grid: Grid | None) -> bool:
        left = meter.left().replace(solutions=None)
        with solutions(
            puzzle, grid=grid, limit=1, limits=left, engine=engine, options=options
        ) as search:
            found = next(search, None)
        meter.stats.nodes += search.stats.nodes
        if search.stopped_by not in (None, "solutions"):
            raise LimitReached(search.stopped_by, search.detail)
        if found is not None:
            show(found)
        return found is not None

    for picture in known:
        show(picture)
    meter.start()
    try:
        if not known and not ask(None):
            return Grid.of_masks(puzzle, masks)
        possible = _propagated(puzzle, Grid.unknown(puzzle))
        for cell in range(rows * columns):
            for colour in range(colours):
                if (possible.masks[cell] & ~masks[cell]) >> colour & 1 and not ask(
                    possible.given({divmod(cell, columns): colour})
                ):
                    left = list(possible.masks)
                    left[cell] &= ~(1 << colour)
                    possible = _propagated(puzzle, Grid.of_masks(puzzle, left))
    finally:
        meter.stop()
    return Grid.of_masks(puzzle, masks)


def _propagated(puzzle: Puzzle, grid: Grid) -> Grid:
    """What propagation leaves of a grid with which the puzzle has solutions."""
    try:
        left = kernel.propagated(puzzle, grid)
    except EngineError:  # there is no kernel, or it does not take lines that long
        return grid
    assert left is not None  # no solution is ever lost
    return left
