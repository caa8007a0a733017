"""Propagators: checking only, forward checking, and AC-3.

All three revise arcs, more or less often. They only remove values, and record every change on a
trail so that the search can undo it without copying.
"""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias, cast

from ..common import plugins
from ..common.limits import Meter
from ..common.options import Propagation
from ..model.bits import highest, is_single
from .network import Arc, Check, Network


class State:
    """The domains during search, with the trail to undo changes.

    Args:
        network: where variables, domains, arcs and checks come from.
        meter: counts the work.
    """

    def __init__(self, network: Network, meter: Meter) -> None:
        self.network = network
        self.meter = meter
        self.domains = list(network.domains)
        self.scope: tuple[int, ...] = tuple(range(len(self.domains)))
        """The variables that the search is about."""
        self.arcs: list[list[Arc]] = [[] for _ in self.domains]
        """For every variable, the arcs of its neighbours against it."""
        for arc in network.arcs:
            self.arcs[arc.other].append(arc)
        self.checks: tuple[Check, ...] = tuple(network.checks)
        self.assigned: set[int] = set()
        self.trail: list[tuple[int, int]] = []

    def split(self, scopes: Sequence[Sequence[int]]) -> list[State]:
        """One state for each set of variables; no constraint between two sets may be live.

        The parts share the domains, of which each touches its own; arcs between sets are dropped.
        """
        number_of = {v: number for number, scope in enumerate(scopes) for v in scope}
        arcs = [
            [arc for arc in arcs if number_of.get(v, -1) == number_of.get(arc.variable, -2)]
            for v, arcs in enumerate(self.arcs)
        ]
        parts = []
        for scope in scopes:
            part = copy.copy(self)
            part.scope, part.arcs, part.assigned, part.trail = tuple(scope), arcs, set(), []
            inside = set(scope) if self.checks else set()
            part.checks = tuple(check for check in self.checks if inside & set(check.scope))
            parts.append(part)
        return parts

    def neighbours(self, variable: int) -> set[int]:
        """The variables that share a constraint with one."""
        return {arc.variable for arc in self.arcs[variable]}

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
            check.holds(*(values[v][highest(domains[v])] for v in check.scope))
            for check in self.checks
            if all(is_single(domains[v]) for v in check.scope)
        )


#: Propagates from the variables that changed; False when some domain became empty. It may remove
#: values (by `State.revise` and `State.replace`, nothing else) that are in no solution of the
#: assignments made, and must not remove others.
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


#: The built-in propagators. To add one, enter it here, add its name to `kernel/params.def`, run
#: `make params`, and implement it in `kernel/src/search/textbook.cpp`, because the kernel must
#: visit the same tree. A plugin (`nonocsp.common.plugins`) needs none of this.
PROPAGATORS: dict[Propagation, Propagator] = {
    "none": none,
    "forward_checking": forward_checking,
    "ac3": ac3,
}


def propagator(name: str) -> Propagator:
    """The propagator of a name, from the table above or from outside the package.

    One from outside need not test new assignments against old ones: that is done before it is
    called, so that whatever it leaves undone costs time but never gives a wrong solution.
    """
    known: Propagator | None = PROPAGATORS.get(cast(Propagation, name))
    if known is not None:
        return known
    foreign = cast(Propagator, plugins.load("propagation", name))

    def tested(state: State, changed: Iterable[int]) -> bool:
        changed = tuple(changed)
        return none(state, changed) and foreign(state, changed) and all(state.domains)

    return tested
