"""Variable orderings: which open variable is assigned next. One file for each idea.

They read the state by `size`, `neighbours`, `weight`, …, which explicit and implicit domains both
have. Every ordering is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from ...common import plugins
from ...common.options import Ordering
from ..state import State
from .in_order import in_order
from .mrv import most_constrained, most_constrained_by_degree

#: Picks one of the open variables, a non-empty list in ascending order.
VariableOrder: TypeAlias = Callable[[State, list[int]], int]

VARIABLE_ORDERS: dict[Ordering, VariableOrder] = {
    "mrv": most_constrained,
    "mrv_degree": most_constrained_by_degree,
    "in_order": in_order,
}


def variable_order(name: str) -> VariableOrder:
    """The variable order of a name, from the table above or from outside the package."""
    known: VariableOrder | None = VARIABLE_ORDERS.get(cast(Ordering, name))
    return known or cast(VariableOrder, plugins.load("ordering", name))
