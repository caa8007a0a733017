"""Cube and conquer: one puzzle split into independent parts by lookahead.

A *cube* is the puzzle with more cells known. Splitting assumes each half of a cell's candidates,
propagates, and drops what is refuted. Cubes share no solution and miss none, so each can be
searched or counted by itself.

The lookahead probes both halves of the most promising cells and splits the cell with the largest
product of the two reductions, which prefers cells that reduce both sides. The largest part is split
next. Where one half is refuted, the other follows and no part is spent.

Cost: some dozens of propagations for each part. Source of the idea: Heule, Kullmann, Wieringa and
Biere, "Cube and conquer: guiding CDCL SAT solvers by lookaheads" (2011).
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from ...core import (
    Grid,
    LimitReached,
    Limits,
    Meter,
    Puzzle,
    Stats,
    check_fit,
    checked,
    has_several,
    kernel_interface as kernel,
    mask_of,
    members,
)

#: Cells that are probed before a split: those in the most decided lines.
_PROBED = 32


@checked
def cubes(
    puzzle: Puzzle, parts: int, *, grid: Grid | None = None, limits: Limits | None = None
) -> list[Grid]:
    """Grids of similar difficulty that share no solution and together have all of them.

    There are fewer than asked for if propagation decides the puzzle earlier, and none if it refutes
    it. The order is fixed: the parts of the first half of the first split come first.

    Args:
        puzzle: the puzzle.
        parts: number of parts, at most.
        grid: known cells.
        limits: when the time is up there are fewer parts, which still cover every solution.

    Raises:
        EngineError: the kernel is not installed, or the puzzle is larger than it takes.
        OptionError: fewer than one part.

    >>> from nonocsp import count
    >>> puzzle = Puzzle([[1]] * 6, [[1]] * 6)
    >>> sizes = [count(puzzle, grid=cube).at_least for cube in cubes(puzzle, 4)]
    >>> len(sizes), sum(sizes)
    (4, 720)
    """
    check_fit(puzzle, grid)
    kernel.ensure_available()
    whole = grid or Grid.unknown(puzzle)
    splitter = _Splitter(puzzle, limits or Limits())
    try:
        start = splitter.propagated(whole)
    except LimitReached:
        return [whole]
    if start is None:
        return []
    # The largest first; a part's path, a digit for each split above it, breaks ties and gives the
    # order in the end.
    waiting: list[tuple[int, str, Grid]] = [(-_size(start), "", start)]
    finished: list[tuple[str, Grid]] = []
    while waiting and len(waiting) + len(finished) < parts:
        size, path, part = heapq.heappop(waiting)
        try:
            sides = splitter.split(part)
        except LimitReached:
            waiting.append((size, path, part))
            break
        if len(sides) == 1:
            finished.append((path, sides[0]))
        for number, side in enumerate(sides if len(sides) > 1 else ()):
            heapq.heappush(waiting, (-_size(side), f"{path}{number}", side))
    finished += [(path, part) for _, path, part in waiting]
    return [part for _, part in sorted(finished, key=lambda each: each[0])]


class _Splitter:
    """The puzzle, and the limits on splitting it."""

    def __init__(self, puzzle: Puzzle, limits: Limits) -> None:
        self._puzzle, self._meter = puzzle, Meter(limits, Stats())

    def propagated(self, grid: Grid) -> Grid | None:
        """What follows from a grid; None if it has no solution."""
        limits = self._meter.left()
        return None if grid.is_contradictory else kernel.propagated(self._puzzle, grid, limits)

    def split(self, part: Grid) -> list[Grid]:
        """Two parts; or one that is decided; or none, if it turned out to have no solution."""
        while not part.is_decided:
            best: tuple[int, int, list[Grid]] | None = None
            for cell in _promising(self._puzzle, part):
                whole = _size(part)
                sides = [self.propagated(half) for half in _halves(part, cell)]
                alive = [side for side in sides if side is not None]
                if len(alive) < 2:
                    break
                shrunk = [whole - _size(side) for side in alive]
                score = (shrunk[0] * shrunk[1], sum(shrunk))
                if best is None or score > best[:2]:
                    best = (*score, alive)
            else:
                assert best is not None
                return best[2]
            if not alive:
                return []
            part = alive[0]
        return [part]


def _size(grid: Grid) -> int:
    """The candidates that remain to be excluded."""
    return sum(map(int.bit_count, grid.masks)) - len(grid.masks)


def _promising(puzzle: Puzzle, grid: Grid) -> list[int]:
    """Open cells, those in the most decided lines first."""
    is_open = list(map(has_several, grid.masks))
    weights = [1] * len(is_open)
    for line in puzzle.lines:
        cells = puzzle.cells(line)
        open_cells = sum(is_open[cell] for cell in cells)
        for cell in cells:
            weights[cell] *= open_cells
    cells_and_weights = ((weights[cell], cell) for cell, there in enumerate(is_open) if there)
    return [cell for _, cell in heapq.nsmallest(_PROBED, cells_and_weights)]


def _halves(grid: Grid, cell: int) -> Iterator[Grid]:
    """The grid with either half of a cell's candidates: the lower colours, then the higher."""
    masks = list(grid.masks)
    colours = list(members(masks[cell]))
    for half in (colours[: len(colours) // 2], colours[len(colours) // 2 :]):
        masks[cell] = mask_of(half)
        yield Grid(masks, block_colours=grid.block_colours, board=grid.board)
