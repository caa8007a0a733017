"""Lines divided into directions: lines that share a cell have different ones (graph colouring)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

#: Most attempts to give a line a direction.
_MOST_STEPS = 100_000


def directions_of(lines: Sequence[Sequence[int]], most: int) -> list[int]:
    """The number of a direction for every line, as few as possible; empty if they are more than
    ``most``, or none were found within a bound on the work.

    Technique: backtracking by saturation (DSATUR): next the line that has the fewest directions
    left. Source: Brélaz, "New methods to color the vertices of a graph" (1979).

    >>> directions_of([[0, 1], [2, 3], [0, 2]], 3)
    [1, 1, 0]
    """
    near: list[set[int]] = [set() for _ in lines]
    through: dict[int, list[int]] = {}
    for number, cells in enumerate(lines):
        for cell in cells:
            through.setdefault(cell, []).append(number)
    for meeting in through.values():
        if len(meeting) > most:
            return []
        for one, other in combinations(meeting, 2):
            near[one].add(other)
            near[other].add(one)
    tried = (_coloured(near, number) for number in range(1, most + 1))
    return next(filter(None, tried), [])


def _coloured(near: Sequence[set[int]], number: int) -> list[int]:
    """A colour below a number for every vertex, different from its neighbours; empty if none."""
    colours = [-1] * len(near)
    taken = [[0] * number for _ in near]  # by neighbours, how often each colour
    left = set(range(len(near)))
    trail: list[tuple[int, list[int]]] = []
    for _ in range(_MOST_STEPS):
        if not left:
            return colours
        vertex = min(left, key=lambda v: (taken[v].count(0), -len(near[v]), v))
        left.remove(vertex)
        options = [colour for colour in reversed(range(number)) if not taken[vertex][colour]]
        trail.append((vertex, options))
        while trail:
            vertex, options = trail[-1]
            if colours[vertex] >= 0:
                for other in near[vertex]:
                    taken[other][colours[vertex]] -= 1
                colours[vertex] = -1
            if options:
                colours[vertex] = options.pop()
                for other in near[vertex]:
                    taken[other][colours[vertex]] += 1
                break
            trail.pop()
            left.add(vertex)
        else:
            return []
    return []
