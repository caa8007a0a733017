"""The ``.pzl`` of Izaron's solver: a palette, a size, and clues of numbers. Read only.

    2
    #ffffff
    #ff0000

    2 2

    1 2 255 0 0
    1 1 255 0 0

    1 2 255 0 0
    1 1 255 0 0

The number of colours with blank, their looks; the numbers of rows and of columns; the rows and the
columns. A clue is its number of blocks and for each its length, red, green and blue. That blank is
the first colour, or white, and that the rows come first, was assumed from samples.
"""

from __future__ import annotations

import re
from itertools import pairwise

from ...model.clue import Clue, shared_block
from ...model.colours import BLANK, STANDARD, Colour, named_colour
from ..clues import SourceClue, block_length, build, check_size, dimension
from ..format import Format, Parsed, sign
from ..text_lines import fault, filled, numbered


def parse(text: str) -> Parsed:
    lines = filled(numbered(text))
    number = dimension(lines[0][1].strip(), "colours", lines[0][0])
    looks = [line.strip().lower() for _, line in lines[1 : number + 1]]
    for line, look in zip(lines[1:], looks, strict=False):
        if not re.fullmatch("#[0-9a-f]{6}", look):
            raise fault("expected a colour as #rrggbb", *line)
    if len(lines) < number + 2:
        raise fault("expected the numbers of rows and of columns", lines[-1][0])
    at, size = lines[number + 1]
    if len(size.split()) != 2:
        raise fault("expected the numbers of rows and of columns", at, size)
    height, width = (dimension(word, "lines", at) for word in size.split())
    clues = lines[number + 2 :]
    # An empty line separates the sides, which may have one line too many.
    gaps = (n for n, (above, below) in enumerate(pairwise(clues), 1) if below[0] > above[0] + 1)
    rows = next(gaps, height)
    warnings: list[str] = []
    check_size(height, rows, "row", warnings, at)
    check_size(width, len(clues) - rows, "column", warnings, at)
    blank = "#ffffff" if "#ffffff" in looks else looks[0]
    palette = _palette([look for look in looks if look != blank])
    numbers = {_decimal(colour.rgb): n for n, colour in enumerate(palette, start=1)}
    sides = [[_clue(*line, numbers) for line in side] for side in (clues[:rows], clues[rows:])]
    ground = BLANK if blank == BLANK.rgb else Colour(BLANK.name, blank, BLANK.char)
    return Parsed([build(sides[0], sides[1], colours=palette, blank=ground)], warnings)


def _palette(looks: list[str]) -> list[Colour]:
    known = {colour.rgb: colour.name for colour in STANDARD.values()}
    palette: list[Colour] = []
    for number, look in enumerate(dict.fromkeys(looks), start=1):
        taken = {BLANK.char, *(colour.char for colour in palette)}
        named = named_colour(known.get(look, f"colour {number}"), number, taken)
        palette.append(Colour(named.name, look, named.char))
    return palette


def _decimal(look: str) -> str:
    """Red, green and blue with three digits each."""
    return "".join(f"{part:03}" for part in bytes.fromhex(look[1:]))


def _clue(at: int, line: str, numbers: dict[str, int]) -> SourceClue:
    words = line.split()
    if len(words) != 1 + 4 * int(words[0] if re.fullmatch("[0-9]{1,6}", words[0]) else -1):
        raise fault("expected a number of blocks, and length, red, green, blue of each", at, line)
    blocks: Clue = ()
    for place in range(1, len(words), 4):
        look = "".join(f"{word:0>3}" for word in words[place + 1 : place + 4])
        if look not in numbers:
            raise fault("the colour is not in the palette", at, " ".join(words[place : place + 4]))
        blocks += (shared_block(block_length(words[place], at), numbers[look]),)
    return SourceClue(blocks, at)


FORMAT = Format(
    name="pzl",
    summary="a palette, a size, and clues of lengths with red, green and blue",
    suffixes=(".pzl",),
    sniff=sign(r"\A\s*[0-9]+\s*\n\s*#[0-9a-fA-F]{6}\s*\n", "a number and colours as #rrggbb"),
    parse=parse,
)
