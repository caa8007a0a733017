"""The labels of clues, and how wide they are."""

from __future__ import annotations

from ...core import Block, Clue
from .drawing import Drawing

#: The labels of an absent clue and of a clue without blocks.
ABSENT, NO_BLOCKS = "*", "0"

#: Metrics of the fonts in use, as a share of their size: the width of a digit, of most characters
#: of ASCII, of the widest character and of a colon, and the height of a digit.
DIGIT_WIDTH, LETTER_WIDTH, MOST_WIDTH, COLON_WIDTH, DIGIT_HEIGHT = 0.57, 0.79, 1.02, 0.34, 0.72

_WIDTHS = {
    **dict.fromkeys("0123456789?*", DIGIT_WIDTH),
    **dict.fromkeys("mMW@%", MOST_WIDTH),
    ":": COLON_WIDTH,
}


def width_of(label: str) -> float:
    """An upper bound on the width of a label, as a share of the size of the font."""
    return sum(_WIDTHS.get(char, LETTER_WIDTH if char.isascii() else MOST_WIDTH) for char in label)


def clues_of(drawing: Drawing) -> tuple[list[list[str]], list[list[str]]]:
    """The labels of the clues of all rows, and of all columns; empty if none are drawn."""
    if not drawing.has_clues:
        return [], []
    assert drawing.puzzle is not None
    rows, columns = drawing.puzzle.rows, drawing.puzzle.columns
    return [labels(drawing, clue) for clue in rows], [labels(drawing, clue) for clue in columns]


def labels(drawing: Drawing, clue: Clue | None) -> list[str]:
    """A label for every block of a clue, or one sign if there is none."""
    if clue is None:
        return [ABSENT]
    return [label(drawing, block) for block in clue] or [NO_BLOCKS]


#: Characters that look like another digit after a number.
_LIKE_DIGITS = frozenset("0123456789OIl|")


def label(drawing: Drawing, block: Block) -> str:
    """A block's length, and the character of its colour if characters are drawn. One triangle has
    no length: its look says all."""
    colour = drawing.palette[block.colour]
    is_one = block.length == 1 and colour.triangle is not None
    if not drawing.shows_chars or len(drawing.palette) == 2 or block.is_star:
        return "" if is_one else str(block)
    char = colour.char
    if is_one:
        return char
    # Ten orange cells must not look like a hundred.
    apart = ":" if char in _LIKE_DIGITS and block.length else ""
    return f"{block}{apart}{char}"
