"""Variable orderings: which open variable is assigned next. One file for each idea.

They read the state by `size`, `neighbours`, `weight`, …, which explicit and implicit domains both
have. Every ordering is deterministic.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, cast

from ...options import plugins
from ...options.options import Ordering
from ..state import State, made
from .activity import Activity
from .degree import dom_ddeg, dom_deg
from .guarded import GuardedOrder
from .impact import Impact
from .in_order import in_order
from .learning import LearningOrder
from .mrv import most_constrained, most_constrained_by_degree
from .wdeg import dom_wdeg

__all__ = ["VARIABLE_ORDERS", "LearningOrder", "VariableOrder", "variable_order"]

#: Picks one of the open variables, a non-empty list in ascending order.
VariableOrder: TypeAlias = Callable[[State, list[int]], int]

#: Functions, or classes of which every search makes one object.
VARIABLE_ORDERS: dict[Ordering, VariableOrder | Callable[[], VariableOrder]] = {
    "mrv": most_constrained,
    "mrv_degree": most_constrained_by_degree,
    "in_order": in_order,
    "dom_deg": dom_deg,
    "dom_ddeg": dom_ddeg,
    "dom_wdeg": dom_wdeg,
    "impact": Impact,
    "activity": Activity,
}


def variable_order(name: str) -> VariableOrder:
    """The variable order of a name, from the table above or from outside the package."""
    known = VARIABLE_ORDERS.get(cast(Ordering, name))
    if known is not None:
        return cast(VariableOrder, made(known))
    return GuardedOrder("ordering", name, made(plugins.load("ordering", name)))
