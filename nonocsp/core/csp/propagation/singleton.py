"""Singleton arc consistency: no value left makes the problem arc inconsistent when assigned.

`sac` is SAC-1 of R. Debruyne and C. Bessière, "Some practicable filtering techniques for the
constraint satisfaction problem" (1997): test every value, and start again while any is removed.
`rsac` is restricted SAC of P. Prosser, K. Stergiou and T. Walsh, "Singleton consistencies" (2000):
test every value once. Both keep arc consistency by AC-3.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..explicit import ExplicitState
from ..state import State
from .ac3 import ac3
from .traits import propagator_traits


@propagator_traits(decides=True, needs_lists=True)
def sac(state: State, changed: Iterable[int]) -> bool:
    """Arc consistency, then passes over all values until one removes nothing."""
    assert isinstance(state, ExplicitState)
    if not ac3(state, changed):
        return False
    before = -1
    while before != (before := _values(state)):
        if not _pass(state):
            return False
    return True


@propagator_traits(decides=True, needs_lists=True)
def rsac(state: State, changed: Iterable[int]) -> bool:
    """Arc consistency, then one pass over all values."""
    assert isinstance(state, ExplicitState)
    return ac3(state, changed) and _pass(state)


def _values(state: State) -> int:
    return sum(map(state.size, state.scope))


def _pass(state: ExplicitState) -> bool:
    """Assign every value once, and remove those that fail; False if a domain becomes empty."""
    for variable in state.scope:
        if state.is_single(variable):
            continue
        for value in state.values(variable):
            if not state.has(variable, value):
                continue  # removed by arc consistency since
            if _is_possible(state, variable, value):
                continue
            state.remove(variable, value)
            if not state.domains[variable] or not ac3(state, (variable,)):
                return False
    return True


def _is_possible(state: ExplicitState, variable: int, value: int) -> bool:
    """Whether arc consistency allows a value. An observer sees only what comes of it."""
    mark, observer, state.observer = state.mark(), state.observer, None
    state.assign(variable, value)
    is_possible = ac3(state, (variable,))
    state.undo(mark)
    state.observer = observer
    return is_possible
