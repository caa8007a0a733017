"""Steve Simpson's ``.non``, with the colours, goals and saved states that later programs added.

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
    saved "1?????"

Lines of ``keyword value``. After ``rows`` and ``columns`` come as many clue lines as there are rows
and columns; ``color a #ff0000`` declares a letter that may follow a length (``3a``, and ``3A``
where there is no colour A). In ``goal`` and ``saved`` a cell is ``0``, ``1`` or a colour's letter;
``?`` is one not known. Cells missing at the end are blank in a goal, not known in a saved state.
Puzzles of a ``.nonpack`` are parted by lines ``====``.

Texts may be in quotes and hold HTML entities. ``description`` is a keyword of ours, which other
programs skip, as this one skips, with a warning, keywords that it does not know. A line without
blocks is ``0``. Programs differ in whether an empty line among the clues is a line without blocks;
it is taken as one, with a warning, only if the count would not come out otherwise.
"""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..common.errors import FormatError, PuzzleError, excerpt
from ..model.clue import Clue, shared_block
from ..model.colours import Colour, colour_of_char
from ..model.grid import Grid, Picture
from ..model.puzzle import Puzzle
from .base import (
    Feature,
    Format,
    Parsed,
    SourceClue,
    block_length,
    build,
    check_area,
    dimension,
    joined,
    known_cells,
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
    "description": "description",
}
_SIZES = {"width": "columns", "height": "rows"}
_DRAWN = ("goal", "saved")
_KEYWORDS = {*_ABOUT, *_SIZES, *_DRAWN, "rows", "columns", "color", "maxrule"}
_KEYWORD = re.compile(r"[ \t]*([A-Za-z]+)(?:[ \t]+(.*))?\Z")
_PARTING = re.compile(r"={4,}[ \t]*\Z")


def sniff(text: str) -> str | None:
    match = re.match(r"\s*([A-Za-z]+)(?=\s)", text)
    sections = r"(?mi)^[ \t]*(rows|columns)\b(?![ \t]*[=:])"
    if match and match[1].lower() in _KEYWORDS and re.search(sections, text):
        return f"the first word is {match[1]!r}"
    return None


@dataclass(slots=True)
class _Reader:
    """What has been read of one puzzle so far."""

    warnings: list[str]
    about: dict[str, str] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    colours: list[Colour] = field(default_factory=list)
    sections: dict[str, list[tuple[int, str]]] = field(default_factory=dict)
    drawn: list[tuple[str, int, list[str]]] = field(default_factory=list)
    """Keyword, line number and parts of every goal and saved state, which may go over lines."""

    def names(self) -> list[str]:
        return [colour.name for colour in self.colours]


def parse(text: str) -> Parsed:
    parts: list[list[tuple[int, str]]] = [[]]
    for number, line in numbered(text):
        if _PARTING.match(line):
            parts.append([])
        else:
            parts[-1].append((number, line))
    parsed = Parsed([])
    for lines in parts:
        if any(line.strip() for _, line in lines):
            parsed.puzzles.append(_one(lines, parsed.warnings))
    if not parsed.puzzles:
        raise FormatError("expected sections of rows and of columns")
    return parsed


def _one(lines: Sequence[tuple[int, str]], warnings: list[str]) -> Puzzle:
    reader = _Reader(warnings)
    section: list[tuple[int, str]] | None = None
    drawing: list[str] | None = None
    in_quotes = False
    for number, line in lines:
        keyword = _KEYWORD.match(line)
        word = keyword[1].lower() if keyword else ""
        # Letters alone are cells of a coloured picture rather than a keyword nobody knows.
        if drawing is not None and (in_quotes or word not in _KEYWORDS):
            drawing.append(line)
            in_quotes ^= line.count('"') % 2 == 1
            continue
        drawing = None
        if keyword is None:
            if section is not None:
                section.append((number, line))
            elif line.strip():
                raise FormatError("expected a keyword", line=number, text=line)
            continue
        value = (keyword[2] or "").strip()
        section = None
        if word in ("rows", "columns"):
            if word in reader.sections:
                raise FormatError(f"expected {word} only once", line=number)
            section = reader.sections[word] = []
            if value:
                key = "height" if word == "rows" else "width"
                reader.size[key] = dimension(value, word, number)
        elif word in _DRAWN:
            drawing, in_quotes = [value], value.count('"') % 2 == 1
            reader.drawn.append((word, number, drawing))
        else:
            _statement(reader, word, value, number)
    return _puzzle(reader)


def _statement(reader: _Reader, word: str, value: str, number: int) -> None:
    if word in _SIZES:
        reader.size[word] = dimension(value, _SIZES[word], number)
    elif word in _ABOUT:
        if said := html.unescape(value.strip('"')):
            reader.about[_ABOUT[word]] = said
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
    elif word not in _KEYWORDS:
        reader.warnings.append(f"line {number}: the keyword {excerpt(word)!r} was left out")


def _puzzle(reader: _Reader) -> Puzzle:
    letters = {colour.char: index for index, colour in enumerate(reader.colours, start=1)}
    sources = {}
    for section, key in (("rows", "height"), ("columns", "width")):
        if section not in reader.sections:
            raise FormatError(f"expected a section of {section}")
        lines = _clue_lines(reader, section, reader.size.get(key))
        sources[section] = [SourceClue(_clue(text, at, letters), at) for at, text in lines]
    puzzle = build(
        sources["rows"], sources["columns"], colours=reader.colours or None, **reader.about
    )
    goals: list[Picture] = []
    saved: list[Grid] = []
    for word, number, parts in reader.drawn:
        if (masks := _cells(reader, puzzle, word, number, "".join(parts))) is None:
            continue
        grid = Grid.of_masks(puzzle, masks)
        if word == "goal":
            goals.append(grid.picture(puzzle.colours))
        else:
            saved.append(grid)
    return puzzle.replace(goals=goals, saved=saved) if reader.drawn else puzzle


def _clue_lines(reader: _Reader, what: str, wanted: int | None) -> list[tuple[int, str]]:
    lines = reader.sections[what]
    filled = [(number, line) for number, line in lines if line.strip()]
    if wanted is None or len(filled) == wanted:
        return filled
    with_blanks = list(lines)
    while len(with_blanks) > wanted and not with_blanks[-1][1].strip():
        with_blanks.pop()
    if len(with_blanks) == wanted:
        first = next(number for number, line in with_blanks if not line.strip())
        reader.warnings.append(
            f"line {first}: an empty line among the {what} was taken as a line without blocks"
        )
        return with_blanks
    last = lines[-1][0] if lines else None
    at = filled[wanted][0] if len(filled) > wanted else last
    raise FormatError(f"expected {wanted} clues of {what}, not {len(filled)}", line=at)


def _clue(text: str, number: int, letters: dict[str, int]) -> Clue:
    if not letters:
        return number_clue(text, number)
    blocks = []
    for word in re.split(r"[,\s]+", text.strip()):
        if word in ("", "0"):
            continue
        letter = word[-1] if word[-1].isalpha() else None
        if letter not in letters and word[-1].swapcase() in letters:
            letter = word[-1].swapcase()
        if letter is not None and letter not in letters:
            raise FormatError(f"colour {letter!r} is not declared", line=number, text=word)
        length = block_length(word[:-1] if letter else word, number)
        blocks.append(shared_block(length, letters[letter] if letter else 1))
    return tuple(blocks)


def _cells(reader: _Reader, puzzle: Puzzle, word: str, number: int, said: str) -> list[int] | None:
    """The candidates of the cells of a goal or saved state, None if it does not fit the puzzle."""
    known = {"0": 1} | {c.char: 1 << n for n, c in enumerate(puzzle.colours) if n}
    if puzzle.has_one_colour:
        known["1"] = 2
    missing = 1
    if word == "saved":
        known["?"] = missing = (1 << len(puzzle.colours)) - 1
    cells = [char for char in said if char.isalnum() or char in known]
    rows, columns = puzzle.shape
    what = "goal" if word == "goal" else "saved state"
    if any(char not in known for char in cells) or len(cells) > rows * columns:
        reader.warnings.append(f"line {number}: a {what} was left out: it does not fit the puzzle")
        return None
    check_area(rows, columns, number)
    return [known[char] for char in cells] + [missing] * (rows * columns - len(cells))


def dump(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    coloured = not puzzle.has_one_colour
    chars = ["0", *_letters(puzzle)] if coloured else ["0", "1"]
    out = [
        f'{keyword} "{_quotable(said)}"'
        for keyword, attribute in _ABOUT.items()
        if (said := getattr(puzzle, attribute))
    ]
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
    for grid in puzzle.saved:
        out += ["", f'saved "{"".join(known_cells(grid, chars))}"']
    return lines_of(out)


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    return "====\n".join(map(dump, puzzles))


def _quotable(said: str) -> str:
    """A text on one line, as HTML entities where it has to."""
    entities = html.escape(said).replace("&#x27;", "'")
    entities = re.sub(r"[\t\n\r]", lambda found: f"&#{ord(found[0])};", entities)
    return re.sub(r"[\x00-\x1f]", " ", entities)


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
    suffixes=(".non", ".nonpack"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    carries=frozenset(
        {
            "colours",
            "unknown_lengths",
            "goals",
            "further_goals",
            "saved",
            "further_saved",
            *_ABOUT.values(),
        }
    ),
)
