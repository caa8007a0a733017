"""The slips of somebody who types clues, undone: every clue that one slip may have been meant as.

A slip happens in one line. Which slips can explain that a puzzle has no solution is first seen from
sums: rows and columns must agree on the cells of every colour.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..model.clue import Block, Clue, Line, minimal_length
from ..model.puzzle import Puzzle

#: The kinds of slips, the simplest to undo first.
KINDS = (
    "one shorter",
    "one longer",
    "digits swapped",
    "comma lost",
    "comma too many",
    "blocks swapped",
    "wrong colour",
    "block missing",
    "block too many",
    "wrong length",
)


def alternatives(clue: Clue, length: int, colours: int) -> Iterator[tuple[str, Clue]]:
    """Every clue that one slip may have turned into this one, each once, the simplest slip first.

    Args:
        clue: the clue as it stands.
        length: cells of the line.
        colours: number of block colours.

    Yields the kind of the slip and the clue that was meant.

    >>> kinds = {kind for kind, _ in alternatives((Block(12), Block(1)), 30, 1)}
    >>> sorted(set(KINDS) - kinds)
    ['comma too many', 'wrong colour']
    """
    seen = {clue}
    slips = list(_slips(clue, length, colours))
    for kind, meant, _ in sorted(slips, key=lambda slip: (KINDS.index(slip[0]), slip[2])):
        if meant not in seen and minimal_length(meant) <= length:
            seen.add(meant)
            yield kind, meant


def _slips(clue: Clue, length: int, colours: int) -> Iterator[tuple[str, Clue, int]]:
    for number, block in enumerate(clue):
        before, after = clue[:number], clue[number + 1 :]
        yield "block too many", before + after, number
        for colour in range(1, colours + 1):
            if colour != block.colour:
                yield "wrong colour", (*before, Block(block.length, colour), *after), number
        if block.length is None:
            continue
        for other in range(1, length + 1):
            kind = {block.length - 1: "one longer", block.length + 1: "one shorter"}.get(other)
            # The name tells what was typed: a block that is one longer than it should be.
            yield kind or "wrong length", (*before, Block(other, block.colour), *after), number
        digits = str(block.length)
        for at in range(1, len(digits)):
            swapped = digits[: at - 1] + digits[at] + digits[at - 1] + digits[at + 1 :]
            if swapped[0] != "0":
                meant = Block(int(swapped), block.colour)
                yield "digits swapped", (*before, meant, *after), number
            if digits[at] != "0":
                parts = (Block(int(part), block.colour) for part in (digits[:at], digits[at:]))
                yield "comma lost", (*before, *parts, *after), number
    for number, (one, two) in enumerate(pairwise(clue)):
        before, after = clue[:number], clue[number + 2 :]
        yield "blocks swapped", (*before, two, one, *after), number
        if one.length and two.length and one.colour == two.colour:
            joined = int(f"{one.length}{two.length}")
            if joined <= length:
                yield "comma too many", (*before, Block(joined, one.colour), *after), number
    for number in range(len(clue) + 1):
        for colour in range(1, colours + 1):
            for size in range(1, length + 1):
                more = (*clue[:number], Block(size, colour), *clue[number:])
                yield "block missing", more, number


class Sums:
    """Whether rows and columns agree on the cells of every colour, for one changed clue."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._colours = len(puzzle.colours)
        clues = {"row": puzzle.rows, "column": puzzle.columns}
        self._least = {
            axis: [sum(column) for column in zip(*(self._cells(c) for c in side), strict=True)]
            for axis, side in clues.items()
        }
        self._open = {
            axis: [sum(column) for column in zip(*(self._spare(c) for c in side), strict=True)]
            for axis, side in clues.items()
        }
        self._puzzle = puzzle

    def agree(self, line: Line, meant: Clue) -> bool:
        """Whether they can agree with another clue for a line."""
        now = self._puzzle.clue(line)
        other = "column" if line.is_row else "row"
        for colour, (old, new, old_open, new_open) in enumerate(
            zip(
                self._cells(now),
                self._cells(meant),
                self._spare(now),
                self._spare(meant),
                strict=True,
            )
        ):
            here = self._least[line.axis][colour] - old + new
            there = self._least[other][colour]
            is_open = self._open[line.axis][colour] - old_open + new_open
            if (here > there and not self._open[other][colour]) or (there > here and not is_open):
                return False
        return True

    def _cells(self, clue: Clue | None) -> list[int]:
        """Cells of each colour that a clue needs at least."""
        cells = [0] * self._colours
        for block in clue or ():
            cells[block.colour] += block.length or 1
        return cells

    def _spare(self, clue: Clue | None) -> list[int]:
        """For each colour, whether a clue may need more."""
        if clue is None:
            return [1] * self._colours
        spare = [0] * self._colours
        for block in clue:
            spare[block.colour] |= block.length is None
        return spare
