"""Plugins of the textbook search are called through a guard: what they answer is checked.

An ordering must pick an open variable, a value order must return every value left exactly once, a
propagator must return a bool and may only remove values, by changes that the search can undo; none
of them may change anything else. The modules ``guarded`` of the three folders hold these checks.
The guard's own work is not counted, so that a copy of a built-in technique measures like it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn

from ..base.errors import PluginError
from .state import State


class Guard:
    """The name of a technique, and the fault that it is refused with."""

    def __init__(self, kind: str, name: str, technique: Any) -> None:
        self._called = f"the {kind} {name!r}"
        self.technique = technique

    def refuse(self, state: State, problem: str) -> NoReturn:
        assigned = sorted(state.assigned)
        where = f"at node {state.meter.stats.nodes}"
        if assigned:
            where += f", with {named(state, assigned)} assigned"
        raise PluginError(f"{self._called} {problem} ({where})")

    def check_untouched(self, state: State, before: tuple[Any, ...]) -> None:
        if whole(state) != before:
            self.refuse(state, "changed the state of the search")


def fixed_parts(state: State) -> tuple[Any, ...]:
    """What no technique may change, as far as the answer depends on it."""
    return state.assigned.copy(), state.scope, state.arcs, id(state.domains), id(state.meter)


def whole(state: State) -> tuple[Any, ...]:
    """The same with the domains, for techniques that only choose."""
    return fixed_parts(state), list(state.domains), list(state.culprits), state.mark()


def name_of(state: State, variable: int) -> str:
    """A variable as its network names it."""
    return str(state.names[variable])


def named(state: State, variables: Iterable[int]) -> str:
    """Some variables in words; of many the first few."""
    names = [name_of(state, variable) for variable in variables]
    if len(names) > 4:
        names[3:] = [f"{len(names) - 3} more"]
    return ", ".join(names) or "no variable"
