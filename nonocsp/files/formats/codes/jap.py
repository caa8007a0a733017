"""The binary files of the Windows program Japan, which QNonograms reads too. Read only.

    54 4C 53  xx xx xx xx  00  02 01   01 01  00   01 01

The bytes above are a picture of one row and two columns: the letters ``TLS``, a check sum of four
bytes, flags, the number of columns and of rows; then for every column, and then for every row, the
number of its blocks and their lengths. The flag 0x40 (colours) is refused. With the flag 0x80 a
goal follows, one byte a cell; as no such file was at hand, it is read row by row or else column by
column, whichever satisfies the clues, and left out with a warning if neither does. The check sum is
ignored, as its rule is unknown.
"""

from __future__ import annotations

from ....core import Block, Picture, Puzzle
from ..clues import SourceClue, build
from ..format import Format, Parsed
from ..text_lines import fault

_MAGIC = b"TLS"
_COLOURED, _WITH_GOAL = 0x40, 0x80


def sniff(content: bytes) -> str | None:
    return "the first bytes are TLS" if content[:3] == _MAGIC and len(content) > 9 else None


def parse(content: bytes) -> Parsed:
    if content[:3] != _MAGIC or len(content) < 10:
        raise fault("expected the letters TLS and a header of 10 bytes")
    flags, width, height = content[7:10]
    if flags & _COLOURED:
        raise fault("a puzzle in colours, whose rules in this format are unknown")
    if not width or not height:
        raise fault(f"expected a size of at least 1 × 1, not {width} × {height}")
    at = 10
    sides = []
    for what, size in (("column", width), ("row", height)):
        side = []
        for index in range(size):
            number = content[at] if at < len(content) else 256
            lengths = content[at + 1 : at + 1 + number]
            if len(lengths) < number:
                raise fault(f"{what} {index + 1}: the file ends inside the clue")
            side.append(SourceClue(tuple(Block(n) for n in lengths if n), None))
            at += 1 + number
        sides.append(side)
    puzzle = build(sides[1], sides[0])
    if not flags & _WITH_GOAL:
        return Parsed([puzzle])
    goal = _goal(puzzle, content[at : at + width * height])
    if goal is None:
        return Parsed([puzzle], ["a goal was left out: it does not satisfy the clues"])
    return Parsed([puzzle.replace(goals=[goal])])


def _goal(puzzle: Puzzle, cells: bytes) -> Picture | None:
    height, width = puzzle.shape
    flat = bytes(bool(cell) for cell in cells)
    if len(flat) == height * width:
        down = b"".join(flat[row::height] for row in range(height))
        for order in (flat, down):
            picture = Picture.from_cells(order, puzzle.board)
            if puzzle.is_solved_by(picture):
                return picture
    return None


FORMAT = Format(
    name="jap",
    summary="the binary files of the program Japan",
    suffixes=(".jap",),
    sniff=sniff,
    parse=parse,
    binary=True,
)
