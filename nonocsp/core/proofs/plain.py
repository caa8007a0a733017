"""The plain programs as the package uses them, and `plain`, the puzzle that they take."""

from __future__ import annotations

from typing import Any

from ..base.errors import PuzzleError
from ..model.puzzle import Puzzle
from . import board_checker, checker as untyped, clause_checker, lrat_checker

# They have no annotations.
checker: Any = untyped
boards: Any = board_checker
clause: Any = clause_checker
lrat: Any = lrat_checker


def plain(puzzle: Puzzle) -> Any:
    """A puzzle on any board, for the checker: colours in the order of first use, length 0 unknown.

    >>> plain(Puzzle([[2, "?"]], [None])).clues
    [[(2, 1), (0, 1)], None]
    """
    order = puzzle.colours_by_use()
    clues = [
        clue
        and [
            (block.code, order.index(block.colour), *filter(None, [block.joint])) for block in clue
        ]
        for clue in puzzle.clues
    ]
    board = puzzle.board.key
    lines = (checker.rectangle if puzzle.board.table else boards.directions)(*board)
    found = checker.Puzzle(board, puzzle.block_colours, clues, *lines)
    if checker.fingerprint(found) != puzzle.fingerprint():
        raise PuzzleError("the puzzle has another fingerprint")  # a mistake in this package
    return found
