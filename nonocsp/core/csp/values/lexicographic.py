"""The values as the network lists them; placements in lexicographic order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..state import State


def in_lexicographic_order(state: State, variable: int) -> Iterable[Any]:
    """The values of a variable in the order in which the network lists them."""
    return state.values(variable)
