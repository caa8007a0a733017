"""The layout of boards of polygons: all but rectangles.

All corners are whole pixels, so that neighbours share the corners of a side exactly. The clue of a
line continues the line outside the outline, where the board says. A clue for which there is no room
beside the board stands in a list below it, with the name of its line, which is written in the cell
at which the line begins as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence

from ...core import Line, Outwards
from ...core.model.geometry import Point
from .cell_polygons import CellPolygons
from .drawing import Drawing
from .items import Box, Item, Label, Labels, Polygons, bar, sides_of
from .labels import width_of
from .tiling import MOST_PAGES, equal_parts

_SIDE, _LEAST_SIDE, _LARGE = 36, 24, 20

#: Labels that the name of a direction with its arrow, or the number of a line, takes the room of.
_NAMED = 2


class PolygonLayout(CellPolygons):
    """Sizes and places of a drawing on a board of polygons, or of a part of it.

    Args:
        drawing: what to draw.
        part: the cells to draw, with the whole clues of their lines, of which every fifth has its
            number; None for the whole board.
    """

    has_letters = True

    def __init__(self, drawing: Drawing, part: Collection[int] | None = None) -> None:
        super().__init__(drawing)
        board = self.board
        self.cells = range(board.size) if part is None else sorted(part)
        self.cell = drawing.cell or (_SIDE if board.longest <= _LARGE else _LEAST_SIDE)
        self.measure()
        # Of the whole board, so that all parts are written alike.
        every = (text for texts in self.texts.values() for text in texts)
        self._widest = max(map(width_of, every), default=1)
        self.font = round(self.cell * min(0.5, 0.75 / self._widest), 2)
        self._ways = {line: board.outwards(line) for line in self.texts}
        self._ends = self._ends_of()
        self.texts = {line: texts for line, texts in self.texts.items() if line in self._ends}
        self._names = self._names_of(part is not None)
        # Labels of the longest clue, with its name, which it has where it is marked.
        self._most: dict[object, int] = defaultdict(int)
        for line, texts in self.texts.items():
            key = self._alike(line)
            self._most[key] = max(self._most[key], len(texts) + _NAMED)
        # Everything is moved into the first quadrant, behind a margin.
        margin = self.margin = max(4, self.cell // 2)
        points = [point for cell in self.cells for point in self.polygon(cell)]
        self.inner = max(2, round(self.cell * self.share()))
        self._list: dict[Line, Point] = {}
        beside = [line for line, way in self._ways.items() if way and line in self.texts]
        points += [point for line in beside for point in self.strip(line)]
        self._list = self._listed(points)
        points += [point for line in self._list for point in self.strip(line)]
        left, top = (int(min(point[at] for point in points)) - margin for at in (0, 1))
        self.width, self.height = (
            int(max(point[at] for point in points)) + margin - start
            for at, start in ((0, left), (1, top))
        )
        self.move = (-left, -top)

    def _ends_of(self) -> dict[Line, int]:
        """The cell at which the clue of each line stands."""
        ends: dict[Line, tuple[int, int]] = {}
        for cell in self.cells:
            for line, at in self.board.lines_through(cell):
                if line in self.texts:
                    # Labels follow the direction of the line: some of them begin at the board.
                    way = self._ways[line]
                    key = (-at if way is None or way.is_before else at), cell
                    ends[line] = max(ends.get(line, key), key)
        return {line: cell for line, (_, cell) in ends.items()}

    def _names_of(self, is_part: bool) -> dict[Line, str]:
        """The names of directions and lines, which stand beyond their labels."""
        if not is_part and self.board.is_regular:
            return {line: line.axis for line in self.texts if line.index == 0}
        lines = filter(self._is_named, self.texts) if is_part else self.texts
        return {line: _name(line) for line in lines}

    def _is_named(self, line: Line) -> bool:
        """Whether a line of a part has its number: every fifth, and the first."""
        before = line.index - 1
        return before % 5 == 3 or before < 0 or Line(line.axis, before) not in self.texts

    def _alike(self, line: Line) -> object:
        """What lines whose clues take the same room have in common."""
        return line.axis if self.board.is_regular else line

    def _listed(self, points: Sequence[Point]) -> dict[Line, Point]:
        """Where the clues stand that have no room beside the board: in columns below it."""
        lines = [line for line in self.texts if self._ways[line] is None]
        if not lines:
            return {}
        left, right = min(x for x, _ in points), max(x for x, _ in points)
        below = max(y for _, y in points) + self.cell
        wide = self._step(lines[0]) * max(self._most[line] for line in lines)
        columns = max(1, int((right - left) / wide))
        high = 1.6 * self.font
        return {
            line: (left + wide * (at % columns), below + high * (at // columns))
            for at, line in enumerate(lines)
        }

    # Clues.

    def _way(self, line: Line) -> Outwards:
        """The way from the board to a clue; in the list from left to right."""
        return self._ways[line] or Outwards(1.0, 0.0, False)

    def _step(self, line: Line) -> float:
        """From a label of a clue to the next."""
        is_flat = abs(self._way(line).down) < 0.5
        return (self._widest + 0.5) * self.font if is_flat else 1.5 * self.font

    def end(self, line: Line) -> tuple[Point, Point]:
        """The side of a cell of the outline at which the clue of a line stands."""
        if line in self._list:
            (x, y), half = self._list[line], 0.7 * self.font
            x, y = x + self.move[0] + 2 * self.font, y + self.move[1]
            return (x, y - half), (x, y + half)
        right, down, _ = self._way(line)
        return max(
            sides_of(self.polygon(self._ends[line])),
            key=lambda side: (side[0][0] + side[1][0]) * right + (side[0][1] + side[1][1]) * down,
        )

    def strip(self, line: Line) -> list[Point]:
        """The place of the clue of a line, outside the outline."""
        right, down, _ = self._way(line)
        long = self._step(line) * (self._most[self._alike(line)] + 0.3)
        (x, y), (u, v) = self.end(line)
        return [
            (x, y),
            (u, v),
            (u + right * long, v + down * long),
            (x + right * long, y + down * long),
        ]

    def label(self, line: Line, place: int, of: int) -> tuple[Point, Box]:
        # Labels follow the direction of the line: those after it begin at the board.
        is_before = self._way(line).is_before
        x, y = self._beyond(line, of - 1 - place if is_before else place)
        width, height = (width_of(self.texts[line][place]) + 0.35) * self.font, 1.1 * self.font
        return (x, y), Box(x - width / 2, y - height / 2, width, height)

    def with_next(self, lines: Iterable[Line]) -> list[Line]:
        near = {(axis, index + step) for axis, index in lines for step in (-1, 0, 1)}
        return [line for line in self.texts if line in near]

    def names(self, line: Line, is_marked: bool) -> Iterator[tuple[Label, list[Item]]]:
        name = _name(line) if is_marked else self._names.get(line, "")
        if line in self._list:
            (x, y), (_, below) = self.end(line)
            yield ((x - self.font, (y + below) / 2, name), [])
            x, y = self.centre(self._ends[line])
            yield ((x, y, ""), [Labels("faint", round(0.6 * self.font, 2), [(x, y, name)])])
        elif name:
            longer = (_NAMED - 1) / 2 if name != line.axis else 0
            label = *self._beyond(line, len(self.texts[line]) + longer), name
            yield label, [Polygons("faint", [self._arrow(line)])] if name == line.axis else []

    def _arrow(self, line: Line) -> list[Point]:
        """The head of an arrow beyond the name of a direction: the way that it runs."""
        x, y = self._beyond(line, len(self.texts[line]) + 0.9)
        right, down, is_before = self._way(line)
        ahead = -1 if is_before else 1
        right, down = self.font * 0.35 * ahead * right, self.font * 0.35 * ahead * down
        return [
            (x + right, y + down),
            (x - right - 0.7 * down, y - down + 0.7 * right),
            (x - right + 0.7 * down, y - down - 0.7 * right),
        ]

    def _beyond(self, line: Line, labels: float) -> Point:
        """The middle of a label, by the number of labels between it and the board."""
        (x, y), (u, v) = self.end(line)
        right, down, _ = self._way(line)
        away = self._step(line) * (labels + 0.65)
        return (x + u) / 2 + right * away, (y + v) / 2 + down * away

    # Items.

    def strips(self, role: str, lines: Sequence[Line]) -> Iterator[Item]:
        if lines:
            yield Polygons(role, [self.strip(line) for line in lines])

    def guides(self, lines: Iterable[Line]) -> Iterator[Item]:
        strips = map(self.strip, lines)
        sides = [side for strip in strips for side in ((strip[1], strip[2]), (strip[3], strip[0]))]
        if sides:
            yield Polygons("guide", [bar(*side, 1) for side in sides])

    def ground(self) -> Iterator[Item]:
        return self.guides(self.texts)

    # Parts: parallelograms of lines of A and lines of B, where clues have room at the left of A,
    # above and below.

    def divisions(
        self, scale: float, width: float, height: float
    ) -> Iterator[tuple[tuple[range, ...], tuple[range, ...]]]:
        if not self.board.is_regular:
            return
        rows, slashes, _ = (len(self.board.lengths(axis)) for axis in self.board.axes)
        # Rows shift to the left, so that how many fit across depends on how many there are.
        for high in range(5, rows + 5, 5):
            least, along = self.around(high, 0)
            if along * scale > height:
                break
            downwards = equal_parts(rows, high)
            across = equal_parts(slashes, int((width / scale - least) / self.cell))
            if len(downwards) * len(across) <= 2 * MOST_PAGES:
                yield downwards, across

    def around(self, rows: int, others: int) -> tuple[float, float]:
        steps = {"A": (self._widest + 0.5) * self.font, "B": 1.5 * self.font, "C": 1.5 * self.font}
        left, above, below = (steps[axis] * (self._most[axis] + 0.3) for axis in self.board.axes)
        row = self.units[1] * self.board.row
        margin = 2 * max(4, self.cell // 2) + row
        width = left + others * self.cell + rows * self.cell / 2 + 0.5 * max(above, below)
        return width + margin, rows * row + 0.866 * (above + below) + margin

    def part(self, rows: range, others: range) -> Iterator[int]:
        for cell in self.cells:
            (a, _), (b, _), *_ = self.board.lines_through(cell)
            if a.index in rows and b.index in others:
                yield cell


def _name(line: Line) -> str:
    return f"{line.axis}{line.index + 1}"
