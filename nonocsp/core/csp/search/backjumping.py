"""Conflict-directed backjumping: back to the latest assignment that has to do with a contradiction.

Every variable keeps the set of assigned variables that its failures depend on (its conflict set),
and when its values are exhausted, the search goes back to the latest of them; the assignments
between change nothing. P. Prosser, "Hybrid algorithms for the constraint satisfaction problem"
(1993). With propagation ``none`` this is CBJ, with forward checking FC-CBJ, with arc consistency
MAC-CBJ (Prosser, 1995). After a solution every assignment is in the conflict set, so that the
search goes on chronologically and loses none.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ...model.bits import mask_of, members
from ...options.events import Backjump
from .branching import Branching


class _Frame:
    """A variable being assigned, with its conflict set as a bit set."""

    __slots__ = ("conflicts", "mark", "values", "variable")

    def __init__(self, branching: Branching, variable: int) -> None:
        self.variable = variable
        self.values = branching.values(variable)
        self.mark = branching.state.mark()
        # What its missing values depend on.
        self.conflicts = branching.state.culprits[variable]


def backjumping(branching: Branching) -> Iterator[tuple[Any, ...]]:
    """Every solution, in the order of the tree."""
    state = branching.state
    stack: list[_Frame] = []
    while True:
        failed = 0
        chosen = branching.choose()
        if chosen is None:
            yield state.solution()
            failed = mask_of(state.assigned)
        else:
            stack.append(_Frame(branching, chosen))
        while stack:
            frame = stack[-1]
            state.retract(frame.variable, frame.mark)
            frame.conflicts |= failed & ~(1 << frame.variable)
            value = next(frame.values, None)
            if value is not None:
                if branching.assign(frame.variable, value):
                    break
                assert state.conflict_set is not None
                failed = state.conflict_set
                continue
            failed = stack.pop().conflicts
            if state.observer and stack and not failed >> stack[-1].variable & 1:
                state.observer(Backjump(tuple(members(failed))))
            while stack and not failed >> stack[-1].variable & 1:
                skipped = stack.pop()
                state.retract(skipped.variable, skipped.mark)
        else:
            return
