"""What a clue may have been before it was misread or mistyped: a confusion table of numbers.

Rates are those of the trial behind it: of a hundred numbers some are wrong; of these six in ten
have a wrong digit, and one in ten each lost a digit, was left out, runs into its neighbour, or was
split in two.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from ..common.errors import PuzzleError
from ..model.clue import Clue
from ..model.puzzle import Puzzle
from .doubtful import Arc, Doubtful, DoubtfulClue


def misread(puzzle: Puzzle, rate: float = 0.02) -> Doubtful:
    """A puzzle of which each number may be wrong.

    Args:
        puzzle: the puzzle as it was read; a line without a clue may have any.
        rate: the share of numbers that are wrong.

    Raises:
        PuzzleError: blocks of unknown length, stars or joints.

    >>> from nonocsp.reading import decipher
    >>> picture = ["#####", "#___#", "#_#_#", "#___#", "###_#"]
    >>> right = Puzzle.from_picture(picture)
    >>> read = Puzzle([[5], [1, 7], *right.rows[2:]], right.columns)
    >>> print(decipher(misread(read)))
    row 2: 1 7 was read, 1 1 fits
    """
    if any(b.length is None or b.is_star or b.joint for clue in puzzle.clues for b in clue or ()):
        raise PuzzleError("expected clues of numbers alone")
    clues = [
        _Misread(clue or (), puzzle.length(line), puzzle.block_colours, rate).clue()
        for line, clue in zip(puzzle.lines, puzzle.clues, strict=True)
    ]
    return Doubtful(puzzle.board, tuple(clues), puzzle.colours)


class _Misread:
    """A clue and what it may have been.

    Before block i are node 3 i and, behind a block that may have been left out, node 3 i + 1; node
    3 i + 2 stands between the halves of a block that may have been two.
    """

    def __init__(self, blocks: Clue, cells: int, colours: int, rate: float) -> None:
        self._blocks, self._cells, self._colours = blocks, cells, colours
        self._digit = -math.log(rate * 0.6 / 9)
        self._lost = -math.log(rate * 0.1 / 10)
        self._once = -math.log(rate * 0.1)
        self._any = -math.log(rate * 0.01 / cells)

    def clue(self) -> DoubtfulClue:
        arcs = [*self._left_out(), *self._numbers(), *self._parts()]
        return DoubtfulClue(3 * len(self._blocks) + 2, tuple(sorted(arcs)))

    def _left_out(self) -> Iterator[Arc]:
        for number in range(len(self._blocks) + 1):
            node = 3 * number
            yield Arc(node, node + 1, 0, 0, 0.0)
            for length in range(1, self._cells + 1):
                # Short blocks are more frequent, about as the inverse square.
                cost = self._once + 0.5 + 2 * math.log(length) + math.log(self._colours)
                for colour in range(1, self._colours + 1):
                    yield Arc(node, node + 1, length, colour, cost)

    def _numbers(self) -> Iterator[Arc]:
        for number, block in enumerate(self._blocks):
            node, read = 3 * number + 1, str(block.length)
            yield Arc(node, node + 2, 0, 0, self._once)
            for length in range(1, self._cells + 1):
                cost = self._cost(read, str(length))
                yield Arc(node, node + 2, length, block.colour, cost)
            if int(read) > self._cells:  # it fits nowhere, and was read all the same
                yield Arc(node, node + 2, int(read), block.colour, 0.0)

    def _cost(self, read: str, meant: str) -> float:
        if read == meant:
            return 0.0
        if len(read) == len(meant) and sum(map(str.__ne__, read, meant)) == 1:
            return self._digit
        if abs(len(read) - len(meant)) == 1:
            longer, shorter = (meant, read) if len(meant) > len(read) else (read, meant)
            if any(longer[:at] + longer[at + 1 :] == shorter for at in range(len(longer))):
                return self._lost
        return self._any

    def _parts(self) -> Iterator[Arc]:
        """Two blocks for one that was read, and one for two."""
        for number, block in enumerate(self._blocks):
            node, read = 3 * number + 1, str(block.length)
            for at in range(1, len(read)):
                if read[at] != "0":
                    yield Arc(node, node + 1, int(read[:at]), block.colour, self._once)
                    yield Arc(node + 1, node + 2, int(read[at:]), block.colour, 0.0)
            for other in self._blocks[number + 1 : number + 2]:
                whole = int(f"{read}{other.length}")
                if whole <= self._cells and other.colour == block.colour:
                    yield Arc(node, node + 5, whole, block.colour, self._once)
