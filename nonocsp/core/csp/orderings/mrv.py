"""Minimum remaining values (MRV), also called *dom*: the variable with the fewest values left.

It fails soonest if it must fail, so the least work is lost: R. Haralick and G. Elliott, "Increasing
tree search efficiency for constraint satisfaction problems" (1980). Ties by degree: D. Brélaz, "New
methods to color the vertices of a graph" (1979).
"""

from __future__ import annotations

from ..state import State


def most_constrained(state: State, variables: list[int]) -> int:
    """The variable with the fewest values left; ties go to the first."""
    return min(variables, key=state.size)


def most_constrained_by_degree(state: State, variables: list[int]) -> int:
    """The variable with the fewest values left; ties go to the one with most open neighbours."""
    unassigned = set(variables)

    def key(variable: int) -> tuple[int, int]:
        return state.size(variable), -len(state.neighbours(variable) & unassigned)

    return min(variables, key=key)
