"""Implicit domains: the placements of a line, given by the candidates of its cells.

An arc of the model removes the placements of a line that have, at one crossing, a colour that no
placement of the crossing line has there. So whatever arcs remove, a domain is always the set of the
placements compatible with some candidates, and it can be tightened, counted and enumerated by
`nonocsp.line` without a list. Revisions, nodes and solutions are those
of explicit domains, one by one; lines of any length fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

from ..common.limits import LimitReached, Meter
from ..line.definition import placements
from ..line.domain import LineDomain, LineDomains
from ..model.bits import full, highest, is_single
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from .state import State

#: Bytes that a cell takes, with its two arcs and candidates; measured.
_BYTES_A_CELL = 700


class Crossing(NamedTuple):
    """An arc between two lines that share a cell."""

    constraint: int
    variable: int
    other: int
    here: int
    """The index of the cell along ``variable``."""
    there: int
    """The index of the cell along ``other``."""


class Placements:
    """The placements of a line compatible with candidates that some placement supports.

    Args:
        line: counts and tightens.
        candidates: one mask a cell, tight; None if there is no placement.
    """

    def __init__(self, line: LineDomain, candidates: tuple[int, ...] | None) -> None:
        self.line = line
        self.candidates = candidates
        self._sizes: dict[tuple[int, int], int] = {}

    def __bool__(self) -> bool:
        return self.candidates is not None

    def __iter__(self) -> Iterator[bytes]:
        """All, lazily, in lexicographic order."""
        line = self.line
        return placements(line.clue, line.length, line.block_colours, self.candidates)

    @cached_property
    def is_single(self) -> bool:
        """Whether there is exactly one."""
        return self.candidates is not None and all(map(is_single, self.candidates))

    @cached_property
    def size(self) -> int:
        """How many there are, exactly."""
        if self.candidates is None:
            return 0
        return 1 if self.is_single else self.line.count(self.candidates)

    def at(self, cell: int) -> int:
        """The colours that a cell has in some placement, as a mask."""
        return 0 if self.candidates is None else self.candidates[cell]

    def size_with(self, cell: int, colour: int) -> int:
        """How many have a colour in a cell."""
        key = cell, colour
        if key not in self._sizes:
            self._sizes[key] = self.restricted(cell, 1 << colour).size
        return self._sizes[key]

    def restricted(self, cell: int, colours: int) -> Placements:
        """Those with one of some colours in a cell. Cost: one tightening."""
        if not self.at(cell) & colours:
            return Placements(self.line, None)
        assert self.candidates is not None
        left = list(self.candidates)
        left[cell] &= colours
        return Placements(self.line, self.line.tighten(left))


class ImplicitState(State):
    """A state whose variables are the lines of a puzzle that take a clue, in order.

    Args:
        puzzle: what to state.
        grid: what is known of the cells beforehand; None means nothing.
        meter: counts the work.
        by_definition: never use the kernel for a line.

    Raises:
        LimitReached: the crossings alone would take more than ``limits.memory``.
    """

    arcs: Sequence[Sequence[Crossing]]
    domains: list[Placements]

    def __init__(
        self, puzzle: Puzzle, grid: Grid | None, meter: Meter, *, by_definition: bool = False
    ) -> None:
        board, limit = puzzle.board, meter.limits.memory
        if limit is not None and board.size * _BYTES_A_CELL > limit:
            raise LimitReached("memory", f"the arcs of {board.size} cells do not fit")
        # For every line, the arcs of the lines that cross it.
        arcs: list[list[Crossing]] = [[] for _ in board.clued]
        constraints = 0
        for through in board.clued_places():
            meter.tick()
            for (one, i), (other, j) in combinations(through, 2):
                arcs[one].append(Crossing(constraints, other, one, j, i))
                arcs[other].append(Crossing(constraints, one, other, i, j))
                constraints += 1
        domains = []
        lines = LineDomains(puzzle, by_definition=by_definition)
        for line in board.clued:
            meter.check_clock()
            unknown = (full(puzzle.block_colours),) * puzzle.length(line)
            given = unknown if grid is None else grid.line(line)
            meter.stats.tightenings += 1
            domains.append(Placements(lines[line], lines[line].tighten(given)))
        super().__init__(board.clued, arcs, domains, constraints, meter)

    def size(self, variable: int) -> int:
        return self.domains[variable].size

    def is_single(self, variable: int) -> bool:
        return self.domains[variable].is_single

    def values(self, variable: int) -> Iterator[bytes]:
        return iter(self.domains[variable])

    def actual(self, variable: int, value: bytes) -> bytes:
        return value

    def has(self, variable: int, value: bytes) -> bool:
        candidates = self.domains[variable].candidates
        return candidates is not None and all(
            mask >> colour & 1 for mask, colour in zip(candidates, value, strict=True)
        )

    def is_value(self, variable: int, value: object) -> bool:
        line = self.domains[variable].line
        if type(value) is not bytes or len(value) != line.length or not self.has(variable, value):
            return False
        return line.tighten([1 << colour for colour in value]) is not None

    def is_part(self, part: object, domain: Placements) -> bool:
        if not isinstance(part, Placements) or part.line is not domain.line:
            return False
        if part.candidates is None or domain.candidates is None:
            return part.candidates is None
        if any(
            ours & ~theirs for ours, theirs in zip(part.candidates, domain.candidates, strict=True)
        ):
            return False
        return part.candidates == part.line.tighten(part.candidates)

    def difference(self, domain: Placements, other: Placements) -> Iterator[Placements]:
        for cell in range(domain.line.length):
            if colours := domain.at(cell) & ~other.at(cell):
                yield domain.restricted(cell, colours)

    def compatible(self, arc: Crossing, value: bytes) -> int:
        return self.domains[arc.variable].size_with(arc.here, value[arc.there])

    def revise(self, arc: Crossing) -> bool:
        self.meter.stats.revisions += 1
        before, supported = self.domains[arc.variable], self.domains[arc.other].at(arc.there)
        if before.at(arc.here) & ~supported == 0:
            return False
        self.meter.stats.tightenings += 1
        self.meter.tick()
        self.meter.check_clock()
        after = before.restricted(arc.here, supported)
        self.replace(arc.variable, after, self.responsible(arc.other))
        if not after:
            self.conflict = arc.constraint
        return True

    def agrees(self, arc: Crossing) -> bool:
        self.meter.stats.revisions += 1
        return bool(self.domains[arc.variable].at(arc.here) & self.domains[arc.other].at(arc.there))

    def is_entailed(self, arc: Crossing) -> bool:
        colours = self.domains[arc.variable].at(arc.here)
        return is_single(colours) and colours == self.domains[arc.other].at(arc.there)

    def assign(self, variable: int, value: bytes) -> None:
        candidates = tuple(1 << colour for colour in value)
        self.change(self.domains, variable, Placements(self.domains[variable].line, candidates))

    def value(self, variable: int) -> bytes:
        candidates = self.domains[variable].candidates
        assert candidates is not None
        return bytes(map(highest, candidates))
