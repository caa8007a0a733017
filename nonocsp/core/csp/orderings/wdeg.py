"""Domain size by weighted degree: dom/wdeg. Ties go to the first variable.

A constraint weighs 1, and 1 more for every contradiction that it found: F. Boussemart, F. Hemery,
C. Lecoutre and L. Sais, "Boosting systematic search by weighting constraints" (2004).
"""

from __future__ import annotations

from ..state import State
from .ratio import ratio


def dom_wdeg(state: State, variables: list[int]) -> int:
    """The smallest ratio of domain size to the weight of the constraints with open variables."""
    return min(variables, key=lambda v: ratio(state.size(v), state.weight(v)))
