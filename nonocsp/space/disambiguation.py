"""Which cells to give away so that one solution is left.

Every other solution must differ from the wanted one in some cell that is given, so the given cells
hit the set of differences of every other solution: a smallest hitting set. The sets are far too
many to list; they are met one by one, each time asking for a solution that the best set so far does
not exclude ("implicit hitting sets": Chandrasekaran, Karp, Moreno-Centeno and Vempala, 2011). When
there is none, the set is a smallest one. Independent parts of the puzzle are taken one by one.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..common.limits import LimitReached, Limits
from ..common.mus import Budget, OutOfBudget, minimum_hitting_set
from ..model.grid import Grid, Picture
from ..solver.answers import solutions

if TYPE_CHECKING:
    from .space import Component, SolutionSpace

#: Sets tried, in all, in the search for smallest hitting sets of one part before it gives up.
_MOST_TRIES = 200_000


@dataclass(frozen=True, slots=True)
class Disambiguation:
    """Cells that leave one solution when they are given."""

    picture: Picture
    """The solution that is left."""
    cells: tuple[tuple[int, int], ...]
    """Pairs (row, column), row by row; none can be spared."""
    at_least: int
    """No set has fewer cells than this: proven."""

    @property
    def is_smallest(self) -> bool:
        """It is proven that no set is smaller."""
        return len(self.cells) == self.at_least

    def givens(self) -> dict[tuple[int, int], int]:
        """The colours of the cells, as `Grid.given` takes them."""
        return {cell: self.picture[cell] for cell in self.cells}


def pin_down(
    space: SolutionSpace, goal: Picture, components: Sequence[Component], limits: Limits
) -> Disambiguation:
    """See `SolutionSpace.disambiguate`; the goal is a solution, and the components are all."""
    columns = space.puzzle.shape[1]
    seconds = limits.seconds
    deadline = None if seconds is None else time.monotonic() + seconds
    chosen: list[int] = []
    at_least = 0
    for component in components:
        part = _Part(space, goal, [r * columns + c for r, c in component.cells], limits, deadline)
        cells, bound = part.solved()
        chosen += cells
        at_least += bound
    return Disambiguation(goal, tuple(divmod(cell, columns) for cell in sorted(chosen)), at_least)


class _Part:
    """One independent part: everything outside it is as in the goal."""

    def __init__(
        self,
        space: SolutionSpace,
        goal: Picture,
        cells: list[int],
        limits: Limits,
        deadline: float | None,
    ) -> None:
        self.space, self.goal, self.cells = space, goal, cells
        self.limits, self.deadline = limits, deadline
        self.budget = Budget(_MOST_TRIES)
        everything = (1 << len(space.puzzle.colours)) - 1
        candidates = space.grid.masks if space.grid else [everything] * len(goal.cells)
        self.masks = [1 << colour for colour in goal.cells]
        for cell in cells:
            self.masks[cell] = candidates[cell]

    def solved(self) -> tuple[list[int], int]:
        """The cells, and the number that is proven to be needed."""
        differences: list[frozenset[int]] = []
        chosen: list[int] = []
        at_least = 0
        try:
            while True:
                self.look_at_clock()
                chosen = minimum_hitting_set(differences, self.budget)
                at_least = len(chosen)
                found = self.difference(chosen)
                if found is None:
                    return chosen, at_least
                differences.append(found)
        except (OutOfBudget, LimitReached):
            return self.good_enough(chosen), at_least

    def look_at_clock(self) -> None:
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise OutOfBudget

    def other(self, given: Sequence[int]) -> Picture | None:
        """Another solution than the goal that agrees with it in the given cells."""
        masks = list(self.masks)
        for cell in given:
            masks[cell] = 1 << self.goal.cells[cell]
        grid = Grid(masks, self.goal.shape[1], self.space.puzzle.block_colours)
        limits = self.limits.replace(seconds=None, solutions=None)
        with solutions(self.space.puzzle, grid=grid, limit=2, limits=limits) as search:
            for picture in search:
                if picture != self.goal:
                    return picture
        if search.stopped_by not in (None, "solutions"):
            raise LimitReached(search.stopped_by)
        return None

    def difference(self, given: Sequence[int]) -> frozenset[int] | None:
        """Where some other solution that agrees in the given cells differs, and not one more."""
        found = self.other(given)
        if found is None:
            return None
        differing = self.differing(found)
        same = [cell for cell in self.cells if cell not in differing]
        for cell in sorted(differing):
            if cell not in differing:
                continue
            closer = self.other([*same, cell])
            if closer is not None:
                differing = self.differing(closer)
                same = [cell for cell in self.cells if cell not in differing]
        return frozenset(differing)

    def differing(self, picture: Picture) -> set[int]:
        return {cell for cell in self.cells if picture.cells[cell] != self.goal.cells[cell]}

    def good_enough(self, chosen: Sequence[int]) -> list[int]:
        """A set that does it, from which no cell can be spared, without a promise of its size."""
        needed = list(self.cells)
        first = [cell for cell in needed if cell not in chosen]
        try:
            for cell in [*first, *chosen]:
                fewer = [other for other in needed if other != cell]
                if self.other(fewer) is None:
                    needed = fewer
        except LimitReached:
            pass  # what is left still does it
        return needed
