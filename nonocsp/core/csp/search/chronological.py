"""Chronological backtracking: after a contradiction, the next value of the last variable.

An explicit stack instead of recursion, so the number of variables is not limited.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .branching import Branching


def chronological(branching: Branching) -> Iterator[tuple[Any, ...]]:
    """Every solution, in the order of the tree."""
    state = branching.state
    stack: list[tuple[int, Iterator[Any], int]] = []
    while True:
        chosen = branching.choose()
        if chosen is None:
            yield state.solution()
        else:
            stack.append((chosen, branching.values(chosen), state.mark()))
        while stack:
            variable, values, mark = stack[-1]
            state.retract(variable, mark)
            value = next(values, None)
            if value is None:
                stack.pop()
            elif branching.assign(variable, value):
                break
        else:
            return
