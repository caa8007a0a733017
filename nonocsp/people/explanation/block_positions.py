"""The domains of the block positions of a line: where each block can be.

A person looks at a line like this: the first and the last place of a block, the cells that it
covers in all of its places. A *run* is a place of a block: the cells from ``start`` up to, not
including, ``end``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from functools import cached_property

from ...core import Clue
from ...core.kernel.interface import compiled_line, pack

Run = tuple[int, int]


class BlockPositions:
    """The possible runs of every block of a line; the kernel finds them.

    Args:
        clue: the blocks, none a star.
        masks: candidates of the cells.
        block_colours: number of block colours.

    Raises:
        EngineError: the kernel is missing.

    >>> from nonocsp import Block
    >>> positions = BlockPositions((Block(3), Block(1)), [3, 3, 3, 3, 3, 3])
    >>> positions.runs[0], positions.covered(0)
    (((0, 3), (1, 4)), range(1, 3))
    """

    def __init__(self, clue: Clue, masks: Sequence[int], block_colours: int = 1) -> None:
        self.clue, self.masks, self.length = clue, masks, len(masks)
        self._colours = block_colours

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """For every block its runs in all placements, ascending; none if there is no placement."""
        line = compiled_line(self.clue, self.length, self._colours)
        flat = (array("i", runs) for runs in line.runs(pack(self.masks, self._colours)))
        return tuple(tuple(zip(runs[::2], runs[1::2], strict=True)) for runs in flat)

    def covered(self, number: int) -> range:
        """The cells that a block covers in all of its runs; empty if there are none."""
        runs = self.runs[number]
        return range(runs[-1][0], min(end for _, end in runs)) if runs else range(0)

    def reach(self, number: int) -> range:
        """The cells from the first to the last that a block can cover."""
        runs = self.runs[number]
        return range(runs[0][0], max(end for _, end in runs)) if runs else range(0)

    def run(self, number: int) -> Run | None:
        """The run of a block that has only one."""
        runs = self.runs[number]
        return runs[0] if len(runs) == 1 else None

    def over(self, cell: int, colour: int) -> list[tuple[int, Run]]:
        """Which blocks of a colour can cover a cell, each with every run that does."""
        return [
            (number, run)
            for number, block in enumerate(self.clue)
            if block.colour == colour
            for run in self.runs[number]
            if run[0] <= cell < run[1]
        ]

    def painted(self, colour: int) -> list[Run]:
        """The maximal runs of cells that are known to have a colour."""
        return spans(cell for cell, mask in enumerate(self.masks) if mask == 1 << colour)


def spans(cells: Iterable[int]) -> list[Run]:
    """Ascending cells as maximal runs.

    >>> spans([0, 1, 4])
    [(0, 2), (4, 5)]
    """
    found: list[Run] = []
    for cell in cells:
        if found and found[-1][1] == cell:
            found[-1] = found[-1][0], cell + 1
        else:
            found.append((cell, cell + 1))
    return found
