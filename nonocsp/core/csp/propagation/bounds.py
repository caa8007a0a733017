"""Bounds consistency: the first and the last value of every domain have support.

The queue is that of AC-3, but a revision looks only at the ends of a domain, in the order of the
network's values, and keeps what lies between them. This is bounds(D) consistency in C. Bessière,
"Constraint propagation", Handbook of Constraint Programming (2006), after P. Van Hentenryck, V.
Saraswat and Y. Deville (1998). Against a variable with one value left all values are revised, as in
forward checking. For placements the order is lexicographic.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..explicit import ExplicitState
from ..network import Arc
from ..state import State
from .ac3 import fixpoint
from .traits import propagator_traits


@propagator_traits(decides=True, needs_lists=True)
def bounds(state: State, changed: Iterable[int]) -> bool:
    """Revise arcs until the ends of every domain have support in every neighbour."""
    assert isinstance(state, ExplicitState)
    # A new end may lack support in neighbours that did not change.
    return fixpoint(
        state, changed, lambda arc: _revise(state, arc), state.arcs_of, looks_at_ends=True
    )


def _revise(state: ExplicitState, arc: Arc) -> bool:
    here, kept = state.domains[arc.variable], arc.supported(state.domains)
    tested = here
    if kept and not state.is_single(arc.other):
        lowest, above = kept & -kept, 1 << kept.bit_length()
        kept = here & (above - lowest)
        tested = here & ~kept | lowest | above >> 1
    state.meter.stats.revisions += 1
    state.meter.stats.checks += arc.checks(state.domains, tested)
    return state.keep(arc, kept)
