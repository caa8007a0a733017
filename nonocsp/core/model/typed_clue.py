"""Clues and boards as people type them.

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

from ..base.errors import NonocspError, counted, excerpt, quoted
from .board import Board
from .boards import BOARDS
from .clue import STAR, Block, BlockLike, Joint, minimal_length
from .colours import STANDARD, Colour
from .line import Line

_WORD = re.compile(r"([+~]?)(\d+|\?)(.*)")
_STAR = "*"
_GIMMICK = re.compile(
    r"[≥>≤<][= ]*[0-9]+|[0-9]+(?:\+|[-/][0-9]+)|[0-9]+\s?(?:\.\.|\bor\b)\s?[0-9]+"
)

#: The longest side of a triddler or a hexagon that is typed: up to a quarter of a million cells.
MOST_SIDE = 200
_JOINTS: dict[str, Joint | None] = {"": None, "+": "attached", "~": "loose"}
_MARKS = {joint: mark for mark, joint in _JOINTS.items()}


class EntryError(NonocspError, ValueError):
    """Typed text that is not valid, with what was expected."""


def typed_clue(
    text: str, line: Line, length: int | None = None, palette: Sequence[Colour] = ()
) -> list[BlockLike] | None:
    """The clue that was typed for a line; None when it is absent.

    Args:
        text: the typed text.
        line: the line, for messages.
        length: number of cells of the line; None lets a clue be longer.
        palette: colours beside the standard ones, blank first.

    Raises:
        EntryError: a word is not a block, or the blocks do not fit into the line.

    >>> typed_clue("3 1red", Line("row", 0), 5)
    [(3, 'black'), (1, 'red')]
    >>> typed_clue("", Line("row", 0), 5), typed_clue("*", Line("row", 0), 5)
    ([], None)
    >>> typed_clue("3 *", Line("row", 0), 5)
    [(3, 'black'), Block('*')]
    >>> typed_clue("3 +1red", Line("row", 0), 5)
    [(3, 'black'), (1, 'red', 'attached')]
    """
    words = [word for word in re.split(r"[,\s]+", text) if word]
    if words and {*words} == {_STAR}:
        return None
    if words == ["0"]:
        return []
    blocks = [STAR if word == _STAR else _block(word, line, length, palette) for word in words]
    # Blocks of different colours need no gap; minimal_length compares colour numbers.
    lengths = [block for block in blocks if not isinstance(block, Block)]
    numbers = {block[1]: number for number, block in enumerate(lengths, start=1)}
    needed = minimal_length(tuple(Block(cells, numbers[name], *j) for cells, name, *j in lengths))
    if length is not None and needed > length:
        raise EntryError(f"{line}: the clue needs {needed} cells, the {line.axis} has {length}")
    return [*blocks]


def gimmick(word: str) -> str:
    """What to add to the refusal of a word of other kinds of clues; empty for other words.

    >>> gimmick("2+"), gimmick("2x")
    ("; 'at least' and 'one of' are not known in clues", '')
    """
    is_known = _GIMMICK.fullmatch(word.strip(" ,"))
    return "; 'at least' and 'one of' are not known in clues" if is_known else ""


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


def _block(
    word: str, line: Line, length: int | None, palette: Sequence[Colour]
) -> tuple[int | None, str] | tuple[int | None, str, Joint]:
    match = _WORD.fullmatch(word)
    if match is None:
        expected = "the length of a block, such as 3, 3red or ?; 0 for none, * for any blocks"
        raise EntryError(f"{line}: expected {expected}, not {word!r}")
    joint, digits, colour = match.groups()
    if digits == "?":
        cells = None
    elif len(digits) > 9 or (length is not None and int(digits) > length):
        where = "any line" if length is None else counted(length, "cell")
        raise EntryError(f"{line}: a block of {excerpt(digits)} does not fit into {where}")
    elif int(digits) == 0:
        raise EntryError(f"{line}: a block has at least 1 cell; a single 0 is a blank line")
    else:
        cells = int(digits)
    name, how = _colour(colour, line, palette), _JOINTS[joint]
    return (cells, name) if how is None else (cells, name, how)


def _colour(word: str, line: Line, palette: Sequence[Colour]) -> str:
    """The name of the colour for a word or character."""
    known = [*palette[1:], *STANDARD.values()]
    if not word:
        return palette[1].name if len(palette) == 2 else "black"
    for colour in known:
        if word == colour.char or word.lower() == colour.name.lower().replace(" ", "-"):
            return colour.name
    for colour in known:
        if word.lower() == colour.char:
            return colour.name
    names = ", ".join(dict.fromkeys(f"{colour.name} ({colour.char})" for colour in known))
    raise EntryError(f"{line}: unknown colour {word!r}; expected one of {names}")


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
