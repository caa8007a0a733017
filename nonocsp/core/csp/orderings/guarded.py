"""Variable orderings of plugins."""

from __future__ import annotations

from typing import Any

from ...base.errors import quoted
from ..guard import Guard, whole
from ..state import State
from .learning import LearningOrder


class GuardedOrder(Guard, LearningOrder):
    """A variable ordering that picks open variables and changes nothing."""

    def __call__(self, state: State, variables: list[int]) -> int:
        before = whole(state)
        chosen = self.technique(state, list(variables))
        self.check_untouched(state, before)
        if type(chosen) is not int or chosen not in variables:
            self.refuse(state, f"returned {quoted(chosen)}, not one of the open variables")
        return chosen

    def before(self, state: State, variable: int, value: Any) -> None:
        self._see("before", state, variable, value)

    def after(self, state: State, variable: int, value: Any, succeeded: bool) -> None:
        self._see("after", state, variable, value, succeeded)

    def _see(self, method: str, state: State, *node: Any) -> None:
        if isinstance(self.technique, LearningOrder):
            before = whole(state)
            getattr(self.technique, method)(state, *node)
            self.check_untouched(state, before)
