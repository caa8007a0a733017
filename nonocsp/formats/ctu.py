"""Coloured text: a size, then one line of ``colour,length`` pairs for every row and column.

    2,2
    R,1
    G,1
    R,1
    G,1

The first line is the number of rows and of columns; then come the rows from the top and the columns
from the left. A colour is one character; blocks of different colours may touch. An empty line is a
line without blocks. A length of ``?`` is unknown (an extension of ours).
"""

from __future__ import annotations

import re

from ..common.errors import FormatError
from ..model.clue import Clue, shared_block
from ..model.colours import BLANK, MAX_COLOURS, Colour, colour_of_char
from ..model.puzzle import Puzzle
from .base import Format, Parsed, SourceClue, block_length, build, clues, dimension, lines_of

_SIZE = re.compile(r"\s*(\d+)\s*,\s*(\d+)\s*\Z", re.ASCII)

#: The length zero, which stands in tables of zeros and ones.
_NO_LENGTH = re.compile(r"(?m)^[^,\n]*,[ \t]*0[ \t]*(?:,|$)")


def sniff(text: str) -> str | None:
    first, _, rest = text.partition("\n")
    size = _SIZE.match(first)
    if not size or ";" in rest or not rest.count("\n"):
        return None
    if re.search(r"[^\d\s,?][^,\n]*,", rest):
        return "the first line is ROWS,COLUMNS and colours follow"
    # Digits may be colours, and a puzzle may have no blocks: then the number of lines tells.
    lines = rest.removesuffix("\n").count("\n") + 1
    if len(first) < 20 and lines == int(size[1]) + int(size[2]) and not _NO_LENGTH.search(rest):
        return "the first line is ROWS,COLUMNS and as many lines follow"
    return None


def parse(text: str) -> Parsed:
    first, *lines = text.removesuffix("\n").split("\n")
    size = _SIZE.match(first)
    if size is None:
        raise FormatError("expected ROWS,COLUMNS", line=1, text=first)
    rows = dimension(size[1], "rows", 1)
    columns = dimension(size[2], "columns", 1)
    warnings = []
    if len(lines) == rows + columns - 1 and text.endswith("\n"):
        # An empty last line whose newline is missing looks just like a line that is missing.
        warnings.append("the line of the last column is missing; it was taken as empty")
        lines.append("")
    if len(lines) < rows + columns:
        wanted = f"expected {rows} lines of rows and {columns} of columns after the size"
        raise FormatError(f"{wanted}, but there are {len(lines)}")
    for number, line in enumerate(lines[rows + columns :], start=rows + columns + 2):
        if line.strip():
            raise FormatError("expected the end of the text", line=number, text=line)
    palette: dict[str, Colour] = {}
    numbers: dict[str, int] = {}
    sources = [
        SourceClue(_clue(line, number, palette, numbers), number)
        for number, line in enumerate(lines[: rows + columns], start=2)
    ]
    puzzle = build(sources[:rows], sources[rows:], colours=palette.values())
    return Parsed([puzzle], warnings)


def _clue(text: str, line: int, palette: dict[str, Colour], numbers: dict[str, int]) -> Clue:
    if not text.strip():
        return ()
    words = [word.strip() for word in text.split(",")]
    blocks = []
    for index in range(0, len(words), 2):
        char = words[index]
        if len(char) != 1 or not char.isprintable() or char == BLANK.char:
            problem = f"expected the character of a colour (block {index // 2 + 1})"
            raise FormatError(problem, line=line, text=char)
        if index + 1 == len(words):
            raise FormatError(f"expected a length after the colour {char!r}", line=line)
        length = block_length(words[index + 1], line)
        if char not in numbers:
            if len(numbers) == MAX_COLOURS:
                raise FormatError(f"more than {MAX_COLOURS} colours", line=line, text=char)
            numbers[char] = len(numbers) + 1
            taken = [colour.name for colour in palette.values()]
            palette[char] = colour_of_char(char, numbers[char], taken)
        blocks.append(shared_block(length, numbers[char]))
    return tuple(blocks)


def dump(puzzle: Puzzle) -> str:
    chars = [colour.char for colour in puzzle.colours]
    if "," in chars:
        raise FormatError("a colour has the character ',', which this format cannot write")
    rows, columns = clues(puzzle)
    every = [",".join(f"{chars[b.colour]},{b}" for b in clue) for clue in (*rows, *columns)]
    return lines_of([f"{len(rows)},{len(columns)}", *every])


FORMAT = Format(
    name="ctu",
    summary="coloured text: ROWS,COLUMNS, then colour,length pairs, one line a clue",
    suffixes=(".ctu",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours", "unknown_lengths"}),
)
