"""Explicit domains: bit sets of the values of any binary network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..model.bits import highest, is_single, members
from ..options.limits import Meter
from .network import Arc, Check, Network
from .state import State


class ExplicitState(State):
    """A state whose domains are bit sets, as integers: bit ``i`` for value ``i`` of the network.

    Args:
        network: where variables, domains, arcs and checks come from.
        meter: counts the work.
    """

    arcs: Sequence[Sequence[Arc]]
    domains: list[int]

    def __init__(self, network: Network, meter: Meter) -> None:
        arcs: list[list[Arc]] = [[] for _ in network.domains]
        for arc in network.arcs:
            arcs[arc.other].append(arc)
        self._arcs_of: list[list[Arc]] = [[] for _ in network.domains]
        for arc in network.arcs:
            self._arcs_of[arc.variable].append(arc)
        constraints = len(network.arcs) // 2
        super().__init__(network.names, arcs, list(network.domains), constraints, meter)
        self.network = network
        self._checks_of: list[list[int]] = [[] for _ in network.domains]
        for number, check in enumerate(network.checks):
            for variable in check.scope:
                self._checks_of[variable].append(number)

    def size(self, variable: int) -> int:
        return self.domains[variable].bit_count()

    def is_single(self, variable: int) -> bool:
        return is_single(self.domains[variable])

    def values(self, variable: int) -> Iterator[int]:
        return members(self.domains[variable])

    def actual(self, variable: int, value: int) -> Any:
        return self.network.values[variable][value]

    def compatible(self, arc: Arc, value: int) -> int:
        kept, bit = 0, 1 << value
        for values, support in arc.classes:
            if support & bit:
                kept |= values
        return (self.domains[arc.variable] & kept).bit_count()

    def has(self, variable: int, value: int) -> bool:
        return bool(self.domains[variable] >> value & 1)

    def is_value(self, variable: int, value: object) -> bool:
        return type(value) is int and value >= 0 and self.has(variable, value)

    def is_part(self, part: object, domain: int) -> bool:
        return type(part) is int and part & ~domain == 0

    def difference(self, domain: int, other: int) -> Iterator[int]:
        yield domain & ~other

    def remove(self, variable: int, value: int) -> None:
        self.replace(variable, self.domains[variable] & ~(1 << value))

    def revise(self, arc: Arc) -> bool:
        self.meter.stats.revisions += 1
        self.meter.stats.checks += arc.checks(self.domains, self.domains[arc.variable])
        return self.keep(arc, arc.supported(self.domains))

    def keep(self, arc: Arc, domain: int) -> bool:
        """Leave the values of ``arc.variable`` that have support; whether others were there."""
        self.meter.tick()
        before = self.domains[arc.variable]
        if domain == before:
            return False
        self.meter.stats.removed += (before ^ domain).bit_count()
        self.replace(arc.variable, domain, self.responsible(arc.other))
        if not domain:
            self.conflict = arc.constraint
        return True

    def arcs_of(self, variable: int) -> Sequence[Arc]:
        """The arcs of a variable against its neighbours."""
        return self._arcs_of[variable]

    def agrees(self, arc: Arc) -> bool:
        self.meter.stats.revisions += 1
        self.meter.stats.checks += 1
        return bool(arc.supported(self.domains))

    def is_entailed(self, arc: Arc) -> bool:
        return arc.is_entailed(self.domains)

    def assign(self, variable: int, value: int) -> None:
        self.change(self.domains, variable, 1 << value)

    def value(self, variable: int) -> int:
        return highest(self.domains[variable])

    def check_scopes(self) -> list[tuple[int, ...]]:
        return [check.scope for check in self.network.checks]

    def check(self, changed: Iterable[int], *, removes: bool) -> set[int] | None:
        mark = self.mark()
        for number in sorted({each for variable in changed for each in self._checks_of[variable]}):
            self.meter.tick()
            if not self._narrow(self.network.checks[number], removes):
                return None
        return self.changed_since(mark)

    def _narrow(self, check: Check, removes: bool) -> bool:
        """Keep what a check allows; False if there is nothing."""
        scope = check.scope
        if check.filter is not None:
            kept = check.filter([self.domains[v] for v in scope])
            for variable, domain in zip(scope, kept, strict=True):
                if not self._leave(variable, domain, scope, removes):
                    return False
        undecided = {v for v in scope if not self.is_single(v)}
        if len(undecided) > int(removes):
            return True
        tested = min(undecided, default=scope[0])
        assigned = {v: self.actual(v, self.value(v)) for v in scope if v != tested}
        domain = 0
        for value in self.values(tested):
            self.meter.stats.checks += 1
            assigned[tested] = self.actual(tested, value)
            if check.holds(*(assigned[v] for v in scope)):
                domain |= 1 << value
        return self._leave(tested, domain, scope, removes)

    def _leave(self, variable: int, kept: int, scope: Sequence[int], removes: bool) -> bool:
        """Leave the values of a variable that a check keeps; False if there are none."""
        domain = kept & self.domains[variable]
        if domain == self.domains[variable]:
            return True
        culprits = 0
        for other in scope:
            culprits |= self.responsible(other) if other != variable else 0
        if removes:
            self.meter.stats.removed += (domain ^ self.domains[variable]).bit_count()
            self.replace(variable, domain, culprits)
        elif not domain:
            self.conflict_set = culprits | self.responsible(variable)
        return bool(domain)
