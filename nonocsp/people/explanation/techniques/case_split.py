"""Case split, the last resort: search with each colour of a cell.

Where no chain decides, the solver searches for a solution with each colour that no solution found
so far has. If there is none, the colour is excluded, and a small set of known cells that still
excludes it is the reason. When every remaining colour is in some solution, nothing more follows:
the puzzle is ambiguous, and the known cells are those that all solutions share.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import ClassVar

from ....core import Grid, LimitReached, Meter, Picture, Stats, first_solutions, members
from ....core.options.mus import minimal_unsatisfiable_subset
from ..facts import Branch, Fact
from ..phrasing import sentence
from ..position import Position
from ..steps import Step
from .technique import Level, Technique

#: Search nodes for one call of the solver while a reason is minimised. A call that needs more
#: counts as satisfiable, so the reason may keep cells that it does not need.
_REASON_NODES = 2_000

#: Search nodes for all these calls together; then minimisation stops.
_REASON_NODES_IN_ALL = 4_000


class CaseSplit(Technique):
    """An assumption that only search refutes."""

    level: ClassVar[Level] = "search"

    def step(self, position: Position) -> Step | None:
        if not position.pictures and _store_solution(position, position.masks) is None:
            return self._no_solution(position)
        for cell in _by_open_neighbours(position):
            for colour in members(position.masks[cell]):
                if any(picture.cells[cell] == colour for picture in position.pictures):
                    continue
                nodes = position.meter.stats.nodes
                if _store_solution(position, _assumed(position.masks, cell, colour)) is None:
                    return self._refuted(position, cell, colour, position.meter.stats.nodes - nodes)
        return None

    def _refuted(self, position: Position, cell: int, colour: int, nodes: int) -> Step:
        phrasing = position.phrasing
        conclusion = position.conclusion(cell, 1 << colour)
        text = sentence(
            f"{phrasing.cell(conclusion.row, conclusion.column)}: no solution has it "
            f"{phrasing.names[colour]}, as trying it out to the end shows, "
            f"so it is {phrasing.after(conclusion)}."
        )
        because = _reason(position, cell, colour)
        cost = round(self.cost + 10 * math.log2(nodes + 1) + len(because) / 10, 1)
        branch = Branch(position.fact(cell, 1 << colour), ())
        lines = position.puzzle.lines
        return Step(self.name, lines, (conclusion,), because, text, cost, (branch,))

    def _no_solution(self, position: Position) -> Step:
        because = _reason(position)
        text = "No solution has all that is known, as trying it out to the end shows."
        if not because:
            text = "There is no solution, as trying it out to the end shows."
        return Step(self.name, position.puzzle.lines, (), because, text, self.cost)


def solution(position: Position, masks: Sequence[int]) -> Picture | None:
    """A solution of the position's puzzle with these candidates; None if there is none.

    Raises:
        LimitReached: a limit was reached first.
    """
    grid = Grid.of_masks(position.puzzle, masks)
    pictures, _ = first_solutions(position.query._replace(grid=grid), 1)
    return pictures[0] if pictures else None


def _store_solution(position: Position, masks: Sequence[int]) -> Picture | None:
    """As `solution`, for candidates that include all that is known; the picture is kept."""
    picture = solution(position, masks)
    if picture is not None:
        position.pictures.append(picture)
    return picture


def _assumed(masks: Sequence[int], cell: int, colour: int) -> list[int]:
    return [*masks[:cell], 1 << colour, *masks[cell + 1 :]]


def _by_open_neighbours(position: Position) -> list[int]:
    """The open cells, fewest open cells in their lines first: the search is smallest there."""
    puzzle = position.puzzle
    cells = set(position.open_cells)
    open_in = {line: len(cells.intersection(puzzle.cells(line))) for line in puzzle.lines}

    def neighbours(cell: int) -> int:
        return sum(open_in[line] for line, _ in puzzle.lines_through(cell))

    return sorted(cells, key=lambda cell: (neighbours(cell), cell))


def _reason(position: Position, about: int | None = None, colour: int = 0) -> tuple[Fact, ...]:
    """Known cells that leave no solution in which a cell has a colour, or without a cell none at
    all. The set is minimal where small searches suffice to prove it."""
    limits = position.meter.left().replace(nodes=_REASON_NODES_IN_ALL)
    meter = Meter(limits, Stats())

    def suffices(cells: Sequence[int]) -> bool:
        masks = [position.full] * len(position.masks)
        for cell in cells:
            masks[cell] = position.masks[cell]
        if about is not None:
            masks[about] = 1 << colour
        position.meter.check_clock()
        grid = Grid.of_masks(position.puzzle, masks)
        try:
            query = position.query._replace(grid=grid, meter=meter)
            pictures, is_complete = first_solutions(query, 1, nodes=_REASON_NODES)
        except LimitReached:
            return False
        return is_complete and not pictures

    def distance(cell: int) -> int:
        pairs = zip(place(cell), place(about or 0), strict=True)
        return sum(abs(a - b) for a, b in pairs)

    place = position.puzzle.board.place
    known = [cell for cell, mask in enumerate(position.masks) if mask != position.full]
    if about is not None:
        known.sort(key=distance)
    return tuple(map(position.fact, sorted(minimal_unsatisfiable_subset(known, suffices))))
