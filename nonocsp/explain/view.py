"""Where each block of a line can be, given what is known of the cells.

This is how a person looks at a line: the first and the last place of a block, the cells that it
covers in all of its places. A *run* is a place of a block: the cells from ``start`` up to, not
including, ``end``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..puzzle import Clue

Run = tuple[int, int]


class LineView:
    """A line with a clue as a person sees it.

    Args:
        clue: the blocks.
        masks: candidates of the cells.

    >>> from nonocsp import Block
    >>> view = LineView((Block(3), Block(1)), [3, 3, 3, 3, 3, 3])
    >>> view.runs[0], view.covered(0)
    (((0, 3), (1, 4)), range(1, 3))
    """

    def __init__(self, clue: Clue, masks: Sequence[int]) -> None:
        self.clue, self.masks, self.length = clue, masks, len(masks)

    def decided(self, cell: int) -> int | None:
        """The colour of a cell that has one candidate left."""
        mask = self.masks[cell]
        return mask.bit_length() - 1 if mask and mask & (mask - 1) == 0 else None

    def may_be(self, cell: int, colour: int) -> bool:
        return bool(self.masks[cell] >> colour & 1)

    @cached_property
    def runs(self) -> tuple[tuple[Run, ...], ...]:
        """For every block its runs in all placements, ascending; none where no placement is.

        Cost: about the cells times the blocks, and the square of the cells for unknown lengths.
        """
        starts, ends = self._starts(), self._ends()
        return tuple(
            tuple(
                (start, end)
                for start in range(self.length)
                if starts[number][start]
                for end in self._stops(number, start)
                if ends[number][end]
            )
            for number in range(len(self.clue))
        )

    def covered(self, number: int) -> range:
        """The cells that a block covers in all of its runs; empty if there are none."""
        runs = self.runs[number]
        if not runs:
            return range(0)
        return range(max(start for start, _ in runs), min(end for _, end in runs))

    def reach(self, number: int) -> range:
        """From the first to the last cell that a block can cover."""
        runs = self.runs[number]
        if not runs:
            return range(0)
        return range(min(start for start, _ in runs), max(end for _, end in runs))

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
        """Neighbouring cells that may have a colour, as long as there are any."""
        return self._groups([self.may_be(cell, colour) for cell in range(self.length)])

    def painted(self, colour: int) -> list[Run]:
        """Neighbouring cells that are known to have a colour."""
        return self._groups([mask == 1 << colour for mask in self.masks])

    def _groups(self, flags: list[bool]) -> list[Run]:
        found: list[Run] = []
        for cell, flag in enumerate(flags):
            if flag and found and found[-1][1] == cell:
                found[-1] = found[-1][0], cell + 1
            elif flag:
                found.append((cell, cell + 1))
        return found

    @cached_property
    def _room(self) -> dict[int, list[int]]:
        """For every colour and cell, how many cells from there on may have the colour."""
        room = {}
        for colour in {block.colour for block in self.clue}:
            cells = [0] * (self.length + 1)
            for cell in reversed(range(self.length)):
                if self.may_be(cell, colour):
                    cells[cell] = cells[cell + 1] + 1
            room[colour] = cells
        return room

    def _stops(self, number: int, start: int) -> range:
        """Where a block that starts there can end, as far as its own cells tell."""
        block = self.clue[number]
        room = self._room[block.colour][start]
        if block.length is None:
            return range(start + 1, start + room + 1)
        return range(start + block.length, start + block.length + (room >= block.length))

    def _needs_gap(self, number: int) -> bool:
        """A block and the one after it have the same colour."""
        return self.clue[number].colour == self.clue[number + 1].colour

    def _starts(self) -> list[list[bool]]:
        """For every block and cell: may it start there, as far as the cells before tell?"""
        settled = self._blanks_before([True] + [False] * self.length)
        found = []
        for number in range(len(self.clue)):
            if number and self._needs_gap(number - 1):
                settled_with_gap = [False] * (self.length + 1)
                for cell in range(self.length):
                    settled_with_gap[cell + 1] = settled[cell] and self.may_be(cell, 0)
                settled = settled_with_gap
            found.append(settled)
            after = [False] * (self.length + 1)
            for start in range(self.length):
                if settled[start]:
                    for end in self._stops(number, start):
                        after[end] = True
            settled = self._blanks_before(after)
        return found

    def _blanks_before(self, at: list[bool]) -> list[bool]:
        for cell in range(self.length):
            at[cell + 1] = at[cell + 1] or (at[cell] and self.may_be(cell, 0))
        return at

    def _ends(self) -> list[list[bool]]:
        """For every block and cell: may it end before that, as far as the cells after tell?"""
        settled = self._blanks_after([False] * self.length + [True])
        found = []
        for number in reversed(range(len(self.clue))):
            if number + 1 < len(self.clue) and self._needs_gap(number):
                settled = [
                    self.may_be(cell, 0) and settled[cell + 1] for cell in range(self.length)
                ] + [False]
            found.append(settled)
            before = [
                any(settled[end] for end in self._stops(number, start))
                for start in range(self.length)
            ] + [False]
            settled = self._blanks_after(before)
        return found[::-1]

    def _blanks_after(self, at: list[bool]) -> list[bool]:
        for cell in reversed(range(self.length)):
            at[cell] = at[cell] or (at[cell + 1] and self.may_be(cell, 0))
        return at
