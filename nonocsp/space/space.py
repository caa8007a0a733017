"""The solution set of a puzzle, and the one way to get it."""

from __future__ import annotations

import contextlib
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any, overload

from ..common.display import Displayable
from ..common.errors import OptionError, decimal
from ..common.limits import LimitReached, Limits, Meter, Stats
from ..common.options import Options
from ..line import definition as line_definition
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from ..solver.answers import Status, check_question
from ..solver.diagram import Diagram
from ..solver.engines import engine_named
from . import export as exports
from . import file as files
from .disambiguation import Disambiguation, pin_down
from .marginals import Marginals

if TYPE_CHECKING:
    import networkx as nx


@dataclass(frozen=True, slots=True)
class Component:
    """Cells that have nothing to do with the other ambiguous cells."""

    cells: tuple[tuple[int, int], ...]
    """Pairs (row, column), row by row."""
    count: int
    """The number of ways to fill them."""


def solution_space(
    puzzle: Puzzle,
    *,
    grid: Grid | None = None,
    limits: Limits | None = None,
    engine: str | None = None,
    options: Options | None = None,
    progress: Callable[[int], None] | None = None,
) -> SolutionSpace:
    """All solutions of a puzzle, compiled into one object.

    The work is done here. Looking up a solution or its index afterwards takes time that grows with
    the number of cells; what is asked of all solutions takes more, and has limits of its own. A
    limit that is reached here, of time, nodes or memory, gives a space that knows bounds on the
    count and nothing more.

    Args:
        puzzle: what to solve.
        grid: cells known beforehand; only solutions that agree with it count.
        limits: bounds on the work. The one on solutions has no meaning here.
        engine: the name of an engine; None is the default. ``"textbook"`` compiles by definition,
            in Python, and its solutions may come in another order.
        options: the techniques; None is the recommended mix.
        progress: called with every better lower bound on the count as it is proven.

    Raises:
        PuzzleError: the grid does not fit the puzzle.
        OptionError: no such engine.

    >>> space = solution_space(Puzzle([[1], [1]], [[1], [1]]))
    >>> [str(picture).split() for picture in space]
    [['_#', '#_'], ['#_', '_#']]
    """
    limits = Limits() if limits is None else limits
    options = Options() if options is None else options
    check_question(puzzle, grid, limits, options)
    stats = Stats()
    meter = Meter(limits, stats)
    at_least = 0

    def better(bound: int) -> None:
        nonlocal at_least
        at_least = max(at_least, bound)
        if progress is not None:
            progress(at_least)

    meter.start()
    try:
        diagram = engine_named(engine).diagram(puzzle, grid, options, meter, better)
    except LimitReached as reached:
        return SolutionSpace(puzzle, grid, None, stats, at_least=at_least, stopped=reached)
    finally:
        meter.stop()
    return SolutionSpace(puzzle, grid, diagram, stats, engine=engine)


class SolutionSpace(Displayable, Collection[Picture]):
    """The solutions of a puzzle: a sequence, however many there are, and what they have in common.

    Made by `solution_space` or `load`. `nonocsp.solver.diagram` documents the order, which is the
    same for the same puzzle, grid, options and version.

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
        at_least: int = 0,
        stopped: LimitReached | None = None,
        engine: str | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.grid = grid
        """What was known beforehand, or None."""
        self.stats = stats
        """The work of compiling, and the size of the diagram."""
        self.stopped_by = stopped.limit if stopped else None
        """The limit that ended the compiling, or None."""
        self.detail = stopped.detail if stopped else ""
        """More about that limit, for people; may be empty."""
        self._diagram = diagram
        self._at_least = at_least
        self._engine = engine
        self._colour_counts: dict[int, list[int]] | None = None

    # What there is.

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
    def count(self) -> int:
        """The number of solutions.

        Raises:
            LimitReached: it is not known; ``at_least`` and ``at_most`` bound it.
        """
        return self.diagram.count

    @property
    def at_least(self) -> int:
        """Solutions proven to exist; the count if it is known."""
        return self._at_least if self._diagram is None else self._diagram.count

    @property
    def at_most(self) -> int:
        """No more solutions than this; the count if it is known.

        Without it: every picture is made of one placement for each row, and likewise for each
        column, so the product of the numbers of placements is a bound.
        """
        if self._diagram is not None:
            return self._diagram.count
        grid = self.grid or Grid.unknown(self.puzzle)

        ways = {True: 1, False: 1}
        for line in self.puzzle.lines:
            known = grid.line(line)
            ways[line.is_row] *= line_definition.count(
                self.puzzle.clue(line), len(known), grid.block_colours, known
            )
        return min(ways.values())

    @property
    def diagram(self) -> Diagram:
        """The decision diagram behind it all, see `nonocsp.solver.diagram`.

        Raises:
            LimitReached: a limit ended the compiling.
        """
        if self._diagram is None:
            assert self.stopped_by is not None
            raise LimitReached(self.stopped_by, f"at least {decimal(self._at_least)} solutions")
        return self._diagram

    # A sequence.

    def __len__(self) -> int:
        """The count, if it fits what ``len`` can say (below 2^63); else `count` tells."""
        return self.count

    def __bool__(self) -> bool:
        return self.status is Status.SATISFIABLE

    def __iter__(self) -> Iterator[Picture]:
        return self.pictures()

    def pictures(self, start: int = 0, stop: int | None = None) -> Iterator[Picture]:
        """The solutions in order from any index on, lazily; ``stop`` None is the end."""
        columns, colours = self.puzzle.shape[1], self.puzzle.colours
        size = self.puzzle.shape[0] * columns
        first, last, _ = slice(start, stop).indices(self.count)
        make = Picture.from_cells
        for lot in self.diagram.walk(first, last):
            for at in range(0, len(lot), size):
                yield make(lot[at : at + size], columns, colours)

    @overload
    def __getitem__(self, index: int) -> Picture: ...
    @overload
    def __getitem__(self, index: slice) -> SolutionRange: ...
    def __getitem__(self, index: int | slice) -> Picture | SolutionRange:
        return SolutionRange(self, range(self.count))[index]

    def index(self, picture: Any, start: int = 0, stop: int | None = None) -> int:
        """The index of a solution, ``space[index]``.

        Raises:
            ValueError: the picture is no solution.
        """
        found = self.rank(picture)
        if found is None or found not in range(*slice(start, stop).indices(self.count)):
            raise ValueError("this picture is no solution of the puzzle")
        return found

    def rank(self, picture: object) -> int | None:
        """The index of a solution; None for anything else."""
        if not isinstance(picture, Picture) or picture.shape != self.puzzle.shape:
            return None
        return self.diagram.index(picture.cells)

    def __contains__(self, picture: object) -> bool:
        return self.rank(picture) is not None

    def partition(self, parts: int) -> list[SolutionRange]:
        """The whole space in so many ranges of equal size (but for one), to share out or resume.

        Raises:
            OptionError: fewer than one part.
        """
        return self[:].partition(parts)

    def array(self, start: int = 0, stop: int | None = None, *, packed: bool = False) -> memoryview:
        """Many solutions at once, without an object for each.

        Returns an array of bytes of shape solutions x rows x columns, a colour number each. Packed,
        for black and white: solutions x bytes, eight cells in each byte, row by row, the first
        cell in the highest bit, as ``numpy.packbits`` has it. ``numpy.asarray`` takes either
        without copying. Of no solutions the view is empty and has no such shape.

        Raises:
            OptionError: packed pictures of a coloured puzzle.

        >>> space = solution_space(Puzzle([[1], [1]], [[1], [1]]))
        >>> space.array().tolist()
        [[[0, 1], [1, 0]], [[1, 0], [0, 1]]]
        >>> space.array(packed=True).tolist()
        [[96], [144]]
        """
        rows, columns = self.puzzle.shape
        if packed and len(self.puzzle.colours) > 2:
            raise OptionError("only black-and-white pictures can be packed, a bit a cell")
        first, last, _ = slice(start, stop).indices(self.count)
        pictures = b"".join(self.diagram.walk(first, last, packed=packed))
        number = max(0, last - first)
        shape = [number, -(-rows * columns // 8)] if packed else [number, rows, columns]
        # An empty view cannot be given a shape.
        return memoryview(pictures).cast("B", shape) if number else memoryview(b"")

    # What the solutions have in common.

    def sample(self, k: int, seed: int | None = None) -> list[Picture]:
        """So many solutions, each drawn uniformly from all, independently (so one may come twice).

        Exactly uniform: a random index is drawn and looked up. The same seed gives the same sample.

        Raises:
            OptionError: a negative number, or there is no solution to draw.
        """
        if k < 0 or (k and not self.count):
            raise OptionError(f"cannot draw {k} of {self.count} solutions")
        draw = random.Random(seed)
        return [self[draw.randrange(self.count)] for _ in range(k)]

    def marginals(self, *, limits: Limits | None = None) -> Marginals:
        """For every cell and colour the exact fraction of solutions.

        Raises:
            OptionError: there is no solution.
            LimitReached: time or memory did not suffice.
        """
        if not self.count:
            raise OptionError("there are no solutions, so there are no fractions of them")
        counts = self._counts(limits)
        rows, columns = self.puzzle.shape
        colours = range(len(self.puzzle.colours))
        base, total = self.diagram.base, self.count

        def of(cell: int) -> tuple[int, ...]:
            if cell in counts:
                return tuple(counts[cell])
            return tuple(total if base[cell] == colour else 0 for colour in colours)

        table = tuple(tuple(of(r * columns + c) for c in range(columns)) for r in range(rows))
        return Marginals(table, total)

    def backbone(self, *, limits: Limits | None = None) -> Grid:
        """For every cell the colours that it has in some solution.

        The decided cells of this grid are the backbone: they are the same in every solution. As
        text it is the map of the puzzle, ``?`` where solutions differ. Without solutions every
        cell is a contradiction.
        """
        columns = self.puzzle.shape[1]
        colours = self.puzzle.block_colours
        if not self.count:
            return Grid([0] * (self.puzzle.shape[0] * columns), columns, colours)
        masks = [1 << colour for colour in self.diagram.base]
        for cell, counts in self._counts(limits).items():
            masks[cell] = sum(1 << colour for colour, count in enumerate(counts) if count)
        return Grid(masks, columns, colours)

    def ambiguous(self, *, limits: Limits | None = None) -> tuple[tuple[int, int], ...]:
        """The cells (row, column) that are not the same in all solutions, row by row."""
        columns = self.puzzle.shape[1]
        masks = self.backbone(limits=limits).masks
        return tuple(divmod(cell, columns) for cell, mask in enumerate(masks) if mask & (mask - 1))

    @property
    def components(self) -> tuple[Component, ...]:
        """The ambiguous cells in independent parts; their counts multiply to the count."""
        return self._components(Limits())

    def _components(self, limits: Limits) -> tuple[Component, ...]:
        """The same; parts may be larger than they need be when a limit comes."""
        diagram, columns = self.diagram, self.puzzle.shape[1]
        free = {cell for part in diagram.parts for cell in part.cells}
        with contextlib.suppress(LimitReached):
            if len(free) > len(self.ambiguous(limits=limits)):
                # Cells known to be the same everywhere may fall between what they seemed to tie.
                known = self.backbone(limits=limits)
                diagram = solution_space(
                    self.puzzle, grid=known, limits=limits, engine=self._engine
                ).diagram
        return tuple(
            Component(
                tuple(divmod(cell, columns) for cell in sorted(part.cells)),
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

    def disambiguate(
        self, picture: Picture | None = None, *, limits: Limits | None = None
    ) -> Disambiguation:
        """A smallest set of cells to give away so that one solution is left.

        Args:
            picture: the solution to leave; None is the first.
            limits: when they are reached, a set that does it is returned, and a proven bound.

        Raises:
            ValueError: the picture is no solution.
        """
        goal = self[0] if picture is None else picture
        self.index(goal)
        limits = Limits() if limits is None else limits
        return pin_down(self, goal, self._components(limits), limits)

    def _counts(self, limits: Limits | None) -> dict[int, list[int]]:
        if self._colour_counts is None:
            meter = Meter(Limits() if limits is None else limits, Stats())
            self._colour_counts = self.diagram.colour_counts(meter)
        return self._colour_counts

    # Elsewhere.

    def save(self, path: str | PathLike[str]) -> None:
        """Write the space to a file, whole or not at all; `load` reads it.

        Raises:
            OptionError: the space was compiled by another engine than the kernel.
        """
        files.save(self, path)

    @classmethod
    def load(cls, path: str | PathLike[str]) -> SolutionSpace:
        """A space that was saved. Everything in the file is checked but that it is complete.

        Raises:
            FormatError: the file is no saved space, or damaged.
            EngineError: the kernel is not installed.
        """
        puzzle, grid, diagram = files.load(path)
        return cls(puzzle, grid, diagram, Stats(diagram_bytes=diagram.size))

    def to_nnf(self) -> str:
        """The diagram as d-DNNF text, in the format of c2d: see `nonocsp.space.export`."""
        return exports.nnf(self)

    def to_dot(self) -> str:
        """The diagram as a drawing for Graphviz."""
        return exports.dot(self)

    def to_networkx(self) -> nx.MultiDiGraph[int]:
        """The diagram as a graph, with literals and counts as attributes."""
        return exports.graph(self)

    def __repr__(self) -> str:
        number = decimal(self.at_least)
        if len(number) > 15:
            number = f"{number[0]}.{number[1:4]}e{len(number) - 1}"
        if self.is_exact:
            return f"<SolutionSpace of {number} solutions>"
        return f"<SolutionSpace of at least {number} solutions, stopped by {self.stopped_by}>"


class SolutionRange(Sequence[Picture]):
    """Some of the solutions of a space, at the indices of a range; nothing is listed.

    >>> space = solution_space(Puzzle([[1]] * 4, [[1]] * 4))
    >>> some = space[20:2:-5]
    >>> len(some), some.indices, some[1] == space[15]
    (4, range(20, 2, -5), True)
    """

    def __init__(self, space: SolutionSpace, indices: range) -> None:
        self.space = space
        self.indices = indices
        """The indices of these solutions in the space."""

    def __len__(self) -> int:
        return len(self.indices)

    def __bool__(self) -> bool:
        return bool(self.indices)

    @overload
    def __getitem__(self, index: int) -> Picture: ...
    @overload
    def __getitem__(self, index: slice) -> SolutionRange: ...
    def __getitem__(self, index: int | slice) -> Picture | SolutionRange:
        if isinstance(index, slice):
            return SolutionRange(self.space, self.indices[index])
        try:
            at = self.indices[index]
        except IndexError:
            raise IndexError(f"there is no solution {index}") from None
        puzzle = self.space.puzzle
        cells = self.space.diagram.picture(at)
        return Picture.from_cells(cells, puzzle.shape[1], puzzle.colours)

    def __iter__(self) -> Iterator[Picture]:
        if self.indices.step == 1:
            return self.space.pictures(self.indices.start, self.indices.stop)
        return (self.space[index] for index in self.indices)

    def __contains__(self, picture: object) -> bool:
        rank = self.space.rank(picture)
        return rank is not None and rank in self.indices

    def index(self, picture: Any, start: int = 0, stop: int | None = None) -> int:
        """The place of a solution among these. Raises ValueError if it is not among them."""
        rank = self.space.rank(picture)
        if rank is None or rank not in self.indices[start:stop]:
            raise ValueError("this picture is not among these solutions")
        return self.indices.index(rank)

    def partition(self, parts: int) -> list[SolutionRange]:
        """These in so many ranges that follow each other, of equal size but for one."""
        if parts < 1:
            raise OptionError(f"a partition has at least one part, not {parts}")
        size, more = divmod(_size(self.indices), parts)
        ranges, at = [], 0
        for number in range(parts):
            after = at + size + (number < more)
            ranges.append(self[at:after])
            at = after
        return ranges

    def __repr__(self) -> str:
        return f"<Solutions {self.indices} of {self.space!r}>"


def _size(indices: range) -> int:
    """As `len`, for ranges that are too long for it."""
    return max(0, -((indices.start - indices.stop) // indices.step))
