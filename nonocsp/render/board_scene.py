"""Boards with lines in three directions: where triangles and hexagons lie, and what to paint.

All corners are whole pixels, so that neighbours share the corners of a side exactly. The clue of a
line continues the line outside the outline: A at the left end, B at the top, C at the bottom.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from math import hypot

from ..common.errors import PuzzleError
from ..model.bits import highest, is_single
from ..model.board import Board, Rectangle
from ..model.line import Line
from ..model.three_directions import Hexagon, Triddler
from .drawing import Drawing
from .layout import Box, Layout, labels, layout_of, width_of
from .scene import (
    UNKNOWN,
    Boxes,
    Item,
    Label,
    Labels,
    Look,
    Point,
    Polygons,
    Scene,
    looks,
    painted_cells,
)
from .theme import ThemeColours, heat_role, theme_colours

#: From the board to the clues of a direction, in pixels of a cell of side 1.
_OUTWARDS = {"A": (-1.0, 0.0), "B": (0.5, -0.866), "C": (0.5, 0.866)}
_SIDE, _LEAST_SIDE, _LARGE = 36, 24, 20

#: The way that a direction runs, in pixels of a cell of side 1.
_ALONG = {"A": (1.0, 0.0), "B": (-0.5, 0.866), "C": (0.5, 0.866)}

#: Labels that the name of a direction with its arrow, or the number of a line, takes the room of.
_NAMED = 2


class BoardLayout:
    """Sizes and places of a drawing on a `Triddler` or a `Hexagon`, or of a part of it.

    Args:
        drawing: what to draw.
        part: the cells to draw, with the whole clues of their lines, of which every fifth has its
            number; None for the whole board.
    """

    def __init__(self, drawing: Drawing, part: Collection[int] | None = None) -> None:
        board = drawing.board
        if not isinstance(board, (Triddler, Hexagon)):
            raise PuzzleError(f"a {board.kind} is not drawn with three directions")
        self._board: Triddler | Hexagon = board
        self.cells = range(board.size) if part is None else sorted(part)
        """The cells in order."""
        self.cell = drawing.cell or (_SIDE if board.longest <= _LARGE else _LEAST_SIDE)
        half = max(1, self.cell // 2)
        is_hexagon = isinstance(board, Hexagon)
        self.row = 3 * max(1, round(half / 1.732)) if is_hexagon else max(1, round(half * 1.732))
        """From a row to the next."""
        self.thick = 1 if self.cell < 10 else 2 if self.cell < 40 else 3
        self.texts = {
            line: labels(drawing, drawing.puzzle.clue(line))
            for line in board.lines
            if drawing.has_clues and drawing.puzzle is not None
        }
        # Of the whole board, so that all parts are written alike.
        widest = max((width_of(text) for texts in self.texts.values() for text in texts), default=1)
        self.font = round(self.cell * min(0.5, 0.75 / widest), 2)
        self._steps: dict[str, float] = dict.fromkeys(board.axes, 1.5 * self.font)
        self._steps["A"] = (widest + 0.5) * self.font
        self._ends = self._ends_of(board)
        self.texts = {line: texts for line, texts in self.texts.items() if line in self._ends}
        self.names: dict[Line, str] = {line: line.axis for line in self.texts if line.index == 0}
        """The names of directions and lines, which stand beyond their labels."""
        if part is not None:
            lines = [line for line in self.texts if self._is_named(line)]
            self.names = {line: f"{line.axis}{line.index + 1}" for line in lines}
        # Labels of the longest clue, with its name, which it has where it is marked.
        self._most: dict[str, float] = defaultdict(float)
        for line, texts in self.texts.items():
            self._most[line.axis] = max(self._most[line.axis], len(texts) + _NAMED)
        # Everything is moved into the first quadrant, behind a margin.
        margin = max(4, self.cell // 2)
        self._move = (0, 0)
        points = [point for cell in self.cells for point in self.polygon(cell)]
        points += [point for line in self.texts for point in self.strip(line)]
        left, top = (int(min(point[at] for point in points)) - margin for at in (0, 1))
        self.width, self.height = (
            int(max(point[at] for point in points)) + margin - start
            for at, start in ((0, left), (1, top))
        )
        self._move = (-left, -top)

    @property
    def pixels(self) -> int:
        return self.width * self.height

    def _ends_of(self, board: Board) -> dict[Line, int]:
        """The cell at which the clue of each line stands."""
        ends: dict[Line, tuple[int, int]] = {}
        for cell in self.cells:
            for line, at in board.lines_through(cell):
                # Labels follow the direction of the line: those of C begin at the board.
                key = (at if line.axis == "C" else -at), cell
                ends[line] = max(ends.get(line, key), key)
        return {line: cell for line, (_, cell) in ends.items()}

    def _is_named(self, line: Line) -> bool:
        """Whether a line of a part has its number: every fifth, and the first."""
        before = line.index - 1
        return before % 5 == 3 or before < 0 or Line(line.axis, before) not in self.texts

    def polygon(self, cell: int) -> list[Point]:
        """The corners of a cell, clockwise."""
        a, _, c = self._board.triples[cell]
        right, down = self._move
        half = max(1, self.cell // 2)
        if isinstance(self._board, Hexagon):
            arm = self.row // 3
            x, y = right + 2 * half * c + half * a, down + self.row * a
            offsets = [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)]
            return [(x + across * half, y + arm * along) for across, along in offsets]
        up = self._board.points_up(cell)
        corners = [(1, 0), (0, 1), (1, 1)] if up else [(0, 0), (0, 1), (1, 0)]
        return [
            (right + half * (2 * (c + dc) + a + da), down + self.row * (a + da))
            for da, dc in corners
        ]

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        points = self.polygon(cell)
        return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)

    def box(self, row: int, column: int) -> Box:
        """A square inside a cell, for its dot, character and candidates."""
        x, y = self.centre(self._board.number(row, column))
        side = self.inner
        return Box(round(x - side / 2), round(y - side / 2), side, side)

    @property
    def inner(self) -> int:
        """The side of `box`."""
        return max(2, round(self.cell * (0.6 if isinstance(self._board, Hexagon) else 0.4)))

    def around(self, rows: int, slashes: int) -> tuple[float, float]:
        """The greatest size of a part with this many lines of direction A and of direction B."""
        left, above, below = (
            self._steps[axis] * (self._most[axis] + 0.3) for axis in self._board.axes
        )
        margin = 2 * max(4, self.cell // 2) + self.row
        across = slashes * self.cell + rows * self.cell / 2
        width = left + across + 0.5 * max(above, below)
        height = rows * self.row + 0.866 * (above + below)
        return width + margin, height + margin

    def end(self, line: Line) -> tuple[Point, Point]:
        """The side of a cell of the outline at which the clue of a line stands."""
        right, down = _OUTWARDS[line.axis]
        return max(
            sides_of(self.polygon(self._ends[line])),
            key=lambda side: (side[0][0] + side[1][0]) * right + (side[0][1] + side[1][1]) * down,
        )

    def strip(self, line: Line) -> list[Point]:
        """The place of the clue of a line, outside the outline."""
        right, down = _OUTWARDS[line.axis]
        long = self._steps[line.axis] * (self._most[line.axis] + 0.3)
        (x, y), (u, v) = self.end(line)
        return [
            (x, y),
            (u, v),
            (u + right * long, v + down * long),
            (x + right * long, y + down * long),
        ]

    def label(self, line: Line, place: int, of: int) -> Point:
        """The middle of the label at index ``place`` of a clue of ``of`` labels."""
        # Labels follow the direction of the line: those of C begin at the board, others end there.
        return self._beyond(line, place if line.axis == "C" else of - 1 - place)

    def name(self, line: Line, name: str) -> Label:
        """The name of a direction or a line: beyond its labels."""
        longer = (_NAMED - 1) / 2 if name != line.axis else 0
        return (*self._beyond(line, len(self.texts[line]) + longer), name)

    def arrow(self, line: Line) -> list[Point]:
        """The head of an arrow beyond the name of a direction: the way that it runs."""
        x, y = self._beyond(line, len(self.texts[line]) + 0.9)
        right, down = (self.font * 0.35 * part for part in _ALONG[line.axis])
        return [
            (x + right, y + down),
            (x - right - 0.7 * down, y - down + 0.7 * right),
            (x - right + 0.7 * down, y - down - 0.7 * right),
        ]

    def _beyond(self, line: Line, labels: float) -> Point:
        """The middle of a label, by the number of labels between it and the board."""
        (x, y), (u, v) = self.end(line)
        right, down = _OUTWARDS[line.axis]
        away = self._steps[line.axis] * (labels + 0.65)
        return (x + u) / 2 + right * away, (y + v) / 2 + down * away


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A drawing on triangles or hexagons, with its layout and colours, and the items to paint."""

    drawing: Drawing
    layout: BoardLayout
    colours: ThemeColours

    def showing(self, drawing: Drawing) -> BoardScene:
        """The scene of another drawing of the same puzzle, with this layout and these colours."""
        return replace(self, drawing=drawing)

    def items(self) -> Iterator[Item]:
        """Everything on the drawing, from bottom to top."""
        yield from self.paper()
        yield from self.cells(looks(self.drawing))
        yield from self.rules()
        yield from self.marks()
        yield from self.clues()

    def paper(self) -> Iterator[Item]:
        """The ground, and the tint of marked lines."""
        drawing, layout = self.drawing, self.layout
        yield Boxes("paper", [Box(0, 0, layout.width, layout.height)])
        absent = [
            layout.strip(line)
            for line in layout.texts
            if drawing.puzzle and drawing.puzzle.clue(line) is None and line not in drawing.lines
        ]
        if absent:
            yield Polygons("absent", absent)
        yield from self.tints()
        yield from self._guides(layout.texts)

    def tints(self) -> Iterator[Item]:
        """The ground of marked clues, under the rules that guide the eye."""
        marked = [line for line in sorted(self.drawing.lines) if line in self.layout.texts]
        if marked:
            yield Polygons("line", [self.layout.strip(line) for line in marked])
        yield from self._guides(marked)

    def _guides(self, lines: Iterable[Line]) -> Iterator[Item]:
        strips = map(self.layout.strip, lines)
        sides = [side for strip in strips for side in ((strip[1], strip[2]), (strip[3], strip[0]))]
        if sides:
            yield Polygons("guide", [_bar(*side, 1) for side in sides])

    def cells(self, looks: Iterable[Look | None]) -> Iterator[Item]:
        """The insides of cells, by their looks; None draws nothing."""
        grounds: dict[str, list[list[Point]]] = defaultdict(list)
        every = list(looks)
        seen = [(cell, look) for cell in self.layout.cells if (look := every[cell]) is not None]
        for cell, look in seen:
            shown = 1 if look.mask < UNKNOWN else look.mask
            role = "ambiguous" if look.ambiguous else "open"
            if look.heat is not None:
                role = heat_role(look.heat)
            elif shown > 0 and is_single(shown) and look.other in (UNKNOWN, shown):
                role = f"colour {highest(shown)}"
            grounds[role].append(self.layout.polygon(cell))
        for role, polygons in grounds.items():
            yield Polygons(role, polygons)
        place = self.drawing.board.place
        yield from painted_cells(self, ((place(cell), look) for cell, look in seen))

    def rules(self) -> Iterator[Item]:
        """The rules between cells, and the outline."""
        cells = self.layout.cells
        rules = [_bar(*side, 1) for side, count in self._sides(cells).items() if count > 1]
        if rules:
            yield Polygons("rule", rules)
        yield Polygons("bold", self._outline(cells))

    def marks(self) -> Iterator[Item]:
        """Frames around marked cells and lines, which differ in shape as well as in colour."""
        drawing, layout = self.drawing, self.layout
        board, seen = drawing.board, set(layout.cells)
        for line in sorted(drawing.lines):
            yield Polygons("frame", self._outline(filter(seen.__contains__, board.cells(line))))
        weight = max(2, layout.cell // 8)
        for cell in sorted(seen & {board.number(*place) for place in drawing.because}):
            # Inside the cell, as the frames of its neighbours would hide a side.
            sides = sides_of(_inset(layout.polygon(cell), weight))
            yield Polygons("because", [_bar(*side, weight / 2) for side in sides])
        for cell in sorted(seen & {board.number(*place) for place in drawing.concluded}):
            sides = sides_of(layout.polygon(cell))
            yield Polygons("frame", [_bar(*side, weight) for side in sides])

    def edge(self, cells: Iterable[int]) -> list[tuple[Point, Point]]:
        """The sides on the outline of some cells."""
        return [side for side, count in self._sides(cells).items() if count == 1]

    def _sides(self, cells: Iterable[int]) -> Counter[tuple[Point, Point]]:
        """How often each side occurs among cells: once on their outline, twice between two."""
        return Counter(
            (min(side), max(side)) for cell in cells for side in sides_of(self.layout.polygon(cell))
        )

    def _outline(self, cells: Iterable[int]) -> list[list[Point]]:
        return [_bar(*side, self.layout.thick) for side in self.edge(cells)]

    def _with_next(self, lines: Iterable[Line]) -> list[Line]:
        """The lines that have clues, and those next to them."""
        near = {(axis, index + step) for axis, index in lines for step in (-1, 0, 1)}
        return [line for line in self.layout.texts if line in near]

    def clues(self, lines: Iterable[Line] | None = None) -> Iterator[Item]:
        """The labels of clues of all lines or of some, on chips if there are several colours.

        Labels reach into the strips of the next lines, so that those belong to some lines, too.
        """
        drawing, layout = self.drawing, self.layout
        chips: dict[int, list[Box]] = defaultdict(list)
        written: dict[str, list[Label]] = defaultdict(list)
        for line in layout.texts if lines is None else self._with_next(lines):
            texts = layout.texts[line]
            clue = drawing.puzzle.clue(line) if drawing.puzzle else None
            for place, text in enumerate(texts):
                x, y = layout.label(line, place, len(texts))
                role = "clue" if clue else "faint"
                if clue and len(drawing.palette) > 2:
                    role = f"on {clue[place].colour}"
                    width, height = (width_of(text) + 0.35) * layout.font, 1.1 * layout.font
                    box = Box(x - width / 2, y - height / 2, width, height)
                    chips[clue[place].colour].append(box)
                written[role].append((x, y, text))
            name = f"{line.axis}{line.index + 1}" if line in drawing.lines else ""
            if name := name or layout.names.get(line, ""):
                written["faint"].append(layout.name(line, name))
                if name == line.axis:
                    yield Polygons("faint", [layout.arrow(line)])
        for colour, boxes in sorted(chips.items()):
            yield Boxes("rule", [box.inset(-0.75) for box in boxes])
            yield Boxes(f"colour {colour}", boxes)
        for role, items in sorted(written.items()):
            yield Labels(role, layout.font, items)


def measured(drawing: Drawing) -> Layout | BoardLayout:
    """The layout of a drawing on any board."""
    return layout_of(drawing) if isinstance(drawing.board, Rectangle) else BoardLayout(drawing)


def scene_of(drawing: Drawing) -> Scene | BoardScene:
    """The scene of a drawing on any board."""
    layout = measured(drawing)
    if isinstance(layout, Layout):
        return Scene(drawing, layout, theme_colours(drawing))
    return BoardScene(drawing, layout, theme_colours(drawing))


def sides_of(polygon: list[Point]) -> list[tuple[Point, Point]]:
    """The sides of a polygon."""
    return list(zip(polygon, polygon[1:] + polygon[:1], strict=True))


def _bar(start: Point, end: Point, weight: float) -> list[Point]:
    """A straight line of some weight."""
    (x, y), (u, v) = start, end
    half = weight / 2 / (hypot(u - x, v - y) or 1)
    across, along = (v - y) * half, (u - x) * half
    return [
        (x - across, y + along),
        (x + across, y - along),
        (u + across, v - along),
        (u - across, v + along),
    ]


def _inset(polygon: list[Point], by: float) -> list[Point]:
    """A smaller polygon whose sides are about so far inside."""
    x, y = (sum(point[at] for point in polygon) / len(polygon) for at in (0, 1))
    (a, b), (c, d) = polygon[0], polygon[1]
    kept = max(0.5, 1 - 1.25 * by / (hypot((a + c) / 2 - x, (b + d) / 2 - y) or 1))
    return [(x + kept * (u - x), y + kept * (v - y)) for u, v in polygon]
