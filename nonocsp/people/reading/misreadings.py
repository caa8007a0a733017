"""What a clue may have been before it was misread or mistyped: the graph of all typos in it.

Any of the typos in `clue_errors` may have happened at any place, several in one clue too.

Rates of misreading are those of the trial behind it: of a hundred numbers some are wrong; of these
six in ten have a wrong digit, and one in ten each lost a digit, was left out, runs into its
neighbour, or was split in two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from ...core import Block, Clue, Puzzle, PuzzleError, checked, mirrored
from .clue_errors import CLUE_KINDS, NEIGHBOUR, wrong_numbers
from .doubtful import Arc, Doubtful, DoubtfulClue

#: What one more typo costs when people type, in bits, beside its kind.
EVERY_TYPO = 4.0

#: A place in a clue, see `_Typos`; in their order, arcs lead to later ones.
_Place: TypeAlias = tuple[int, ...]


@checked
def misread(puzzle: Puzzle, rate: float = 0.02) -> Doubtful:
    """A puzzle in which each number may be wrong.

    Args:
        puzzle: the puzzle as it was read; a line without a clue may have any clue.
        rate: the share of numbers that are wrong, above 0.

    Raises:
        OptionError: the share is out of range.
        PuzzleError: blocks of unknown length, stars or joints.

    >>> from nonocsp.people.reading import decipher
    >>> picture = ["#####", "#___#", "#_#_#", "#___#", "###_#"]
    >>> right = Puzzle.from_picture(picture)
    >>> read = Puzzle([[5], [1, 7], *right.rows[2:]], right.columns)
    >>> print(decipher(misread(read)))
    row 2: 1 7 was read, 1 1 fits
    """
    if any(not is_plain(clue or ()) for clue in puzzle.clues):
        raise PuzzleError("expected clues of numbers alone")
    shares = {name: rate * kind.misread for name, kind in CLUE_KINDS.items() if kind.misread}
    costs = {name: -math.log(share) for name, share in shares.items()}

    def readings(clue: Clue | None, cells: int) -> DoubtfulClue:
        every = {**costs, "wrong length": costs["wrong length"] + math.log(cells)}
        return _Typos(clue or (), cells, puzzle.block_colours, every).clue()

    lines = zip(puzzle.lines, puzzle.clues, strict=True)
    clues = [readings(clue, puzzle.length(line)) for line, clue in lines]
    return Doubtful(puzzle.board, tuple(clues), puzzle.colours)


@checked
def mistyped(puzzle: Puzzle, every: float = EVERY_TYPO) -> Doubtful:
    """A puzzle whose clues may have any typo of `CLUE_KINDS`, or be that of a neighbouring line. A
    clue that is not of numbers alone counts as absent: any may be meant.

    Args:
        puzzle: the puzzle as it was typed.
        every: cost of each typo in bits, besides that of its kind; 0 to 500.

    Raises:
        OptionError: the cost is out of range.

    >>> clue = mistyped(Puzzle([[12], [1]], [[1], [1]])).clues[0]
    >>> clue.cost([Block(1), Block(2)]) == (2 + EVERY_TYPO) * math.log(2)
    True
    """
    typed = list(zip(puzzle.lines, puzzle.clues, strict=True))
    again = {
        line
        for (one, clue), (two, other) in pairwise(typed)
        if one.axis == two.axis and clue == other
        for line in (one, two)
    }
    colours = puzzle.block_colours
    clues = [
        _mistyped(clue, puzzle.length(line), colours, every, line in again) for line, clue in typed
    ]
    return Doubtful(puzzle.board, tuple(clues), puzzle.colours)


@lru_cache(maxsize=1 << 9)
def _mistyped(
    clue: Clue | None, cells: int, colours: int, every: float, is_again: bool
) -> DoubtfulClue:
    if clue is None or not is_plain(clue):
        return _any(cells, colours)
    nats = math.log(2)
    costs = {name: (kind.cost + every) * nats for name, kind in CLUE_KINDS.items()}
    found = _Typos(clue, cells, colours, costs).clue()
    return _or_any(found, cells, colours, (NEIGHBOUR.cost + every) * nats) if is_again else found


def is_plain(clue: Clue) -> bool:
    """Whether a clue is of numbers alone: no unknown lengths, stars or joints."""
    return not any(block.length is None or block.joint for block in clue)


def _any(cells: int, colours: int) -> DoubtfulClue:
    """Any blocks at no cost."""
    most = cells if colours > 1 else (cells + 1) // 2
    arcs = []
    for node in range(most):
        arcs.append(Arc(node, most, 0, 0, 0.0))
        for length in range(1, cells - node + 1):
            arcs += [Arc(node, node + 1, length, colour, 0.0) for colour in range(1, colours + 1)]
    return DoubtfulClue(most + 1, tuple(arcs))


def _or_any(clue: DoubtfulClue, cells: int, colours: int, cost: float) -> DoubtfulClue:
    """A clue in doubt, or any other at a cost."""
    other = _any(cells, colours)
    inside, end = clue.nodes - 2, clue.nodes + other.nodes - 3
    arcs = [arc._replace(end=end) if arc.end == clue.nodes - 1 else arc for arc in clue.arcs]
    arcs += [
        Arc(
            start and inside + start,
            end if stop == other.nodes - 1 else inside + stop,
            length,
            colour,
            0.0 if start else cost,
        )
        for start, stop, length, colour, _ in other.arcs
    ]
    return DoubtfulClue(end + 1, tuple(sorted(arcs)))


class _Typos:
    """A clue and all that it may have been.

    Before block i are the places (i, 0) and, behind a block that may have been left out, (i, 1);
    (i, 2) stands between the halves of a block that may have been two. Those with a third number
    are inside pairs of blocks that belong together.

    Args:
        clue, cells: the clue, and the length of its line.
        colours: the number of block colours.
        costs: what each kind of typo costs, in nats; others did not happen.
    """

    def __init__(self, clue: Clue, cells: int, colours: int, costs: Mapping[str, float]) -> None:
        self._clue, self._cells, self._colours, self._costs = clue, cells, colours, costs
        blocks = range(len(clue))
        self._places: set[_Place] = {(number, part) for number in blocks for part in range(3)}
        self._places |= {(len(clue), 0), (len(clue), 1)}
        self._arcs: list[tuple[_Place, _Place, int, int, float]] = []

    def clue(self) -> DoubtfulClue:
        """The graph."""
        self._left_out()
        for number, block in enumerate(self._clue):
            self._number(number, block)
            self._parts(number, block)
        for number, pair in enumerate(pairwise(self._clue)):
            self._pair(number, *pair)
        if len(self._clue) > 2:
            self._path("clue reversed", (0, 0), (len(self._clue), 1), *mirrored(self._clue))
        numbers = {place: number for number, place in enumerate(sorted(self._places))}
        arcs = sorted(
            Arc(numbers[start], numbers[end], length, colour, cost)
            for start, end, length, colour, cost in self._arcs
        )
        return DoubtfulClue(len(numbers), tuple(arcs))

    def _arc(self, start: _Place, end: _Place, length: int, colour: int, cost: float) -> None:
        self._arcs.append((start, end, length, colour, cost))

    def _path(self, kind: str, start: _Place, end: _Place, *blocks: Block) -> None:
        """Blocks that were meant by a typo, one behind the other."""
        if kind not in self._costs or any((b.length or 0) > self._cells for b in blocks):
            return
        cost = self._costs[kind]
        first = len(self._places)
        inside = [(*start, first + number) for number in range(len(blocks) - 1)]
        self._places.update(inside)
        for one, two, block in zip((start, *inside), (*inside, end), blocks, strict=True):
            self._arc(one, two, block.length or 0, block.colour, cost)
            cost = 0.0

    def _left_out(self) -> None:
        for number in range(len(self._clue) + 1):
            here, after = (number, 0), (number, 1)
            self._arc(here, after, 0, 0, 0.0)
            for length in range(1, self._cells + 1):
                # Short blocks are more frequent, about as the inverse square.
                rarity = 0.5 + 2 * math.log(length) + math.log(self._colours)
                for colour in range(1, self._colours + 1):
                    self._arc(here, after, length, colour, self._costs["block missing"] + rarity)

    def _number(self, number: int, block: Block) -> None:
        here, after, read = (number, 1), (number + 1, 0), block.length or 0
        is_double = number > 0 and self._clue[number - 1] == block
        kinds = ["block too many", *(["block doubled"] if is_double else [])]
        self._arc(here, after, 0, 0, self._least(kinds))
        for length in range(1, self._cells + 1):
            self._arc(
                here,
                after,
                length,
                block.colour,
                0.0 if length == read else self._least(wrong_numbers(read, length)),
            )
        if read > self._cells:  # it fits nowhere, and was read all the same
            self._arc(here, after, read, block.colour, 0.0)
        for colour in range(1, self._colours + 1):
            if colour != block.colour:
                self._path("wrong colour", here, after, Block(read, colour))

    def _least(self, kinds: Iterable[str]) -> float:
        return min(self._costs.get(kind, math.inf) for kind in kinds)

    def _parts(self, number: int, block: Block) -> None:
        """Two blocks for one that was read."""
        here, between, after = (number, 1), (number, 2), (number + 1, 0)
        text, colour = str(block.length), block.colour
        for at in range(1, len(text)):
            if text[at] != "0":
                self._arc(here, between, int(text[:at]), colour, self._costs["lost space"])
                self._arc(between, after, int(text[at:]), colour, 0.0)
        whole = block.length or 0
        for one in range(max(1, whole - self._cells), min(whole - 1, self._cells) + 1):
            self._path("blocks joined", here, after, Block(one, colour), Block(whole - one, colour))

    def _pair(self, number: int, one: Block, two: Block) -> None:
        """One block for two that were read, or the two in the other order."""
        here, after = (number, 1), (number + 2, 0)
        if one != two:
            self._path("blocks swapped", here, after, two, one)
        if one.colour != two.colour:
            return
        whole = int(f"{one.length}{two.length}")
        if whole <= self._cells:
            self._arc(here, after, whole, one.colour, self._costs["extra space"])
        together = (one.length or 0) + (two.length or 0)
        if together <= self._cells:
            self._path("block split", here, after, Block(together, one.colour))
