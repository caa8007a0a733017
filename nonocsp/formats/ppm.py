"""PPM and PGM, the coloured and grey pictures of Netpbm: P2, P3, P5 and P6.

    P3
    2 1
    255
    255 255 255   209 36 47

Every colour, and every level of grey, is a colour of the puzzle; there is no threshold, and
pictures of more than 255 colours are refused. What becomes blank, and what a scaled picture is
taken for, is told with the format png. PPM is written raw (P6), with the names and characters of
the colours as comments; PGM is only read.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..common.errors import FormatError
from ..model.puzzle import Puzzle
from . import netpbm
from .base import Format, Parsed
from .raster import statement


def sniff(content: bytes) -> str | None:
    kind = netpbm.kind_of(content)
    return f"the first bytes are P{kind}" if kind in (2, 3, 5, 6) else None


def parse(content: bytes) -> Parsed:
    if netpbm.kind_of(content) not in (2, 3, 5, 6):
        raise FormatError("expected P2, P3, P5 or P6 as the first bytes")
    return netpbm.parse(content)


def dump(puzzle: Puzzle) -> bytes:
    height, width = puzzle.shape
    looks = [bytes.fromhex(colour.rgb[1:]) for colour in puzzle.colours]
    pixels = b"".join(looks[cell] for cell in puzzle.goals[0].cells)
    return netpbm.header(6, width, height, statement(puzzle)) + pixels


def dump_all(puzzles: Sequence[Puzzle]) -> bytes:
    return b"".join(map(dump, puzzles))


FORMAT = Format(
    name="ppm",
    summary="PPM and PGM pictures of few colours: the clues are those of the picture",
    suffixes=(".ppm", ".pgm"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({"colours", "looks", "goals"}),
    binary=True,
)
