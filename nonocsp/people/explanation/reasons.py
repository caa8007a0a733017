"""Reasons: few known cells of a line that force a conclusion, so that a person can check it.

A conclusion is a set of colours that some cells of the line cannot have. `minimal_reason` finds
cells none of which can be left out, by deletion; `smallest_reason` finds as few as possible, by
implicit hitting sets (see `nonocsp.core.options.mus`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ...core.line.domain import LineDomain
from ...core.options.mus import Budget, smallest_mus

#: For cells of a line, by index, the mask of the colours that they cannot have.
Exclusions = Mapping[int, int]


def nearest_first(length: int, targets: Iterable[int]) -> list[int]:
    """The cells of a line, those next to one of the targets first.

    >>> nearest_first(5, [1])
    [1, 0, 2, 3, 4]
    """
    distance = [length] * length
    for cell in targets:
        distance[cell] = 0
    for cell in range(1, length):
        distance[cell] = min(distance[cell], distance[cell - 1] + 1)
    for cell in reversed(range(length - 1)):
        distance[cell] = min(distance[cell], distance[cell + 1] + 1)
    return sorted(range(length), key=lambda cell: (distance[cell], cell))


def minimal_reason(
    domain: LineDomain,
    masks: Sequence[int],
    exclusions: Exclusions,
    unknown: int,
    first: Sequence[int] = (),
) -> tuple[int, ...] | None:
    """Known cells that force some exclusions; without exclusions, that there is no placement.

    Args:
        domain: the domain of the line.
        masks: what is known of its cells.
        exclusions: colours that cells cannot have. A cell's own candidates do not count for its
            conclusion.
        unknown: the candidates of a cell of which nothing is known.
        first: cells to prefer, in this order; after these the nearest to the conclusion.

    Returns the indices of the cells, ascending, none of which can be left out; None if what is
    known does not force the exclusions. Cost: a tightening for each known cell.

    >>> from nonocsp import Block
    >>> from nonocsp.core.line import line_domain
    >>> domain = line_domain((Block(2), Block(1)), 6)
    >>> minimal_reason(domain, [3, 3, 3, 1, 3, 3], {1: 0b01}, 3)
    (3,)
    """
    order = dict.fromkeys((*first, *nearest_first(len(masks), exclusions or [0])))
    return domain.reason(masks, exclusions, [cell for cell in order if masks[cell] != unknown])


def smallest_reason(
    domain: LineDomain,
    masks: Sequence[int],
    exclusions: Exclusions,
    unknown: int,
    *,
    tries: int = 20_000,
) -> tuple[int, ...] | None:
    """As `minimal_reason`, with as few cells as possible.

    Raises:
        OutOfBudget: more sets than ``tries`` would have to be tried.

    >>> from nonocsp import Block
    >>> from nonocsp.core.line import line_domain
    >>> domain = line_domain((Block(3),), 10)
    >>> smallest_reason(domain, [1, 3, 3, 1, 3, 3, 1, 3, 3, 3], {4: 0b10}, 3)
    (3, 6)
    """
    # A placement that some cells allow and that has an excluded colour is a counterexample: the
    # reason needs one of the cells in which it differs from what is known.

    def counterexample(cells: Sequence[int]) -> frozenset[int] | None:
        known = [unknown] * len(masks)
        for cell in cells:
            known[cell] = masks[cell] | exclusions.get(cell, 0)
        wanted = [known] if not exclusions else []
        for cell, excluded in exclusions.items():
            if known[cell] & excluded:
                wanted.append([*known[:cell], known[cell] & excluded, *known[cell + 1 :]])
        placements = (domain.placements(candidates, 1) for candidates in wanted)
        found = next((placement[0] for placement in placements if placement), None)
        if found is None:
            return None
        return frozenset(
            cell
            for cell, colour in enumerate(found)
            if not (masks[cell] | exclusions.get(cell, 0)) >> colour & 1
        )

    if counterexample(range(len(masks))) is not None:
        return None
    *_, smallest = smallest_mus(counterexample, Budget(tries))
    return tuple(smallest)
