"""The weighted optimum of one line: the least and the greatest sum of weights over its placements.

Every cell of a line has a weight for each colour, and a placement has the sum of the weights of its
cells. On the layered graph of the automaton (see `definition`) a placement is a path and its sum
the length of the path, so the optimum is a shortest, and a longest, path. The *min-marginal* of a
cell and a colour is the optimum over the placements that have this colour there: the shortest path
through an edge with the colour, put together from the paths to the edge and those from it.

For any weights of the cells of a puzzle, the rows and the columns of a solution have the same sum.
So these optima bound it from both sides, and where the bounds meet, min-marginals exclude colours
(reduced-cost filtering).

Sources: S. Demassey, G. Pesant and L.-M. Rousseau, "A cost-regular based hybrid column generation
approach" (Constraints 11, 2006), for a regular constraint with costs; D. Bergman, A. A. Cire and
W.-J. van Hoeve, "Lagrangian bounds from decision diagrams" (Constraints 20, 2015), for bounds of a
problem from those of its parts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ..base.arguments import checked
from ..base.errors import OptionError
from ..model.clue import Clue
from .definition import Automaton, Candidates, check_line

#: For every cell of a line, its weight for each colour, blank first: cells x (block colours + 1).
Weights: TypeAlias = Sequence[Sequence[int]]

#: The least and the greatest sum of some placements; None if there are none.
Extremes: TypeAlias = tuple[int, int] | None


@checked
def optimum(
    clue: Clue | None, candidates: Candidates, weights: Weights, block_colours: int = 1
) -> Extremes:
    """The least and the greatest sum of weights over the placements that agree with the candidates.

    Returns None if there is no placement. Cost: as `min_marginals`.

    Args:
        clue: the blocks, or None for an absent clue.
        candidates: what is known of the line.
        weights: for every cell, the weight of each colour; any integers.
        block_colours: number of block colours.

    >>> from nonocsp import Block
    >>> odd_rows = [(0, 1), (0, 0)] * 3
    >>> optimum((Block(3),), [3] * 6, odd_rows)
    (1, 2)
    >>> optimum((Block(3), Block(3)), [3] * 6, odd_rows) is None
    True
    """
    # All colours of any one cell together have all placements.
    return hull(min_marginals(clue, candidates, weights, block_colours)[0])


@checked
def min_marginals(
    clue: Clue | None, candidates: Candidates, weights: Weights, block_colours: int = 1
) -> tuple[tuple[Extremes, ...], ...]:
    """For every cell and colour, the optimum over the placements in which the cell has the colour.

    Arguments as for `optimum`. Returns cells x (block colours + 1) pairs; None where no placement
    has the colour. Cost: O(n s k) additions, as in `definition`.

    >>> from nonocsp import Block
    >>> for extremes in min_marginals((Block(2),), [3] * 4, [(0, 1), (0, 0), (0, 0), (0, 1)]):
    ...     print(extremes)
    ((0, 1), (1, 1))
    ((1, 1), (0, 1))
    ((1, 1), (0, 1))
    ((0, 1), (1, 1))
    """
    check_line(clue, len(candidates), block_colours, candidates)
    if [*map(len, weights)] != [block_colours + 1] * len(candidates):
        expected = f"{len(candidates)} lists of {block_colours + 1} whole numbers"
        raise OptionError(f"weights must be {expected}, as candidates and block_colours say")
    automaton = Automaton(clue, block_colours, len(candidates))
    steps = [tuple(step.items()) for step in automaton.steps]
    # from_start[p][state]: the extremes of the paths from the start to a state before cell p.
    from_start: list[dict[int, tuple[int, int]]] = [{0: (0, 0)}]
    for allowed, weight in zip(candidates, weights, strict=True):
        reached: dict[int, tuple[int, int]] = {}
        for state, (least, greatest) in from_start[-1].items():
            for colour, target in steps[state]:
                if allowed >> colour & 1:
                    path = least + weight[colour], greatest + weight[colour]
                    reached[target] = _wider(reached.get(target), path)
        from_start.append(reached)
    to_end = dict.fromkeys(automaton.accepting, (0, 0))
    marginals = []
    for position in reversed(range(len(candidates))):
        allowed, weight = candidates[position], weights[position]
        before: dict[int, tuple[int, int]] = {}
        found: list[Extremes] = [None] * (block_colours + 1)
        for state, (least, greatest) in from_start[position].items():
            for colour, target in steps[state]:
                if allowed >> colour & 1 and target in to_end:
                    low, high = (weight[colour] + rest for rest in to_end[target])
                    before[state] = _wider(before.get(state), (low, high))
                    found[colour] = _wider(found[colour], (least + low, greatest + high))
        marginals.append(tuple(found))
        to_end = before
    return tuple(reversed(marginals))


def _wider(one: Extremes, other: tuple[int, int]) -> tuple[int, int]:
    return other if one is None else (min(one[0], other[0]), max(one[1], other[1]))


class SumRange(NamedTuple):
    """The sums of the placements of a line, and how far one colour in one cell moves them."""

    least: int
    greatest: int
    rise: int
    """The most by which a colour that a cell can have raises the least sum."""
    fall: int
    """The most by which it lowers the greatest sum."""


def sum_range(marginals: Iterable[Iterable[Extremes]]) -> SumRange | None:
    """The range of the sums with some min-marginals; None if there is no placement.

    >>> sum_range([[(0, 1), (1, 1)], [(1, 1), (0, 1)]])
    SumRange(least=0, greatest=1, rise=1, fall=0)
    """
    pairs = [pair for cell in marginals for pair in cell if pair is not None]
    if not pairs:
        return None
    lows, highs = zip(*pairs, strict=True)
    return SumRange(min(lows), max(highs), max(lows) - min(lows), max(highs) - min(highs))


def hull(pairs: Iterable[Extremes]) -> Extremes:
    """The extremes of several sets of placements together.

    >>> hull([(1, 2), None, (0, 1)])
    (0, 2)
    """
    found = [pair for pair in pairs if pair is not None]
    return (min(low for low, _ in found), max(high for _, high in found)) if found else None
