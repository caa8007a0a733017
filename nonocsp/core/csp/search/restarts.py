"""Restarts with nogoods: what was refuted before a restart is not visited again.

The search restarts after 10 contradictions, then after half as many again each time. From the
branch that it leaves it keeps the reduced nld-nogoods: for every value that was tried in vain (or
whose solutions all were found), the assignments above it and that one. C. Lecoutre, L. Sais, S.
Tabary and V. Vidal, "Recording and minimizing nogoods from restarts" (2007). With a seed, ties
between variables are broken at random: C. Gomes, B. Selman and H. Kautz, "Boosting combinatorial
search through randomization" (1998). Restarts without a seed help orderings that learn.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any

from ...options.events import Restart
from .branching import Branching
from .nogoods import Nogoods

#: Contradictions before the first restart, and the growth of this number, of the paper.
_FIRST, _GROWTH = 10, 1.5


def restarts(branching: Branching) -> Iterator[tuple[Any, ...]]:
    """Every solution, each once."""
    state = branching.state
    nogoods = Nogoods(state)
    start, limit = state.mark(), float(_FIRST)
    while True:
        reduced = nogoods.restart()
        while reduced:  # removing values can make further nogoods single assignments
            reduced = nogoods.restart() if _consistent(branching, reduced) else None
        if reduced is None or (yield from _run(branching, nogoods, limit)):
            break
        state.meter.stats.restarts += 1
        limit *= _GROWTH
    state.undo(start)


def _run(
    branching: Branching, nogoods: Nogoods, limit: float
) -> Generator[tuple[Any, ...], None, bool]:
    """The solutions up to the next restart; whether the search is complete."""
    state = branching.state
    failures = 0
    # Each variable with the values left to try, and those tried: the last is the present one.
    stack: list[tuple[int, Iterator[Any], int, list[Any]]] = []
    while True:
        chosen = branching.choose()
        if chosen is None:
            yield state.solution()
        else:
            stack.append((chosen, branching.values(chosen), state.mark(), []))
        while stack:
            variable, values, mark, tried = stack[-1]
            state.retract(variable, mark)
            if failures >= limit:
                _record([(variable, tried) for variable, _, _, tried in stack], nogoods)
                if state.observer:
                    state.observer(Restart())
                for variable, _, mark, _ in reversed(stack):
                    state.retract(variable, mark)
                return False
            value = next(values, None)
            if value is None:
                stack.pop()
                continue
            tried.append(value)
            if branching.assign(variable, value) and _nogoods_hold(branching, nogoods, mark):
                break
            failures += 1
        else:
            return True


def _record(branch: list[tuple[int, list[Any]]], nogoods: Nogoods) -> None:
    """The reduced nld-nogoods of a branch whose last assignment is refuted, too."""
    above: list[tuple[int, Any]] = []
    for depth, (variable, tried) in enumerate(branch):
        refuted = tried if depth == len(branch) - 1 else tried[:-1]
        for value in refuted:
            nogoods.add([*above, (variable, value)])
        if tried:
            above.append((variable, tried[-1]))


def _nogoods_hold(branching: Branching, nogoods: Nogoods, mark: int) -> bool:
    """Propagate nogoods and constraints in turns. False if that leads to a contradiction."""
    state = branching.state
    changed = state.changed_since(mark)
    while changed:
        mark = state.mark()
        reduced = nogoods.propagate(changed)
        if reduced is None or not _consistent(branching, reduced):
            state.failed()
            return False
        changed = state.changed_since(mark)
    return True


def _consistent(branching: Branching, reduced: set[int]) -> bool:
    domains = branching.state.domains
    return all(domains[variable] for variable in reduced) and branching.consistent(sorted(reduced))
