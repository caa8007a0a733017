"""What the files of nonogrid and of pynogram have in common: the notation of clues and colours.

Clues are separated by newlines and commas, blocks by blanks; ``#`` and ``;`` begin a comment.
Quotes around a clue say nothing. ``5b`` is a block of the colour b, ``5`` one of the default
colour, black, and ``0`` a line without blocks. A colour is ``name = (look) character``, its look a
name of CSS, three numbers, or hexadecimal digits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ..common.errors import FormatError
from ..model.clue import shared_block
from ..model.colours import BLACK, MAX_COLOURS, Colour, free_char
from ..model.puzzle import Puzzle
from .base import MAX_CELLS, SourceClue, block_length, build, joined, lines_of
from .colour_names import rgb_of

#: A name that may stand behind a length, and what a colour of these files is called therefore.
_NAME = r"[^\W\d_][^\W_]*"
_COLOUR = re.compile(rf"\s*({_NAME})\s*=\s*\(([^()]*)\)\s*(\S?)\s*\Z")
_BLOCK = re.compile(rf"([0-9]+|\?)({_NAME})?\Z")

#: Numbered lines of a file.
Lines = Iterable[tuple[int, str]]


def without_comment(line: str) -> str:
    """A line up to the first ``#`` or ``;``."""
    return re.split("[#;]", line, maxsplit=1)[0].strip()


def colours_of(definitions: Lines) -> list[Colour]:
    """The colours that were defined, each with the line where."""
    colours: list[Colour] = []
    for number, definition in definitions:
        found = _COLOUR.match(definition)
        if found is None:
            problem = "expected a colour as in 'b = (blue) *'"
            raise FormatError(problem, line=number, text=definition)
        name, look, char = found.groups()
        triple = [part.strip() for part in look.split(",")]
        if len(triple) == 3 and all(re.fullmatch(r"[0-9]{1,3}", part) for part in triple):
            parts = [int(part) for part in triple]
            rgb = "#" + bytes(parts).hex() if max(parts) < 256 else None
        else:
            rgb = rgb_of(look)
        if rgb is None:
            problem = "expected the name of a colour, three numbers to 255 or hexadecimal digits"
            raise FormatError(problem, line=number, text=look)
        taken = {"_", *(colour.char for colour in colours)}
        if not char.isprintable() or not char or char in taken:
            char = free_char(name, taken)
        if name in (colour.name for colour in colours):
            raise FormatError("the colour is defined twice", line=number, text=name)
        if len(colours) == MAX_COLOURS:
            raise FormatError(f"expected at most {MAX_COLOURS} colours", line=number)
        colours.append(Colour(name, rgb, char))
    return colours


def puzzle_of(rows: Lines, columns: Lines, colours: Sequence[Colour]) -> Puzzle:
    """The puzzle of the lines of its two sections."""
    palette = list(colours)
    numbers = {colour.name: number for number, colour in enumerate(palette, start=1)}
    # A name in another case is that colour's unless two names differ in nothing but case.
    cases = Counter(colour.name.lower() for colour in palette)
    folded = {name.lower(): n for name, n in numbers.items() if cases[name.lower()] == 1}
    default = next((n for n, c in enumerate(palette, start=1) if c.rgb == BLACK.rgb), None)
    sides = []
    for lines in (rows, columns):
        side: list[SourceClue] = []
        for number, text in _clues(lines):
            if len(side) == MAX_CELLS:
                raise FormatError(f"expected at most {MAX_CELLS} clues", line=number)
            blocks = []
            for word in text.split():
                if word == "0":
                    continue
                found = _BLOCK.match(word)
                if found is None:
                    problem = "expected a length, and a colour where there are several"
                    raise FormatError(problem, line=number, text=word)
                length, name = found.groups()
                if name is None and default is None:
                    taken = {"_", *(colour.char for colour in palette)}
                    char = free_char(BLACK.name, taken) if BLACK.char in taken else BLACK.char
                    palette.append(Colour(BLACK.name, BLACK.rgb, char))
                    default = len(palette)
                colour = default if name is None else numbers.get(name) or folded.get(name.lower())
                if colour is None:
                    raise FormatError("the colour is not defined", line=number, text=word)
                blocks.append(shared_block(block_length(length, number), colour))
            side.append(SourceClue(tuple(blocks), number))
        sides.append(side)
    return build(sides[0], sides[1], colours=palette or None)


def _clues(lines: Lines) -> Iterator[tuple[int, str]]:
    """The clues of a section with their line numbers; empty ones say nothing."""
    for number, line in lines:
        for clue in without_comment(line).split(","):
            bare = clue.strip().strip("'\"").strip()
            if bare:
                yield number, bare


def definitions(puzzle: Puzzle) -> list[str]:
    """The colours of a puzzle as they are defined; none where black is the only one."""
    if puzzle.colours[1:] == (BLACK,):
        return []
    names = suffixes(puzzle)
    return [
        f"{name} = ({colour.rgb[1:].upper()}) {char}"
        for name, colour, char in zip(names, puzzle.colours[1:], _chars(puzzle), strict=True)
    ]


def suffixes(puzzle: Puzzle) -> list[str]:
    """What stands for each block colour behind a length: its name where that can."""
    names = [colour.name for colour in puzzle.colours[1:]]
    if all(re.fullmatch(_NAME, name) for name in names):
        return names
    return [f"c{number}" for number in range(1, len(names) + 1)]


def _chars(puzzle: Puzzle) -> list[str]:
    """The characters of the colours, other ones for those that would begin a comment or a text."""
    chars = [colour.char for colour in puzzle.colours[1:]]
    kept = [char for char in chars if char not in "#;'\"\\()="]
    spare = iter(char for char in "*+@&$!~^:/<>" if char not in kept)
    return [char if char in kept else next(spare, free_char("", kept)) for char in chars]


def section(puzzle: Puzzle, side: str) -> str:
    """The clues of the rows or of the columns, one a line, indented."""
    clues = puzzle.rows if side == "rows" else puzzle.columns
    if puzzle.colours[1:] == (BLACK,):
        return lines_of(f"    {joined(clue or (), ' ')}" for clue in clues)
    names = ["", *suffixes(puzzle)]
    return lines_of(
        "    " + (" ".join(f"{block}{names[block.colour]}" for block in clue or ()) or "0")
        for clue in clues
    )
