"""What every search does at a node: choose a variable, order its values, assign one, propagate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...common.options import Options
from ..orderings import variable_order
from ..propagation import DECIDING, propagator
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
        self.propagate = propagator(options.propagation)
        self._order = variable_order(options.ordering)
        self._order_values = value_order(options.values)
        self._singles_are_decided = options.propagation in DECIDING

    def is_open(self, variable: int) -> bool:
        """Whether the search still has to assign a variable."""
        if self._singles_are_decided:
            return not self.state.is_single(variable)
        return variable not in self.state.assigned

    def choose(self) -> int | None:
        """The next variable to assign; None if all are decided."""
        undecided = [variable for variable in self.state.scope if self.is_open(variable)]
        return self._order(self.state, undecided) if undecided else None

    def values(self, variable: int) -> Iterator[Any]:
        """The values of a variable, in the order in which to try them."""
        return iter(self._order_values(self.state, variable))

    def assign(self, variable: int, value: Any) -> bool:
        """Make a node: assign and propagate. False if that leads to a contradiction."""
        state = self.state
        state.meter.node()
        state.assigned.add(variable)
        state.assign(variable, value)
        state.conflict = None
        if self.propagate(state, (variable,)) and state.checks_hold():
            return True
        state.meter.stats.backtracks += 1
        state.last_conflict = variable
        if state.conflict is not None:
            state.weights[state.conflict] += 1
        return False

    def retract(self, variable: int, mark: int) -> None:
        """Take back an assignment and all that followed from it."""
        self.state.undo(mark)
        self.state.assigned.discard(variable)
