"""Clues and boards as people type them; `nonocsp.files.loose.typed` reads a clue.

Numbers separated by blanks or commas; nothing or ``0`` for a blank line; ``?`` for a block of
unknown length; ``*`` for any number of further blocks, by itself for an absent clue. A colour
follows its length: ``3r`` or ``3red``, with hyphens where its name has blanks. A ``+`` before a
block attaches it to the one before; ``~`` says that no blank is needed between them
(`nonocsp.core.model.clue.Joint`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from ..base.errors import NonocspError, quoted
from .board import Board
from .boards import BOARDS
from .clue import Joint

_STAR = "*"

#: The longest side of a triddler or a hexagon that is typed: up to a quarter of a million cells.
MOST_SIDE = 200
JOINTS: dict[str, Joint | None] = {"": None, "+": "attached", "~": "loose"}
_MARKS = {joint: mark for mark, joint in JOINTS.items()}


class EntryError(NonocspError, ValueError):
    """Typed text that is not valid, with what was expected."""


def clues_text(puzzle: Any) -> str:
    """The clues of a puzzle as they are typed, a line each below the names of the directions."""
    text: list[str] = []
    palette = puzzle.colours
    for line in puzzle.board.clued:
        clue = puzzle.clue(line)
        if line.index == 0:
            is_named = line.axis in ("row", "column")
            text.append(f"{line.axis}s:" if is_named else f"direction {line.axis}:")
        words = [
            f"{mark_of(block.joint)}{block}"
            + (
                palette[block.colour].name.replace(" ", "-")
                if len(palette) > 2 and not block.is_star
                else ""
            )
            for block in clue or ()
        ]
        text.append(_STAR if clue is None else " ".join(words) or "0")
    return "\n".join(text)


def mark_of(joint: Joint | None = None) -> str:
    """What is typed before a block for its joint."""
    return _MARKS[joint]


def typed_board(kind: str, words: Sequence[str]) -> Board:
    """The triddler or hexagon whose sides a person typed: one length for all, or four or six.

    Raises:
        EntryError: they are not such numbers, or too large.
        PuzzleError: they do not close.

    >>> print(typed_board("hexagon", ["3,4,5,4"]))
    hexagon with sides of 3, 4, 5, 4, 3, 6
    """
    sides = ",".join(words).split(",")
    if len(sides) not in (1, 4, 6) or not all(re.fullmatch("[0-9]{1,5}", side) for side in sides):
        shown = quoted(" ".join(words))
        raise EntryError(f"expected the length of one, four or six sides, not {shown}")
    a, b, c, d, *others = [int(side) for side in sides * (6 if len(sides) == 1 else 1)]
    if (most := max(a, b, c, d, *others)) > MOST_SIDE:
        raise EntryError(f"a side is at most {MOST_SIDE} here, not {most}")
    if not others:
        others = [a + b - d, c + d - a]
        if (least := min(others)) < 0:
            raise EntryError(
                f"sides of {a}, {b}, {c}, {d} do not close: one of the others is {least}"
            )
    make: Callable[..., Board] = BOARDS[kind]
    return make(a, b, c, d, *others)
