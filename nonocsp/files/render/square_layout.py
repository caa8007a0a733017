"""The layout of rectangles: square cells, and the clues in slots beside and above them.

Row clues stand left of the grid, right-aligned; column clues above it, bottom-aligned. Each block
has a slot of one size, large enough for the longest label of its side of the drawing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...core import Line
from ...core.model.geometry import Point
from .drawing import Drawing
from .items import Box, Boxes, Item, corners_of, frame_of, sides_of
from .labels import DIGIT_WIDTH, width_of
from .layout import Layout
from .tiling import CLUES_SHARE, equal_parts

#: The default side of a cell in pixels, by the longer side of the grid in cells, at most.
_SIDES = ((10, 32), (25, 24), (50, 20))
_LEAST_SIDE = 18


class SquareLayout(Layout):
    """Sizes and places of a drawing of a rectangle."""

    reaches = True

    def __init__(self, drawing: Drawing) -> None:
        super().__init__(drawing)
        rows, columns = self.rows, self.columns = drawing.shape
        self.cells = range(rows * columns)
        largest = max(rows, columns)
        sides = (side for most, side in _SIDES if largest <= most)
        self.cell = self.inner = cell = drawing.cell or next(sides, _LEAST_SIDE)
        sorted_clues = [
            [texts for line, texts in self.texts.items() if line.is_row == is_row]
            for is_row in (True, False)
        ]
        wide, high = (
            max((width_of(label) for clue in side for label in clue), default=DIGIT_WIDTH)
            for side in sorted_clues
        )
        # A label of a column clue must fit into the width of a cell; there is room beside the rows.
        self.font = font = round(cell * min(0.62, 0.8 / high), 2)
        self.slot = max(1, round(wide * font + max(0.42 * font, 3))), max(1, round(1.3 * font))
        """Width of a label's slot in a row clue, height of one in a column clue."""
        self.margin = max(4, cell // 2)
        gap = 2 * self._gap  # on both sides of the clues
        beside, above = (max(map(len, side), default=0) for side in sorted_clues)
        self.left = self.margin + (beside * self.slot[0] + gap if drawing.has_clues else 0)
        """The left edge of the grid."""
        self.top = self.margin + (above * self.slot[1] + gap if drawing.has_clues else 0)
        """The upper edge of the grid."""
        self.thick = 1 if cell < 10 else 2 if cell < 40 else 3
        self.width = self.left + columns * cell + self.margin
        self.height = self.top + rows * cell + self.margin

    def box(self, row: int, column: int) -> Box:
        return Box(self.left + column * self.cell, self.top + row * self.cell, self.cell, self.cell)

    @property
    def grid(self) -> Box:
        """All cells."""
        return Box(self.left, self.top, self.columns * self.cell, self.rows * self.cell)

    def line(self, cells: Sequence[int]) -> Box:
        """The cells of a line."""
        first, last = (self.box(*divmod(cell, self.columns)) for cell in (cells[0], cells[-1]))
        return first.joined(last)

    def strip(self, line: Line) -> Box:
        """The place of the clue of a line, from the margin to the grid."""
        cells = self.line(self.board.cells(line))
        if line.is_row:
            return cells._replace(x=self.margin, width=self.left - self.margin)
        return cells._replace(y=self.margin, height=self.top - self.margin)

    def slot_of(self, line: Line, place: int, of: int) -> Box:
        """The slot of the label at index ``place`` of a clue of ``of`` labels."""
        strip = self.strip(line)
        back = of - place
        if line.is_row:
            width = self.slot[0]
            return strip._replace(x=self.left - self._gap - back * width, width=width)
        height = self.slot[1]
        return strip._replace(y=self.top - self._gap - back * height, height=height)

    def label(self, line: Line, place: int, of: int) -> tuple[Point, Box]:
        slot = self.slot_of(line, place, of)
        return slot.centre, slot.inset(1.5)

    @property
    def _gap(self) -> int:
        """Between the clues and the grid."""
        return max(2, self.cell // 8)

    def strips(self, role: str, lines: Sequence[Line]) -> Iterator[Item]:
        inset = 1 if role == "absent" else 0
        yield from _boxes(role, [self.strip(line).inset(inset) for line in lines])

    def guides(self, lines: Iterable[Line]) -> Iterator[Item]:
        # Every fifth rule continued between the clues, which are hard to follow on large grids.
        if self.texts:
            rows = [self.strip(Line("row", index)) for index in range(5, self.rows, 5)]
            columns = [self.strip(Line("column", index)) for index in range(5, self.columns, 5)]
            boxes = [strip._replace(height=1) for strip in rows]
            yield from _boxes("guide", boxes + [strip._replace(width=1) for strip in columns])

    def ground(self) -> Iterator[Item]:
        yield Boxes("open", [self.grid])

    def rules(self) -> Iterator[Item]:
        # Thin ones, and thick ones for the frame and every five lines.
        found: dict[str, list[Box]] = {"rule": [], "bold": []}
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
                found["bold" if bold else "rule"].append(box)
        for role, boxes in found.items():
            yield from _boxes(role, boxes)

    def line_frame(self, cells: Sequence[int]) -> Item:
        return Boxes("frame", frame_of(self.line(cells), self.thick))

    def because(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        boxes = (self.box(*self.board.place(cell)) for cell in cells)
        yield from _boxes("because", [part for box in boxes for part in corners_of(box, weight)])

    def concluded(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        boxes = (self.box(*self.board.place(cell)) for cell in cells)
        yield from _boxes("frame", [part for box in boxes for part in frame_of(box, weight)])

    def divisions(
        self, scale: float, width: float, height: float
    ) -> Iterator[tuple[tuple[range, ...], tuple[range, ...]]]:
        sizes = ((self.rows, height, self.top), (self.columns, width, self.left))
        rows, columns = (
            self._parts(cells, (room - scale * self.margin, scale * clues), scale * self.cell)
            for cells, room, clues in sizes
        )
        yield rows, columns

    def _parts(self, cells: int, room: tuple[float, float], cell: float) -> tuple[range, ...]:
        """The cells of one direction in about equal parts; none if clues leave no room."""
        whole, clues = room
        most = int((whole - clues) / cell) // 5 * 5
        return () if clues > CLUES_SHARE * whole else equal_parts(cells, most)

    def around(self, rows: int, others: int) -> tuple[float, float]:
        width, height = (
            clues + lines * self.cell + self.margin
            for clues, lines in ((self.left, others), (self.top, rows))
        )
        return width, height

    def part(self, rows: range, others: range) -> Iterator[int]:
        return (self.columns * row + column for row in rows for column in others)

    def edge(self, cells: Sequence[int]) -> list[tuple[Point, Point]]:
        x, y, width, height = self.line(cells)
        return sides_of([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])

    def centre(self, cell: int) -> Point:
        return self.box(*divmod(cell, self.columns)).centre


def _boxes(role: str, boxes: Sequence[Box]) -> Iterator[Item]:
    if boxes:
        yield Boxes(role, boxes)
