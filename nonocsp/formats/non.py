"""Steve Simpson's ``.non``, with the colours and goals that later programs added.

    title "Note"
    by "me"
    width 3
    height 2
    rows
    1,1
    0
    columns
    1
    0
    1
    goal "101000"

Lines of ``keyword value``; unknown keywords are skipped. After ``rows`` and ``columns`` come as
many clue lines as there are rows and columns; ``color a #ff0000`` declares a letter that may
follow a length (``3a``). A line without blocks is ``0``. Programs differ in whether an empty line
among the clues is a line without blocks; it is taken as one only if the count would not come out
otherwise.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from ..colours import Colour, colour_of_char
from ..errors import FormatError, PuzzleError
from ..grid import Picture
from ..puzzle import Block, Clue, Puzzle
from .base import (
    Feature,
    Format,
    Parsed,
    SourceClue,
    block_length,
    build,
    dimension,
    joined,
    lines_of,
    number_clue,
    numbered,
)

#: Keywords that carry text about the puzzle, and where it goes.
_ABOUT: dict[str, Feature] = {
    "catalogue": "source",
    "title": "title",
    "by": "author",
    "copyright": "copyright",
    "license": "licence",
}
_KEYWORDS = {*_ABOUT, "width", "height", "rows", "columns", "color", "goal", "saved", "maxrule"}
_KEYWORD = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+(.*))?\Z")


def sniff(text: str) -> str | None:
    match = re.match(r"\s*([A-Za-z]+)(?=\s)", text)
    if match and match[1].lower() in _KEYWORDS:
        return f"the first word is {match[1]!r}"
    return None


@dataclass(slots=True)
class _Reader:
    """What has been read so far."""

    about: dict[str, str] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    colours: list[Colour] = field(default_factory=list)
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    goals: list[tuple[int, list[str]]] = field(default_factory=list)
    """Line number and parts of every goal, which may go over several lines."""
    warnings: list[str] = field(default_factory=list)

    def names(self) -> list[str]:
        return [colour.name for colour in self.colours]


def parse(text: str) -> Parsed:
    reader = _Reader()
    section: list[tuple[int, str]] | None = None
    in_goal = False
    for number, line in numbered(text):
        keyword = _KEYWORD.match(line)
        if keyword is None:
            if in_goal and line.strip():
                reader.goals[-1][1].append(line)
            elif section is not None:
                section.append((number, line))
            elif line.strip():
                raise FormatError("expected a keyword", line=number, text=line)
            continue
        word, value = keyword[1].lower(), (keyword[2] or "").strip()
        section, in_goal = None, word == "goal"
        if word in ("rows", "columns"):
            if word in reader.sections:
                raise FormatError(f"expected {word} only once", line=number)
            section = reader.sections[word] = []
            if value:
                key = "height" if word == "rows" else "width"
                reader.size[key] = dimension(value, word, number)
        else:
            _statement(reader, word, value, number)
    return Parsed([_puzzle(reader)], reader.warnings)


def _statement(reader: _Reader, word: str, value: str, number: int) -> None:
    if word in ("width", "height"):
        reader.size[word] = dimension(value, "columns" if word == "width" else "rows", number)
    elif word in _ABOUT:
        reader.about[_ABOUT[word]] = html.unescape(value.strip('"'))
    elif word == "color":
        parts = value.split()
        if len(parts) != 2 or len(parts[0]) != 1 or not parts[0].isalpha():
            raise FormatError("expected a letter and #rrggbb", line=number, text=value)
        rgb = parts[1] if parts[1].startswith("#") else f"#{parts[1]}"
        try:
            look = colour_of_char(parts[0], len(reader.colours) + 1, reader.names())
            reader.colours.append(Colour(look.name, rgb, parts[0]))
        except PuzzleError as error:
            raise FormatError(str(error), line=number) from None
    elif word == "goal":
        reader.goals.append((number, [value]))
    elif word == "saved":
        reader.warnings.append(f"line {number}: a saved state was left out")


def _puzzle(reader: _Reader) -> Puzzle:
    letters = {colour.char: index for index, colour in enumerate(reader.colours, start=1)}
    sources = {}
    for section, key in (("rows", "height"), ("columns", "width")):
        if section not in reader.sections:
            raise FormatError(f"expected a section of {section}")
        lines = _clue_lines(reader.sections[section], reader.size.get(key), section)
        sources[section] = [SourceClue(_clue(text, at, letters), at) for at, text in lines]
    puzzle = build(
        sources["rows"], sources["columns"], colours=reader.colours or None, **reader.about
    )
    goals = [
        goal for at, said in reader.goals if (goal := _goal(reader, puzzle, at, "".join(said)))
    ]
    return puzzle.but(goals=goals) if goals else puzzle


def _clue_lines(
    lines: list[tuple[int, str]], wanted: int | None, what: str
) -> list[tuple[int, str]]:
    filled = [(number, line) for number, line in lines if line.strip()]
    if wanted is None or len(filled) == wanted:
        return filled
    with_blanks = list(lines)
    while len(with_blanks) > wanted and not with_blanks[-1][1].strip():
        with_blanks.pop()
    if len(with_blanks) == wanted:
        return with_blanks
    surplus = filled[wanted][0] if len(filled) > wanted else None
    raise FormatError(f"expected {wanted} clues of {what}, not {len(filled)}", line=surplus)


def _clue(text: str, number: int, letters: dict[str, int]) -> Clue:
    if not letters:
        return number_clue(text, number)
    blocks = []
    for word in re.split(r"[,\s]+", text.strip()):
        if word in ("", "0"):
            continue
        letter = word[-1] if word[-1].isalpha() else None
        if letter is not None and letter not in letters:
            raise FormatError(f"colour {letter!r} is not declared", line=number, text=word)
        length = block_length(word[:-1] if letter else word, number)
        blocks.append(Block(length, letters[letter] if letter else 1))
    return tuple(blocks)


def _goal(reader: _Reader, puzzle: Puzzle, number: int, said: str) -> Picture | None:
    """The goal as a picture; cells that are not told are blank."""
    known = {"0": 0} | {c.char: n for n, c in enumerate(puzzle.colours) if n}
    if puzzle.has_one_colour:
        known["1"] = 1
    cells = [char for char in said if char.isalnum()]
    rows, columns = puzzle.shape
    if any(char not in known for char in cells) or len(cells) > rows * columns:
        reader.warnings.append(f"line {number}: a goal was left out: it does not fit the puzzle")
        return None
    flat = bytes(known[char] for char in cells).ljust(rows * columns, b"\0")
    return Picture.from_cells(flat, columns, puzzle.colours)


def dump(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    coloured = not puzzle.has_one_colour
    chars = ["0", *_letters(puzzle)] if coloured else ["0", "1"]
    out = []
    for keyword, attribute in _ABOUT.items():
        said = getattr(puzzle, attribute)
        if said:
            quoted = html.escape(" ".join(said.split()))
            out.append(f'{keyword} "{quoted}"')
    out += [f"width {width}", f"height {height}"]
    if coloured:
        looks = zip(chars[1:], puzzle.colours[1:], strict=True)
        out += [f"color {char} {colour.rgb}" for char, colour in looks]
    for what, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        out += ["", what]
        for clue in clues:
            words = [f"{block}{chars[block.colour]}" for block in clue or ()]
            out.append(",".join(words) or "0" if coloured else joined(clue or (), ","))
    for goal in puzzle.goals:
        cells = "".join(chars[cell] for cell in goal.cells)
        out += ["", f'goal "{cells}"']
    return lines_of(out)


def _letters(puzzle: Puzzle) -> list[str]:
    """A lower-case letter for every colour: its own character where that is one and is free."""
    spare = [chr(code) for code in range(ord("a"), ord("z") + 1)]
    own = [colour.char.lower() for colour in puzzle.colours[1:]]
    if len(own) > len(spare):
        raise FormatError(f"this format has letters for 26 colours, the puzzle has {len(own)}")
    letters: list[str] = []
    for char in own:
        if char not in spare:
            char = next(letter for letter in spare if letter not in own)
        spare.remove(char)
        letters.append(char)
    return letters


FORMAT = Format(
    name="non",
    summary="Simpson's .non: keywords, then clues line by line",
    suffixes=(".non",),
    sniff=sniff,
    parse=parse,
    dump=dump,
    carries=frozenset({"colours", "unknown_lengths", "goals", "further_goals", *_ABOUT.values()}),
)
