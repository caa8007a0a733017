"""A picture drawn in characters; the puzzle is the one that describes it.

    .##.
    ####

``.`` or ``_`` is blank, ``#`` black, any other letter a colour of its own. An empty line begins
another picture. The solutions that this package prints are in this format; ``null``, which it
prints for a puzzle without any, is not a picture. `nonocsp.files.loose.pictures` reads it, and
pictures in other symbols.

``nonocsp formats picture`` lists the letters of colours, small or capital; others have a look by
their turn. Lines above a picture say more about it:

    title: Kitten
    author: A. N. Other
    k = black
    z = dark bark #8b4513
    _ = paper #eeeedd
    kz_

The texts are title, author, copyright, licence, source and description. A colour has a name of CSS,
or six digits, or a name of its own and six digits; lines of colours hold for the pictures below, up
to the next such lines. What is written has them if some colour would have another look without.

Two lines of clues with ``;`` look the same and are the format two-line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ....core import (
    BLANK,
    LETTERS,
    STANDARD,
    Colour,
    FormatError,
    Puzzle,
    cell_symbols,
)
from ....core.model.colours import ASCII_LETTERS
from ..clues import MAX_PUZZLES, writable_chars
from ..format import TEXTS, Format, Parsed
from ..text_lines import Lines, every_line, fault, lines_of, one_line

_ENTRY = re.compile(r"[ \t]*(\S)[ \t]*=[ \t]*(\S.*)")
_ABOUT = re.compile(
    r"[ \t]*(title|author|copyright|licen[cs]e|source|description)[ \t]*:(.*)", re.I
)
_BLANK_LOOK = re.compile(r"[ \t]*[._][ \t]*=[ \t]*(\S.*?)[ \t]+(#[0-9a-fA-F]{6})[ \t]*")
_LETTERS = set("#._" + ASCII_LETTERS)


@dataclass(slots=True)
class _Block:
    """A picture and the lines above it."""

    texts: dict[str, str] = field(default_factory=dict)
    blank: Colour | None = None
    entries: Lines = field(default_factory=list)
    rows: Lines = field(default_factory=list)


def _reader() -> Any:
    """The reader of drawn pictures, by its name as in the registry: its room stands above."""
    return import_module("...loose.pictures", __package__)


def _blocks(text: str) -> Iterator[_Block]:
    """The pictures of a text; the last may have no rows."""
    block = _Block()
    for number, line in every_line(text):
        about, look = _ABOUT.fullmatch(line), _BLANK_LOOK.fullmatch(line)
        is_above = about or look or _ENTRY.fullmatch(line)
        if block.rows and (is_above or not line.strip()):
            yield block
            block = _Block()
        if about:
            name = about[1].lower().replace("license", "licence")
            if name in block.texts:
                raise fault(f"expected one {name} of a picture", number, line.strip())
            block.texts[name] = about[2].strip()
        elif look:
            block.blank = Colour(look[1], look[2], BLANK.char)
        elif is_above:
            block.entries.append((number, line))
        elif line.strip():
            block.rows.append((number, line))
    yield block


def sniff(text: str) -> str | None:
    head = text[:100_000]
    try:
        block = next(_blocks(head))
    except FormatError:
        return None
    first = [line for _, line in block.rows]
    if len(text) > 100_000 and len(first) > 1:
        first.pop()  # incomplete
    chars = {*"".join(first)}
    if len({*map(len, first)}) == 1 and chars:
        if chars <= set("#._"):
            return "lines of '#' and '.' of one length"
        is_several = len(first) > 1 or bool(block.entries)
        if is_several and chars <= _LETTERS and chars & set("._"):
            return "lines of characters of one length, some of them '.' or '_'"
        # A picture may have no blank cell; words of one length have more different letters.
        is_varied = 2 * len(chars) > len(first) * len(first[0]) or chars == {"W"}
        if is_several and chars <= _LETTERS and (block.entries or not is_varied):
            return "lines of few different letters of one length"
    if block.texts and first:
        cost = _reader().looks_like_picture(block.rows)
        return "a picture below a text about it" if cost is not None and cost < 3 else None
    return None


def near(text: str) -> str | None:
    """Rows of letters and signs that are not all as long as the first."""
    try:
        rows = [line.rstrip() for _, line in next(_blocks(text[:100_000])).rows]
    except FormatError:
        return None
    chars = "".join(rows)
    is_drawn = set(chars) <= _LETTERS and 5 * sum(map(chars.count, "._#")) >= len(chars) > 0
    return "lines of characters, some of them '.' or '_'" if is_drawn and rows[1:] else None


def parse(text: str) -> Parsed:
    if text.strip() == "null":
        raise fault("'null' stands for no solution; expected a picture", 1)
    *blocks, last = _blocks(text)
    if last.rows or not blocks:
        blocks.append(last)
    elif last.texts or last.blank or last.entries:
        raise fault("expected a picture below its texts and colours", text.rstrip().count("\n") + 1)
    found = Parsed([])
    while blocks:
        # Pictures below the same lines of colours are in the same symbols.
        many = next((n for n, each in enumerate(blocks[1:], 1) if each.entries), len(blocks))
        rows = [*blocks[0].entries]
        for block in blocks[:many]:
            rows += [*block.rows, (0, "")]
        read: Parsed = _reader().pictures_of(rows)
        found.puzzles += map(_with_texts, read.puzzles, blocks)
        found.warnings += read.warnings
        blocks = blocks[many:]
        if len(found.puzzles) > MAX_PUZZLES:
            raise fault(f"expected at most {MAX_PUZZLES} pictures")
    return found


def _with_texts(puzzle: Puzzle, block: _Block) -> Puzzle:
    texts = {name: text for name, text in block.texts.items() if text}
    blank = block.blank or puzzle.colours[0]
    return puzzle.replace(**texts, blank=blank) if texts or block.blank else puzzle


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    """The goals, with letters for the colours whose characters have another meaning here."""
    have_blanks = all(0 in puzzle.goals[0].cells for puzzle in puzzles)
    taken = {"0", "1"} if have_blanks else {"0", "1", *cell_symbols.PAIRED}
    palettes: list[tuple[Colour, ...]] = []
    for puzzle in puzzles:
        own = [colour.char for colour in puzzle.colours[1:]]
        chars = writable_chars(own, lambda c: c == "#" or (c.isalnum() and c not in taken))
        pairs = zip(puzzle.colours[1:], chars, strict=True)
        palettes.append((puzzle.colours[0], *(Colour(c.name, c.rgb, char) for c, char in pairs)))
    drawn = [puzzle.goals[0].text(each) for puzzle, each in zip(puzzles, palettes, strict=True)]
    have_looks = not _say_looks(drawn, palettes)
    texts = []
    for puzzle, palette, cells in zip(puzzles, palettes, drawn, strict=True):
        lines = []
        for name in TEXTS:
            if value := one_line(getattr(puzzle, name) or ""):
                lines.append(f"{name}: {value}")
        if not _is_known(palette[0]):
            lines.append(_entry(palette[0]))
        if have_looks:
            used = dict.fromkeys(puzzle.goals[0].cells)
            lines += [_entry(palette[number]) for number in used if number]
        texts.append(lines_of([*lines, cells]))
    return "\n".join(texts)


def _say_looks(drawn: Sequence[str], palettes: Iterable[Sequence[Colour]]) -> bool:
    """Whether a reader takes the characters for the very colours that they stand for."""
    counts = Counter("".join(drawn).replace("\n", ""))
    try:
        numbers, colours, _ = cell_symbols.drawn_palette(counts, [])
    except cell_symbols.SymbolError:
        return False
    every = (colour for palette in palettes for colour in palette[1:])
    own = [
        (each.name, each.rgb, colours[numbers[each.char]]) for each in every if each.char in counts
    ]
    return all((name, rgb) == (read.name, read.rgb) for name, rgb, read in own)


def _is_known(colour: Colour) -> bool:
    """Whether the name of a colour is its look."""
    known = BLANK if colour.name == BLANK.name else STANDARD.get(colour.name)
    return known is not None and known.rgb == colour.rgb


def _entry(colour: Colour) -> str:
    words = [one_line(colour.name)] if _is_known(colour) else [one_line(colour.name), colour.rgb]
    return f"{colour.char} = {' '.join(dict.fromkeys(words))}"


FORMAT = Format(
    name="picture",
    summary="a picture of '#' and '.', or one letter a colour, below lines such as title: Cat, "
    "author: Ann and k = black; its clues are the puzzle",
    letters=LETTERS,
    suffixes=(".txt",),
    sniff=sniff,
    near=near,
    parse=parse,
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({*TEXTS, "colours", "looks", "goals"}),
)
