"""Arc consistency that remembers supports: AC-2001/3.1.

The queue is that of AC-3. Each value remembers its smallest support in each neighbour; a revision
keeps it without a check while it is left, and resumes the scan behind it otherwise, so that no pair
of values is checked twice in one direction on the way down a branch. Backtracking restores what is
remembered. C. Bessière, J.-C. Régin, R. Yap, Y. Zhang, "An optimal coarse-grained arc consistency
algorithm" (2005). Values with the same supports are alike: they remember the same one.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..explicit import ExplicitState
from ..network import Arc
from ..state import State
from .ac3 import fixpoint
from .traits import propagator_traits


@propagator_traits(decides=True, needs_lists=True)
class AC2001:
    """The propagator, with the supports of one search."""

    def __init__(self) -> None:
        # For every arc and class of values, what lies behind the last support, as a shift.
        self._behind: dict[tuple[int, int], list[int]] = {}

    def __call__(self, state: State, changed: Iterable[int]) -> bool:
        assert isinstance(state, ExplicitState)
        return fixpoint(state, changed, lambda arc: self._revise(state, arc))

    def _revise(self, state: ExplicitState, arc: Arc) -> bool:
        key = arc.constraint, arc.variable
        if key not in self._behind:
            self._behind[key] = [0] * len(arc.classes)
        behind = self._behind[key]
        here, there = state.domains[arc.variable], state.domains[arc.other]
        kept = checks = 0
        for index, (values, support) in enumerate(arc.classes):
            alive, start = values & here, behind[index]
            if not alive:
                continue
            if start and there >> start - 1 & 1:
                kept |= alive
                continue
            left = there >> start
            common = (support & there) >> start
            if common:
                kept |= alive
                first = common & -common
                left &= (first << 1) - 1
                state.change(behind, index, start + first.bit_length())
            checks += alive.bit_count() * left.bit_count()
        state.meter.stats.revisions += 1
        state.meter.stats.checks += checks
        return state.keep(arc, kept)
