"""Promise: the value that leaves most combinations to the neighbours comes first.

The promise of a value is the product, over the unassigned neighbours, of the values that agree with
it: an upper bound on the solutions below. P. Geelen, "Dual viewpoint heuristics for binary
constraint satisfaction problems" (1992).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import Any

from ..state import State
from .neighbours import compatible_counts


def most_promising_first(state: State, variable: int) -> Iterable[Any]:
    """First the values of the greatest promise; ties in the order of the network."""
    counts = compatible_counts(state, variable)
    return sorted(counts, key=lambda value: -prod(counts[value]))
