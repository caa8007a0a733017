"""Limited discrepancy search (LDS): first the paths that mostly follow the value ordering.

A discrepancy is a value tried that is not the first of its variable. Wave k visits the paths with
at most k discrepancies, for k = 0, 1, 2, … until a wave leaves nothing out. W. Harvey and M.
Ginsberg, "Limited discrepancy search" (1995). Later waves repeat earlier ones, and a heuristic that
learns may order them differently, so the solutions found are kept, to yield each once: memory is
linear in their number.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from itertools import count
from typing import Any

from ...options.events import Restart
from .branching import Branching


def limited_discrepancy(branching: Branching) -> Iterator[tuple[Any, ...]]:
    """Every solution, those with few discrepancies first."""
    found: set[tuple[Any, ...]] = set()
    for limit in count():
        if limit and branching.state.observer:
            branching.state.observer(Restart())
        if not (yield from _wave(branching, limit, found)):
            return


def _wave(
    branching: Branching, limit: int, found: set[tuple[Any, ...]]
) -> Generator[tuple[Any, ...], None, bool]:
    """The new solutions with at most ``limit`` discrepancies; whether any path was left out."""
    state = branching.state
    left_out, used = False, 0
    # Each variable with its values, numbered, and the discrepancies before it.
    stack: list[tuple[int, Iterator[tuple[int, Any]], int, int]] = []
    while True:
        chosen = branching.choose()
        if chosen is not None:
            stack.append((chosen, enumerate(branching.values(chosen)), state.mark(), used))
        elif (solution := state.solution()) not in found:
            found.add(solution)
            yield solution
        while stack:
            variable, values, mark, before = stack[-1]
            state.retract(variable, mark)
            number, value = next(values, (0, None))
            if value is not None and number and before == limit:
                left_out, value = True, None
            if value is None:
                stack.pop()
                continue
            used = before + (number > 0)
            if branching.assign(variable, value):
                break
        else:
            return left_out
