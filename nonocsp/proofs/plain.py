"""The plain checker as the package uses it: `checker`, and `plain`, the puzzle that it takes."""

from __future__ import annotations

from typing import Any

from ..common.errors import PuzzleError
from ..model.board import Rectangle, require_rectangle
from ..model.puzzle import Puzzle
from . import board_checker
from . import checker as untyped

#: `nonocsp.proofs.checker`, which has no annotations.
checker: Any = untyped
boards: Any = board_checker


def require_plain(puzzle: Puzzle) -> None:
    """Raise `PuzzleError` for what the kernel's proofs do not know: other boards, and joints."""
    require_rectangle(puzzle.board, "proofs")
    _require_no_joints(puzzle)


def _require_no_joints(puzzle: Puzzle) -> None:
    for line in puzzle.lines:
        if any(block.joint for block in puzzle.clue(line) or ()):
            problem = "proofs know no blocks that are attached or loose"
            raise PuzzleError(problem, line=str(line))


def plain(puzzle: Puzzle) -> Any:
    """A puzzle on any board, for the checker: colours in the order of first use, length 0 unknown.

    >>> plain(Puzzle([[2, "?"]], [None])).clues
    [[(2, 1), (0, 1)], None]
    """
    _require_no_joints(puzzle)
    order = puzzle.colours_by_use()
    clues = [
        clue and [(block.length or 0, order.index(block.colour)) for block in clue]
        for clue in puzzle.clues
    ]
    board: tuple[Any, ...] = puzzle.board.sizes
    if isinstance(puzzle.board, Rectangle):
        lines = checker.rectangle(*board)
    else:
        board = puzzle.board.kind, *board
        lines = boards.directions(board)
    found = checker.Puzzle(board, puzzle.block_colours, clues, *lines)
    if checker.fingerprint(found) != puzzle.fingerprint():
        raise PuzzleError("the puzzle has another fingerprint")  # a mistake in this package
    return found
