"""Variable and value orderings.

Minimum remaining values (MRV): the variable with the fewest values left fails soonest if it must
fail, so the least work is lost (Haralick and Elliott, 1980). Ties go to the variable with most
unassigned neighbours (degree: D. Brélaz, "New methods to color the vertices of a graph", 1979), or
to the first. Every order here is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias, cast

from ..common import plugins
from ..common.options import Ordering, Values
from ..model.bits import members
from .propagators import State

#: Picks one of the open variables, a non-empty list in ascending order.
VariableOrder: TypeAlias = Callable[[State, list[int]], int]

#: The values of a variable in the order in which they are to be tried.
ValueOrder: TypeAlias = Callable[[State, int], Iterable[int]]


def in_order(state: State, variables: list[int]) -> int:
    """The first open variable."""
    return variables[0]


def most_constrained(state: State, variables: list[int]) -> int:
    """The variable with the fewest values left; ties go to the first."""
    return min(variables, key=lambda variable: state.domains[variable].bit_count())


def most_constrained_by_degree(state: State, variables: list[int]) -> int:
    """The variable with the fewest values left; ties go to the one with most open neighbours."""
    unassigned = set(variables)

    def key(variable: int) -> tuple[int, int]:
        degree = len(state.neighbours(variable) & unassigned)
        return state.domains[variable].bit_count(), -degree

    return min(variables, key=key)


def _removed_by(state: State, variable: int, value: int) -> int:
    """Values that assigning ``value`` would remove from the unassigned neighbours at once."""
    bit = 1 << value
    lost = 0
    for arc in state.arcs[variable]:
        if arc.variable in state.assigned:
            continue
        domain = state.domains[arc.variable]
        kept = 0
        for values, support in arc.classes:
            if support & bit:
                kept |= values
        lost += (domain & ~kept).bit_count()
    return lost


def in_lexicographic_order(state: State, variable: int) -> Iterable[int]:
    """The values of a variable in the order in which the network lists them."""
    return members(state.domains[variable])


def least_constraining_first(state: State, variable: int) -> Iterable[int]:
    """First the values that remove least from the neighbours; ties in the order of the network."""
    choices = members(state.domains[variable])
    return sorted(choices, key=lambda value: _removed_by(state, variable, value))


VARIABLE_ORDERS: dict[Ordering, VariableOrder] = {
    "mrv": most_constrained,
    "mrv_degree": most_constrained_by_degree,
    "in_order": in_order,
}
VALUE_ORDERS: dict[Values, ValueOrder] = {
    "lexicographic": in_lexicographic_order,
    "least_constraining": least_constraining_first,
}


def variable_order(name: str) -> VariableOrder:
    """The variable order of a name, from the table above or from outside the package."""
    known: VariableOrder | None = VARIABLE_ORDERS.get(cast(Ordering, name))
    return known or cast(VariableOrder, plugins.load("ordering", name))


def value_order(name: str) -> ValueOrder:
    """The value order of a name, from the table above or from outside the package."""
    known: ValueOrder | None = VALUE_ORDERS.get(cast(Values, name))
    return known or cast(ValueOrder, plugins.load("values", name))
