"""Implicit domains: the placements of a line, given by the candidates of its cells.

An arc of the model removes the placements of a line that have, at one crossing, a colour that no
placement of the crossing line has there. So whatever arcs remove, a domain is the set of the
placements compatible with some candidates, and it can be tightened, counted and enumerated by
`nonocsp.core.line` without a list. Nogoods remove single placements besides, which are few and are
listed. Revisions, nodes and solutions are those of explicit domains, one by one; lines of any
length fit.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, combinations

from ..line.definition import placements
from ..line.domain import LineDomain, LineDomains
from ..model.bits import full, highest, is_single
from ..model.grid import Grid
from ..model.puzzle import Puzzle
from ..options.limits import LimitReached, Meter
from .state import State

#: Bytes that a cell takes, with its two arcs and candidates; measured.
_BYTES_A_CELL = 700


@dataclass(slots=True, eq=False)
class Crossing:
    """An arc between two lines that share a cell."""

    constraint: int
    variable: int
    other: int
    here: int
    """The index of the cell along ``variable``."""
    there: int
    """The index of the cell along ``other``."""


class Placements:
    """The placements of a line compatible with some candidates, except some.

    Args:
        line: counts and tightens.
        candidates: one mask a cell, each colour of which some placement left has; all zero if none
            is left.
        without: the placements that were removed one by one; compatible ones alone.
    """

    def __init__(
        self,
        line: LineDomain,
        candidates: tuple[int, ...],
        without: frozenset[bytes] = frozenset(),
    ) -> None:
        self.line = line
        self.candidates = candidates
        self.without = without
        self._sizes: dict[tuple[int, int], int] = {}

    @classmethod
    def left(
        cls, line: LineDomain, candidates: Sequence[int], without: frozenset[bytes]
    ) -> Placements:
        """Those of any candidates that are not removed. Cost: one tightening, and more for
        placements removed."""
        tight = line.tighten(candidates) or (0,) * line.length
        if not without:
            return cls(line, tight)
        without = frozenset(each for each in without if _has(tight, each))
        if len(without) == line.count(tight):
            return cls(line, (0,) * line.length)
        # A colour goes with the last of its placements, all of which are among those removed.
        kept = list(tight)
        for cell, colour in {*chain.from_iterable(map(enumerate, without))}:
            shown = (*tight[:cell], 1 << colour, *tight[cell + 1 :])
            if line.count(shown) == sum(each[cell] == colour for each in without):
                kept[cell] &= ~(1 << colour)
        return cls(line, tuple(kept), frozenset(each for each in without if _has(kept, each)))

    def __bool__(self) -> bool:
        return self.candidates[0] != 0

    def __iter__(self) -> Iterator[bytes]:
        """All, lazily, in lexicographic order."""
        line = self.line
        every = placements(line.clue, line.length, line.block_colours, self.candidates)
        return (each for each in every if each not in self.without) if self.without else every

    def __contains__(self, value: bytes) -> bool:
        """Whether a placement of the line is left."""
        return _has(self.candidates, value) and value not in self.without

    @cached_property
    def is_single(self) -> bool:
        """Whether there is exactly one."""
        return all(map(is_single, self.candidates))

    @cached_property
    def size(self) -> int:
        """How many there are, exactly."""
        if self.is_single:
            return 1
        return self.line.count(self.candidates) - len(self.without) if self else 0

    def size_with(self, cell: int, colour: int) -> int:
        """How many have a colour in a cell."""
        key = cell, colour
        if key not in self._sizes:
            self._sizes[key] = self.restricted(cell, 1 << colour).size
        return self._sizes[key]

    def restricted(self, cell: int, colours: int) -> Placements:
        """Those with one of some colours in a cell. Cost: one tightening."""
        left = list(self.candidates)
        left[cell] &= colours
        return Placements.left(self.line, left, self.without)

    def removed(self, value: bytes) -> Placements:
        """All but one."""
        return Placements.left(self.line, self.candidates, self.without | {value})


def _has(candidates: Sequence[int], value: bytes) -> bool:
    """Whether every cell can have its colour."""
    return all(mask >> colour & 1 for mask, colour in zip(candidates, value, strict=True))


class ImplicitState(State):
    """A state whose variables are the lines of a puzzle that take a clue, in order.

    Args:
        puzzle: what to state.
        grid: known cells; None for none.
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
            domains.append(Placements.left(lines[line], given, frozenset()))
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
        return value in self.domains[variable]

    def is_value(self, variable: int, value: object) -> bool:
        line = self.domains[variable].line
        if type(value) is not bytes or len(value) != line.length or not self.has(variable, value):
            return False
        return line.tighten([1 << colour for colour in value]) is not None

    def is_part(self, part: object, domain: Placements) -> bool:
        if not isinstance(part, Placements) or part.line is not domain.line:
            return False
        if any(
            ours & ~theirs for ours, theirs in zip(part.candidates, domain.candidates, strict=True)
        ):
            return False
        if any(each in part for each in domain.without):
            return False
        made = Placements.left(part.line, part.candidates, part.without)
        return part.candidates == made.candidates and part.without == made.without

    def difference(self, domain: Placements, other: Placements) -> Iterator[Placements]:
        for value in other.without - domain.without:
            yield Placements(domain.line, tuple(1 << colour for colour in value))
        for cell, (ours, theirs) in enumerate(
            zip(domain.candidates, other.candidates, strict=True)
        ):
            if colours := ours & ~theirs:
                yield domain.restricted(cell, colours)

    def compatible(self, arc: Crossing, value: bytes) -> int:
        return self.domains[arc.variable].size_with(arc.here, value[arc.there])

    def remove(self, variable: int, value: bytes) -> None:
        self.replace(variable, self.domains[variable].removed(value))

    def revise(self, arc: Crossing) -> bool:
        self.meter.stats.revisions += 1
        variable, other = arc.variable, arc.other
        before, supported = self.domains[variable], self.domains[other].candidates[arc.there]
        if not before.candidates[arc.here] & ~supported:
            return False
        self.meter.stats.tightenings += 1
        self.meter.tick()
        after = before.restricted(arc.here, supported)
        self.replace(variable, after, self.responsible(other))
        if not after:
            self.conflict = arc.constraint
        return True

    def agrees(self, arc: Crossing) -> bool:
        self.meter.stats.revisions += 1
        return bool(self._colours(arc.variable, arc.here) & self._colours(arc.other, arc.there))

    def is_entailed(self, arc: Crossing) -> bool:
        colours = self._colours(arc.variable, arc.here)
        return is_single(colours) and colours == self._colours(arc.other, arc.there)

    def _colours(self, variable: int, cell: int) -> int:
        return self.domains[variable].candidates[cell]

    def assign(self, variable: int, value: bytes) -> None:
        candidates = tuple(1 << colour for colour in value)
        self.change(self.domains, variable, Placements(self.domains[variable].line, candidates))

    def value(self, variable: int) -> bytes:
        return bytes(map(highest, self.domains[variable].candidates))
