"""A random generator that is reproducible everywhere: one seed, one sequence.

Of `random.Random`, Python promises only for the method ``random()`` that every version gives the
same numbers. So everything here is derived from it alone.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

from ...core import Meter

T = TypeVar("T")


class Rng:
    """Random choices that depend on the seed alone.

    >>> rng = Rng(7)
    >>> [rng.below(10) for _ in range(5)]
    [3, 1, 6, 0, 5]
    """

    def __init__(self, seed: int, meter: Meter | None = None) -> None:
        """The meter, if there is one, bounds the time: choices raise `LimitReached`."""
        self._random = Random(seed).random
        self._tick = None if meter is None else meter.tick

    def below(self, bound: int) -> int:
        """An integer from 0 to ``bound - 1``, uniform up to 1 in 2**53."""
        if self._tick is not None:
            self._tick()
        return int(self._random() * bound)

    def choice(self, items: Sequence[T]) -> T:
        """One of several items."""
        return items[self.below(len(items))]

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher and Yates)."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
