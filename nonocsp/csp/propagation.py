"""What an assignment removes from the domains of the other variables.

Three strengths, from nothing to arc consistency. Each is the same primitive, the revision of one
arc, applied more or less often. All of them only ever remove values, and write every change to a
trail so that search can take it back without copying.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from ..limits import Meter
from ..options import Propagation
from .network import Arc, Check, Network, is_single


class State:
    """The domains during search, with what is needed to take changes back.

    Args:
        network: where the variables come from.
        domains: the domains to begin with.
        scope: the variables that this search is about.
        arcs: the arcs between them that matter.
        checks: the constraints that are tested when their variables are decided.
    """

    def __init__(
        self,
        network: Network,
        domains: Sequence[int],
        scope: Iterable[int],
        arcs: Iterable[Arc],
        checks: Iterable[Check],
        meter: Meter,
    ) -> None:
        self.network = network
        self.domains = list(domains)
        self.scope = tuple(scope)
        self.checks = tuple(checks)
        self.meter = meter
        self.arcs: list[list[Arc]] = [[] for _ in self.domains]
        """For every variable, the arcs of its neighbours against it."""
        self.neighbours: list[set[int]] = [set() for _ in self.domains]
        for arc in arcs:
            self.arcs[arc.other].append(arc)
            self.neighbours[arc.variable].add(arc.other)
        self.assigned: set[int] = set()
        self.trail: list[tuple[int, int]] = []

    def revise(self, arc: Arc) -> bool:
        """Remove the values of ``arc.variable`` without support; whether there were any."""
        stats = self.meter.stats
        stats.revisions += 1
        before = self.domains[arc.variable]
        after = arc.supported(self.domains)
        if after == before:
            return False
        stats.removed += (before ^ after).bit_count()
        self.replace(arc.variable, after)
        return True

    def replace(self, variable: int, domain: int) -> None:
        """Give a variable another domain, remembering the one it had."""
        self.trail.append((variable, self.domains[variable]))
        self.domains[variable] = domain

    def undo(self, mark: int) -> None:
        """Take back every change since the trail had the length ``mark``."""
        while len(self.trail) > mark:
            variable, domain = self.trail.pop()
            self.domains[variable] = domain

    def checks_hold(self) -> bool:
        """Whether every check whose variables are all decided is satisfied."""
        values, domains = self.network.values, self.domains
        return all(
            check.holds(*(values[v][domains[v].bit_length() - 1] for v in check.scope))
            for check in self.checks
            if all(is_single(domains[v]) for v in check.scope)
        )


#: Propagates from the variables that changed; False when some domain became empty.
Propagator: TypeAlias = Callable[[State, Iterable[int]], bool]


def none(state: State, changed: Iterable[int]) -> bool:
    """Only test the new assignments against those made before. Removes nothing."""
    for variable in changed:
        for arc in state.arcs[variable]:
            if arc.variable in state.assigned:
                state.meter.stats.revisions += 1
                if not arc.supported(state.domains):
                    return False
    return True


def forward_checking(state: State, changed: Iterable[int]) -> bool:
    """Remove from the unassigned neighbours what disagrees with the new assignments."""
    for variable in changed:
        for arc in state.arcs[variable]:
            if arc.variable in state.assigned:
                continue
            if state.revise(arc) and not state.domains[arc.variable]:
                return False
    return True


def ac3(state: State, changed: Iterable[int]) -> bool:
    """Revise arcs until every value left has support in every neighbour (Mackworth's AC-3)."""
    queue = deque(arc for variable in changed for arc in state.arcs[variable])
    waiting = {(arc.constraint, arc.variable) for arc in queue}
    while queue:
        arc = queue.popleft()
        waiting.discard((arc.constraint, arc.variable))
        state.meter.tick()
        if not state.revise(arc):
            continue
        if not state.domains[arc.variable]:
            return False
        for other in state.arcs[arc.variable]:
            # What was lost had no support there, so it supported nothing there through the same
            # constraint: that direction need not look again.
            key = (other.constraint, other.variable)
            if other.constraint != arc.constraint and key not in waiting:
                waiting.add(key)
                queue.append(other)
    return True


PROPAGATORS: dict[Propagation, Propagator] = {
    "none": none,
    "forward_checking": forward_checking,
    "ac3": ac3,
}
