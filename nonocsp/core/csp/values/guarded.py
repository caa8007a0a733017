"""Value orders of plugins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...base.errors import counted, quoted
from ..guard import Guard, name_of, whole
from ..state import State


class GuardedValues(Guard):
    """A value order that returns a permutation of the values left, checked as they are tried."""

    def __call__(self, state: State, variable: int) -> Iterator[Any]:
        before = whole(state)
        answer = self.technique(state, variable)
        self.check_untouched(state, before)
        try:
            values = iter(answer)
        except TypeError:
            self.refuse(
                state, f"returned {quoted(answer)}, not values of {name_of(state, variable)}"
            )
        if hasattr(answer, "__len__"):
            self._check_number(state, variable, len(answer))
        return self._permutation(state, variable, values)

    def _permutation(self, state: State, variable: int, values: Iterator[Any]) -> Iterator[Any]:
        seen = set()
        before = whole(state)
        for value in values:
            self.check_untouched(state, before)
            if not state.is_value(variable, value):
                problem = f"returned {quoted(value)}, which is not among the values left"
            elif value in seen:
                problem = f"returned {quoted(value)} twice as a value"
            else:
                seen.add(value)
                yield value
                continue
            self.refuse(state, f"{problem} of {name_of(state, variable)}")
        self.check_untouched(state, before)
        self._check_number(state, variable, len(seen))

    def _check_number(self, state: State, variable: int, number: int) -> None:
        if number != state.size(variable):
            of = f"{counted(state.size(variable), 'value')} of {name_of(state, variable)}"
            self.refuse(state, f"returned {number} of the {of}")
