"""Domain size by degree: dom/deg and dom/ddeg. Ties go to the first variable.

C. Bessière and J.-C. Régin, "MAC and combined heuristics: two reasons to forsake FC (and CBJ?) on
hard problems" (1996); the dynamic degree is compared by B. Smith and S. Grant, "Trying harder to
fail first" (1998).
"""

from __future__ import annotations

from ..state import State
from .ratio import ratio


def dom_deg(state: State, variables: list[int]) -> int:
    """The smallest ratio of domain size to the number of constraints."""
    return min(variables, key=lambda v: ratio(state.size(v), len(state.arcs[v])))


def dom_ddeg(state: State, variables: list[int]) -> int:
    """The smallest ratio of domain size to the number of constraints with open variables."""
    unassigned = set(variables)

    def key(variable: int) -> int:
        degree = sum(arc.variable in unassigned for arc in state.arcs[variable])
        return ratio(state.size(variable), degree)

    return min(variables, key=key)
