"""The collection: many small puzzles in one file, pictures packed, in sections.

`input/make_collection.py` draws and rates them. Their numbers continue after those of the puzzles
in files of their own: the first is `FIRST`, the others follow in the order of the file.
"""

from __future__ import annotations

import base64
import itertools
import json
import zlib
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from ..core import Picture, Puzzle
from ..people.explanation.rating import MEANINGS
from .library import folder

#: The number of the first puzzle.
FIRST = 1001

#: The sections, in their order, with their headings.
SECTIONS = {
    "quick": "Quick",
    "coffee": "Coffee break",
    "evening": "Evening",
    "weekend": "Weekend",
    "coloured": "In colour",
    "coloured-larger": "In colour, larger",
}

#: The cells of the longest line in the sections in black and white.
_MOST = (("quick", 10), ("coffee", 15), ("evening", 20), ("weekend", 30))


class Drawn(NamedTuple):
    """A picture as rows of colour numbers, its colours if there are several, and its rating."""

    title: str
    rows: list[list[int]]
    colours: list[str]
    word: str = ""
    depth: float = 0
    minutes: float = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that describes the picture, with the picture as its goal."""
        return Puzzle.from_picture(
            Picture(self.rows),
            self.colours or ["black"],
            title=self.title,
            author="The nonocsp authors",
            licence="CC0-1.0",
        )

    @property
    def cells(self) -> bytes:
        """The colour numbers of all cells, row by row."""
        return bytes(itertools.chain.from_iterable(self.rows))

    @property
    def section(self) -> str:
        """The name of the section, by the longer side and the colours."""
        if self.colours:
            return "coloured" if self.longest <= 15 else "coloured-larger"
        return next(name for name, most in _MOST if self.longest <= most)

    @property
    def longest(self) -> int:
        """The cells of the longer side."""
        return max(len(self.rows), len(self.rows[0]))


def packed(drawn: Iterable[Drawn]) -> str:
    """The text of ``collection.json``: facts of all puzzles, and their cells together."""
    # A checksum mixes the subjects, and gives an order that is the same on every machine.
    puzzles = sorted(
        drawn,
        key=lambda one: ([*SECTIONS].index(one.section), zlib.crc32(one.cells)),
    )
    facts = [
        [
            one.title,
            len(one.rows),
            len(one.rows[0]),
            " ".join(one.colours),
            [*MEANINGS].index(one.word),
            round(one.depth, 2),
            one.minutes,
        ]
        for one in puzzles
    ]
    cells = b"".join(one.cells for one in puzzles)
    lines = ",\n  ".join(json.dumps(fact, separators=(",", ":")) for fact in facts)
    text = base64.b64encode(zlib.compress(cells, 9)).decode()
    return f'{{"cells": "{text}",\n "puzzles": [\n  {lines}\n]}}\n'


@cache
def collection() -> dict[int, Drawn]:
    """The puzzles by their numbers; none where the library is missing."""
    library = folder()
    if library is None or not (library / "collection.json").is_file():
        return {}
    content = json.loads((library / "collection.json").read_text(encoding="utf-8"))
    cells = zlib.decompress(base64.b64decode(content["cells"]))
    found, at = {}, 0
    for number, (title, high, wide, colours, word, *rating) in enumerate(content["puzzles"], FIRST):
        rows = [[*cells[at + row * wide : at + (row + 1) * wide]] for row in range(high)]
        at += high * wide
        found[number] = Drawn(title, rows, colours.split(), [*MEANINGS][word], *rating)
    return found
