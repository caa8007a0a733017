"""Least constraining value: what leaves the neighbours most values comes first.

R. Dechter and J. Pearl, "Network-based heuristics for constraint-satisfaction problems" (1987), the
min-conflict order of D. Frost and R. Dechter, "Look-ahead value ordering for constraint
satisfaction problems" (1995).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..state import State
from .neighbours import compatible_counts


def least_constraining_first(state: State, variable: int) -> Iterable[Any]:
    """First the values that remove least from the neighbours; ties in the order of the network."""
    counts = compatible_counts(state, variable)
    return sorted(counts, key=lambda value: -sum(counts[value]))
