"""A clue that a person types for one line: read as the clues of loose text are.

What its words mean is in `nonocsp.core.model.typed_clue`, which writes them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...core import (
    STANDARD,
    STAR,
    Block,
    BlockLike,
    Colour,
    EntryError,
    FormatError,
    Joint,
    Line,
    counted,
    excerpt,
    gimmick,
    minimal_length,
    quoted,
)
from ...core.model.typed_clue import JOINTS
from .clues import words_of

_WORD = re.compile(r"([+~]?)(\d+|\?)(.*)")
_STAR = "*"


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
    try:
        words = words_of(text)
    except FormatError as error:
        raise EntryError(f"{line}: {error.problem}, not {quoted(error.text or text)}") from None
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


def _block(
    word: str, line: Line, length: int | None, palette: Sequence[Colour]
) -> tuple[int | None, str] | tuple[int | None, str, Joint]:
    match = _WORD.fullmatch(word)
    if match is None:
        expected = "the length of a block, such as 3, 3red or ?; 0 for none, * for any blocks"
        raise EntryError(f"{line}: expected {expected}, not {word!r}{gimmick(word)}")
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
    name, how = _colour(colour, line, palette), JOINTS[joint]
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
