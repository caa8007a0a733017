"""The plain checker as the package uses it: `checker`, and `plain`, the puzzle that it takes."""

from __future__ import annotations

from typing import Any

from ..common.errors import PuzzleError
from ..model.board import require_rectangle
from ..model.puzzle import Puzzle
from . import checker as untyped

#: `nonocsp.proofs.checker`, which has no annotations.
checker: Any = untyped


def require_plain(puzzle: Puzzle) -> None:
    """Raise `PuzzleError` for what the rules of proofs do not know: other boards, and joints."""
    require_rectangle(puzzle.board, "proofs")
    for line in puzzle.lines:
        if any(block.joint for block in puzzle.clue(line) or ()):
            problem = "proofs know no blocks that are attached or loose"
            raise PuzzleError(problem, line=str(line))


def plain(puzzle: Puzzle) -> Any:
    """A puzzle as the checker reads it: colours in the order of their first use, length 0 unknown.

    >>> plain(Puzzle([[2, "?"]], [None])).clues
    [[(2, 1), (0, 1)], None]
    """
    require_plain(puzzle)
    order = puzzle.colours_by_use()
    clues = [
        clue and [(block.length or 0, order.index(block.colour)) for block in clue]
        for clue in puzzle.clues
    ]
    found = checker.Puzzle(*puzzle.shape, puzzle.block_colours, clues)
    if checker.fingerprint(found) != puzzle.fingerprint():
        raise PuzzleError("the puzzle has another fingerprint")  # a mistake in this package
    return found
