"""The domains of the block positions of a line: where each block can be.

A person looks at a line like this: the first and the last place of a block, the cells that it
covers in all of its places. A *run* is a place of a block: the cells from ``start`` up to, not
including, ``end``.

Two bit-parallel passes, forwards and backwards over the blocks, find all runs. Sets of positions
are bits of one integer, position 0 the lowest, and move along the line all at once: through cells
that may be blank, and over cells that may take a block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ..model.bits import highest, is_single, members
from ..model.clue import Block, Clue

Run = tuple[int, int]


class BlockPositions:
    """The possible runs of every block of a line.

    Args:
        clue: the blocks.
        masks: candidates of the cells.

    >>> from nonocsp import Block
    >>> positions = BlockPositions((Block(3), Block(1)), [3, 3, 3, 3, 3, 3])
    >>> positions.runs[0], positions.covered(0)
    (((0, 3), (1, 4)), range(1, 3))
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
    def _bounds(self) -> tuple[tuple[int, int], ...]:
        """For every block: where it may start and where it may end, given the other blocks. For a
        block of known length the starts are those of its runs."""
        found = []
        for number, (starts, ends) in enumerate(zip(self._starts(), self._ends(), strict=True)):
            length = self.clue[number].length
            if length is not None:
                starts &= self._fits(number) & ends >> length
            found.append((starts, ends))
        return tuple(found)

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """For every block its runs in all placements, ascending; none where no placement is.

        Cost: O(k log n) operations on sets of positions for k blocks and n cells, and the number
        of runs, which for unknown lengths can grow with the square of n.
        """
        return tuple(tuple(self._runs(number)) for number in range(len(self.clue)))

    def _runs(self, number: int) -> Iterator[Run]:
        block, (starts, ends) = self.clue[number], self._bounds[number]
        if block.length is not None:
            for start in members(starts):
                yield start, start + block.length
            return
        for start in members(starts):
            end = start
            while end < self.length and self.may_be(end, block.colour):
                end += 1
                if ends >> end & 1:
                    yield start, end

    @cached_property
    def _extremes(self) -> tuple[tuple[int, int, int, int] | None, ...]:
        """For every block its first and its last start and its first and its last end."""
        found: list[tuple[int, int, int, int] | None] = []
        for number, block in enumerate(self.clue):
            starts = self._bounds[number][0]
            if block.length is None:
                runs = self.runs[number]
                ends = [end for _, end in runs]
                found.append((runs[0][0], runs[-1][0], min(ends), max(ends)) if runs else None)
            elif starts:
                first, last = highest(starts & -starts), highest(starts)
                found.append((first, last, first + block.length, last + block.length))
            else:
                found.append(None)
        return tuple(found)

    def covered(self, number: int) -> range:
        """The cells that a block covers in all of its runs; empty if there are none."""
        extremes = self._extremes[number]
        return range(0) if extremes is None else range(extremes[1], extremes[2])

    def reach(self, number: int) -> range:
        """From the first to the last cell that a block can cover."""
        extremes = self._extremes[number]
        return range(0) if extremes is None else range(extremes[0], extremes[3])

    def run(self, number: int) -> Run | None:
        """The run of a block that has only one."""
        reach = self.reach(number)
        return (reach.start, reach.stop) if reach and reach == self.covered(number) else None

    def over(self, cell: int, colour: int) -> list[tuple[int, Run]]:
        """Which blocks of a colour can cover a cell, each with every run that does."""
        return [
            (number, run)
            for number, block in enumerate(self.clue)
            if block.colour == colour
            for run in self.runs[number]
            if run[0] <= cell < run[1]
        ]

    def stretches(self, colour: int) -> list[Run]:
        """The maximal runs of cells that may have a colour."""
        return self._groups([self.may_be(cell, colour) for cell in range(self.length)])

    def painted(self, colour: int) -> list[Run]:
        """The maximal runs of cells that are known to have a colour."""
        return self._groups([mask == 1 << colour for mask in self.masks])

    def _groups(self, flags: list[bool]) -> list[Run]:
        found: list[Run] = []
        for cell, flag in enumerate(flags):
            if flag and found and found[-1][1] == cell:
                found[-1] = found[-1][0], cell + 1
            elif flag:
                found.append((cell, cell + 1))
        return found

    def _cells(self, colour: int) -> int:
        """The cells that may have a colour."""
        return sum(1 << cell for cell, mask in enumerate(self.masks) if mask >> colour & 1)

    @cached_property
    def _blanks(self) -> int:
        return self._cells(0)

    @cached_property
    def _room(self) -> dict[int, int]:
        """For every colour the cells that may have it."""
        return {colour: self._cells(colour) for colour in {block.colour for block in self.clue}}

    def _fits(self, number: int) -> int:
        """Where a block may start, given its own cells."""
        block = self.clue[number]
        if block not in self._fitting:
            fits, known = self._room[block.colour], 1
            # Where runs of `known` cells start, longer ones start by doubling.
            while known < (block.length or 1) and fits:
                more = min(known, (block.length or 1) - known)
                fits &= fits >> more
                known += more
            self._fitting[block] = fits if (block.length or 1) <= self.length else 0
        return self._fitting[block]

    def _needs_gap(self, number: int) -> bool:
        """A block and the one after it have the same colour."""
        return self.clue[number].colour == self.clue[number + 1].colour

    def _starts(self) -> list[int]:
        """For every block: where it may start, given the cells before."""
        settled = _up(1, self._blanks)
        found = []
        for number, block in enumerate(self.clue):
            if number and self._needs_gap(number - 1):
                settled = (settled & self._blanks) << 1
            found.append(settled)
            begun = settled & self._fits(number)
            if block.length is None:
                ends = _up(begun << 1, self._room[block.colour])
            else:
                ends = begun << block.length
            settled = _up(ends, self._blanks)
        return found

    def _ends(self) -> list[int]:
        """For every block: where it may end, given the cells after."""
        settled = _down(1 << self.length, self._blanks)
        found = []
        for number, block in reversed(list(enumerate(self.clue))):
            if number + 1 < len(self.clue) and self._needs_gap(number):
                settled = settled >> 1 & self._blanks
            found.append(settled)
            if block.length is None:
                starts = _down(settled >> 1 & self._fits(number), self._room[block.colour])
            else:
                starts = settled >> block.length & self._fits(number)
            settled = _down(starts, self._blanks)
        return found[::-1]


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
