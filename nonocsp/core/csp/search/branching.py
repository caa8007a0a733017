"""What every search does at a node: choose a variable, order its values, assign one, propagate.

With ``last_conflict`` the variable whose assignment failed last comes first while it is open, which
brings the search back to the cause: C. Lecoutre, L. Sais, S. Tabary and V. Vidal, "Reasoning from
last conflict(s) in constraint programming" (2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from ...model.bits import mask_of
from ...options.options import Options
from ..orderings import LearningOrder, variable_order
from ..propagation import propagator
from ..state import State
from ..values import value_order


class Branching:
    """The techniques of one search over one component.

    Args:
        state: the component.
        options: the names of the techniques.
    """

    def __init__(self, state: State, options: Options) -> None:
        self.state = state
        self.propagate = propagator(options.propagation, checked=options.checked)
        self._order = variable_order(options.ordering)
        self._order_values = value_order(options.values)
        self._learning = self._order if isinstance(self._order, LearningOrder) else None
        self._last_conflict_first = options.last_conflict
        self._random = Random(options.seed) if options.seed else None
        self.decides = getattr(self.propagate, "decides", False)
        """Whether variables with one value left need no assignment."""
        self._checks = bool(state.check_scopes())

    def is_open(self, variable: int) -> bool:
        """Whether the search still has to assign a variable."""
        if self.decides:
            return not self.state.is_single(variable)
        return variable not in self.state.assigned

    def choose(self) -> int | None:
        """The next variable to assign; None if all are decided."""
        undecided = [variable for variable in self.state.scope if self.is_open(variable)]
        if not undecided:
            return None
        if self._last_conflict_first and self.state.last_conflict in undecided:
            return self.state.last_conflict
        if self._random:
            self._random.shuffle(undecided)
        return self._order(self.state, undecided)

    def values(self, variable: int) -> Iterator[Any]:
        """The values of a variable, in the order in which to try them."""
        return iter(self._order_values(self.state, variable))

    def consistent(self, changed: Iterable[int]) -> bool:
        """Propagate binary constraints and checks in turns. False for a contradiction."""
        state = self.state
        while True:
            mark = state.mark()
            if not self.propagate(state, changed):
                return False
            if not self._checks:
                return True
            lost = state.check({*changed, *state.changed_since(mark)}, removes=self.decides)
            if not lost:
                return lost is not None
            changed = sorted(lost)

    def assign(self, variable: int, value: Any) -> bool:
        """Make a node: assign and propagate. False if that leads to a contradiction."""
        state = self.state
        state.meter.node()
        if self._learning:
            self._learning.before(state, variable, value)
        state.assigned.add(variable)
        state.assign(variable, value)
        state.conflict = state.conflict_set = None
        succeeded = self.consistent((variable,))
        if self._learning:
            self._learning.after(state, variable, value, succeeded)
        if not succeeded:
            state.failed()
            state.last_conflict = variable
            if state.conflict is not None:
                state.weights[state.conflict] += 1
            if state.conflict_set is None:  # a plugin does not say why
                state.conflict_set = mask_of(state.assigned)
        return succeeded
