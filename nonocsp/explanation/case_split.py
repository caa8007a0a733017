"""The last resort: try a colour out, to the end.

Where no chain of single lines decides, the solver is asked for a solution with each colour that no
solution at hand shows. If there is none, the colour is excluded, and fewest known cells that still
exclude it are the reason. When every colour that is left is shown by a solution, nothing more
follows: the puzzle is ambiguous, and what is known is what all solutions share.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from ..common.limits import LimitReached
from ..common.mus import minimal_unsatisfiable_subset
from ..model.grid import Grid, Picture
from ..solver.answers import Status, solutions
from .phrasing import sentence
from .position import Position, colours
from .steps import Branch, Conclusion, Fact, Step
from .trails import open_cells

#: Nodes that one question may take while a reason is made smaller; where it takes more, the reason
#: may have cells to spare.
_SPARING_NODES = 2_000

#: Nodes that all of these questions together may take; then the reason is left as it is.
_SPARING_NODES_OF_ALL = 4_000


@dataclass(frozen=True)
class CaseSplit:
    """An assumption that only search refutes."""

    name: str
    summary: str
    cost: float
    level: Literal["search"] = field(default="search", init=False)

    def step(self, position: Position) -> Step | None:
        columns = position.puzzle.shape[1]
        if not position.pictures and ask(position, position.grid) is None:
            return self._no_solution(position)
        for cell in _loneliest(position):
            row, column = divmod(cell, columns)
            for colour in colours(position.masks[cell]):
                if any(picture[row, column] == colour for picture in position.pictures):
                    continue
                nodes = position.meter.stats.nodes
                if ask(position, position.grid.given({(row, column): colour})) is None:
                    spent = position.meter.stats.nodes - nodes
                    return self._step(position, row, column, colour, spent)
        return None

    def _step(self, position: Position, row: int, column: int, colour: int, nodes: int) -> Step:
        words = position.words
        left = tuple(
            c
            for c in colours(position.masks[row * position.puzzle.shape[1] + column])
            if c != colour
        )
        cell = Conclusion(row, column, (colour,), left)
        text = sentence(
            f"{words.cell(row, column)}: no solution has it {words.names[colour]}, as trying it "
            f"out to the end shows, so it is {words.after(cell)}."
        )
        because = _fewest(position, {(row, column): colour})
        cost = round(self.cost + 10 * math.log2(nodes + 1) + len(because) / 10, 1)
        branch = Branch(Fact(row, column, (colour,)), ())
        return Step(self.name, position.puzzle.lines, (cell,), because, text, cost, (branch,))

    def _no_solution(self, position: Position) -> Step:
        because = _fewest(position, {})
        text = "No solution has all that is known, as trying it out to the end shows."
        if not because:
            text = "There is no solution, as trying it out to the end shows."
        return Step(self.name, position.puzzle.lines, (), because, text, self.cost)


def ask(position: Position, grid: Grid) -> Picture | None:
    """A solution that agrees with a grid, which has all that is known; it is kept at hand.

    Returns None if there is none.

    Raises:
        LimitReached: it is not known.
    """
    picture = solution(position, grid)
    if picture is not None:
        position.pictures.append(picture)
    return picture


def solution(position: Position, grid: Grid) -> Picture | None:
    """A solution of the position's puzzle that agrees with a grid; None if there is none.

    Raises:
        LimitReached: it is not known.
    """
    meter = position.meter
    with solutions(
        position.puzzle,
        limit=1,
        grid=grid,
        limits=meter.left().replace(solutions=None),
        engine=position.engine,
        options=position.options,
    ) as search:
        picture = next(search, None)
    meter.stats.nodes += search.stats.nodes
    if search.status is Status.UNKNOWN:
        raise LimitReached(search.stopped_by or "", search.detail)
    return picture


def _loneliest(position: Position) -> list[int]:
    """The open cells, those first in whose two lines few are open: there little is to be tried."""
    columns = position.puzzle.shape[1]
    cells = list(open_cells(position))
    in_row, in_column = Counter(c // columns for c in cells), Counter(c % columns for c in cells)
    return sorted(cells, key=lambda c: in_row[c // columns] + in_column[c % columns])


def _fewest(position: Position, assumed: dict[tuple[int, int], int]) -> tuple[Fact, ...]:
    """Known cells that leave no solution with what is assumed; none to spare, where that is quick
    to see."""
    rows, columns = position.puzzle.shape
    known = [cell for cell, mask in enumerate(position.masks) if mask != position.full]
    limits = position.meter.left().replace(solutions=None)
    left = _SPARING_NODES_OF_ALL

    def suffices(some: Sequence[int]) -> bool:
        nonlocal left
        if left <= 0:
            return False
        masks = [position.full] * (rows * columns)
        for cell in some:
            masks[cell] = position.masks[cell]
        for (row, column), colour in assumed.items():
            masks[row * columns + column] = 1 << colour
        position.meter.look_at_clock()
        with solutions(
            position.puzzle,
            limit=1,
            grid=Grid(masks, columns, position.puzzle.block_colours),
            limits=limits.replace(nodes=min(left, _SPARING_NODES)),
            engine=position.engine,
        ) as search:
            next(search, None)
        left -= search.stats.nodes
        return search.status is Status.UNSATISFIABLE

    near = sorted(known, key=lambda cell: _distance(divmod(cell, columns), assumed))
    kept = minimal_unsatisfiable_subset(near, suffices)
    return tuple(
        Fact(*divmod(cell, columns), colours(position.masks[cell])) for cell in sorted(kept)
    )


def _distance(cell: tuple[int, int], assumed: dict[tuple[int, int], int]) -> int:
    return min((abs(cell[0] - r) + abs(cell[1] - c) for r, c in assumed), default=0)
