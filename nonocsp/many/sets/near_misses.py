"""Puzzles without a solution, or with several, made from one that has one.

A near miss differs in one clue. Its line has as many cells of each colour as before, so that no
sum of the clues gives the change away.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from ...core import Block, Clue, Line, Puzzle, minimal_length, shared_block
from ...people.generation.rng import Rng


def near_misses(puzzle: Puzzle, rng: Rng) -> Iterator[tuple[Line, Puzzle]]:
    """Every puzzle that differs from this one in one clue, by a small change, in random order.

    A small change moves a cell from one block to another of its colour, exchanges two neighbouring
    blocks, cuts a block in two, or joins two blocks. Verdicts are not looked at.

    Args:
        puzzle: a puzzle whose clues are all known.
        rng: chooses the order.

    >>> puzzle = Puzzle([[3, 1]], [[1], [1], [1], [], [1]])
    >>> others = [other.rows[0] for _, other in near_misses(puzzle, Rng(1))]
    >>> sorted([block.length for block in clue] for clue in others)
    [[1, 3], [2, 2], [4]]
    """
    changed = [
        (line, clue)
        for line, old in zip(puzzle.lines, puzzle.clues, strict=True)
        for clue in dict.fromkeys(_changes(old or ()))
        if clue != old and minimal_length(clue) <= puzzle.length(line)
    ]
    rng.shuffle(changed)
    for line, clue in changed:
        clues = list(puzzle.clues)
        clues[puzzle.board.index(line)] = clue
        blank, *colours = puzzle.colours
        yield line, Puzzle.on(puzzle.board, clues, colours, blank=blank)


def _changes(clue: Clue) -> Iterator[Clue]:
    for giver, taker in permutations(range(len(clue)), 2):
        if clue[giver].colour == clue[taker].colour and _size(clue[giver]) > 1:
            blocks = list(clue)
            blocks[giver] = _resized(clue[giver], _size(clue[giver]) - 1)
            blocks[taker] = _resized(clue[taker], _size(clue[taker]) + 1)
            yield tuple(blocks)
    for at in range(len(clue)):
        before, block, after = clue[:at], clue[at], clue[at + 1 :]
        for first in range(1, _size(block)):
            parts = _resized(block, first), _resized(block, _size(block) - first)
            yield (*before, *parts, *after)
        if after:
            yield (*before, after[0], block, *after[1:])
            if after[0].colour == block.colour:
                yield (*before, _resized(block, _size(block) + _size(after[0])), *after[1:])


def _size(block: Block) -> int:
    return block.length or 0


def _resized(block: Block, length: int) -> Block:
    return shared_block(length, block.colour, block.joint)
