"""A picture drawn in characters; the puzzle is the one that describes it.

    .##.
    ####

``.`` or ``_`` is blank, ``#`` black, any other letter or digit a colour of its own; a picture of
only ``0`` and ``1`` has them for blank and black. An empty line begins another picture. The
solutions that this package prints are in this format; ``null``, which it prints for a puzzle
without any, is not a picture.

``nonocsp formats picture`` lists the letters of colours, small or capital; others have a look by
their turn. Lines above the first picture name others, by a name of CSS or six digits:

    k = black
    z = #8b4513
    kz.

The reader also takes ``-`` for blank, ``*`` or ``@`` for black where there is no ``#``, and an
``X`` for black if it is the only colour. A picture of only ``X`` and ``O``, or ``X`` and ``0``, has
them for black and blank, with a warning. Between the cells there may be blanks, or tabs, commas or
semicolons, between which an empty cell is blank:

    1 0 1        X,,X
    0 1 1        ,X,X

Two lines of clues with ``;`` look the same and are the format two-line. Blank cells may be spaces,
as in ``" ## "``, where no other reading is possible: in ``# #`` the space could be a cell or stand
between two, so a picture of only such lines is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ....core import BLACK, BLANK, MAX_COLOURS, STANDARD, Colour, Picture, Puzzle
from ....core.model.colours import ASCII_LETTERS, LETTERS, colour_of_char
from ..clues import MAX_CELLS, check_area, writable_chars
from ..css_colours import rgb_of
from ..format import Format, Parsed
from ..text_lines import Lines, check_width, fault
from .spaced_cells import joined_cells

_BLANKS = "._-"
_BITS = set("01")
_SPACED = set(" #*@Xx")
_LETTERS = set("#*@" + _BLANKS + ASCII_LETTERS)

#: Crosses are black and noughts are blank where there is nothing else.
_NOUGHTS = ({"X", "O"}, {"x", "o"}, {"X", "0"}, {"x", "0"})

#: The characters for black where there is no ``#``, and where there is no other colour either.
_AS_BLACK, _ALONE_AS_BLACK = "*@", "Xx"


#: A line that says which colour a letter is.
_ENTRY = re.compile(r"[ \t]*(\S)[ \t]*=[ \t]*(\S[^\n]*?)[ \t]*(?:\n|\Z)")


def _entries(text: str) -> tuple[list[tuple[str, str]], str]:
    """The lines of a palette at the beginning of a text, and the text with empty ones instead."""
    found, at = [], len(text) - len(text.lstrip("\n"))
    while entry := _ENTRY.match(text, at):
        found.append((entry[1], entry[2]))
        at = entry.end()
    return found, "\n" * text.count("\n", 0, at) + text[at:]


def sniff(text: str) -> str | None:
    head = _entries(text)[1][:100_000].strip("\n").split("\n\n", 1)[0].split("\n")
    lines = [line for line in head if line.strip()]
    if len(text) > 100_000 and len(lines) > 1:
        lines.pop()  # incomplete
    found = _drawn_in([line.rstrip() for line in lines])
    if found is None and (cells := joined_cells(lines)):
        found = _drawn_in(cells)
        return found and f"{found}, with something between them"
    chars = set("".join(lines))
    if found is None and len(lines) > 1 and " " in chars and len(chars) == 2 and chars <= _SPACED:
        return "lines of spaces and one other character"
    return found


def near(text: str) -> str | None:
    cells = "".join(text[:100_000].split())
    drawn = len(re.findall(r"[#*@._-]", cells))
    is_drawn = 4 * drawn > 3 * len(cells) and ("#" in cells or "." in cells)
    return "mostly '#' and '.'" if is_drawn and "\n" in text.strip() else None


def _drawn_in(lines: list[str]) -> str | None:
    """The characters of lines of cells, if they look like a picture."""
    width = {len(line) for line in lines}
    chars = set("".join(lines))
    # Hyphens alone are a rule under a heading.
    if len(width) != 1 or chars == {"-"}:
        return None
    if chars <= set("#._-"):
        return "lines of '#' and '.' of one length"
    if len(lines) < 2:
        return None
    if chars in _NOUGHTS:
        return "lines of crosses and noughts of one length"
    if chars <= _BITS and width != {1}:
        return "lines of '0' and '1' of one length"
    if chars & set(_BLANKS) and chars <= _LETTERS:
        return "lines of characters of one length, some of them '.' or '_'"
    # A picture may have no blank cell at all; words of one length have more different letters.
    if chars <= _LETTERS and 2 * len(chars) <= len(lines) * len(lines[0]):
        return "lines of few different letters of one length"
    return None


def parse(text: str) -> Parsed:
    entries, text = _entries(text)
    palette = [_named(*entry, at) for at, entry in enumerate(entries, start=1)]
    for values in zip(*((colour.char, colour.name) for colour in palette), strict=True):
        if twice := next((value for value in values if values.count(value) > 1), None):
            raise fault("expected a colour of its own for each letter", 1, twice)
    pictures: list[Lines] = [[]]
    empty = len(text) - len(text.lstrip("\n"))
    for number, line in enumerate(text.strip("\n").split("\n"), start=1 + empty):
        if len(pictures[-1]) == MAX_CELLS:
            raise fault(f"expected at most {MAX_CELLS} rows", number)
        if line.strip():
            pictures[-1].append((number, line))
        elif pictures[-1]:
            pictures.append([])
    if not pictures[0]:
        raise fault("expected lines of '#' and '.'", 1)
    if text.strip() == "null":
        raise fault("'null' stands for no solution; expected a picture", 1)
    pictures = [_cells(lines) for lines in pictures if lines]
    chars = {char for lines in pictures for _, line in lines for char in line}
    warnings: list[str] = []
    if chars in _NOUGHTS and not palette:
        cross, nought = sorted(chars, key="Xx0Oo".index)
        warnings.append(f"{cross!r} is read as black, {nought!r} as blank")
        change = {ord(cross): "#", ord(nought): "."}
        pictures = [[(at, line.translate(change)) for at, line in lines] for lines in pictures]
    for at, colour in enumerate(palette, start=1):
        if colour.char not in chars:
            warnings.append(f"line {at}: {colour.char!r} is not in the drawing")
    bits = chars <= _BITS and not palette
    return Parsed([_puzzle(lines, bits, palette) for lines in pictures], warnings)


def _named(char: str, word: str, at: int) -> Colour:
    """The colour that a line of a palette gives a letter."""
    known = STANDARD.get(word.lower())
    rgb = known.rgb if known else rgb_of(word)
    if rgb is None or not (char == "#" or char.isalnum()):
        raise fault("expected '#' or a letter, '=' and a colour by name or as #rrggbb", at, word)
    return Colour(word, rgb, char)


def _cells(lines: Lines) -> Lines:
    """The lines of a picture, one character a cell, in the characters that are written."""
    numbers, drawn = [number for number, _ in lines], [line for _, line in lines]
    cells = joined_cells(drawn)
    chars = set("".join(drawn))
    if " " in chars and chars <= _SPACED:
        if cells:
            problem = "a space may be a blank cell or stand between two; write blank cells as '.'"
            raise fault(problem, numbers[0], drawn[0])
        width = max(len(line.rstrip()) for line in drawn)
        check_area(len(drawn), width, numbers[0])
        cells = [line.rstrip().ljust(width).replace(" ", ".") for line in drawn]
    cells = cells or [line.rstrip() for line in drawn]
    change = {ord("-"): "."}
    if "#" not in chars:
        change |= {ord(char): "#" for char in _AS_BLACK}
    return [(number, line.translate(change)) for number, line in zip(numbers, cells, strict=True)]


def _puzzle(lines: Lines, bits: bool, palette: Sequence[Colour]) -> Puzzle:
    stated = {colour.char: colour for colour in palette}
    numbers = dict.fromkeys(_BLANKS, 0)
    colours: list[Colour] = []
    if bits:
        numbers |= {"0": 0, "1": 1}
        colours.append(BLACK)
    rows = []
    width = len(lines[0][1])
    if width > MAX_CELLS:
        raise fault(f"expected at most {MAX_CELLS} columns", lines[0][0])
    for number, line in lines:
        check_width(line, width, "the first row", number)
        for char in line:
            if char not in numbers:
                if not (char == "#" or char.isalnum()) or len(colours) == MAX_COLOURS:
                    problem = "expected '#', '.' or the letter of a colour"
                    raise fault(problem, number, char, column=line.index(char) + 1)
                taken = [colour.name for colour in (*colours, *palette)]
                look = stated.get(char) or colour_of_char(char, len(colours) + 1, taken)
                colours.append(look)
                numbers[char] = len(colours)
        rows.append([numbers[char] for char in line])
    if not palette and len(colours) == 1 and colours[0].char in _ALONE_AS_BLACK:
        colours = [Colour(BLACK.name, BLACK.rgb, colours[0].char)]
    return Puzzle.from_picture(Picture(rows, colours=(BLANK, *colours)), colours or None)


def _drawn(puzzle: Puzzle) -> str:
    """The goal, with letters for the colours whose characters have another meaning here."""
    own = [colour.char for colour in puzzle.colours[1:]]
    # An X could be read as black beside an O.
    taken = _BITS | ({"X", "x"} if {"O", "o"}.intersection(own) else set())
    chars = writable_chars(own, lambda c: c == "#" or (c.isalnum() and c not in taken))
    pairs = zip(puzzle.colours[1:], chars, strict=True)
    colours = [puzzle.colours[0], *(Colour(c.name, c.rgb, char) for c, char in pairs)]
    return puzzle.goals[0].text(tuple(colours)) + "\n"


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    return "\n".join(map(_drawn, puzzles))


FORMAT = Format(
    name="picture",
    summary="a picture of '#' and '.', or one letter a colour; its clues are the puzzle",
    letters=LETTERS,
    suffixes=(".txt",),
    sniff=sniff,
    near=near,
    parse=parse,
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({"colours", "goals"}),
)
