"""Static ordering: the variables as the network numbers them."""

from __future__ import annotations

from ..state import State


def in_order(state: State, variables: list[int]) -> int:
    """The first open variable."""
    return min(variables)
