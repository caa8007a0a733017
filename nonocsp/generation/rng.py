"""Chance that is the same everywhere: one seed, one sequence.

Of the generators of `random.Random` only the method ``random()`` is promised to give the same
numbers in every version of Python, so that everything here is made of it alone.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


class Draw:
    """Random choices that depend on the seed alone.

    >>> draw = Draw(7)
    >>> [draw.below(10) for _ in range(5)]
    [3, 1, 6, 0, 5]
    """

    def __init__(self, seed: int) -> None:
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``, all equally likely to 1 in 2**53."""
        return int(self._random() * bound)

    def one(self, things: Sequence[T]) -> T:
        """One of several things."""
        return things[self.below(len(things))]

    def shuffle(self, things: MutableSequence[Any]) -> None:
        """Put things into a random order, in place (Fisher and Yates)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
