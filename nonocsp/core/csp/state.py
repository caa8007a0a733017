"""The state of a search: domains, the trail that undoes changes, and what the search has learned.

Every technique works on this interface. `ExplicitState` keeps domains as bit sets of listed values,
for any network; `ImplicitState` keeps the placements of a line as candidates of its cells and lists
none. Variables are numbers. A *value* is whatever `values` yields: the number of a value of the
network, or a placement as bytes; `actual` gives the value itself in both cases.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any, Protocol

from ..model.bits import mask_of
from ..options.events import Event
from ..options.limits import Meter
from .trail import Trail


class Arc(Protocol):
    """One direction of a binary constraint: the support of ``variable`` in ``other``."""

    @property
    def constraint(self) -> int:
        """The number of the constraint; its two arcs share it."""

    @property
    def variable(self) -> int:
        """The variable whose values need support."""

    @property
    def other(self) -> int:
        """The variable whose values give support."""


def made(technique: Any) -> Any:
    """A technique for one search: an object of a class, or the function itself."""
    return technique() if isinstance(technique, type) else technique


class State(Trail, ABC):
    """Domains during search. A variable ordering reads `size`, `neighbours`, `weight`, ….

    Args:
        names: what the variables are called.
        arcs: for every variable, the arcs of its neighbours against it.
        domains: the initial domains.
        constraints: the number of binary constraints.
        meter: counts the work.
    """

    def __init__(
        self,
        names: Sequence[Hashable],
        arcs: Sequence[Sequence[Arc]],
        domains: list[Any],
        constraints: int,
        meter: Meter,
    ) -> None:
        super().__init__()
        self.names = names
        """The variables as the network or the puzzle names them."""
        self.arcs: Sequence[Sequence[Any]] = tuple(map(tuple, arcs))
        """For every variable, the arcs of its neighbours against it."""
        self.domains = domains
        """The domain of every variable; false if it is empty."""
        self.meter = meter
        self.scope: tuple[int, ...] = tuple(range(len(domains)))
        """The variables that the search is about."""
        self.assigned: set[int] = set()
        """The variables that the search has assigned."""
        self.culprits: list[int] = [0] * len(domains)
        """For every variable, a bit set of the assigned variables that its removals depend on."""
        self.conflict_set: int | None = None
        """The assigned variables behind the last contradiction, as a bit set."""
        self.conflict: int | None = None
        """The number of the constraint that failed last."""
        self.last_conflict: int | None = None
        """The variable whose assignment failed last."""
        self.weights: list[int] = [1] * constraints
        """For every constraint, 1 and the contradictions that it found."""
        self.witness: Sequence[Any] | None = None
        """A solution by which plugins are checked: for every variable, a value."""
        self.observer: Callable[[Event], object] | None = None
        """Called with each event of the search, before what follows from it; set by `observed`."""

    # What orderings read.

    @abstractmethod
    def size(self, variable: int) -> int:
        """The number of values left."""

    @abstractmethod
    def values(self, variable: int) -> Iterator[Any]:
        """The values left, lazily, in the order of the network; placements are lexicographic."""

    @abstractmethod
    def actual(self, variable: int, value: Any) -> Any:
        """A value as the network names it; a placement is bytes, one colour a cell."""

    @abstractmethod
    def compatible(self, arc: Any, value: Any) -> int:
        """How many values left of ``arc.variable`` agree with a value of ``arc.other``."""

    @abstractmethod
    def has(self, variable: int, value: Any) -> bool:
        """Whether a value is left."""

    @abstractmethod
    def is_value(self, variable: int, value: object) -> bool:
        """Whether an object of any type is one of the values left."""

    def neighbours(self, variable: int) -> set[int]:
        """The variables that share a constraint with one."""
        return {arc.variable for arc in self.arcs[variable]}

    def weight(self, variable: int) -> int:
        """The weights of the constraints that a variable shares with unassigned ones, summed."""
        return sum(
            self.weights[arc.constraint]
            for arc in self.arcs[variable]
            if arc.variable not in self.assigned and not self.is_single(arc.variable)
        )

    # What propagators do.

    @abstractmethod
    def remove(self, variable: int, value: Any) -> None:
        """Remove a single value."""

    @abstractmethod
    def is_single(self, variable: int) -> bool:
        """Whether exactly one value is left."""

    @abstractmethod
    def is_part(self, part: object, domain: Any) -> bool:
        """Whether an object of any type is a domain with only values of another one."""

    @abstractmethod
    def difference(self, domain: Any, other: Any) -> Iterator[Any]:
        """Domains that together have the values of ``domain`` that ``other`` lacks."""

    @abstractmethod
    def revise(self, arc: Any) -> bool:
        """Remove the values of ``arc.variable`` without support; returns whether there were any."""

    def queue(self, arcs: Iterable[Any]) -> deque[Any]:
        """The queue of the arcs to revise; an observed state reports what goes in."""
        return deque(arcs)

    @abstractmethod
    def agrees(self, arc: Any) -> bool:
        """Whether the value of the assigned ``arc.other`` supports one of ``arc.variable``."""

    @abstractmethod
    def is_entailed(self, arc: Any) -> bool:
        """Whether every pair of values left is allowed."""

    def responsible(self, variable: int) -> int:
        """The assigned variables that the domain of one depends on, as a bit set."""
        return 1 << variable if variable in self.assigned else self.culprits[variable]

    def replace(self, variable: int, domain: Any, culprits: int | None = None) -> None:
        """Give a variable another domain, remembering the one it had.

        Args:
            variable, domain: the variable and its new domain.
            culprits: the assigned variables that the change follows from, as a bit set; None for
                all that are assigned now.
        """
        if culprits is None:
            culprits = mask_of(self.assigned)
        culprits |= self.culprits[variable]
        self.change(self.domains, variable, domain)
        if culprits != self.culprits[variable]:
            self.change(self.culprits, variable, culprits)
        if not domain:
            self.conflict_set = culprits | self.responsible(variable)

    # What searches do.

    @abstractmethod
    def assign(self, variable: int, value: Any) -> None:
        """Leave one value in a domain."""

    @abstractmethod
    def value(self, variable: int) -> Any:
        """The only value left."""

    def failed(self) -> None:
        """Count a contradiction."""
        self.meter.stats.backtracks += 1

    def retract(self, variable: int, mark: int) -> None:
        """Undo an assignment, if there is one, and all that followed from it."""
        self.undo(mark)
        self.assigned.discard(variable)

    def solution(self) -> tuple[Any, ...]:
        """The value of every variable of the scope, once each has one left."""
        return tuple(map(self.value, self.scope))

    def check(self, changed: Iterable[int], *, removes: bool) -> set[int] | None:
        """Test the checks of changed variables; those on several, as far as their domains decide.

        With ``removes`` they also remove values. Returns the variables that lost some; None for a
        contradiction.
        """
        return set()

    def checks_hold(self) -> bool:
        """Whether no check is violated."""
        return self.check(self.scope, removes=False) is not None

    def check_scopes(self) -> list[tuple[int, ...]]:
        """The variables of every check."""
        return []

    def changed_since(self, mark: int) -> set[int]:
        """The variables whose domain changed since a mark."""
        return {index for target, index, _ in self.trail[mark:] if target is self.domains}

    def split(self, scopes: Sequence[Sequence[int]]) -> list[State]:
        """One state for each set of variables; no constraint between two sets may be live.

        The parts share the domains, and each changes only its own; arcs between sets are dropped.
        """
        number_of = {v: number for number, scope in enumerate(scopes) for v in scope}
        arcs = tuple(
            tuple(arc for arc in arcs if number_of.get(arc.variable) == number_of[v])
            if v in number_of
            else ()
            for v, arcs in enumerate(self.arcs)
        )
        parts = []
        for scope in scopes:
            part = copy.copy(self)
            part.scope, part.arcs, part.assigned, part.trail = tuple(scope), arcs, set(), []
            parts.append(part)
        return parts
