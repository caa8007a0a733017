"""Compiling solution spaces in the kernel, and reading its diagrams."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from ..common.limits import LimitReached, Meter, Stats
from ..common.options import Options
from ..kernel.door import bounds, compiled, note, pictures, require, settings, words
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from .diagram import Edge, Part

with suppress(ImportError):  # `require` says what is missing
    import _nonocsp_kernel as _kernel

#: Nodes that searching and compiling get in their first turns.
_FIRST_BUDGET = 5_000

#: Bytes of pictures handed over at a time.
_CHUNK = 1 << 20


class KernelDiagram:
    """A solution set that the kernel compiled, or loaded; see `nonocsp.solver.diagram`."""

    def __init__(self, space: _kernel.Space) -> None:
        self._space = space
        self.count = int.from_bytes(space.count, "little")
        self.base = space.base
        self.size = space.size
        self._limbs = -(-len(space.count) // 8)

    def __reduce__(self) -> tuple[Any, ...]:
        return loaded, (self._space.colours, self.base, self.parts, self.array)

    @cached_property
    def parts(self) -> Sequence[Part]:
        return [Part(node, array("I", cells)) for node, cells in self._space.parts()]

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
        enumerator = _kernel.SolutionEnumerator(self._space, _bytes(start))
        size = -(-len(self.base) // 8) if packed else len(self.base)
        # Small lots first: who wants one picture does not wait for a thousand.
        lot = 1
        while start < stop:
            yield enumerator.next(min(lot, stop - start), packed)
            start += lot
            lot = min(2 * lot, max(1, _CHUNK // size))

    def colour_counts(self, meter: Meter) -> dict[int, list[int]]:
        seconds, _, memory = bounds(meter.left())
        counts = self._space.marginals(seconds, memory)
        if isinstance(counts, str):
            raise LimitReached(counts)
        size = 8 * self._limbs
        numbers = (
            int.from_bytes(counts[at : at + size], "little") for at in range(0, len(counts), size)
        )
        cells = [cell for part in self.parts for cell in part.cells]
        colours = len(counts) // size // len(cells) if cells else 0
        return {cell: [next(numbers) for _ in range(colours)] for cell in cells}


def diagram(
    puzzle: Puzzle,
    grid: Grid | None,
    options: Options,
    meter: Meter,
    progress: Callable[[int], None],
) -> KernelDiagram:
    """All solutions that agree with the grid, compiled with the help of the search.

    Whether there are two solutions at all, the search with all its guesses knows best; how many
    there are only compiling tells. Until one of them has an answer, they take turns with budgets
    that grow fourfold.

    Args:
        progress: called with every better lower bound on the count.

    Raises:
        EngineError: the kernel is missing, or the puzzle is larger than it takes.
        LimitReached: a limit of the meter was reached.
    """
    budget = _FIRST_BUDGET
    at_least = 0
    while True:
        found, is_complete = _two_pictures(puzzle, grid, options, meter, budget)
        if len(found) > at_least:
            at_least = len(found)
            progress(at_least)
        if is_complete:
            return loaded(len(puzzle.colours), found[0].cells if found else b"", [], b"")
        settled = len(found) == 2

        def better(bound: int) -> None:
            nonlocal at_least
            if bound > at_least:
                at_least = bound
                progress(bound)

        left = meter.left()
        allowed = left.nodes if settled else min(budget, left.nodes or budget)
        turn = Meter(left.replace(nodes=allowed), Stats())
        try:
            return _compiled_space(
                puzzle, grid, options, turn, is_satisfiable=bool(found), progress=better
            )
        except LimitReached as reached:
            if settled or reached.limit != "nodes":
                raise
        finally:
            meter.stats.add(turn.stats)
        meter.left()  # the end, if the nodes were those of the caller
        budget *= 4


def _two_pictures(
    puzzle: Puzzle, grid: Grid | None, options: Options, meter: Meter, budget: int
) -> tuple[list[Picture], bool]:
    """Up to two solutions found with so many nodes, and whether there are no others."""
    left = meter.left()
    turn = Meter(left.replace(nodes=min(budget, left.nodes or budget)), Stats())
    search = pictures(puzzle, grid, options, turn, two_suffice=True)
    found: list[Picture] = []
    try:
        for picture in search:
            found.append(picture)
            if len(found) == 2:
                return found, False
    except LimitReached as reached:
        if reached.limit != "nodes":
            raise
        return found, False
    finally:
        meter.stats.add(turn.stats)
    return found, True


def _compiled_space(
    puzzle: Puzzle,
    grid: Grid | None,
    options: Options,
    meter: Meter,
    *,
    is_satisfiable: bool,
    progress: Callable[[int], None],
) -> KernelDiagram:
    """The diagram of all solutions that agree with the grid.

    Args:
        is_satisfiable: that there is a solution is known, which makes for better bounds.
        progress: called with a lower bound on the count if the work ends before its time.
    """
    space = _kernel.Space(compiled(puzzle), words(grid))
    work = Stats()
    try:
        space.run(settings(options), is_satisfiable, *bounds(meter.left()))
    finally:
        note(space.stats(), work)
        meter.stats.add(work)
        if not space.is_complete:
            progress(int.from_bytes(space.count, "little"))
    if not space.is_complete:
        raise LimitReached(space.stopped_by or "interrupt")
    diagram = KernelDiagram(space)
    meter.stats.diagram_bytes = diagram.size
    return diagram


def loaded(colours: int, base: bytes, parts: Sequence[Part], written: bytes) -> KernelDiagram:
    """A diagram from what another one's ``base``, ``parts`` and ``array`` gave.

    Raises:
        EngineError: the kernel is missing.
        ValueError: the bytes are no diagram.
    """
    require()
    given = [(part.node, array("I", part.cells).tobytes()) for part in parts]
    return KernelDiagram(_kernel.loaded(colours, base, given, written))


def _bytes(number: int) -> bytes:
    return number.to_bytes(-(-number.bit_length() // 8), "little")
