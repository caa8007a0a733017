"""Propagators of plugins.

With the option ``checked`` every removal is verified: a removed value must be in no solution of the
subproblem. Arc consistency from the same domains explains most removals. For the others a short
search with arc consistency looks for a solution that is lost. What it leaves open is decided when
the whole search has ended (`nonocsp.core.solver.checked`).
"""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from ...base.errors import quoted
from ...options.limits import LimitReached, Meter, Stats
from ..guard import Guard, fixed_parts, name_of, named
from ..state import State
from .ac3 import ac3
from .backward_checking import none

#: Nodes of the search for a lost solution, for each call of a propagator.
_NODES = 100


class GuardedPropagator(Guard):
    """A propagator that only removes values, and with ``checked`` loses no solution.

    Assignments that it leaves untested are compared with earlier ones, so that removing too little
    is slow and never wrong.
    """

    def __init__(self, name: str, technique: Any, *, checked: bool) -> None:
        super().__init__("propagator", name, technique)
        self.decides = bool(getattr(technique, "decides", False))
        self._checked = checked

    def __call__(self, state: State, changed: Iterable[int]) -> bool:
        changed = tuple(changed)
        domains, fixed = list(state.domains), fixed_parts(state)
        top = state.trail[-1] if state.trail else None
        mark = state.mark()
        answer = self.technique(state, changed)
        if type(answer) is not bool:
            where = f" for {named(state, changed)}"
            self.refuse(state, f"returned {quoted(answer)}, not True or False,{where}")
        has_trail = state.mark() >= mark and (not mark or state.trail[mark - 1] is top)
        if fixed_parts(state) != fixed or not has_trail:
            self.refuse(state, "changed more of the state than domains")
        reduced = [v for v, old in enumerate(domains) if state.domains[v] is not old]
        self._check_domains(state, mark, domains, reduced, answer)
        if self._checked:
            self._check_removals(state, domains, changed, reduced, answer)
        return answer and self._agree(state, changed, reduced)

    def _check_domains(
        self, state: State, mark: int, domains: list[Any], reduced: list[int], answer: bool
    ) -> None:
        """Domains only shrink, the search can undo that, and an empty one is not kept secret."""
        first: dict[int, Any] = {}
        for target, index, value in state.trail[mark:]:
            if target is state.domains:
                first.setdefault(index, value)
        for variable in reduced:
            name, old, new = name_of(state, variable), domains[variable], state.domains[variable]
            if not state.is_part(new, old):
                self.refuse(state, f"gave {name} values that it did not have")
            if new != old and first.get(variable) is not old:
                self.refuse(state, f"changed {name} without revise, remove or replace")
            if answer and not new:
                self.refuse(state, f"returned True, though {name} has no value left")

    def _agree(self, state: State, changed: tuple[int, ...], reduced: list[int]) -> bool:
        """Whether the new assignments agree with earlier ones. Not counted."""
        stats = state.meter.stats
        revisions, checks = stats.revisions, stats.checks
        try:
            agree = none(state, changed)
        finally:
            stats.revisions, stats.checks = revisions, checks
        if agree and self.decides:
            for variable in filter(state.is_single, {*changed, *reduced}):
                for arc in state.arcs[variable]:
                    if not state.is_entailed(arc):
                        name, other = name_of(state, arc.variable), name_of(state, variable)
                        self.refuse(state, f"decides, but left {name} in conflict with {other}")
        return agree

    def _check_removals(
        self,
        state: State,
        domains: list[Any],
        changed: tuple[int, ...],
        reduced: list[int],
        answer: bool,
    ) -> None:
        """Look for a solution of the subproblem that the call has lost."""
        now = state.domains
        before = copy.copy(state)
        before.observer = None
        before.domains, before.culprits = list(domains), list(state.culprits)
        before.assigned, before.trail = set(state.assigned), []
        before.meter = Meter(state.meter.rest().replace(nodes=_NODES), Stats())
        if state.witness is not None:
            self._check_witness(state, before, answer)
        if answer and not reduced:
            return
        try:
            with before.meter:
                if not none(before, changed) or not ac3(before, before.scope):
                    return
                if not answer and _has_solution(before):
                    self.refuse(state, "returned False, though there is a solution")
                for variable in reduced if answer else ():
                    for removed in before.difference(before.domains[variable], now[variable]):
                        if removed and _has_solution(before, variable, removed):
                            name = name_of(state, variable)
                            self.refuse(state, f"removed a value of {name} that a solution has")
        except LimitReached:
            state.meter.check_clock()  # left open, unless the whole question is over

    def _check_witness(self, state: State, before: State, answer: bool) -> None:
        """Compare with a solution that is known to be lost in the end."""
        known = state.witness
        assert known is not None
        if not all(before.has(variable, known[variable]) for variable in state.scope):
            return
        if not answer:
            self.refuse(state, "returned False, though there is a solution")
        for variable in state.scope:
            if not state.has(variable, known[variable]):
                name = name_of(state, variable)
                self.refuse(state, f"removed a value of {name} that a solution has")


def _has_solution(state: State, variable: int | None = None, domain: Any = None) -> bool:
    """Whether the subproblem has a solution, in a part of a domain. Raises `LimitReached`."""
    mark = state.mark()
    try:
        if variable is not None:
            state.change(state.domains, variable, domain)
            if not ac3(state, (variable,)):
                return False
        return state.checks_hold() and _search(state)
    finally:
        state.undo(mark)


def _search(state: State) -> bool:
    """Depth first, with arc consistency; the limit on nodes bounds the depth, too."""
    undecided = [variable for variable in state.scope if not state.is_single(variable)]
    if not undecided:
        return True
    variable = min(undecided, key=state.size)
    for value in state.values(variable):
        state.meter.node()
        mark = state.mark()
        state.assign(variable, value)
        if ac3(state, (variable,)) and state.checks_hold() and _search(state):
            return True
        state.undo(mark)
    return False
