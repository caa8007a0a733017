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

Lines of ``keyword value``. Below ``rows`` and ``columns`` stands a clue a line; ``color a #ff0000``
declares a letter that may follow a length (``3a``, and ``3A`` where there is no colour A), or a
name, perhaps with a character for drawings (``color red #ff0000 *``); names stand behind lengths
(``2 red``) or, as in nonny, before all lengths that they are for (``red 2 1``). In
``goal`` and ``saved`` a cell is ``0``, ``1`` or a colour's letter; ``?`` is an unknown one. Cells
missing at the end are blank in a goal, unknown in a saved state. Between the puzzles of a
``.nonpack`` stand lines ``====``.

Texts may be in quotes and hold HTML entities. ``description`` is a keyword of ours, which other
programs skip, as this one skips, with a warning, keywords that it does not know. A line without
blocks is ``0``. Programs differ in whether an empty line among the clues is a line without blocks;
it is taken as one, with a warning, only if the count would not come out otherwise.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from string import ascii_lowercase
from typing import Any

from ....core import (
    BLANK,
    STAR,
    Block,
    Clue,
    Colour,
    Grid,
    Picture,
    Puzzle,
    PuzzleError,
    colour_of_char,
    excerpt,
    full,
    shared_block,
)
from ..clues import (
    SourceClue,
    block_length,
    build,
    cell_char,
    check_area,
    check_size,
    clue_text,
    dimension,
    known_cells,
    number_clue,
    writable_chars,
)
from ..format import BOARD_KINDS, FEATURES, Format, Parsed, Text, one_by_one
from ..text_lines import Lines, fault, filled, lines_of, numbered

#: Keywords that carry text about the puzzle, and where it goes.
_ABOUT: dict[str, Text] = {
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
_NAME = re.compile(r"[^\W\d_][\w-]*")
_PARTING = re.compile(r"={4,}[ \t]*\Z")


def sniff(text: str) -> str | None:
    match = re.match(r"\s*([A-Za-z]+)(?=\s)", text)
    sections = r"(?mi)^[ \t]*(rows|columns)[ \t]*(?:[0-9]+[ \t]*)?$"
    others = r"(?mi)^[ \t]*(?:width|height|goal|saved|color|catalogue|title|by)[ \t]|^=+[ \t]*$"
    if match and match[1].lower() in _KEYWORDS and len(re.findall(sections, text)) > 1:
        # With no other keywords the sections are headings, as anybody may write them.
        return f"the first word is {match[1]!r}" if re.search(others, text) else None
    return None


@dataclass(slots=True)
class _Reader:
    """What has been read of one puzzle."""

    warnings: list[str]
    about: dict[str, Any] = field(default_factory=dict)
    size: dict[str, int] = field(default_factory=dict)
    colours: list[Colour] = field(default_factory=list)
    words: dict[str, int] = field(default_factory=dict)
    """The numbers of colours by their words in the file, and by these in lower case."""
    symbols: dict[str, int] = field(default_factory=dict)
    """The numbers of colours by their characters in drawings."""
    sections: dict[str, Lines] = field(default_factory=dict)
    drawn: list[tuple[str, int, list[str]]] = field(default_factory=list)
    """Keyword, line number and lines of every goal and saved state."""


def parse(text: str) -> Parsed:
    parts: list[Lines] = [[]]
    for number, line in numbered(text):
        if _PARTING.match(line):
            parts.append([])
        else:
            parts[-1].append((number, line))
    parsed = Parsed([])
    parsed.puzzles += [_puzzle(_read(part, parsed.warnings)) for part in parts if filled(part)]
    if not parsed.puzzles:
        raise fault("expected sections of rows and of columns")
    return parsed


def _read(lines: Lines, warnings: list[str]) -> _Reader:
    reader = _Reader(warnings)
    section: Lines | None = None
    drawing: list[str] | None = None
    in_quotes = False
    for number, line in lines:
        keyword = _KEYWORD.match(line)
        word = keyword[1].lower() if keyword else ""
        if section is not None and word in reader.words and word not in _KEYWORDS:
            keyword = None  # a clue that begins with a colour
        # In a drawing, letters alone are cells, not an unknown keyword.
        if drawing is not None and (in_quotes or word not in _KEYWORDS):
            drawing.append(line)
            in_quotes ^= line.count('"') % 2 == 1
            continue
        drawing = None
        if keyword is None:
            if section is not None:
                section.append((number, line))
            elif line.strip():
                raise fault("expected a keyword such as width or rows", number, line)
            continue
        value = (keyword[2] or "").strip()
        section = None
        if word in ("rows", "columns"):
            if word in reader.sections:
                raise fault(f"expected {word} only once", number)
            section = reader.sections[word] = []
            if value:
                key = "height" if word == "rows" else "width"
                reader.size[key] = dimension(value, word, number)
        elif word in _DRAWN:
            drawing, in_quotes = [value], value.count('"') % 2 == 1
            reader.drawn.append((word, number, drawing))
        else:
            _statement(reader, word, value, number)
    return reader


def _statement(reader: _Reader, word: str, value: str, number: int) -> None:
    if word in _SIZES:
        reader.size[word] = dimension(value, _SIZES[word], number)
    elif word in _ABOUT:
        if text := html.unescape(value.strip('"')):
            reader.about[_ABOUT[word]] = text
    elif word == "color":
        name, look, char, *more = [*value.split(), "", "", ""]
        if not _NAME.fullmatch(name) or not look or len(char) > 1 or any(more):
            raise fault("expected a letter or a name, and #rrggbb", number, value)
        count, taken = len(reader.colours) + 1, [colour.name for colour in reader.colours]
        reader.words[name] = count
        reader.words.setdefault(name.lower(), count)
        if char:
            reader.symbols[char] = count
        if len(name) == 1:
            name, char = colour_of_char(name, count, taken).name, name
        else:
            char = cell_char(char, name, [BLANK.char, *(colour.char for colour in reader.colours)])
        try:
            reader.colours.append(Colour(name, f"#{look.removeprefix('#')}", char))
        except PuzzleError as error:
            raise fault(str(error), number) from None
    elif word not in _KEYWORDS:
        reader.warnings.append(f"line {number}: the keyword {excerpt(word)!r} was left out")


def _puzzle(reader: _Reader) -> Puzzle:
    for section in ("rows", "columns"):
        if section not in reader.sections:
            raise fault(f"expected a section of {section}")
    lines = _clue_lines(reader)
    is_before = any(_NAME.match(text.strip()) for side in lines for _, text in side)
    sides = [
        [SourceClue(_clue(text, at, reader.words, is_before), at) for at, text in side]
        for side in lines
    ]
    puzzle = build(*sides, colours=reader.colours or None, **reader.about)
    goals: list[Picture] = []
    saved: list[Grid] = []
    for word, number, parts in reader.drawn:
        if masks := _cells(reader, puzzle, word, number, "".join(parts)):
            grid = Grid.of_masks(puzzle, masks)
            if word == "goal":
                goals.append(grid.picture(puzzle.colours))
            else:
                saved.append(grid)
    return puzzle.replace(goals=goals, saved=saved) if reader.drawn else puzzle


def _clue_lines(reader: _Reader) -> list[Lines]:
    """The lines of rows and columns that are clues: empty ones only if the count comes out so."""
    every = [reader.sections[name] for name in ("rows", "columns")]
    found = [filled(lines) for lines in every]
    rows, columns = map(len, found)
    stated = reader.size.get("height", rows), reader.size.get("width", columns)
    at = None
    for what, lines, wanted in zip(("rows", "columns"), every, stated, strict=True):
        present = filled(lines)
        if len(present) == wanted or (rows, columns) == stated[::-1]:
            continue
        with_blanks = list(lines)
        while len(with_blanks) > wanted and not with_blanks[-1][1].strip():
            with_blanks.pop()
        if len(with_blanks) == wanted:
            first = next(number for number, line in with_blanks if not line.strip())
            reader.warnings.append(
                f"line {first}: an empty line among the {what} was taken as a line without blocks"
            )
            found[what == "columns"] = with_blanks
        elif at is None and lines:
            at = present[wanted][0] if len(present) > wanted else lines[-1][0]
    check_size(stated, (len(found[0]), len(found[1])), reader.warnings, at)
    return found


def _clue(text: str, number: int, colours: dict[str, int], is_before: bool) -> Clue:
    """A clue, whose colours stand before the lengths or behind them."""
    if not colours:
        return number_clue(text, number)
    blocks: list[Block] = []
    stated = colours.get("black", 1)
    alone = ""  # a colour that needs a length
    is_bare = False
    for word in text.replace(",", " ").split():
        if word == "0":
            continue
        if word == "*":
            blocks.append(STAR)
            is_bare = False
            continue
        name = word.lstrip("0123456789?")
        length = word[: len(word) - len(name)]
        colour = (colours.get(name) or colours.get(name.lower())) if name else stated
        if colour is None:
            raise fault("the colour is not declared", number, word)
        if length:
            blocks.append(shared_block(block_length(length, number), colour))
        elif is_bare and not is_before:
            blocks[-1] = shared_block(blocks[-1].length, colour)
        elif alone or not is_before:
            raise fault("expected a length with the colour", number, alone or word)
        else:
            stated, alone = colour, word
            continue
        alone = ""
        is_bare = not name
    if alone:
        raise fault("expected a length with the colour", number, alone)
    return tuple(blocks)


def _cells(reader: _Reader, puzzle: Puzzle, word: str, number: int, drawn: str) -> list[int] | None:
    """The candidates of the cells of a goal or saved state, None if it does not fit the puzzle."""
    known = {"0": 1} | {c.char: 1 << n for n, c in enumerate(puzzle.colours) if n}
    known |= {char: 1 << n for char, n in reader.symbols.items() if char != "0"}
    if puzzle.has_one_colour:
        known["1"] = 2
    missing = 1
    if word == "saved":
        known["?"] = missing = full(puzzle.block_colours)
    # Characters that the file itself gives to colours leave no others without a meaning.
    ignored = '" ' if reader.symbols else ""
    cells = [c for c in drawn if c in known or (c not in ignored if ignored else c.isalnum())]
    rows, columns = puzzle.shape
    if any(char not in known for char in cells) or len(cells) > rows * columns:
        what = "goal" if word == "goal" else "saved state"
        reader.warnings.append(f"line {number}: a {what} was left out: it does not fit the puzzle")
        return None
    check_area(rows, columns, number)
    return [known[char] for char in cells] + [missing] * (rows * columns - len(cells))


def dump(puzzle: Puzzle) -> str:
    height, width = puzzle.shape
    coloured = not puzzle.has_one_colour
    # Other programs know 26 letters; more colours than that get further ones.
    own = [colour.char.lower() for colour in puzzle.colours[1:]]
    letters = writable_chars(own, lambda char: char in ascii_lowercase)
    chars = ["0", *letters] if coloured else ["0", "1"]
    out = [
        f'{keyword} "{_quotable(text)}"'
        for keyword, attribute in _ABOUT.items()
        if (text := getattr(puzzle, attribute))
    ]
    out += [f"width {width}", f"height {height}"]
    if coloured:
        looks = zip(chars[1:], puzzle.colours[1:], strict=True)
        out += [f"color {char} {colour.rgb}" for char, colour in looks]
    for what, clues in (("rows", puzzle.rows), ("columns", puzzle.columns)):
        out += ["", what]
        for clue in clues:
            words = [f"{block}{chars[block.colour]}" for block in clue or ()]
            out.append(",".join(words) or "0" if coloured else clue_text(clue, ","))
    for goal in puzzle.goals:
        cells = "".join(chars[cell] for cell in goal.cells)
        out += ["", f'goal "{cells}"']
    for grid in puzzle.saved:
        out += ["", f'saved "{"".join(known_cells(grid, chars))}"']
    return lines_of(out)


def _quotable(text: str) -> str:
    """A text on one line, as HTML entities where it has to."""
    entities = html.escape(text).replace("&#x27;", "'")
    return re.sub(r"[\t\n\r]", lambda found: f"&#{ord(found[0])};", entities)


FORMAT = Format(
    name="non",
    summary="Simpson's .non: keywords, then clues line by line",
    suffixes=(".non", ".nonpack"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=one_by_one(dump, "====\n"),
    carries=frozenset(FEATURES)
    - {"looks", "absent_clues", "stars", "joints", "candidates", "triangles", *BOARD_KINDS},
)
