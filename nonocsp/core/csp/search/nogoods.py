"""Nogoods of single assignments, propagated with watched literals.

A nogood is a set of assignments that no further solution has. It watches two of them, the first two
of its list, that do not hold. When one comes to hold and no third can be watched instead, the other
must not hold: its value is removed, or if it holds too, that is a contradiction. Watches stay where
they are when the search backtracks. M. Moskewicz et al., "Chaff: engineering an efficient SAT
solver" (2001).
"""

from __future__ import annotations

from typing import Any, TypeAlias

from ...options.events import Nogood
from ..state import State

#: A variable and a value of it.
Assignment: TypeAlias = tuple[int, Any]


class Nogoods:
    """The nogoods of one search."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._nogoods: list[list[Assignment]] = []
        self._watching: dict[Assignment, list[list[Assignment]]] = {}

    def add(self, nogood: list[Assignment]) -> None:
        """Add a nogood, which `restart` puts to use."""
        self._nogoods.append(nogood)
        state = self._state
        if state.observer:
            facts = ((variable, state.actual(variable, value), True) for variable, value in nogood)
            state.observer(Nogood(tuple(facts)))

    def restart(self) -> set[int] | None:
        """Simplify all by what holds at the root, and watch them.

        Returns the variables that lost a value, or None if there is no further solution.
        """
        reduced = set()
        kept = []
        for nogood in self._nogoods:
            if not all(self._state.has(*each) for each in nogood):
                continue  # can never hold
            nogood = [each for each in nogood if not self._holds(each)]
            if not nogood:
                return None
            if len(nogood) == 1:
                self._state.remove(*nogood[0])
                reduced.add(nogood[0][0])
            else:
                kept.append(nogood)
        self._nogoods = kept
        self._watching = {}
        for nogood in kept:
            for watched in nogood[:2]:
                self._watching.setdefault(watched, []).append(nogood)
        return reduced

    def propagate(self, changed: set[int]) -> set[int] | None:
        """React to changed variables: those that lose a value, or None for a contradiction."""
        state, reduced = self._state, set()
        for variable in changed:
            if not state.is_single(variable):
                continue
            watched = variable, state.value(variable)
            for nogood in self._watching.pop(watched, []):
                if self._move_watch(nogood, watched):
                    continue
                self._watching.setdefault(watched, []).append(nogood)
                other = nogood[0]
                if self._holds(other):
                    reduced.add(-1)
                elif state.has(*other):
                    state.remove(*other)
                    reduced.add(other[0])
        return None if -1 in reduced else reduced

    def _holds(self, assignment: Assignment) -> bool:
        variable, value = assignment
        return self._state.is_single(variable) and self._state.value(variable) == value

    def _move_watch(self, nogood: list[Assignment], watched: Assignment) -> bool:
        """Watch an assignment that does not hold instead of one that does, if there is any."""
        if len(nogood) > 1 and nogood[0] == watched:
            nogood[0], nogood[1] = nogood[1], nogood[0]
        for index in range(2, len(nogood)):
            if not self._holds(nogood[index]):
                nogood[1], nogood[index] = nogood[index], nogood[1]
                self._watching.setdefault(nogood[1], []).append(nogood)
                return True
        return False
