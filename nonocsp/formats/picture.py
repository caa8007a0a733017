"""A picture drawn in characters; the puzzle is the one that describes it.

    .##.
    ####

``.`` or ``_`` is blank, ``#`` black, any other letter or digit a colour of its own; where there is
nothing but ``0`` and ``1``, they are blank and black. An empty line begins another picture. The
solutions that this package prints are in this format; ``null``, its word for a puzzle without any,
is no picture.
"""

from __future__ import annotations

import string
from collections.abc import Sequence

from ..colours import BLACK, BLANK, MAX_COLOURS, Colour, colour_of_char
from ..errors import FormatError
from ..grid import Picture
from ..puzzle import Puzzle
from .base import MAX_CELLS, Format, Parsed

_BLANKS = "._"
_BITS = set("01")
_LETTERS = set("#._" + string.ascii_letters)


def sniff(text: str) -> str | None:
    head = text[:100_000].split("\n\n", 1)[0].split("\n")
    lines = [line.rstrip() for line in head if line.strip()]
    width = {len(line) for line in lines[: -1 if len(text) > 100_000 else None]}
    chars = set("".join(lines))
    if len(width) == 1 and chars <= set("#._"):
        return "lines of '#' and '.' of one length"
    if len(width) != 1 or len(lines) < 2:
        return None
    if chars <= _BITS and width != {1}:
        return "lines of '0' and '1' of one length"
    if chars & set(_BLANKS) and chars <= _LETTERS:
        return "lines of characters of one length, some of them '.' or '_'"
    # A picture may have no blank cell at all; words of one length have more different letters.
    if chars <= _LETTERS and 2 * len(chars) <= len(lines) * len(lines[0]):
        return "lines of few different letters of one length"
    return None


def parse(text: str) -> Parsed:
    pictures: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.rstrip().split("\n"), start=1):
        if len(pictures[-1]) == MAX_CELLS:
            raise FormatError(f"expected at most {MAX_CELLS} rows", line=number)
        if line.strip():
            pictures[-1].append((number, line.rstrip()))
        elif pictures[-1]:
            pictures.append([])
    if not pictures[0]:
        raise FormatError("expected lines of '#' and '.'")
    if text.strip() == "null":
        raise FormatError("'null' says that a puzzle has no solution; expected a picture")
    bits = all(_BITS.issuperset(line) for lines in pictures for _, line in lines)
    return Parsed([_puzzle(lines, bits) for lines in pictures if lines])


def _puzzle(lines: list[tuple[int, str]], bits: bool) -> Puzzle:
    numbers = dict.fromkeys(_BLANKS, 0)
    colours: list[Colour] = []
    if bits:
        numbers |= {"0": 0, "1": 1}
        colours.append(BLACK)
    rows = []
    if len(lines[0][1]) > MAX_CELLS:
        raise FormatError(f"expected at most {MAX_CELLS} columns", line=lines[0][0])
    for number, line in lines:
        if len(line) != len(lines[0][1]):
            problem = f"expected {len(lines[0][1])} cells as in the first row, not {len(line)}"
            raise FormatError(problem, line=number)
        for char in line:
            if char not in numbers:
                if not (char == "#" or char.isalnum()) or len(colours) == MAX_COLOURS:
                    problem = "expected '#', '.' or the letter of a colour"
                    raise FormatError(problem, line=number, column=line.index(char) + 1, text=char)
                colours.append(colour_of_char(char, len(colours) + 1, [c.name for c in colours]))
                numbers[char] = len(colours)
        rows.append([numbers[char] for char in line])
    return Puzzle.from_picture(Picture(rows, colours=(BLANK, *colours)), colours or None)


def _drawn(puzzle: Puzzle) -> str:
    for colour in puzzle.colours[1:]:
        if not (colour.char == "#" or colour.char.isalnum()):
            raise FormatError(f"this format has no colour with the character {colour.char!r}")
    return puzzle.goals[0].text(puzzle.colours) + "\n"


def dump(puzzle: Puzzle) -> str:
    return dump_all([puzzle])


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    text = "\n".join(map(_drawn, puzzles))
    if "0" in text and _BITS.issuperset(text.replace("\n", "")):
        raise FormatError("a colour has the character '0', which would be read as blank here")
    return text


FORMAT = Format(
    name="picture",
    summary="a picture of '#' and '.', or one letter a colour; its clues are the puzzle",
    suffixes=(".txt",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({"colours", "goals"}),
)
