"""The ``.pzl`` of Izaron's solver: a palette, a size, and clues of numbers. Read only.

    2
    #ffffff
    #ff0000

    2 2

    1 2 255 0 0
    1 1 255 0 0

    1 2 255 0 0
    1 1 255 0 0

The number of colours, their looks; the numbers of rows and of columns; the rows and the columns. A
clue is its number of blocks and for each its length, red, green and blue. Blank is a colour of the
palette that no block has: white or else the first one; where blocks have all of them, it is none of
the palette. This and that the rows come first was assumed from samples.
"""

from __future__ import annotations

import re
from itertools import chain, pairwise

from ....core import (
    BLANK,
    STANDARD,
    Colour,
    named_colour,
    shared_block,
)
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
    check_size((height, width), (rows, len(clues) - rows), warnings, at)
    sides = [[_blocks(*line) for line in side] for side in (clues[:rows], clues[rows:])]
    used = {look for side in sides for blocks, _ in side for _, look in blocks}
    blank = _blank(looks, used)
    palette = _palette([look for look in looks if look != blank])
    numbers = {colour.rgb: number for number, colour in enumerate(palette, start=1)}
    for (blocks, _), line in zip(chain(*sides), clues, strict=True):
        for number, (_, look) in enumerate(blocks, start=1):
            if look not in numbers:
                raise fault(f"block {number}: the colour is not in the palette", *line)
    read = [
        [
            SourceClue(tuple(shared_block(n, numbers[look]) for n, look in blocks), at)
            for blocks, at in side
        ]
        for side in sides
    ]
    ground = BLANK if blank == BLANK.rgb else Colour(BLANK.name, blank, BLANK.char)
    return Parsed([build(read[0], read[1], colours=palette, blank=ground)], warnings)


def _blank(looks: list[str], used: set[str]) -> str:
    """What blank cells look like, as blocks have the ``used`` colours."""
    free = [look for look in looks if look not in used]
    greys = (f"#{grey:02x}{grey:02x}{grey:02x}" for grey in range(255, 0, -1))
    white = BLANK.rgb
    return white if white in free else free[0] if free else next(g for g in greys if g not in used)


def _palette(looks: list[str]) -> list[Colour]:
    known = {colour.rgb: colour.name for colour in STANDARD.values()} | {BLANK.rgb: "white"}
    palette: list[Colour] = []
    for number, look in enumerate(dict.fromkeys(looks), start=1):
        taken = {BLANK.char, *(colour.char for colour in palette)}
        named = named_colour(known.get(look, f"colour {number}"), number, taken)
        palette.append(Colour(named.name, look, named.char))
    return palette


def _blocks(at: int, line: str) -> tuple[list[tuple[int | None, str]], int]:
    """The lengths and looks of the blocks of a line, and its number."""
    words = line.split()
    if len(words) != 1 + 4 * int(words[0] if re.fullmatch("[0-9]{1,6}", words[0]) else -1):
        raise fault("expected a number of blocks, and length, red, green, blue of each", at, line)
    blocks = []
    for place in range(1, len(words), 4):
        length, *parts = words[place : place + 4]
        if not all(re.fullmatch("[0-9]{1,3}", part) and int(part) < 256 for part in parts):
            number = place // 4 + 1
            raise fault(f"block {number}: expected red, green and blue from 0 to 255", at, line)
        blocks.append((block_length(length, at), "#" + bytes(map(int, parts)).hex()))
    return blocks, at


FORMAT = Format(
    name="pzl",
    summary="a palette, a size, and clues of lengths with red, green and blue",
    suffixes=(".pzl",),
    sniff=sign(
        r"\A\s*[0-9]+[^\S\n]*\n\s*+#[0-9a-fA-F]{6}[^\S\n]*\n", "a number and colours as #rrggbb"
    ),
    parse=parse,
)
