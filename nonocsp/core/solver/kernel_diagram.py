"""Compiling solution spaces in the kernel, and reading its diagrams."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from ..base.progress import report
from ..kernel import interface
from ..kernel.interface import kernel_limits, unless_limited
from ..model.query import Query
from ..options.limits import LimitReached, Meter, Stats
from .bounds import Bounds
from .diagram import Diagram, Edge, Part

#: Counted work, in rough nanoseconds, between two looks at the lower bound: at first and at most.
_FIRST_TURN, _LONGEST_TURN = 1_000_000, 64_000_000

#: Bytes of pictures handed over at a time.
_CHUNK = 1 << 20


class KernelDiagram(Diagram):
    """A solution set that the kernel compiled, or loaded; see `nonocsp.core.solver.diagram`."""

    def __init__(self, space: interface.compiled.Space) -> None:
        self._space = space
        self.colours, self.base, self.size = space.colours, space.base, space.size
        self.parts = [Part(node, array("I", cells)) for node, cells in space.parts()]
        self._limbs = -(-len(space.count) // 8)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, self._key()

    def _key(self) -> tuple[Any, ...]:
        return self.colours, self.base, self.parts, self.array

    @cached_property
    def nodes(self) -> Sequence[int]:
        return array("I", self._space.nodes())

    @property
    def array(self) -> bytes:
        """The diagram as the kernel writes it down."""
        return self._space.array

    def edges(self, node: int) -> Sequence[Edge]:
        return [
            Edge(facts, [Part(*child) for child in children])
            for facts, children in self._space.edges(node)
        ]

    def node_count(self, node: int) -> int:
        return int.from_bytes(self._space.node_count(node), "little")

    def picture(self, index: int) -> bytes:
        return self._space.picture(_bytes(index))

    def index(self, cells: bytes) -> int | None:
        found = self._space.index(cells)
        return None if found is None else int.from_bytes(found, "little")

    def pictures(self, start: int, stop: int, *, packed: bool = False) -> Iterator[bytes]:
        if start >= stop:
            return
        enumerator = interface.compiled.SolutionEnumerator(self._space, _bytes(start))
        size = -(-len(self.base) // 8) if packed else len(self.base)
        # Small lots first, so that the first picture comes at once.
        lot = 1
        while start < stop:
            yield enumerator.next(min(lot, stop - start), packed)
            start += lot
            lot = min(2 * lot, max(1, _CHUNK // size))

    def colour_counts(self, meter: Meter) -> dict[int, list[int]]:
        seconds, _, memory, _ = kernel_limits(meter.left())
        counts = unless_limited(self._space.marginals(seconds, memory))
        size = 8 * self._limbs
        numbers = (
            int.from_bytes(counts[at : at + size], "little") for at in range(0, len(counts), size)
        )
        cells = [cell for part in self.parts for cell in part.cells]
        colours = len(counts) // size // len(cells) if cells else 0
        return {cell: [next(numbers) for _ in range(colours)] for cell in cells}


def diagram(query: Query, progress: Callable[[Bounds], None]) -> KernelDiagram:
    """All solutions that agree with the grid, compiled by the kernel's portfolio.

    Args:
        progress: called with better bounds on the count, between the turns of the kernel (of 1 to
            64 milliseconds or so). What it raises ends the work.

    Raises:
        EngineError: the kernel is missing, or the puzzle is larger than it takes.
        LimitReached: a limit of the meter was reached.
    """
    return KernelDiagram(_solutions(query, progress, only_count=False))


def count(query: Query, progress: Callable[[Bounds], None]) -> int:
    """The number of solutions, as `diagram`, but in less time and memory."""
    space = _solutions(query, progress, only_count=True)
    return int.from_bytes(space.count, "little")


def _solutions(
    query: Query, progress: Callable[[Bounds], None], *, only_count: bool
) -> interface.compiled.Space:
    meter = query.meter
    limits = interface.kernel_limits(meter.left())
    about, known, options = interface.subject_of(query)
    portfolio = interface.compiled.Portfolio(about, known, options, *limits, only_count)
    bounds = Bounds()

    def look() -> None:
        nonlocal bounds
        lower, upper = portfolio.lower_bound, portfolio.upper_bound
        at_most = None if upper is None else int.from_bytes(upper, "little")
        better = bounds & Bounds(int.from_bytes(lower, "little"), at_most)
        if better != bounds:
            bounds = better
            progress(bounds)
        report(**{name: bound for name, bound in bounds._asdict().items() if bound is not None})

    turn = _FIRST_TURN
    try:
        while not portfolio.run(turn):
            look()
            turn = min(2 * turn, _LONGEST_TURN)
        stopped_by = portfolio.stopped_by
        if stopped_by is not None:
            look()
            raise LimitReached(stopped_by)
        space = portfolio.solutions()
    except KeyboardInterrupt:
        with suppress(LimitReached):
            look()
        raise
    finally:
        for counted in portfolio.stats():
            work = Stats()
            work.update(counted)
            meter.stats.add(work)
    meter.stats.diagram_bytes = space.size
    return space


def loaded(colours: int, base: bytes, parts: Sequence[Part], written: bytes) -> KernelDiagram:
    """A diagram from what another one's ``base``, ``parts`` and ``array`` gave.

    Raises:
        EngineError: the kernel is missing.
        ValueError: the bytes are not those of a diagram.
    """
    given = [(part.node, array("I", part.cells).tobytes()) for part in parts]
    return KernelDiagram(interface.compiled.loaded(colours, base, given, written))


def _bytes(number: int) -> bytes:
    return number.to_bytes(-(-number.bit_length() // 8), "little")
