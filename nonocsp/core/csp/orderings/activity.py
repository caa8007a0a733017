"""Activity-based search: the variable whose domain changes most often, for its size.

At every node the activity of a variable grows by 1 if its domain changed; the others that are not
decided decay by a factor. The largest ratio of activity to domain size is chosen. L. Michel and P.
Van Hentenryck, "Activity-based search for black-box constraint programming solvers" (2012). The
initial sampling of random paths is left out: all activities begin at 0, and the smallest domain
comes first among equals.
"""

from __future__ import annotations

from math import inf, log2
from typing import Any

from ..state import State
from .learning import LearningOrder

#: The decay of the paper.
_DECAY = 0.999


class Activity(LearningOrder):
    """The ordering, with the activities of one search."""

    def __init__(self) -> None:
        self._activity: dict[int, float] = {}
        self._mark = 0

    def __call__(self, state: State, variables: list[int]) -> int:
        def key(variable: int) -> tuple[float, int]:
            activity, size = self._activity.get(variable, 0.0), state.size(variable)
            return -(log2(activity) - log2(size)) if activity and size else inf, size

        return min(variables, key=key)

    def before(self, state: State, variable: int, value: Any) -> None:
        self._mark = state.mark()

    def after(self, state: State, variable: int, value: Any, succeeded: bool) -> None:
        changed = state.changed_since(self._mark)
        for each, activity in self._activity.items():
            if each not in changed and not state.is_single(each):
                self._activity[each] = activity * _DECAY
        for each in changed:
            self._activity[each] = self._activity.get(each, 0.0) + 1
