"""A picture drawn in characters; the puzzle is the one that describes it.

    .##.
    ####

``.`` or ``_`` is blank, ``#`` black, any other letter or digit a colour of its own; where there is
nothing but ``0`` and ``1``, they are blank and black. An empty line begins another picture. The
solutions that this package prints are in this format; ``null``, its word for a puzzle without any,
is no picture.

The reader also takes ``-`` for blank, ``*`` or ``@`` for black where there is no ``#``, and an
``X`` for black if it is the only colour. Between the cells there may be blanks, or tabs, commas or
semicolons, between which an empty cell is blank:

    1 0 1        X,,X
    0 1 1        ,X,X

Two lines of clues with ``;`` look the same and are the format two-line. Blank cells may be spaces,
as in ``" ## "``, where that can only be meant: in ``# #`` the space could be a cell as well as what
stands between two, so that a picture of such lines alone is refused.
"""

from __future__ import annotations

import string
from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.colours import BLACK, BLANK, MAX_COLOURS, Colour, colour_of_char
from ..model.grid import Picture
from ..model.puzzle import Puzzle
from .base import MAX_CELLS, Format, Parsed, check_area
from .spacing import joined_cells

_BLANKS = "._-"
_BITS = set("01")
_LETTERS = set("#*@" + _BLANKS + string.ascii_letters)

#: What is black where there is no ``#``, and where there is nothing else either.
_AS_BLACK, _ALONE_AS_BLACK = "*@", "Xx"

#: Numbered lines of a picture.
_Lines = list[tuple[int, str]]


def sniff(text: str) -> str | None:
    head = text[:100_000].strip("\n").split("\n\n", 1)[0].split("\n")
    lines = [line for line in head if line.strip()]
    if len(text) > 100_000 and len(lines) > 1:
        lines.pop()  # cut somewhere
    found = _drawn_in([line.rstrip() for line in lines])
    if found is None and (cells := joined_cells(lines)):
        found = _drawn_in(cells)
        return found and f"{found}, with something between them"
    if found is None and " " in text and set("".join(lines)) == set("# "):
        return "lines of '#' and spaces"
    return found


def _drawn_in(lines: list[str]) -> str | None:
    """What lines of cells are drawn in, if they look like a picture."""
    width = {len(line) for line in lines}
    chars = set("".join(lines))
    # Hyphens alone are a rule under a heading.
    if len(width) != 1 or chars == {"-"}:
        return None
    if chars <= set("#._-"):
        return "lines of '#' and '.' of one length"
    if len(lines) < 2:
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
    pictures: list[_Lines] = [[]]
    for number, line in enumerate(text.strip("\n").split("\n"), start=1 + _empty_lines(text)):
        if len(pictures[-1]) == MAX_CELLS:
            raise FormatError(f"expected at most {MAX_CELLS} rows", line=number)
        if line.strip():
            pictures[-1].append((number, line))
        elif pictures[-1]:
            pictures.append([])
    if not pictures[0]:
        raise FormatError("expected lines of '#' and '.'", line=1)
    if text.strip() == "null":
        raise FormatError("'null' says that a puzzle has no solution; expected a picture", line=1)
    pictures = [_cells(lines) for lines in pictures if lines]
    bits = all(_BITS.issuperset(line) for lines in pictures for _, line in lines)
    return Parsed([_puzzle(lines, bits) for lines in pictures])


def _empty_lines(text: str) -> int:
    """The number of empty lines at the beginning."""
    return len(text) - len(text.lstrip("\n"))


def _cells(lines: _Lines) -> _Lines:
    """The lines of a picture, one character a cell, in the characters that are written."""
    numbers, drawn = [number for number, _ in lines], [line for _, line in lines]
    cells = joined_cells(drawn)
    chars = set("".join(drawn))
    if " " in chars and chars <= {"#", "*", "@", "X", " "}:
        if cells:
            problem = "a space may be a blank cell or stand between two; write blank cells as '.'"
            raise FormatError(problem, line=numbers[0], text=drawn[0])
        width = max(len(line.rstrip()) for line in drawn)
        check_area(len(drawn), width, numbers[0])
        cells = [line.rstrip().ljust(width).replace(" ", ".") for line in drawn]
    cells = cells or [line.rstrip() for line in drawn]
    change = {ord("-"): "."}
    if "#" not in chars:
        change |= {ord(char): "#" for char in _AS_BLACK}
    return [(number, line.translate(change)) for number, line in zip(numbers, cells, strict=True)]


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
    if len(colours) == 1 and colours[0].char in _ALONE_AS_BLACK:
        colours = [Colour(BLACK.name, BLACK.rgb, colours[0].char)]
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
