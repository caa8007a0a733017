"""Value orderings: which value of the chosen variable is tried first. One file each."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, cast

from ...options import plugins
from ...options.options import Values
from ..state import State, made
from .guarded import GuardedValues
from .least_constraining import least_constraining_first
from .lexicographic import in_lexicographic_order
from .promise import most_promising_first

#: The values of a variable in the order in which they are to be tried.
ValueOrder: TypeAlias = Callable[[State, int], Iterable[Any]]

VALUE_ORDERS: dict[Values, ValueOrder] = {
    "lexicographic": in_lexicographic_order,
    "least_constraining": least_constraining_first,
    "promise": most_promising_first,
}


def value_order(name: str) -> ValueOrder:
    """The value order of a name, from the table above or from outside the package."""
    known: ValueOrder | None = VALUE_ORDERS.get(cast(Values, name))
    return known or GuardedValues("value order", name, made(plugins.load("values", name)))
