"""Who works on one line: the kernel, or where it cannot, the definition.

Whatever asks about lines by themselves, not about whole puzzles, gets its domains here, so that it
works without a compiler and on lines of any length.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Protocol

from ..common.mus import minimal_subset
from ..kernel.door import LineDomain, takes
from ..model.clue import Clue
from . import definition


class Domain(Protocol):
    """What can be asked of one line's domain; `nonocsp.kernel.LineDomain` tells what it means."""

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        ...

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        """The first placements that agree with the candidates, in lexicographic order."""
        ...

    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Cells that force colours out of cells, none of which can be spared."""
        ...


class DefinedDomain:
    """One line's domain as `nonocsp.line` defines it."""

    def __init__(self, clue: Clue | None, length: int, colours: int = 1) -> None:
        self.clue, self.length, self.colours = clue, length, colours

    def tighten(self, candidates: Sequence[int]) -> tuple[int, ...] | None:
        """The candidates that some placement supports; None if there is no placement."""
        return definition.tighten(self.clue, candidates, self.colours)

    def placements(self, candidates: Sequence[int], limit: int) -> list[bytes]:
        """The first placements that agree with the candidates, in lexicographic order."""
        every = definition.placements(self.clue, self.length, self.colours, candidates)
        return list(islice(every, limit))

    def reason(
        self, candidates: Sequence[int], exclusions: Mapping[int, int], order: Sequence[int]
    ) -> tuple[int, ...] | None:
        """Cells that force colours out of cells, none of which can be spared."""
        full = (2 << self.colours) - 1

        def suffices(some: Sequence[int]) -> bool:
            known = [full] * self.length
            for cell in some:
                known[cell] = candidates[cell] | exclusions.get(cell, 0)
            tight = self.tighten(known)
            return tight is None or (
                bool(exclusions) and not any(tight[cell] & out for cell, out in exclusions.items())
            )

        if not suffices(order):
            return None
        return tuple(sorted(minimal_subset(order, suffices)))


def line_domain(
    clue: Clue | None, length: int, colours: int = 1, *, by_definition: bool = False
) -> Domain:
    """The domain of one line: the kernel's, if it is there and takes lines of that length.

    Args:
        clue: the blocks, or None for an absent clue.
        length: cells of the line.
        colours: number of block colours.
        by_definition: never the kernel's.

    >>> from nonocsp import Block
    >>> line_domain((Block(3),), 4).tighten([3, 3, 3, 3])
    (3, 2, 2, 3)
    """
    if by_definition or not takes(length):
        return DefinedDomain(clue, length, colours)
    return LineDomain(clue, length, colours)
