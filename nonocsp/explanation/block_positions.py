"""The domains of the block positions of a line: where each block can be.

A person looks at a line like this: the first and the last place of a block, the cells that it
covers in all of its places. A *run* is a place of a block: the cells from ``start`` up to, not
including, ``end``.

Two bit-parallel passes, forwards and backwards over the blocks, find all runs. Sets of positions
are bits of one integer, position 0 the lowest, and move along the line all at once: through cells
that may be blank, and over cells that may take a block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import overload

from ..model.bits import highest, is_single, mask_of, members
from ..model.clue import Block, Clue, needs_gap

Run = tuple[int, int]


class Runs(tuple[Run, ...]):
    """Runs of a block, ascending, of any lengths."""

    __slots__ = ()

    @property
    def covered(self) -> range:
        """The cells that all of them cover."""
        return range(self[-1][0], min(end for _, end in self)) if self else range(0)

    @property
    def reach(self) -> range:
        """The cells from the first to the last that they cover."""
        return range(self[0][0], max(end for _, end in self)) if self else range(0)

    def over(self, cell: int) -> Iterable[Run]:
        """Those that cover a cell."""
        return (run for run in self if run[0] <= cell < run[1])


class EqualRuns(Sequence[Run]):
    """The same of one length: the bits of their starts, which take little memory.

    >>> list(EqualRuns(0b1001, 2))
    [(0, 2), (3, 5)]
    """

    __slots__ = ("_first", "_last", "_length", "_starts")

    def __init__(self, starts: int, length: int) -> None:
        self._starts, self._length = starts, length
        self._first, self._last = (starts & -starts).bit_length() - 1, starts.bit_length() - 1

    def __len__(self) -> int:
        return self._starts.bit_count()

    def __iter__(self) -> Iterator[Run]:
        length = self._length
        return ((start, start + length) for start in members(self._starts))

    @overload
    def __getitem__(self, at: int) -> Run: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Run, ...]: ...
    def __getitem__(self, at: int | slice) -> Run | tuple[Run, ...]:
        if at == 0 and self._starts:
            return self._first, self._first + self._length
        if at == -1 and self._starts:
            return self._last, self._last + self._length
        return tuple(self)[at]

    @property
    def covered(self) -> range:
        return range(self._last, self._first + self._length) if self._starts else range(0)

    @property
    def reach(self) -> range:
        return range(self._first, self._last + self._length) if self._starts else range(0)

    def over(self, cell: int) -> Iterable[Run]:
        first = max(0, cell + 1 - self._length)
        return EqualRuns(self._starts >> first << first & (2 << cell) - 1, self._length)


class BlockPositions:
    """The possible runs of every block of a line.

    Args:
        clue: the blocks.
        masks: candidates of the cells.

    >>> from nonocsp import Block
    >>> positions = BlockPositions((Block(3), Block(1)), [3, 3, 3, 3, 3, 3])
    >>> [*positions.runs[0]], positions.covered(0)
    ([(0, 3), (1, 4)], range(1, 3))
    """

    def __init__(self, clue: Clue, masks: Sequence[int]) -> None:
        self.clue, self.masks, self.length = clue, masks, len(masks)
        self._fitting: dict[Block, int] = {}

    def decided(self, cell: int) -> int | None:
        """The colour of a cell that has one candidate left, else None."""
        mask = self.masks[cell]
        return highest(mask) if is_single(mask) else None

    def may_be(self, cell: int, colour: int) -> bool:
        return bool(self.masks[cell] >> colour & 1)

    @cached_property
    def runs(self) -> tuple[Runs | EqualRuns, ...]:
        """For every block its runs in all placements, ascending; none where no placement is.

        Cost: O(k log n) operations on sets of positions for k blocks and n cells, and the number
        of runs of unknown lengths, which can grow with the square of n.
        """
        passes = zip(self.clue, self._starts(), self._ends(), strict=True)
        return tuple(self._runs(*each) for each in passes)

    def _runs(self, block: Block, starts: int, ends: int) -> Runs | EqualRuns:
        if block.length is None:
            return Runs(self._unknown_runs(block, starts, ends))
        return EqualRuns(starts & self._fits(block) & ends >> block.length, block.length)

    def _unknown_runs(self, block: Block, starts: int, ends: int) -> Iterator[Run]:
        for start in members(starts):
            end = start
            while end < self.length and self.may_be(end, block.colour):
                end += 1
                if ends >> end & 1:
                    yield start, end

    def covered(self, number: int) -> range:
        """The cells that a block covers in all of its runs; empty if there are none."""
        return self.runs[number].covered

    def reach(self, number: int) -> range:
        """The cells from the first to the last that a block can cover."""
        return self.runs[number].reach

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
            for run in self.runs[number].over(cell)
        ]

    def stretches(self, colour: int) -> list[Run]:
        """The maximal runs of cells that may have a colour."""
        return spans(cell for cell in range(self.length) if self.may_be(cell, colour))

    def painted(self, colour: int) -> list[Run]:
        """The maximal runs of cells that are known to have a colour."""
        return spans(cell for cell, mask in enumerate(self.masks) if mask == 1 << colour)

    @cached_property
    def _room(self) -> dict[int, int]:
        """The cells that may have it, for blank and every colour of the clue."""
        return {
            colour: mask_of(cell for cell in range(self.length) if self.may_be(cell, colour))
            for colour in {0, *(block.colour for block in self.clue)}
        }

    def _fits(self, block: Block) -> int:
        """Where a block may start, given its own cells."""
        if block not in self._fitting:
            fits, known = self._room[block.colour], 1
            # Where runs of `known` cells start, longer ones start by doubling.
            while known < (block.length or 1) and fits:
                more = min(known, (block.length or 1) - known)
                fits &= fits >> more
                known += more
            self._fitting[block] = fits if (block.length or 1) <= self.length else 0
        return self._fitting[block]

    def _between(self, positions: int, number: int, go: Callable[[int, int], int]) -> int:
        """From where one block ends (or starts) to where the next in this direction may start (or
        end), with the blanks before block ``number`` between them."""
        blanks = self._room[0]
        if not 0 < number < len(self.clue):
            return go(positions, blanks)
        block = self.clue[number]
        if block.is_attached:
            return positions
        settled = go(positions, blanks)
        if needs_gap(self.clue[number - 1], block):
            settled = (settled & blanks) << 1 if go is _up else settled >> 1 & blanks
        return settled

    def _starts(self) -> list[int]:
        """For every block: where it may start, given the cells before."""
        ends = 1
        found = []
        for number, block in enumerate(self.clue):
            settled = self._between(ends, number, _up)
            found.append(settled)
            begun = settled & self._fits(block)
            if block.length is None:
                ends = _up(begun << 1, self._room[block.colour])
            else:
                ends = begun << block.length
        return found

    def _ends(self) -> list[int]:
        """For every block: where it may end, given the cells after."""
        starts = 1 << self.length
        found = []
        for number, block in reversed(list(enumerate(self.clue))):
            settled = self._between(starts, number + 1, _down)
            found.append(settled)
            if block.length is None:
                starts = _down(settled >> 1 & self._fits(block), self._room[block.colour])
            else:
                starts = settled >> block.length & self._fits(block)
        return found[::-1]


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


def _up(positions: int, cells: int) -> int:
    """The positions reached from some by going up over any number of these cells."""
    # The carry of an addition runs through each run of cells at once.
    return positions | (cells ^ (cells + (positions & cells)))


def _down(positions: int, cells: int) -> int:
    """The positions reached going down, in steps of 1, 2, 4, … cells."""
    step = 1
    while cells:
        positions |= positions >> step & cells
        cells &= cells >> step
        step *= 2
    return positions
