"""Impact-based search: the variable whose assignment shrinks the search space most.

The impact of an assignment is 1 - after/before, where the search space is the product of all domain
sizes; a contradiction has impact 1. Each assignment keeps the mean of its impacts, and a variable's
score is the sum of (1 - mean) over its values left: the smallest is chosen. P. Refalo,
"Impact-based search strategies for constraint programming" (2004). An assignment not tried yet
counts as impact 0: the initial probing of every value is left out, as a line may have 10^12 values.
"""

from __future__ import annotations

from math import log2
from typing import Any

from ..state import State
from .learning import LearningOrder


class Impact(LearningOrder):
    """The ordering, with the impacts of one search. Ties go to the first variable."""

    def __init__(self) -> None:
        # For every variable, its values tried, each with the sum and the number of impacts.
        self._tried: dict[int, dict[Any, tuple[float, int]]] = {}
        self._space = 0.0

    def __call__(self, state: State, variables: list[int]) -> int:
        return min(variables, key=lambda variable: self._score(state, variable))

    def _score(self, state: State, variable: int) -> int:
        impact = sum(
            total / times
            for value, (total, times) in self._tried.get(variable, {}).items()
            if state.has(variable, value)
        )
        # In units of 2^-20, exact for any size.
        return (state.size(variable) << 20) - round(impact * 2**20)

    def before(self, state: State, variable: int, value: Any) -> None:
        self._space = _space(state)

    def after(self, state: State, variable: int, value: Any, succeeded: bool) -> None:
        impact = 1 - 2 ** (_space(state) - self._space) if succeeded else 1.0
        tried = self._tried.setdefault(variable, {})
        total, times = tried.get(value, (0.0, 0))
        tried[value] = total + impact, times + 1


def _space(state: State) -> float:
    """The binary logarithm of the size of the search space."""
    return sum(log2(state.size(variable)) for variable in state.scope)
