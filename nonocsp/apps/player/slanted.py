"""Triangles and hexagons in the terminal.

Everything lies on one canvas of characters, of which the widget shows a part. A hexagon is a bar
in one line of text, and half a bar further right in the next row, so that it touches its six
neighbours. A triangle takes several lines; the characters on its two slanted sides are half of it
and half of the neighbour. The clue of a line continues the line: A to the left, B upwards to the
right, C downwards to the right.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ...model.board import Hexagon, Triddler
from ...model.line import Line
from .board import Board, scrolled
from .game import Game


class _Label(NamedTuple):
    """A number of a clue on the canvas, or the name of a direction."""

    x: int
    text: str
    line: Line
    number: int = -1
    colour: int = 0


class Slanted(Board):
    """Draws a game on triangles or hexagons.

    Where there is not enough room, everything scrolls with the cursor.
    """

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(game, id)
        board = game.puzzle.board
        assert isinstance(board, (Triddler, Hexagon))
        self._board: Triddler | Hexagon = board
        self._up = board.points_up if isinstance(board, Triddler) else None
        longest = max(len(text) for line in board.lines for text, _ in self.numbers(line))
        self._half = (longest + 2) // 2
        """Columns of half a hexagon, or of half the side of a triangle."""
        if self._up is not None:
            self._half = max(2, self._half)
        self._tall = 1 if self._up is None else self._half
        """Lines of text of a cell."""
        self._labels: dict[int, list[_Label]] = defaultdict(list)
        self._lefts = board.lefts
        self._move = self._top = 0
        for line in board.lines:
            self._place(line)
        placed = [label.x for labels in self._labels.values() for label in labels]
        self._move = -min([*placed, self._half * min(self._lefts)])
        self._top = -min([*self._labels, 0])
        last = max([*self._labels, board.height * self._tall - 1])
        ends = [at.x + len(at.text) for labels in self._labels.values() for at in labels]
        widest = max([*ends, self._half * (max(self._lefts) + 2)])
        self._extent = self._top + last + 1, self._move + widest
        self._first = (0, 0)

    # Where things lie on the canvas; before all is placed, its origin is that of the board.

    def _place(self, line: Line) -> None:
        """Put the clue of a line beyond its end."""
        numbers = [(text, at, colour) for at, (text, colour) in enumerate(self.numbers(line))]
        if line.index == 0:
            numbers.insert(len(numbers) if line.axis == "C" else 0, (line.axis, -1, 0))
        cells = self._board.cells(line)
        x = self._half * self._lefts[cells[0]]
        if line.axis == "A":
            y = line.index * self._tall + self._tall // 2
            for text, number, colour in reversed(numbers):
                x -= len(text) + 1
                self._labels[y].append(_Label(x, text, line, number, colour))
            return
        end = cells[-1 if line.axis == "C" else 0]
        row, _ = self._board.place(end)
        x = self._half * self._lefts[end]
        # A hexagon on the outline is half a cell before the first number. So is a triangle with
        # its corner there; one with its side there is straight before it.
        if self._up is None or self._up(end) == (line.axis == "B"):
            x += self._half
        step = self._half if self._up is None else 1
        y, way = (row * self._tall - 1, -1) if line.axis == "B" else ((row + 1) * self._tall, 1)
        for away, (text, number, colour) in enumerate(numbers[::way]):
            start = x + away * step + 2 * self._half - len(text)
            self._labels[y + away * way].append(_Label(start, text, line, number, colour))

    def _origin(self, cell: int) -> tuple[int, int]:
        """The first line and the first column of a cell."""
        row, _ = self._board.place(cell)
        return self._top + row * self._tall, self._move + self._half * self._lefts[cell]

    # The cursor and the view.

    def _room(self) -> tuple[int, int]:
        high = max(1, self.size.height - self.covered)
        return high, max(1, self.size.width)

    @property
    def size_text(self) -> str:
        return f"{self._board.size} {'hexagons' if self._up is None else 'triangles'}"

    @property
    def in_view(self) -> str:
        (top, left), (high, wide) = self._first, self._room()
        first = max(0, -((self._top - top) // self._tall))
        last = min(self._board.height, (top + high - self._top) // self._tall)
        if first > 0 or last < self._board.height:
            return f"rows {first + 1}–{last} of {self._board.height}  "
        lefts = min(self._lefts), max(self._lefts) + 2
        start, end = (self._move + self._half * at for at in lefts)
        return "part of the rows  " if left > start or left + wide < end else ""

    def spot(self, cell: int) -> tuple[float, float]:
        y, x = self._origin(cell)
        return x, 2 * y  # a character is twice as high as wide

    def step(self, cell: int, down: int, right: int) -> int:
        row, column = self._board.place(cell)
        if right:
            cells = self._board.cells(Line("A", row))
            return cells[min(len(cells) - 1, max(0, column + right))]
        for _ in range(abs(down)):
            cell = self._beside(cell, 1 if down > 0 else -1)
        return cell

    def _beside(self, cell: int, down: int) -> int:
        """The nearest cell in the row above or below."""
        row, _ = self._board.place(cell)
        if not 0 <= row + down < self._board.height:
            return cell
        # Of two that are equally near, the one to the left and the one to the right in turn.
        left = self._lefts[cell] + (0.1 if row % 2 else -0.1)
        cells = self._board.cells(Line("A", row + down))
        return min(cells, key=lambda other: abs(self._lefts[other] - left))

    def bring_in(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        every = [*cells, *(cell for line in lines for cell in self._board.cells(line))]
        (top, left), (high, wide) = self._first, self._room()
        for cell in sorted(every, reverse=True):
            y, x = self._origin(cell)
            for far in (1, 0):
                top = scrolled(top, y + far * (self._tall - 1), high, self._extent[0])
                left = scrolled(left, x + far * (2 * self._half - 1), wide, self._extent[1])
        self._first = top, left

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a place of the widget."""
        line, column = y + self._first[0] - self._top, x + self._first[1] - self._move
        row, t = divmod(line, self._tall)
        if y >= self._room()[0] or not 0 <= row < self._board.height:
            return None
        for cell in self._board.cells(Line("A", row)):
            start = self._half * self._lefts[cell]
            margin = self._margin(cell, t)
            if start + margin <= column < start + 2 * self._half - margin:
                return cell
        return None

    def _margin(self, cell: int, t: int) -> int:
        """The columns between the leftmost character of a cell and that in one of its lines."""
        if self._up is None:
            return 0
        return self._tall - 1 - t if self._up(cell) else t

    # Drawing.

    def render_line(self, y: int) -> Strip:
        ink = self.ink()
        paper = Style(color=ink["clue"], bgcolor=ink["paper"])
        top, left = self._first
        line = y + top - self._top
        marks: list[tuple[int, Segment]] = []
        for label in self._labels.get(line, ()):
            style = self.clue_style(label.line, label.number, label.colour)
            if label.number < 0:
                style = Style(color=ink["faint"], bgcolor=ink["paper"])
            marks.append((label.x, Segment(label.text, style)))
        if 0 <= line < self._board.height * self._tall:
            marks += self._cells(*divmod(line, self._tall))
        segments, used = [], -self._move
        for x, segment in sorted(marks, key=lambda mark: mark[0]):
            segments += [Segment(" " * (x - used), paper), segment]
            used = x + segment.cell_length
        strip = Strip(segments).crop(left, left + self.size.width)
        rest = self.size.width - strip.cell_length
        return Strip([*strip, Segment(" " * rest, paper)]) if rest > 0 else strip

    def _cells(self, row: int, t: int) -> Iterator[tuple[int, Segment]]:
        """A line of text of a row of cells."""
        cells = self._board.cells(Line("A", row))
        if self._up is not None:
            yield from self._triangles(cells, t)
            return
        for cell in cells:
            # Neighbours differ in one of these sums.
            a, b, _ = self._board.triples[cell]
            text, style = self.cell_look(cell, (a + b) % 3)
            yield self._half * self._lefts[cell], self._written(cell, text, 2 * self._half, style)

    def _triangles(self, cells: Sequence[int], t: int) -> Iterator[tuple[int, Segment]]:
        assert self._up is not None
        ups = [self._up(cell) for cell in cells]
        looks = [self.cell_look(cell, int(up)) for cell, up in zip(cells, ups, strict=True)]
        paper = Style(bgcolor=self.ink()["paper"])
        sides = pairwise([paper, *(style for _, style in looks), paper])
        x = self._half * self._lefts[cells[0]]
        for at, ((left, right), up) in enumerate(zip(sides, [*ups, not ups[-1]], strict=True)):
            # A slanted side, which two cells share, and then the middle of the right one.
            margin = self._tall - 1 - t if up else t
            shared = Style(color=right.bgcolor, bgcolor=left.bgcolor)
            yield x + margin, Segment("◢" if up else "◥", shared)
            if at < len(cells):
                wide = 2 * (self._half - margin - 1)
                text, style = looks[at]
                if margin:  # the text is in the widest line
                    yield x + margin + 1, Segment(" " * wide, style)
                else:
                    yield x + 1, self._written(cells[at], text, wide, style)
            x += self._half

    def _written(self, cell: int, text: str, wide: int, style: Style) -> Segment:
        return Segment((self.framed(text, wide) if cell == self.cell else text).ljust(wide), style)
