"""Forward checking: the values of unassigned neighbours must agree with every assignment.

R. Haralick and G. Elliott, "Increasing tree search efficiency for constraint satisfaction problems"
(1980).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..state import State


def forward_checking(state: State, changed: Iterable[int]) -> bool:
    """Remove from the unassigned neighbours what disagrees with the new assignments."""
    for variable in changed:
        for arc in state.arcs[variable]:
            if arc.variable in state.assigned:
                continue
            if state.revise(arc) and not state.domains[arc.variable]:
                return False
    return True
