"""PBM, the black-and-white pictures of Netpbm: plain (P1) and raw (P4), one or several in a file.

    P1
    # a note
    3 2
    101
    000

A one is black, whatever the picture shows: it becomes a filled cell. What a scaled picture is taken
for is told with the format png. Raw pictures are written.
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
    return f"the first bytes are P{kind}" if kind in (1, 4) else None


def parse(content: bytes) -> Parsed:
    if netpbm.kind_of(content) not in (1, 4):
        raise FormatError("expected P1 or P4 as the first bytes")
    return netpbm.parse(content)


def dump(puzzle: Puzzle) -> bytes:
    height, width = puzzle.shape
    length = (width + 7) // 8
    rows = []
    for row in puzzle.goals[0].rows:
        bits = "".join(map(str, row)).ljust(8 * length, "0")
        rows.append(int(bits, 2).to_bytes(length))
    # Its colours are white and black, so that nothing but the first line is to be stated.
    return netpbm.header(4, width, height, statement(puzzle)[:1]) + b"".join(rows)


def dump_all(puzzles: Sequence[Puzzle]) -> bytes:
    return b"".join(map(dump, puzzles))


FORMAT = Format(
    name="pbm",
    summary="PBM pictures, black-and-white: the clues are those of the picture",
    suffixes=(".pbm", ".pnm"),
    sniff=sniff,
    parse=parse,
    dump=dump,
    dump_all=dump_all,
    needs_goal=True,
    carries=frozenset({"goals"}),
    binary=True,
)
