"""Sets of small numbers as integers: bit ``n`` is set if ``n`` is a member.

The candidates of a cell are such a set of colours, and so is an explicit domain of placements.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def masks_by_place(rows: Iterable[Iterable[int]]) -> list[int]:
    """For each place of equally long rows, the set of their numbers there.

    >>> masks_by_place([(0, 1), (1, 1)])
    [3, 2]
    """
    return [mask_of(numbers) for numbers in zip(*rows, strict=True)]


def mask_of(members: Iterable[int]) -> int:
    """The set of some numbers.

    >>> mask_of((0, 2))
    5
    """
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


def full(block_colours: int) -> int:
    """The candidates of an unknown cell: blank and every block colour.

    >>> full(2)
    7
    """
    return (2 << block_colours) - 1


def members(mask: int) -> Iterator[int]:
    """The members of a set, ascending. Cost: one step for each member.

    >>> list(members(0b1101))
    [0, 2, 3]
    """
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def is_single(mask: int) -> bool:
    """Whether a set has exactly one member.

    >>> is_single(0b100), is_single(0), is_single(0b101)
    (True, False, False)
    """
    return mask != 0 and mask & (mask - 1) == 0


def has_several(mask: int) -> bool:
    """Whether a set has two members or more.

    >>> has_several(0b101), has_several(0b100)
    (True, False)
    """
    return mask & (mask - 1) != 0


def highest(mask: int) -> int:
    """The greatest member of a set that is not empty: the only one, if it is single."""
    return mask.bit_length() - 1
