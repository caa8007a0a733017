"""Layout: the sizes and places on a drawing, shared by all outputs.

All lengths are whole pixels (a PDF scales them), so that lines are crisp. Row clues stand left of
the grid, right-aligned; column clues above it, bottom-aligned. Each block has a slot of one size,
large enough for the longest label of its side of the drawing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..model.board import rectangle
from ..model.clue import Block, Clue
from ..model.line import Line
from .drawing import Drawing

#: The labels of an absent clue and of a clue without blocks.
ABSENT, NO_BLOCKS = "*", "0"

#: Metrics of the fonts in use, as a share of their size: the width of a digit, of most characters
#: of ASCII, of the widest character and of a colon, and the height of a digit.
DIGIT_WIDTH, LETTER_WIDTH, MOST_WIDTH, COLON_WIDTH, DIGIT_HEIGHT = 0.57, 0.79, 1.02, 0.34, 0.72

_WIDTHS = {
    **dict.fromkeys("0123456789?*", DIGIT_WIDTH),
    **dict.fromkeys("mMW@%", MOST_WIDTH),
    ":": COLON_WIDTH,
}

#: The default side of a cell in pixels, by the longer side of the grid in cells, at most.
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

    def joined(self, last: Box) -> Box:
        """The box from this one's upper left to another one's lower right corner."""
        width, height = last.x + last.width - self.x, last.y + last.height - self.y
        return Box(self.x, self.y, width, height)


@dataclass(frozen=True, slots=True)
class Layout:
    """Sizes and places of a drawing. Made by `layout_of`."""

    rows: int
    columns: int
    cell: int
    """The side of a cell."""
    font: float
    """The size of the font of clues."""
    slot: tuple[int, int]
    """Width of a label's slot in a row clue, height of one in a column clue."""
    left: int
    """The left edge of the grid."""
    top: int
    """The upper edge of the grid."""
    margin: int
    """Paper around everything."""
    thick: int
    """The weight of the frame and of every fifth line; the others have weight 1."""

    @property
    def inner(self) -> int:
        """The side of `box`."""
        return self.cell

    @property
    def width(self) -> int:
        return self.left + self.columns * self.cell + self.margin

    @property
    def height(self) -> int:
        return self.top + self.rows * self.cell + self.margin

    @property
    def pixels(self) -> int:
        return self.width * self.height

    def box(self, row: int, column: int) -> Box:
        """The square of a cell, to the middle of the rules around it."""
        return Box(self.left + column * self.cell, self.top + row * self.cell, self.cell, self.cell)

    @property
    def grid(self) -> Box:
        """All cells."""
        return Box(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    def line(self, line: Line) -> Box:
        """The cells of a line."""
        cells = rectangle(self.rows, self.columns).cells(line)
        first, last = (self.box(*divmod(cell, self.columns)) for cell in (cells[0], cells[-1]))
        return first.joined(last)

    def strip(self, line: Line) -> Box:
        """The place of the clue of a line, from the margin to the grid."""
        cells = self.line(line)
        if line.is_row:
            return cells._replace(x=self.margin, width=self.left - self.margin)
        return cells._replace(y=self.margin, height=self.top - self.margin)

    def label(self, line: Line, place: int, of: int) -> Box:
        """The slot of the label at index ``place`` of a clue of ``of`` labels."""
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
        """The rules between cells: thin ones, and thick ones for the frame and every five lines."""
        thin: list[Box] = []
        thick: list[Box] = []
        # The rules of the frame reach into the corners.
        x, y, width, height = self.grid
        half = self.thick // 2
        frame = Box(x - half, y - half, width + self.thick, height + self.thick)
        for count, is_row in ((self.rows, True), (self.columns, False)):
            for index in range(count + 1):
                bold = index % 5 == 0 or index == count
                weight = self.thick if bold else 1
                at = index * self.cell - weight // 2
                box = (
                    frame._replace(y=y + at, height=weight)
                    if is_row
                    else frame._replace(x=x + at, width=weight)
                )
                (thick if bold else thin).append(box)
        return thin, thick

    def guides(self) -> list[Box]:
        """Every fifth rule continued between the clues, which are hard to follow on large grids."""
        rows = [self.strip(Line("row", index)) for index in range(0, self.rows, 5)]
        columns = [self.strip(Line("column", index)) for index in range(0, self.columns, 5)]
        return [
            *(strip._replace(height=1) for strip in rows[1:]),
            *(strip._replace(width=1) for strip in columns[1:]),
        ]


def layout_of(drawing: Drawing) -> Layout:
    """The layout of a drawing. Cost: linear in the blocks."""
    rows, columns = drawing.shape
    largest = max(rows, columns)
    cell = drawing.cell or next((side for most, side in _SIDES if largest <= most), _LEAST_SIDE)
    clues = clues_of(drawing)
    wide, high = (
        max((width_of(label) for clue in side for label in clue), default=DIGIT_WIDTH)
        for side in clues
    )
    # A label of a column clue must fit into the width of a cell; there is room beside the rows.
    font = round(cell * min(0.62, 0.8 / high), 2)
    slot = max(1, round(wide * font + max(0.42 * font, 3))), max(1, round(1.3 * font))
    margin = max(4, cell // 2)
    gap = 2 * max(2, cell // 8)  # on both sides of the clues
    beside, above = (max(map(len, side), default=0) for side in clues)
    return Layout(
        rows=rows,
        columns=columns,
        cell=cell,
        font=font,
        slot=slot,
        left=margin + (beside * slot[0] + gap if drawing.has_clues else 0),
        top=margin + (above * slot[1] + gap if drawing.has_clues else 0),
        margin=margin,
        thick=1 if cell < 10 else 2 if cell < 40 else 3,
    )


def width_of(label: str) -> float:
    """An upper bound on the width of a label, as a share of the size of the font."""
    return sum(_WIDTHS.get(char, LETTER_WIDTH if char.isascii() else MOST_WIDTH) for char in label)


def clues_of(drawing: Drawing) -> tuple[list[list[str]], list[list[str]]]:
    """The labels of the clues of all rows, and of all columns; empty if none are drawn."""
    if not drawing.has_clues:
        return [], []
    assert drawing.puzzle is not None
    rows, columns = drawing.puzzle.rows, drawing.puzzle.columns
    return [labels(drawing, clue) for clue in rows], [labels(drawing, clue) for clue in columns]


def labels(drawing: Drawing, clue: Clue | None) -> list[str]:
    """A label for every block of a clue, or one sign if there is none."""
    if clue is None:
        return [ABSENT]
    return [label(drawing, block) for block in clue] or [NO_BLOCKS]


#: Characters that look like another digit after a number.
_LIKE_DIGITS = frozenset("0123456789OIl|")


def label(drawing: Drawing, block: Block) -> str:
    """A block's length, and the character of its colour if characters are drawn. One triangle has
    no length: its look says all."""
    colour = drawing.palette[block.colour]
    is_one = block.length == 1 and colour.triangle is not None
    if not drawing.shows_chars or len(drawing.palette) == 2:
        return "" if is_one else str(block)
    char = colour.char
    if is_one:
        return char
    # Ten orange cells must not look like a hundred.
    apart = ":" if char in _LIKE_DIGITS and block.length else ""
    return f"{block}{apart}{char}"
