"""Slips in typing clues: every clue that one error may have turned into a given one.

An error happens in one line. Sums decide quickly which errors can explain that a puzzle has no
solution: rows and columns must agree on the number of cells of every colour.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from ..model.clue import Block, Clue, minimal_length
from ..model.line import Line
from ..model.puzzle import Puzzle

#: The kinds of errors, the simplest first.
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


def alternatives(clue: Clue, length: int, block_colours: int) -> Iterator[tuple[str, Clue]]:
    """Every clue that one error may have turned into this one, each once, the simplest error first.

    Args:
        clue: the clue as it was typed.
        length: cells of the line.
        block_colours: number of block colours.

    Yields the kind of the error and the clue that was meant.

    >>> kinds = {kind for kind, _ in alternatives((Block(12), Block(1)), 30, 1)}
    >>> sorted(set(KINDS) - kinds)
    ['comma too many', 'wrong colour']
    """
    seen = {clue}
    errors = list(_clue_errors(clue, length, block_colours))
    for kind, meant, _ in sorted(errors, key=lambda error: (KINDS.index(error[0]), error[2])):
        if meant not in seen and minimal_length(meant) <= length:
            seen.add(meant)
            yield kind, meant


def _clue_errors(clue: Clue, length: int, block_colours: int) -> Iterator[tuple[str, Clue, int]]:
    for number, block in enumerate(clue):
        before, after = clue[:number], clue[number + 1 :]
        yield "block too many", before + after, number
        for colour in range(1, block_colours + 1):
            if colour != block.colour:
                yield "wrong colour", (*before, Block(block.length, colour), *after), number
        if block.length is None:
            continue
        for other in range(1, length + 1):
            kind = {block.length - 1: "one longer", block.length + 1: "one shorter"}.get(other)
            # The name describes what was typed: a block that is one longer than meant.
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
        for colour in range(1, block_colours + 1):
            for size in range(1, length + 1):
                more = (*clue[:number], Block(size, colour), *clue[number:])
                yield "block missing", more, number


class Sums:
    """Whether rows and columns can agree on the number of cells of every colour.

    For each colour each side needs a least number of cells; an absent clue or a block of unknown
    length may need more.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        sides = (puzzle.rows, puzzle.columns)
        self._needs = [sum(map(self._need, side), Counter[int]()) for side in sides]
        self._spare = [sum(map(self._slack, side), Counter[int]()) for side in sides]

    def agree(self, line: Line, meant: Clue) -> bool:
        """Whether they can agree with another clue for a line."""
        here, there = (0, 1) if line.is_row else (1, 0)
        now = self._puzzle.clue(line)
        for colour in range(1, self._puzzle.block_colours + 1):
            changed = self._need(meant)[colour] - self._need(now)[colour]
            excess = self._needs[here][colour] + changed - self._needs[there][colour]
            spare = self._slack(meant)[colour] - self._slack(now)[colour]
            if excess > 0 and not self._spare[there][colour]:
                return False
            if excess < 0 and not self._spare[here][colour] + spare:
                return False
        return True

    def _need(self, clue: Clue | None) -> Counter[int]:
        """Cells of each colour that a clue needs at least."""
        cells: Counter[int] = Counter()
        for block in clue or ():
            cells[block.colour] += block.length or 1
        return cells

    def _slack(self, clue: Clue | None) -> Counter[int]:
        """The colours of which a clue may need more."""
        if clue is None:
            return Counter(range(1, self._puzzle.block_colours + 1))
        return Counter({block.colour for block in clue if block.length is None})
