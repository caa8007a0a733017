"""Coloured text: a size, then one line of ``colour,length`` pairs for every row and column.

    2,2
    R,1
    G,1
    R,1
    G,1

The first line is the number of rows and of columns; then come the rows from the top and the columns
from the left. A colour is one character; blocks of different colours may touch. An empty line is a
line without blocks, and so are ``0`` and ``#,0``; one between the sides is none if there is one
line too many, and then shows which is which. A length of ``?`` is unknown (an extension of ours).
"""

from __future__ import annotations

import re

from ....core import (
    BLANK,
    LETTERS,
    MAX_COLOURS,
    Clue,
    Colour,
    Puzzle,
    colour_of_char,
    shared_block,
)
from ..clues import SourceClue, block_length, build, dimension, two_sides, writable_chars
from ..format import Format, Parsed
from ..text_lines import fault, lines_of

_SIZE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*\Z", re.ASCII)

#: A line of pairs, or empty.
_PAIR = r"[ \t]*\S[ \t]*,[ \t]*(?:0*[1-9]\d{0,8}|\?)[ \t]*"
_PAIRS = re.compile(rf"(?:{_PAIR}(?:,{_PAIR})*|[ \t]*)", re.ASCII)

#: A line without blocks, as a length of zero.
_BLANK = re.compile(r"\s*(?:\S\s*,\s*)?0+\s*")


def sniff(text: str) -> str | None:
    first, _, rest = text.partition("\n")
    size = _SIZE.match(first)
    if not size or not rest.count("\n") or len(first) > 20:
        return None
    lines = rest.removesuffix("\n").split("\n")
    missing = int(size[1]) + int(size[2]) - len(lines)
    # Digits may be colours, and a puzzle may have no blocks: then lengths of zero are a table's.
    has_colours = re.search(r"[^\d\s,?]", rest)
    if 0 <= missing <= bool(has_colours and text.endswith("\n")) and all(
        _PAIRS.fullmatch(line) or (has_colours and _BLANK.fullmatch(line)) for line in lines
    ):
        kind = "colours" if has_colours else "as many lines"
        return f"the first line is ROWS,COLUMNS and {kind} follow"
    return None


def near(text: str) -> str | None:
    first, _, rest = text.partition("\n")
    is_meant = _SIZE.match(first) and re.search(r"[^\d\s,?][^\n]*,", rest)
    return "the first line may be ROWS,COLUMNS" if is_meant else None


def parse(text: str) -> Parsed:
    first, *lines = text.removesuffix("\n").split("\n")
    size = _SIZE.match(first)
    if size is None:
        raise fault("expected ROWS,COLUMNS", 1, first)
    rows = dimension(size[1], "rows", 1)
    columns = dimension(size[2], "columns", 1)
    warnings = []
    if len(lines) == rows + columns - 1 and text.endswith("\n"):
        # An empty last line whose newline is missing looks just like a line that is missing.
        warnings.append("the line of the last column is missing; it was taken as empty")
        lines.append("")
    sides = two_sides(list(enumerate(lines, start=2)), (rows, columns), warnings)
    palette: dict[str, tuple[int, Colour]] = {}
    clues = [[SourceClue(_clue(line, at, palette), at) for at, line in side] for side in sides]
    colours = [colour for _, colour in palette.values()]
    return Parsed([build(*clues, colours=colours)], warnings)


def _clue(text: str, at: int, palette: dict[str, tuple[int, Colour]]) -> Clue:
    """A clue, whose new colours go into the palette: number and colour by character."""
    if not text.strip() or _BLANK.fullmatch(text):
        return ()
    words = [word.strip() for word in text.split(",")]
    blocks = []
    for index in range(0, len(words), 2):
        char = words[index]
        if len(char) != 1 or not char.isprintable() or char == BLANK.char:
            raise fault(f"expected the character of a colour (block {index // 2 + 1})", at, char)
        if index + 1 == len(words):
            raise fault(f"expected a length after the colour {char!r}", at)
        length = block_length(words[index + 1], at)
        if char not in palette:
            if len(palette) == MAX_COLOURS:
                raise fault(f"expected at most {MAX_COLOURS} colours", at, char)
            number, taken = len(palette) + 1, [colour.name for _, colour in palette.values()]
            palette[char] = number, colour_of_char(char, number, taken)
        blocks.append(shared_block(length, palette[char][0]))
    return tuple(blocks)


def dump(puzzle: Puzzle) -> str:
    chars = writable_chars([colour.char for colour in puzzle.colours], lambda char: char != ",")
    clues = [
        ",".join(f"{chars[block.colour]},{block}" for block in clue or ()) for clue in puzzle.clues
    ]
    return lines_of([f"{len(puzzle.rows)},{len(puzzle.columns)}", *clues])


FORMAT = Format(
    name="ctu",
    summary="coloured text: ROWS,COLUMNS, then colour,length pairs, one line a clue",
    suffixes=(".ctu",),
    letters=LETTERS,
    sniff=sniff,
    near=near,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours", "unknown_lengths"}),
)
