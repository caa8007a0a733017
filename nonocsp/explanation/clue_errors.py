"""Slips in typing clues: every clue that one error may have turned into a given one.

An error happens in one line. Sums decide quickly which errors can explain that a puzzle has no
solution: rows and columns must agree on the number of cells of every colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from ..model.clue import Block, Clue, minimal_length
from ..model.line import Line
from ..model.problems import cells_needed
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


def sums_can_agree(puzzle: Puzzle, line: Line) -> Callable[[Clue], bool]:
    """A function of another clue for a line: whether rows and columns can then agree on the number
    of cells of every colour."""
    rows, columns = list(puzzle.rows), list(puzzle.columns)
    here, there = (rows, columns) if line.is_row else (columns, rows)
    del here[line.index]
    sums = [
        (colour, *cells_needed(here, colour), *cells_needed(there, colour))
        for colour in range(1, puzzle.block_colours + 1)
    ]

    def agree(meant: Clue) -> bool:
        for colour, others, others_open, crossing, crossing_open in sums:
            cells, is_open = cells_needed([meant], colour)
            excess = others + cells - crossing
            if excess and not (crossing_open if excess > 0 else others_open or is_open):
                return False
        return True

    return agree
