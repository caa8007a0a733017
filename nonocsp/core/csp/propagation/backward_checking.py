"""Backward checking: a new assignment is compared with the earlier ones. Nothing is removed.

The propagation of plain backtracking, BT (S. Golomb and L. Baumert, "Backtrack programming", 1965).
"""

from __future__ import annotations

from collections.abc import Iterable

from ..state import State


def none(state: State, changed: Iterable[int]) -> bool:
    """Only test the new assignments against those made before. Removes nothing."""
    for variable in changed:
        for arc in state.arcs[variable]:
            if arc.variable in state.assigned and not state.agrees(arc):
                state.conflict = arc.constraint
                state.conflict_set = state.responsible(arc.variable) | state.responsible(arc.other)
                return False
    return True
