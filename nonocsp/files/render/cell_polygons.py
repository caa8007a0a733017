"""The cells of a board of polygons, in whole pixels, and the items around them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import hypot

from ...core.model.geometry import Point
from .items import Box, Item, Polygons, bar, inset_of, sides_of
from .layout import Layout


class CellPolygons(Layout):
    """The part of `nonocsp.files.render.polygon_layout.PolygonLayout` that is about cells."""

    units: tuple[int, int]
    """The pixels of a unit of outlines, to the right and downwards."""
    move: tuple[int, int] = (0, 0)
    """By how many pixels everything is moved."""

    def measure(self) -> None:
        """Choose whole pixels for the units, once the side of a cell is known."""
        across, down = self.board.lattice
        right = max(1, int(self.cell * across))
        self.units = right, max(1, round(right * down / across))
        self.thick = 1 if self.cell < 10 else 2 if self.cell < 40 else 3

    def polygon(self, cell: int) -> list[Point]:
        (right, down), (x, y) = self.move, self.units
        return [(right + round(u * x), down + round(v * y)) for u, v in self.board.outline(cell)]

    def centre(self, cell: int) -> Point:
        points = self.polygon(cell)
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def box(self, row: int, column: int) -> Box:
        x, y = self.centre(self.board.number(row, column))
        side = self.inner
        return Box(round(x - side / 2), round(y - side / 2), side, side)

    def share(self) -> float:
        """The side of a square in the middle of a cell, as a share of its own."""
        shares = {"hexagon": 0.6, "triangle": 0.4}
        if self.board.noun in shares:
            return shares[self.board.noun]
        distances = (
            hypot((a + c) / 2 - x, (b + d) / 2 - y)
            for cell in self.cells
            for x, y in (self.centre(cell),)
            for (a, b), (c, d) in sides_of(self.polygon(cell))
        )
        return 1.2 * min(distances) / self.cell

    def rules(self) -> Iterator[Item]:
        rules = [bar(*side, 1) for side, count in self._sides(self.cells).items() if count > 1]
        if rules:
            yield Polygons("rule", rules)
        yield Polygons("bold", self._outline(self.cells))

    def line_frame(self, cells: Sequence[int]) -> Item:
        return Polygons("frame", self._outline(cells))

    def because(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        for cell in cells:
            # Inside the cell, as the frames of its neighbours would hide a side.
            sides = sides_of(inset_of(self.polygon(cell), weight))
            yield Polygons("because", [bar(*side, weight / 2) for side in sides])

    def concluded(self, cells: Sequence[int], weight: int) -> Iterator[Item]:
        for cell in cells:
            yield Polygons("frame", [bar(*side, weight) for side in sides_of(self.polygon(cell))])

    def edge(self, cells: Iterable[int]) -> list[tuple[Point, Point]]:
        return [side for side, count in self._sides(cells).items() if count == 1]

    def _sides(self, cells: Iterable[int]) -> Counter[tuple[Point, Point]]:
        """How often each side occurs among cells: once on their outline, twice between two."""
        return Counter(
            (min(side), max(side)) for cell in cells for side in sides_of(self.polygon(cell))
        )

    def _outline(self, cells: Iterable[int]) -> list[list[Point]]:
        return [bar(*side, self.thick) for side in self.edge(cells)]
