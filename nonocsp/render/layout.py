"""Where everything is: the one computation of sizes and places that all pictures share.

All lengths are whole pixels (a PDF scales them), so that lines are crisp everywhere. Beside the
grid stand the row clues, right-aligned, and above it the column clues, bottom-aligned; each block
has a slot of one size, large enough for the longest label of its side of the board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..model.clue import Block, Clue, Line
from .board import Board

#: What stands in place of an absent clue, and of a clue without blocks.
ABSENT, NO_BLOCKS = "*", "0"

#: Of the fonts in use, as a share of their size: the width of a digit, of most other characters of
#: ASCII and of the widest there are, that of a colon, and the height of a digit.
DIGIT_WIDTH, LETTER_WIDTH, MOST_WIDTH, COLON_WIDTH, DIGIT_HEIGHT = 0.57, 0.79, 1.02, 0.34, 0.72

_DIGITS, _WIDE = frozenset("0123456789?*"), frozenset("mMW@%")

#: The side of a cell when none is chosen: the largest grid, in cells, that still has it.
_SIDES = ((10, 32), (25, 24), (50, 20))
_LEAST_SIDE = 18


class Box(NamedTuple):
    """A rectangle in pixels, from the top left."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, by: float) -> Box:
        return Box(self.x + by, self.y + by, self.width - 2 * by, self.height - 2 * by)


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes and places of a board. Made by `layout`."""

    rows: int
    columns: int
    cell: int
    """The side of a cell."""
    font: float
    """The size of the font of clues."""
    slot: tuple[int, int]
    """Width of a label's slot in a row clue, height of one in a column clue."""
    left: int
    """Where the grid begins."""
    top: int
    """Where the grid begins."""
    margin: int
    """Paper around everything."""
    thin: int
    """Weight of a line between cells; that of every fifth and of the frame is ``thick``."""
    thick: int

    @property
    def width(self) -> int:
        return self.left + self.columns * self.cell + self.margin

    @property
    def height(self) -> int:
        return self.top + self.rows * self.cell + self.margin

    def box(self, row: int, column: int) -> Box:
        """The square of a cell, up to the middle of the lines around it."""
        return Box(self.left + column * self.cell, self.top + row * self.cell, self.cell, self.cell)

    @property
    def grid(self) -> Box:
        """All cells."""
        return Box(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    def line(self, line: Line) -> Box:
        """The cells of a line."""
        if line.is_row:
            return self.box(line.index, 0)._replace(width=self.columns * self.cell)
        return self.box(0, line.index)._replace(height=self.rows * self.cell)

    def strip(self, line: Line) -> Box:
        """The place for the clue of a line, from the margin to the grid."""
        cells = self.line(line)
        if line.is_row:
            return cells._replace(x=self.margin, width=self.left - self.margin)
        return cells._replace(y=self.margin, height=self.top - self.margin)

    def label(self, line: Line, place: int, of: int) -> Box:
        """The slot of one label of a clue: number ``place`` of so many."""
        strip = self.strip(line)
        back = of - place
        if line.is_row:
            width = self.slot[0]
            return strip._replace(x=self.left - self._gap - back * width, width=width)
        height = self.slot[1]
        return strip._replace(y=self.top - self._gap - back * height, height=height)

    @property
    def _gap(self) -> int:
        """Between the clues and the grid."""
        return max(2, self.cell // 8)

    def rules(self) -> tuple[list[Box], list[Box]]:
        """The lines between cells as boxes: the thin ones, and the thick ones of every five."""
        thin: list[Box] = []
        thick: list[Box] = []
        grid = self.grid
        for count, horizontal in ((self.rows, True), (self.columns, False)):
            for index in range(count + 1):
                bold = index % 5 == 0 or index == count
                weight = self.thick if bold else self.thin
                before = weight // 2
                at = index * self.cell - before
                box = (
                    # The frame's lines reach into the corners.
                    Box(grid.x - self.thick // 2, grid.y + at, grid.width + self.thick, weight)
                    if horizontal
                    else Box(
                        grid.x + at, grid.y - self.thick // 2, weight, grid.height + self.thick
                    )
                )
                (thick if bold else thin).append(box)
        return thin, thick

    def guides(self) -> list[Box]:
        """Every fifth line drawn on beside the clues, which are hard to follow over large grids."""
        rows = [self.strip(Line("row", index)) for index in range(0, self.rows, 5)]
        columns = [self.strip(Line("column", index)) for index in range(0, self.columns, 5)]
        return [
            *(strip._replace(height=self.thin) for strip in rows[1:]),
            *(strip._replace(width=self.thin) for strip in columns[1:]),
        ]


def layout(board: Board) -> Layout:
    """The layout of a board. Cost: linear in the blocks."""
    rows, columns = board.shape
    largest = max(rows, columns)
    cell = board.cell or next((side for most, side in _SIDES if largest <= most), _LEAST_SIDE)
    clues = {axis: clues_of(board, axis) for axis in ("row", "column")}
    widest = {
        axis: max((width_of(label) for clue in side for label in clue), default=DIGIT_WIDTH)
        for axis, side in clues.items()
    }
    # A label of a column clue must fit into the width of a cell; beside the rows there is room.
    font = round(cell * min(0.62, 0.8 / widest["column"]), 2)
    slot = (
        max(1, round(widest["row"] * font + max(0.42 * font, 3))),
        max(1, round(1.3 * font)),
    )
    margin = max(4, cell // 2)
    thick = 1 if cell < 10 else 2 if cell < 40 else 3
    deepest = {axis: max(map(len, side), default=0) for axis, side in clues.items()}
    gap = 2 * max(2, cell // 8)  # on either side of the clues
    return Layout(
        rows=rows,
        columns=columns,
        cell=cell,
        font=font,
        slot=slot,
        left=margin + (deepest["row"] * slot[0] + gap if board.has_clues else 0),
        top=margin + (deepest["column"] * slot[1] + gap if board.has_clues else 0),
        margin=margin,
        thin=1,
        thick=thick,
    )


def width_of(label: str) -> float:
    """How wide a label is at most, as a share of the size of the font."""
    return sum(
        DIGIT_WIDTH
        if char in _DIGITS
        else COLON_WIDTH
        if char == ":"
        else LETTER_WIDTH
        if char.isascii() and char not in _WIDE
        else MOST_WIDTH
        for char in label
    )


def clues_of(board: Board, axis: str) -> list[list[str]]:
    """The labels of the clues of all rows, or of all columns; none where none are drawn."""
    if not board.has_clues:
        return []
    assert board.puzzle is not None
    clues = board.puzzle.rows if axis == "row" else board.puzzle.columns
    return [labels(board, clue) for clue in clues]


def labels(board: Board, clue: Clue | None) -> list[str]:
    """What is written for a clue: a label for every block, or one sign where there is none."""
    if clue is None:
        return [ABSENT]
    return [label(board, block) for block in clue] or [NO_BLOCKS]


#: Characters that behind a number look like one more digit of it.
_LIKE_DIGITS = frozenset("0123456789OIl|")


def label(board: Board, block: Block) -> str:
    """A block's length, with the character of its colour where characters are drawn."""
    if not board.shows_chars or len(board.palette) == 2:
        return str(block)
    char = board.palette[block.colour].char
    # Ten orange cells must not be taken for a hundred.
    apart = ":" if char in _LIKE_DIGITS and block.length else ""
    return f"{block}{apart}{char}"
