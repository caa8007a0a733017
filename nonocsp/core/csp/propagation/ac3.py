"""Arc consistency by a queue of arcs: AC-3.

A. Mackworth, "Consistency in networks of relations" (1977). Kept at every node of the search it is
MAC: D. Sabin and E. Freuder, "Contradicting conventional wisdom in constraint satisfaction" (1994).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..state import State
from .traits import propagator_traits


@propagator_traits(decides=True)
def ac3(state: State, changed: Iterable[int]) -> bool:
    """Revise arcs until every value left has support in every neighbour."""
    return fixpoint(state, changed, state.revise)


def fixpoint(
    state: State,
    changed: Iterable[int],
    revise: Callable[[Any], bool],
    revise_again: Callable[[int], Sequence[Any]] = lambda variable: (),
    looks_at_ends: bool = False,
) -> bool:
    """Revise the arcs against the variables that change until no domain changes any more.

    Args:
        state, changed: as for every propagator.
        revise: removes values of ``arc.variable`` and returns whether there were any.
        revise_again: the arcs of a variable to revise after it changed, if values may be left that
            have no support.
        looks_at_ends: a revision looks at all values only against a variable with one value left.
    """
    queue = state.queue(arc for variable in changed for arc in state.arcs[variable])
    waiting = set(queue)
    while queue:
        arc = queue.popleft()
        waiting.discard(arc)
        if not revise(arc):
            continue
        variable = arc.variable
        if not state.domains[variable]:
            return False
        # What was lost had no support there, so it supported nothing there through the same
        # constraint: that direction need not look again, unless it has not looked at all values.
        known = None if looks_at_ends and state.is_single(variable) else arc.constraint
        for other in (*state.arcs[variable], *revise_again(variable)):
            if other not in waiting and other.constraint != known:
                waiting.add(other)
                queue.append(other)
    return True
