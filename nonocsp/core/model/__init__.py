"""What a puzzle is: colours, clues, puzzles, grids and pictures.

The words of the field, one each, used everywhere in this package:

- *puzzle*: a board with one clue a line.
- *line*: a row or a column; on other boards a row of cells in any of its directions. *Cell*: a
  square, a triangle, a hexagon or any polygon; *crossing*: the cell that two lines share.
- *clue*: the blocks of a line, in order. *Block*: a run of cells of one colour, with its length.
- *colour*: a number; 0 is blank. Two neighbouring blocks of the same colour are kept apart by at
  least one blank, unless they are joined; blocks of different colours may touch.
- *placement*: one way to lay all blocks of a clue in its line. *Domain*: the placements still
  possible. *Candidates*: the colours still possible in a cell.
- *picture*: every cell decided. *Solution*: a picture that satisfies every clue.

A block's length may be unknown (it is at least 1), and a clue may be absent (no constraint at all).
A *star* in a clue stands for any number of blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..base import lazy_room

if TYPE_CHECKING:
    from .board import Board
    from .boards import board_of_dict
    from .clue import clue_of, minimal_length, satisfies
    from .colours import Triangle
    from .custom_board import BoardError
    from .problems import Problem
else:
    __getattr__, __dir__ = lazy_room(
        __name__,
        {
            "board": "Board",
            "boards": "board_of_dict",
            "clue": "clue_of minimal_length satisfies",
            "colours": "Triangle",
            "custom_board": "BoardError",
            "problems": "Problem",
        },
    )

__all__ = [
    "Board",
    "BoardError",
    "Problem",
    "Triangle",
    "board_of_dict",
    "clue_of",
    "minimal_length",
    "satisfies",
]
