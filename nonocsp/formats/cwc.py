"""Numbers in lines, lengths and colours apart: ``.cwc``, an export of webpbn for coloured puzzles.

    1
    3
    2
    1 2

    1 2

    1
    1
    1

    1
    2
    2

The number of rows, of columns and of colours that are not blank; then, with an empty line between
two of them, the lengths of the rows, their colours, the lengths of the columns, their colours. A
colour is its number from 1. A line without blocks is an empty line, as was assumed from the one
sample at hand; ``0`` is read too. What the colours look like is not told: they become black, red,
green and so on.
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from ..model.clue import Block, Clue
from ..model.colours import BLANK, MAX_COLOURS, STANDARD, Colour, named_colour
from ..model.puzzle import Puzzle
from .base import Format, Parsed, SourceClue, build, clues, dimension, lines_of, number_clue
from .cwd import header, sections

_SIZE = re.compile(r"\s*(\d{1,5})[ \t]*\n[ \t]*(\d{1,5})[ \t]*\n[ \t]*(\d{1,3})[ \t]*\n", re.ASCII)


def sniff(text: str) -> str | None:
    size = _SIZE.match(text)
    if size and not re.search(r"[^\d\s]", text):
        rows, columns = int(size[1]), int(size[2])
        lines = text[size.end() :].removesuffix("\n").split("\n")
        # The counts tell it from other formats of numbers in lines.
        breaks = (rows, 2 * rows + 1, 2 * rows + columns + 2)
        if len(lines) == 2 * (rows + columns) + 3 and not any(lines[at].strip() for at in breaks):
            return "HEIGHT, WIDTH and COLOURS on three lines and four sections of numbers"
    return None


def parse(text: str) -> Parsed:
    (rows, columns, number), lines = header(text, ("rows", "columns", "colours"))
    if number > MAX_COLOURS:
        raise FormatError(f"a puzzle has at most {MAX_COLOURS} colours, not {number}")
    wanted = {
        "lengths of rows": rows,
        "colours of rows": rows,
        "lengths of columns": columns,
        "colours of columns": columns,
    }
    found = sections(lines, wanted)
    sides = [
        [_clue(*both, number) for both in zip(lengths, colours, strict=True)]
        for lengths, colours in (found[:2], found[2:])
    ]
    return Parsed([build(*sides, colours=_palette(number))])


def _clue(lengths: tuple[int, str], colours: tuple[int, str], number: int) -> SourceClue:
    blocks = number_clue(lengths[1], lengths[0])
    words = colours[1].split() if colours[1].strip() != "0" else []
    if len(words) != len(blocks):
        problem = f"expected {len(blocks)} colours, as many as there are lengths, not {len(words)}"
        raise FormatError(problem, line=colours[0])
    clue: Clue = tuple(
        Block(block.length, _colour(word, number, colours[0]))
        for block, word in zip(blocks, words, strict=True)
    )
    return SourceClue(clue, lengths[0])


def _colour(word: str, number: int, line: int) -> int:
    colour = dimension(word, "a colour", line) if len(word) < 4 else number + 1
    if colour > number:
        raise FormatError(f"expected a colour from 1 to {number}", line=line, text=word)
    return colour


def _palette(number: int) -> list[Colour]:
    palette = [colour for colour in STANDARD.values() if colour.name != "white"][:number]
    while len(palette) < number:
        taken = {BLANK.char, *(colour.char for colour in palette)}
        palette.append(named_colour(f"colour {len(palette) + 1}", len(palette) + 1, taken))
    return palette


def dump(puzzle: Puzzle) -> str:
    out = [str(len(puzzle.rows)), str(len(puzzle.columns)), str(puzzle.block_colours)]
    for place, side in enumerate(clues(puzzle)):
        lengths = [" ".join(map(str, clue)) for clue in side]
        colours = [" ".join(str(block.colour) for block in clue) for clue in side]
        out += [*([""] if place else []), *lengths, "", *colours]
    return lines_of(out)


FORMAT = Format(
    name="cwc",
    summary="numbers in lines, lengths and colours apart: HEIGHT, WIDTH, COLOURS, four sections",
    suffixes=(".cwc",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours"}),
)
