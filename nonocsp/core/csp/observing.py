"""States that report what happens to them.

A state that nobody observes has none of this: an observed one is of a class of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, cast

from ..model.bits import members
from ..options import events
from ..options.events import MOST_VALUES, Backtrack, Decide, Event, Fail, Remove, Revise
from .state import State


def observed(state: State, observer: Callable[[Event], object]) -> State:
    """The same state, which reports the events of a search; it takes the place of the first."""
    kind = type(f"Observed{type(state).__name__}", (_Observed, type(state)), {})
    same = cast(State, object.__new__(kind))
    same.__dict__ = state.__dict__
    same.observer = observer
    is_small = all(state.size(variable) <= MOST_VALUES for variable in state.scope)
    same.lists_values = is_small  # type: ignore[attr-defined]
    return same


class _Observed:
    """What goes before the methods of a state."""

    observer: Callable[[Event], object] | None
    _arc: Any = None
    """The arc that is being revised."""
    lists_values: bool
    """Whether all domains began so small that removed values are listed."""

    def revise(self, arc: Any) -> bool:
        return self._within(arc, super().revise, arc)  # type: ignore[misc]

    def keep(self, arc: Any, domain: Any) -> bool:
        return self._within(arc, super().keep, arc, domain)  # type: ignore[misc]

    def queue(self, arcs: Iterable[Any]) -> deque[Any]:
        queue = super().queue(arcs)  # type: ignore[misc]
        return queue if self.observer is None else _Queue(queue, self.observer)

    def replace(self, variable: int, domain: Any, culprits: int | None = None) -> None:
        state = cast(State, self)
        old, before = state.domains[variable], state.size(variable)
        super().replace(variable, domain, culprits)  # type: ignore[misc]
        if self.observer is not None:
            left, arc = state.size(variable), self._arc
            other, constraint = (None, None) if arc is None else (arc.other, arc.constraint)
            values: set[Any] = set()
            if self.lists_values or (arc is None and before - left <= MOST_VALUES):
                for part in state.difference(old, domain):
                    values.update(members(part) if isinstance(part, int) else part)
            listed = tuple(state.actual(variable, value) for value in sorted(values))
            self.observer(Remove(variable, before - left, left, other, constraint, listed))

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
        if self._arc is not None:  # `revise` calls `keep`
            return function(*values)
        if self.observer is not None:
            self.observer(Revise(arc.variable, arc.other, arc.constraint))
        self._arc = arc
        try:
            return function(*values)
        finally:
            self._arc = None


class _Queue(deque[Any]):
    """A queue that reports the arcs put in when the next one is taken out."""

    def __init__(self, arcs: Iterable[Any], observer: Callable[[Event], object]) -> None:
        super().__init__(arcs)
        self._observer, self._added = observer, list(self)
        self._is_new = True

    def append(self, arc: Any) -> None:
        super().append(arc)
        self._added.append(arc)

    def popleft(self) -> Any:
        if self._added:
            arcs = tuple((arc.variable, arc.other, arc.constraint) for arc in self._added)
            self._observer(events.Queue(arcs, self._is_new))
            self._added, self._is_new = [], False
        return super().popleft()
