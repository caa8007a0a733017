"""Bitwise arc consistency: AC-3bit.

The queue is that of AC-3. Domains and supports are arrays of 64-bit words, and a value looks for a
support word by word, not value by value. C. Lecoutre and J. Vion, "Enforcing arc consistency using
bitwise operations" (2008). The counter ``checks`` counts words here, each up to 64 pairs of values.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..explicit import ExplicitState
from ..network import Arc
from ..state import State
from .ac3 import fixpoint
from .traits import propagator_traits

_WORD = 64


@propagator_traits(decides=True, needs_lists=True)
def ac3bit(state: State, changed: Iterable[int]) -> bool:
    """Revise arcs until every value left has support in every neighbour, counting words."""
    assert isinstance(state, ExplicitState)
    return fixpoint(state, changed, lambda arc: _revise(state, arc))


def _revise(state: ExplicitState, arc: Arc) -> bool:
    here, there = state.domains[arc.variable], state.domains[arc.other]
    words = (len(state.network.values[arc.other]) + _WORD - 1) // _WORD
    kept = checks = 0
    for values, support in arc.classes:
        alive, common = values & here, support & there
        if common:
            kept |= alive
            first = (common & -common).bit_length() - 1
            checks += alive.bit_count() * (first // _WORD + 1)
        else:
            checks += alive.bit_count() * words
    state.meter.stats.revisions += 1
    state.meter.stats.checks += checks
    return state.keep(arc, kept)
