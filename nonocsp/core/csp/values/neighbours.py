"""What each value of a variable leaves to the unassigned neighbours."""

from __future__ import annotations

from typing import Any

from ...options.limits import LimitReached
from ..state import State


def compatible_counts(state: State, variable: int) -> dict[Any, list[int]]:
    """For every value left, how many values of each unassigned neighbour agree with it.

    Raises:
        LimitReached: the values are more than ``limits.placements``.
    """
    limit = state.meter.limits.placements
    if limit is not None and state.size(variable) > limit:
        raise LimitReached(
            "placements",
            f"a value ordering lists all values of a line, and one has more than {limit}",
        )
    arcs = [arc for arc in state.arcs[variable] if arc.variable not in state.assigned]
    counts = {}
    for value in state.values(variable):
        state.meter.tick()
        counts[value] = [state.compatible(arc, value) for arc in arcs]
    return counts
