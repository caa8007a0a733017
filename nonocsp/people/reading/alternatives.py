"""Alternatives in files of clues: ``1|7`` is a number that may be 1 or 7.

Alternatives are separated by ``|`` without blanks, the likeliest first; ``0`` is "no number", and
each may have its colour (``3red|3blue``). They work in every text format with numbers: the text is
read once for each choice, and where a number with alternatives ends up is seen from a number that
no clue has, put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ...core import Block, Clue, Colour, FormatError, Puzzle, checked, counted
from ...files.formats import Parsed, parse
from ...files.loose.choice import parse as read_loose
from .doubtful import Arc, Doubtful, DoubtfulClue

_DOUBT = re.compile(r"(?<![\w|])[0-9]+[A-Za-z]*(?:\|[0-9]+[A-Za-z]*)+(?![\w|])")
_NUMBER = re.compile(r"[0-9]+")

#: Each alternative costs this much more than the one before it, in nats.
STEP = 1.0

#: Numbers that stand in the place of those in doubt; no line is so long.
_FIRST_MARK = 90_001
_MOST = 9_000


@checked
def has_alternatives(text: str) -> bool:
    """Whether a text has numbers with alternatives.

    >>> has_alternatives("3 1|7"), has_alternatives("3 | 1")
    (True, False)
    """
    return _DOUBT.search(text) is not None


@checked
def read_doubtful(text: str, format: str | None = None, *, name: str | None = None) -> Doubtful:
    """The puzzle of a text with alternatives.

    Args:
        text: the text, in any format with numbers.
        format: the name of the format; None guesses.
        name: the file's name, for guessing and for messages.

    Raises:
        FormatError: the text is malformed, or a number with alternatives is not one of a clue.

    >>> doubtful = read_doubtful("1|2\\n2\\n\\n2\\n2|1|0\\n")
    >>> [len(clue.arcs) for clue in doubtful.clues]
    [2, 1, 1, 3]
    """
    doubts = [match.group().split("|") for match in _DOUBT.finditer(text)]
    if len(doubts) > _MOST:
        raise FormatError(f"expected at most {counted(_MOST, 'number')} in doubt", file=name)

    def parsed_with(words: Sequence[str], format: str | None) -> Parsed:
        left = iter(words)
        try:
            parsed = parse(_DOUBT.sub(lambda _: next(left), text), format, name=name)
        except FormatError:
            parse(text, format, name=name)  # its refusal has no word that is not in the text
            raise FormatError("the text is read only as it is", file=name) from None
        if len(parsed.puzzles) != 1:
            raise FormatError("expected one puzzle where numbers are in doubt", file=name)
        return parsed

    firsts = [next((word for word in words if int(_digits(word))), "1") for words in doubts]
    # Its size tells clues from other numbers, so the format is that of the text with marks.
    with_marks = parsed_with([_marked(*each) for each in enumerate(firsts)], format)
    marked = with_marks.puzzles[0]

    def puzzle_with(words: Sequence[str]) -> Puzzle:
        if with_marks.format == "loose":  # read in the same way, whether it fits or not
            left = iter(words)
            found = read_loose(_DOUBT.sub(lambda _: next(left), text), marked).puzzles[0]
        else:
            found = parsed_with(words, with_marks.format).puzzles[0]
        if [len(clue or ()) for clue in found.clues] != [len(c or ()) for c in marked.clues]:
            raise FormatError("with another number the text is read differently", file=name)
        return found

    palette = list(puzzle_with(firsts).colours)
    blocks: list[list[Block | None]] = [[] for _ in doubts]
    for choice in range(max(map(len, doubts), default=1)):
        words = [_choice(each, choice, first) for each, first in zip(doubts, firsts, strict=True)]
        for mark, block in _in_place_of_marks(marked, _in_palette(puzzle_with(words), palette)):
            if choice < len(doubts[mark]):
                is_none = not int(_digits(doubts[mark][choice]))
                blocks[mark].append(None if is_none else block)
    if missing := [
        " | ".join(words) for words, found in zip(doubts, blocks, strict=True) if not found
    ]:
        raise FormatError(f"not a number of a clue: {missing[0]}", file=name)
    plain = _in_palette(puzzle_with(firsts), palette)
    clues = [_clue(*pair, blocks) for pair in zip(marked.clues, plain, strict=True)]
    return Doubtful(marked.board, tuple(clues), tuple(palette))


def _digits(word: str) -> str:
    return word[: len(word) - len(word.lstrip("0123456789"))]


def _marked(number: int, word: str) -> str:
    return _NUMBER.sub(str(_FIRST_MARK + number), word, count=1)


def _choice(words: Sequence[str], choice: int, first: str) -> str:
    word = words[min(choice, len(words) - 1)]
    return word if int(_digits(word)) else first


def _in_palette(puzzle: Puzzle, palette: list[Colour]) -> list[Clue]:
    """The clues of a puzzle with the numbers of a palette, which gets the colours it lacks."""
    numbers = []
    for colour in puzzle.colours:
        if colour.name not in [known.name for known in palette]:
            palette.append(colour)
        numbers.append([known.name for known in palette].index(colour.name))
    return [
        tuple(replace(block, colour=numbers[block.colour]) for block in clue or ())
        for clue in puzzle.clues
    ]


def _in_place_of_marks(marked: Puzzle, clues: Sequence[Clue]) -> Iterator[tuple[int, Block]]:
    for with_marks, clue in zip(marked.clues, clues, strict=True):
        for mark, block in zip(with_marks or (), clue, strict=True):
            if mark.length and mark.length >= _FIRST_MARK:
                yield mark.length - _FIRST_MARK, block


def _clue(
    marked: Clue | None, plain: Clue, blocks: Sequence[Sequence[Block | None]]
) -> DoubtfulClue:
    arcs = []
    for node, (mark, block) in enumerate(zip(marked or (), plain, strict=True)):
        is_in_doubt = mark.length is not None and mark.length >= _FIRST_MARK
        choices = blocks[(mark.length or 0) - _FIRST_MARK] if is_in_doubt else [block]
        for rank, each in enumerate(choices):
            length, colour = (each.length or 0, each.colour) if each else (0, 0)
            arcs.append(Arc(node, node + 1, length, colour, STEP * rank))
    return DoubtfulClue(len(plain) + 1, tuple(arcs))
