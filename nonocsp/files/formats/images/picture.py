"""A picture drawn in characters; the puzzle is the one that describes it.

    .##.
    ####

``.`` or ``_`` is blank, ``#`` black, any other letter a colour of its own. An empty line begins
another picture. The solutions that this package prints are in this format; ``null``, which it
prints for a puzzle without any, is not a picture. `nonocsp.files.loose.pictures` reads it, and
pictures in other symbols.

``nonocsp formats picture`` lists the letters of colours, small or capital; others have a look by
their turn. Lines above the first picture name others, by a name of CSS or six digits:

    k = black
    z = #8b4513
    kz.

Two lines of clues with ``;`` look the same and are the format two-line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from ....core import (
    LETTERS,
    Colour,
    Puzzle,
    cell_symbols,
)
from ....core.model.colours import ASCII_LETTERS
from ..clues import writable_chars
from ..format import Format, Parsed
from ..text_lines import fault

_ENTRIES = re.compile(r"(?:[ \t]*\S[ \t]*=[^\n]*\n|[ \t]*\n)*")
_LETTERS = set("#._" + ASCII_LETTERS)


def _reader() -> Any:
    """The reader of drawn pictures, by its name as in the registry: its room stands above."""
    return import_module("...loose.pictures", __package__)


def sniff(text: str) -> str | None:
    head = text[:100_000]
    entries = _ENTRIES.match(head)
    first = head[entries.end() if entries else 0 :].split("\n\n", 1)[0].strip("\n").split("\n")
    if len(text) > 100_000 and len(first) > 1:
        first.pop()  # incomplete
    chars = {*"".join(first)}
    if len({*map(len, first)}) == 1 and chars:
        if chars <= set("#._"):
            return "lines of '#' and '.' of one length"
        if len(first) > 1 and chars <= _LETTERS and chars & set("._"):
            return "lines of characters of one length, some of them '.' or '_'"
        # A picture may have no blank cell; words of one length have more different letters.
        is_varied = 2 * len(chars) > len(first) * len(first[0]) or chars == {"W"}
        if len(first) > 1 and chars <= _LETTERS and not is_varied:
            return "lines of few different letters of one length"
    return None


def parse(text: str) -> Parsed:
    if text.strip() == "null":
        raise fault("'null' stands for no solution; expected a picture", 1)
    lines = text.rstrip("\n").split("\n")
    found: Parsed = _reader().pictures_of([*enumerate(lines, start=1)])
    return found


def dump_all(puzzles: Sequence[Puzzle]) -> str:
    """The goals, with letters for the colours whose characters have another meaning here."""
    have_blanks = all(0 in puzzle.goals[0].cells for puzzle in puzzles)
    taken = {"0", "1"} if have_blanks else {"0", "1", *cell_symbols.PAIRED}
    texts = []
    for puzzle in puzzles:
        own = [colour.char for colour in puzzle.colours[1:]]
        chars = writable_chars(own, lambda c: c == "#" or (c.isalnum() and c not in taken))
        pairs = zip(puzzle.colours[1:], chars, strict=True)
        colours = [puzzle.colours[0], *(Colour(c.name, c.rgb, char) for c, char in pairs)]
        texts.append(puzzle.goals[0].text(tuple(colours)) + "\n")
    return "\n".join(texts)


FORMAT = Format(
    name="picture",
    summary="a picture of '#' and '.', or one letter a colour; its clues are the puzzle",
    letters=LETTERS,
    suffixes=(".txt",),
    sniff=sniff,
    parse=parse,
    dump=lambda puzzle: dump_all([puzzle]),
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({"colours", "goals"}),
)
