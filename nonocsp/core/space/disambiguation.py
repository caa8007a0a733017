"""Disambiguation: a smallest set of given cells that leaves one solution.

Every other solution must differ from the goal in some given cell, so the givens are a minimum
hitting set of the difference sets of all other solutions. They are generated one by one by
searching for a solution that the best set so far does not exclude ("implicit hitting sets":
Chandrasekaran, Karp, Moreno-Centeno and Vempala, SODA 2011); when there is none, the set is
smallest. Independent components of the puzzle are treated one by one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..base.display import Displayable
from ..base.errors import counted
from ..base.plain import Plain
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..options.mus import Budget, OutOfBudget, smallest_mus
from ..solver.solving import solutions

#: Nodes of the search for hitting sets of one component before it is given up.
_MOST_NODES = 200_000

#: The share of the seconds for sets that are proven smallest; the rest is for those that are not.
_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Disambiguation(Displayable, Plain):
    """Givens that leave one solution."""

    picture: Picture
    """The solution that is left."""
    cells: tuple[tuple[int, int], ...]
    """Pairs (row, column), row by row; none can be spared, unless time ran out."""
    at_least: int
    """It is proven that no set has fewer cells than this."""

    def __repr__(self) -> str:
        smallest = "the fewest possible" if self.is_smallest else f"at least {self.at_least} needed"
        return f"<Disambiguation: {counted(len(self.cells), 'cell')}, {smallest}>"

    @property
    def is_smallest(self) -> bool:
        """It is proven that no set is smaller."""
        return len(self.cells) == self.at_least

    def givens(self) -> dict[tuple[int, int], int]:
        """The colours of the cells, as `Grid.given` takes them."""
        return {cell: self.picture[cell] for cell in self.cells}


def disambiguate(
    puzzle: Puzzle,
    grid: Grid | None,
    goal: Picture,
    components: Sequence[Sequence[tuple[int, int]]],
    limits: Limits,
) -> Disambiguation:
    """See `SolutionSpace.disambiguate`.

    Args:
        puzzle, grid: those of the solution space.
        goal: the solution to leave.
        components: all cells that differ in some solution, in independent sets.
        limits: bounds on the work; those on nodes are for each search.
    """
    seconds = None if limits.seconds is None else _SHARE * limits.seconds
    meters = Meter(limits.replace(seconds=seconds), Stats()), Meter(limits, Stats())
    chosen: list[int] = []
    at_least = 0
    for component in components:
        free = sorted(puzzle.board.number(row, column) for row, column in component)
        cells, bound = _Component(puzzle, grid, goal, free, meters).solved()
        chosen += cells
        at_least += bound
    return Disambiguation(goal, tuple(map(puzzle.board.place, sorted(chosen))), at_least)


class _Component:
    """One component; all cells outside it are as in the goal."""

    def __init__(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        goal: Picture,
        cells: list[int],
        meters: tuple[Meter, Meter],
    ) -> None:
        self.puzzle, self.goal, self.cells = puzzle, goal, cells
        self.meter, self.last = meters
        candidates = (grid or Grid.unknown(puzzle)).masks
        self.masks = [1 << colour for colour in goal.cells]
        for cell in cells:
            self.masks[cell] = candidates[cell]

    def solved(self) -> tuple[list[int], int]:
        """A set of givens, and a proven lower bound on the size of every such set."""
        chosen: list[int] = []
        budget = Budget(_MOST_NODES, self.meter)
        try:
            for hitting in smallest_mus(self.difference, budget, self.cells):
                chosen = hitting
                self.meter.check_clock()
            return chosen, len(chosen)
        except (OutOfBudget, LimitReached):
            self.meter = self.last
            return self.minimal_givens(chosen), len(chosen)

    def other_solution(self, given: Sequence[int]) -> Picture | None:
        """A solution other than the goal that agrees with it in the given cells."""
        masks = list(self.masks)
        for cell in given:
            masks[cell] = 1 << self.goal.cells[cell]
        grid = Grid.of_masks(self.puzzle, masks)
        limits = self.meter.left().replace(solutions=None)
        with solutions(self.puzzle, grid=grid, limit=2, limits=limits) as search:
            for picture in search:
                if picture != self.goal:
                    return picture
        if search.stopped_by not in (None, "solutions"):
            raise LimitReached(search.stopped_by)
        return None

    def difference(self, given: Sequence[int]) -> frozenset[int] | None:
        """Where some other solution that agrees in the given cells differs; None without one."""
        found = self.other_solution(given)
        if found is None:
            return None
        return frozenset(c for c in self.cells if found.cells[c] != self.goal.cells[c])

    def minimal_givens(self, preferred: Sequence[int]) -> list[int]:
        """Givens of which none can be spared, found by deletion; not necessarily a smallest set."""
        needed = list(self.cells)
        others = [cell for cell in needed if cell not in preferred]
        try:
            for cell in [*others, *preferred]:
                fewer = [other for other in needed if other != cell]
                if self.other_solution(fewer) is None:
                    needed = fewer
        except LimitReached:
            pass  # what is left still leaves one solution
        return needed
