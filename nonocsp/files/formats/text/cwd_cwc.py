"""Numbers in lines with each size on a line of its own: ``cwd`` and, with colours, ``cwc``.

``cwd``: the number of rows, the number of columns, the rows, an empty line, the columns. A line
without blocks is ``0``; an empty line is read as one where the counts come out that way. Counts
that only fit the groups of lines the other way round are read so, with a warning.

    2
    3
    1 1
    0

    1
    0
    1

``cwc``, webpbn's export of coloured puzzles: the numbers of rows, of columns and of colours without
blank, then four sections with an empty line between two of them: the lengths of the rows, their
colours, the lengths of the columns, their colours. A colour is its number from 1. A line without
blocks is an empty line, as was assumed from the one sample at hand; ``0`` is read too. The file
does not define how the colours look: they become black, red, green and so on.

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
"""

from __future__ import annotations

import re
from itertools import groupby

from ....core import (
    BLANK,
    MAX_COLOURS,
    STANDARD,
    Block,
    Colour,
    FormatError,
    Puzzle,
    counted,
    named_colour,
)
from ..clues import (
    SourceClue,
    build,
    check_size,
    clue_texts,
    dimension,
    number_clue,
    number_clues,
    two_sides,
)
from ..format import Format, Parsed
from ..text_lines import Lines, every_line, fault, filled, lines_of

_TWO = re.compile(r"\s*(\d{1,5})[ \t]*\n[ \t]*(\d{1,5})[ \t]*\n", re.ASCII)
_THREE = re.compile(rf"{_TWO.pattern}[ \t]*(\d{{1,3}})[ \t]*\n", re.ASCII)


def _sniff_cwd(text: str) -> str | None:
    size = _TWO.match(text)
    if size and not re.search(r"[^\d\s,?]", text):
        rows, columns = int(size[1]), int(size[2])
        lines = text[size.end() :].removesuffix("\n").split("\n")
        if rows * columns and len(lines) == rows + 1 + columns and not lines[rows].strip():
            return "HEIGHT and WIDTH on two lines and as many clues around an empty line"
    return None


def _sniff_cwc(text: str) -> str | None:
    size = _THREE.match(text)
    if size and not re.search(r"[^\d\s]", text):
        rows, columns = int(size[1]), int(size[2])
        lines = text[size.end() :].removesuffix("\n").split("\n")
        breaks = (rows, 2 * rows + 1, 2 * rows + columns + 2)
        if len(lines) == 2 * (rows + columns) + 3 and not any(lines[at].strip() for at in breaks):
            return "HEIGHT, WIDTH and COLOURS on three lines and four sections of numbers"
    return None


def _parse_cwd(text: str) -> Parsed:
    (rows, columns), lines = _header(text, "rows", "columns")
    warnings: list[str] = []
    sides = two_sides(lines, (rows, columns), warnings, apart=True)
    return Parsed([build(*map(number_clues, sides))], warnings)


def _parse_cwc(text: str) -> Parsed:
    (rows, columns, number), lines = _header(text, "rows", "columns", "colours")
    if number > MAX_COLOURS:
        raise fault(f"expected at most {MAX_COLOURS} colours, not {number}")
    wanted = {
        "lengths of rows": rows,
        "colours of rows": rows,
        "lengths of columns": columns,
        "colours of columns": columns,
    }
    warnings: list[str] = []
    try:
        found = _sections(lines, wanted)
    except FormatError:
        groups = groupby(lines, lambda line: bool(line[1].strip()))
        found = [list(group) for is_filled, group in groups if is_filled]
        if len(found) != 4 or any(len(a) != len(b) for a, b in (found[:2], found[2:])):
            raise
        given = len(found[0]), len(found[2])
        check_size((rows, columns), given, warnings, found[0][0][0])
    sides = [
        [_coloured(*both, number) for both in zip(lengths, colours, strict=True)]
        for lengths, colours in (found[:2], found[2:])
    ]
    return Parsed([build(*sides, colours=_palette(number))], warnings)


def _header(text: str, *names: str) -> tuple[list[int], Lines]:
    """The numbers that the first lines hold, one each, and the lines after them."""
    lines = every_line(text)
    while lines and not lines[0][1].strip():
        lines.pop(0)
    if len(lines) < len(names):
        raise fault(f"expected the numbers of {' and '.join(names)}, each on a line")
    pairs = zip(names, lines, strict=False)
    return [dimension(line.strip(), name, at) for name, (at, line) in pairs], lines[len(names) :]


def _sections(lines: Lines, wanted: dict[str, int]) -> list[Lines]:
    """Sections of as many lines as wanted, with one empty line between two of them."""
    found: list[Lines] = []
    at, before = 0, ""
    for what, count in wanted.items():
        if before:
            if filled(lines[at : at + 1]):
                raise fault(f"expected an empty line after {before}", *lines[at])
            at += 1
        if at + count > len(lines):
            present = max(0, len(lines) - at)
            raise fault(f"expected {counted(count, 'line')} of {what}, not {present}")
        found.append(lines[at : at + count])
        at += count
        before = f"{counted(count, 'line')} of {what}"
    for number, line in filled(lines[at:]):
        raise fault("expected the end of the text", number, line)
    return found


def _coloured(lengths: tuple[int, str], colours: tuple[int, str], number: int) -> SourceClue:
    """The clue of a line of lengths and a line of colours."""
    at, text = colours
    blocks = number_clue(lengths[1], lengths[0])
    words = text.split() if text.strip() != "0" else []
    if len(words) != len(blocks):
        raise fault(
            f"expected {counted(len(blocks), 'colour')}, one a length, not {len(words)}", at
        )
    clue = []
    for block, word in zip(blocks, words, strict=True):
        colour = dimension(word, "a colour", at) if len(word) < 4 else number + 1
        if colour > number:
            raise fault(f"expected a colour from 1 to {number}", at, word)
        clue.append(Block(block.length, colour))
    return SourceClue(tuple(clue), lengths[0])


def _palette(number: int) -> list[Colour]:
    palette = [colour for colour in STANDARD.values() if colour.name != "white"][:number]
    while len(palette) < number:
        taken = {BLANK.char, *(colour.char for colour in palette)}
        palette.append(named_colour(f"colour {len(palette) + 1}", len(palette) + 1, taken))
    return palette


def _dump_cwd(puzzle: Puzzle) -> str:
    rows, columns = clue_texts(puzzle)
    return lines_of([str(len(rows)), str(len(columns)), *rows, "", *columns])


def _dump_cwc(puzzle: Puzzle) -> str:
    out = [str(len(puzzle.rows)), str(len(puzzle.columns)), str(puzzle.block_colours)]
    rows, columns = clue_texts(puzzle, empty="")
    row_colours, column_colours = (
        [" ".join(str(block.colour) for block in clue or ()) for clue in side]
        for side in (puzzle.rows, puzzle.columns)
    )
    return lines_of([*out, *rows, "", *row_colours, "", *columns, "", *column_colours])


FORMATS = (
    Format(
        name="cwd",
        summary="numbers in lines: HEIGHT, WIDTH, rows, an empty line, columns",
        suffixes=(".cwd",),
        sniff=_sniff_cwd,
        parse=_parse_cwd,
        dump=_dump_cwd,
    ),
    Format(
        name="cwc",
        summary="numbers in lines: HEIGHT, WIDTH, COLOURS, then lengths and colours apart",
        suffixes=(".cwc",),
        sniff=_sniff_cwc,
        parse=_parse_cwc,
        dump=_dump_cwc,
        carries=frozenset({"colours"}),
    ),
)
