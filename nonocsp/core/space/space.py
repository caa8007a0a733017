"""The solution space: all solutions of a puzzle, compiled into a decision diagram."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from ..base.arguments import checked
from ..base.display import Displayable
from ..base.errors import OptionError, brief, counted, decimal
from ..base.plain import Plain
from ..model.bits import has_several, mask_of
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..model.query import Asked
from ..options.limits import LimitReached, Limits, Meter, Stats
from ..solver.bounds import Bounds, Status, placements_product
from ..solver.checked import engine_of
from ..solver.diagram import Diagram
from ..solver.engines import query_of
from ..solver.logged import logged
from . import export
from .disambiguation import Disambiguation, disambiguate
from .marginals import Marginals
from .sequence import SolutionSequence

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Component(Plain):
    """Ambiguous cells that are independent of all others."""

    cells: tuple[tuple[int, int], ...]
    """Pairs (row, column), row by row."""
    count: int
    """The number of ways to fill them."""

    def __repr__(self) -> str:
        return f"<Component: {counted(len(self.cells), 'cell')}, {brief(self.count)} ways>"


@logged
def solution_space(
    puzzle: Puzzle,
    *,
    progress: Callable[[Bounds], None] | None = None,
    **asked: Unpack[Asked],
) -> SolutionSpace:
    """Compile all solutions of a puzzle into one object.

    Afterwards, looking up a solution or its index is linear in the cells; questions about all
    solutions take longer and have limits of their own. When a limit of time, nodes or memory is
    reached here, the space knows bounds on the count and nothing else.

    The other arguments and the errors are as for `count`, except that a limit on solutions is
    ignored. The engine ``"textbook"`` compiles by definition, in Python, and its solutions may come
    in another order.

    >>> space = solution_space(Puzzle([[1], [1]], [[1], [1]]))
    >>> [str(picture).split() for picture in space]
    [['_#', '#_'], ['#_', '_#']]
    """
    query = query_of(puzzle, **asked)
    meter, stats, compiler = query.meter, query.meter.stats, engine_of(query)
    bounds = Bounds()
    diagram: Diagram | None
    stopped: LimitReached | None = None

    def improve(better: Bounds) -> None:
        nonlocal bounds
        bounds &= better
        if progress is not None:
            progress(bounds)

    try:
        with meter:
            diagram = compiler.diagram(query, improve)
    except LimitReached as reached:
        diagram, stopped = None, reached
    return SolutionSpace(
        puzzle,
        query.grid,
        diagram,
        stats,
        bounds=bounds,
        stopped=stopped,
        engine=compiler.name,
        engine_reason=query.engine_reason,
    )


class SolutionSpace(Displayable, SolutionSequence):
    """All solutions of a puzzle: a sequence of any length, and what they have in common.

    Made by `solution_space`. `nonocsp.core.solver.diagram` documents the order, which is
    the same for the same puzzle, grid, options and version.

    >>> space = solution_space(Puzzle([[1]] * 20, [[1]] * 20))
    >>> space.count
    2432902008176640000
    >>> picture = space[10**18]
    >>> space.index(picture), picture in space
    (1000000000000000000, True)
    >>> [len(part) for part in space[:7].partition(3)]
    [3, 2, 2]
    """

    def __init__(
        self,
        puzzle: Puzzle,
        grid: Grid | None,
        diagram: Diagram | None,
        stats: Stats,
        *,
        bounds: Bounds | None = None,
        stopped: LimitReached | None = None,
        engine: str = "",
        engine_reason: str = "",
    ) -> None:
        self.puzzle = puzzle
        self.grid = grid
        """The given cells, or None."""
        self.stats = stats
        """The work of compiling, and the size of the diagram."""
        self.stopped_by = stopped.limit if stopped else None
        """The limit that ended the compiling, or None."""
        self.detail = stopped.detail if stopped else ""
        """More about that limit, for people; may be empty."""
        self._diagram = diagram
        self._bounds = bounds or Bounds()
        self.engine = engine
        """The name of the engine that compiled it; empty if it was loaded."""
        self.engine_reason = engine_reason
        """Why it is not the default engine, where none was named; may be empty."""
        self._colour_counts: dict[int, list[int]] | None = None

    def __eq__(self, other: object) -> bool:
        """The same solutions in the same order, or the same bounds."""
        return self._key() == other._key() if isinstance(other, SolutionSpace) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.puzzle, self.grid))

    def _key(self) -> tuple[Any, ...]:
        bounds = None if self.is_exact else (self.at_least, self.at_most)
        return self.puzzle, self.grid, self._diagram, self.stopped_by, self.detail, bounds

    @property
    def status(self) -> Status:
        """Whether there is a solution; UNKNOWN if a limit was reached before one was found."""
        if self.at_least:
            return Status.SATISFIABLE
        return Status.UNSATISFIABLE if self.is_exact else Status.UNKNOWN

    @property
    def is_exact(self) -> bool:
        """Everything is known: no limit ended the compiling."""
        return self._diagram is not None

    @property
    def at_least(self) -> int:
        """Solutions proven to exist; the count if it is known."""
        return self._bounds.at_least if self._diagram is None else self._diagram.count

    @property
    def at_most(self) -> int:
        """A proven upper bound of the count; the count if it is known.

        If there was no time for a better bound, the product of the numbers of placements, of all
        rows or of all columns.
        """
        if self._diagram is not None:
            return self._diagram.count
        if self._bounds.at_most is None:
            most = placements_product(self.puzzle, self.grid)
            self._bounds = self._bounds._replace(at_most=most)
            return most
        return self._bounds.at_most

    @property
    def diagram(self) -> Diagram:
        if self._diagram is None:
            assert self.stopped_by is not None
            raise LimitReached(self.stopped_by, f"{self._bounds} solutions")
        return self._diagram

    def __bool__(self) -> bool:
        return self.status is Status.SATISFIABLE

    @checked
    def marginals(self, *, limits: Limits | None = None) -> Marginals:
        """The exact fraction of solutions in which each cell has each colour.

        Raises:
            OptionError: there is no solution.
            LimitReached: time or memory did not suffice.
        """
        if not self.count:
            raise OptionError("there are no solutions, so there are no fractions of them")
        counts = self._counts(limits)
        colours = range(len(self.puzzle.colours))
        decided = [tuple(self.count * (c == fixed) for c in colours) for fixed in colours]
        cells = tuple(
            tuple(counts[cell]) if cell in counts else decided[fixed]
            for cell, fixed in enumerate(self.diagram.base)
        )
        return Marginals(self.puzzle.board.rows(cells), self.count, self.puzzle)

    @checked
    def backbone(self, *, limits: Limits | None = None) -> Grid:
        """The colours that every cell has in some solution.

        The decided cells of this grid are the backbone, the same in every solution; its text has
        ``?`` where solutions differ. Without solutions every cell is a contradiction.
        """
        if not self.count:
            return Grid.of_masks(self.puzzle, [0] * self.puzzle.board.size)
        masks = [1 << colour for colour in self.diagram.base]
        for cell, counts in self._counts(limits).items():
            masks[cell] = mask_of(colour for colour, count in enumerate(counts) if count)
        return Grid.of_masks(self.puzzle, masks)

    @checked
    def ambiguous(self, *, limits: Limits | None = None) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that are not the same in all solutions, row by row."""
        masks = self.backbone(limits=limits).masks
        open_cells = (cell for cell, mask in enumerate(masks) if has_several(mask))
        return tuple(map(self.puzzle.board.place, open_cells))

    @property
    def components(self) -> tuple[Component, ...]:
        """The ambiguous cells in independent parts; their counts multiply to the count."""
        return self._components(Meter(Limits(), Stats()))

    def _components(self, meter: Meter) -> tuple[Component, ...]:
        """The components; coarser than necessary if a limit is reached."""
        diagram = self.diagram
        free = {cell for part in diagram.parts for cell in part.cells}
        with contextlib.suppress(LimitReached):
            if len(free) > len(self.ambiguous(limits=meter.left())):
                # With the backbone known, components may fall apart further.
                known = self.backbone()
                diagram = solution_space(
                    self.puzzle, grid=known, limits=meter.left(), engine=self.engine or None
                ).diagram
        return tuple(
            Component(
                tuple(map(self.puzzle.board.place, sorted(part.cells))),
                diagram.node_count(part.node),
            )
            for part in diagram.parts
        )

    def factors(self) -> str:
        """The count as the product of those of the components, as in ``2^5 x 6 = 192``."""
        numbers = Counter(component.count for component in self.components)
        if not numbers:
            return decimal(self.count)
        powers = [
            f"{decimal(n)}^{times}" if times > 1 else decimal(n)
            for n, times in sorted(numbers.items())
        ]
        if len(numbers) == 1 and numbers[self.count]:
            return powers[0]
        return f"{' x '.join(powers)} = {decimal(self.count)}"

    @checked
    def disambiguate(
        self, picture: Picture | None = None, *, limits: Limits | None = None
    ) -> Disambiguation:
        """A smallest set of givens that leaves one solution.

        Args:
            picture: the solution to leave; None is the first.
            limits: when they are reached, the result is a set that may not be smallest, with a
                proven bound.

        Raises:
            OptionError: there is no solution.
            ValueError: the picture is not a solution.
        """
        if not self.count:
            raise OptionError("there is no solution that givens could leave")
        goal = self[0] if picture is None else picture
        self.index(goal)
        meter = Meter(Limits() if limits is None else limits, Stats())
        cells = [component.cells for component in self._components(meter)]
        return disambiguate(self.puzzle, self.grid, goal, cells, meter.rest())

    def _counts(self, limits: Limits | None) -> dict[int, list[int]]:
        if self._colour_counts is None:
            meter = Meter(Limits() if limits is None else limits, Stats())
            with meter:
                self._colour_counts = self.diagram.colour_counts(meter)
        return self._colour_counts

    def to_nnf(self) -> str:
        """The diagram as d-DNNF text in the format of c2d, see `nonocsp.core.space.export`."""
        return export.nnf(self.puzzle, self.diagram)

    def to_dot(self) -> str:
        """The diagram as text for Graphviz."""
        return export.dot(self.puzzle, self.diagram)

    def to_networkx(self) -> nx.MultiDiGraph[int]:
        """The diagram as a graph, with facts and counts as attributes."""
        return export.graph(self.puzzle, self.diagram)

    def __repr__(self) -> str:
        if self.is_exact:
            return f"<SolutionSpace of {brief(self.count)} solution{'s' * (self.count != 1)}>"
        return f"<SolutionSpace of {self._bounds} solutions, stopped by {self.stopped_by}>"

    def to_dict(self) -> dict[str, Any]:
        """The bounds on the count as JSON values, in digits, without the solutions."""
        return {
            **Bounds(self.at_least, self.at_most).to_dict(),
            "stopped_by": self.stopped_by,
            "stats": self.stats.to_dict(),
        }
