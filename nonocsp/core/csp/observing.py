"""States that report what happens to them.

A state that nobody observes has none of this: an observed one is of a class of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from ..options.events import Backtrack, Decide, Event, Fail, Remove
from .state import State


def observed(state: State, observer: Callable[[Event], object]) -> State:
    """The same state, which reports the events of a search; it takes the place of the first."""
    kind = type(f"Observed{type(state).__name__}", (_Observed, type(state)), {})
    same = cast(State, object.__new__(kind))
    same.__dict__ = state.__dict__
    same.observer = observer
    return same


class _Observed:
    """What goes before the methods of a state."""

    observer: Callable[[Event], object] | None
    _arc: Any = None
    """The arc that is being revised."""

    def revise(self, arc: Any) -> bool:
        return self._within(arc, super().revise, arc)  # type: ignore[misc]

    def keep(self, arc: Any, domain: Any) -> bool:
        return self._within(arc, super().keep, arc, domain)  # type: ignore[misc]

    def replace(self, variable: int, domain: Any, culprits: int | None = None) -> None:
        state = cast(State, self)
        before = state.size(variable)
        super().replace(variable, domain, culprits)  # type: ignore[misc]
        if self.observer is not None:
            left, arc = state.size(variable), self._arc
            why = (None, None) if arc is None else (arc.other, arc.constraint)
            self.observer(Remove(variable, before - left, left, *why))

    def assign(self, variable: int, value: Any) -> None:
        if self.observer is not None:
            self.observer(Decide(variable, cast(State, self).actual(variable, value)))
        super().assign(variable, value)  # type: ignore[misc]

    def failed(self) -> None:
        state = cast(State, self)
        super().failed()  # type: ignore[misc]
        if self.observer is not None:
            empty = next((v for v in state.scope if not state.domains[v]), None)
            self.observer(Fail(empty, state.conflict))

    def retract(self, variable: int, mark: int) -> None:
        if self.observer is not None and variable in cast(State, self).assigned:
            self.observer(Backtrack(variable))
        super().retract(variable, mark)  # type: ignore[misc]

    def _within(self, arc: Any, function: Callable[..., bool], *values: Any) -> bool:
        self._arc = arc
        try:
            return function(*values)
        finally:
            self._arc = None
