"""Triangles and hexagons in the terminal, with the clues of three directions around them.

Half the side of a triangle, or half the width of a hexagon, is two characters. As in drawings,
numbers of direction A lead to the left, those of B to the upper right, those of C to the lower.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ...model.board import Hexagon, Triddler
from ...model.line import Line
from .board import Board
from .game import Game

_HALF = 2
_UP, _DOWN = "◢◣", "◥◤"
_HIGH = 1.7
"""How high a row is, in halves."""


class Slanted(Board):
    """Draws a game on triangles or hexagons.

    Where there is not enough room, everything scrolls with the cursor.
    """

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(game, id)
        board = game.puzzle.board
        assert isinstance(board, (Triddler, Hexagon))
        self.board = board
        self.ups = (
            [board.points_up(cell) for cell in range(board.size)]
            if isinstance(board, Triddler)
            else None
        )
        self.wide = _HALF if self.ups else 2 * _HALF
        lefts = board.lefts
        self._places = [(_HALF * lefts[cell], board.place(cell)[0]) for cell in range(board.size)]
        numbers = {
            (line, number): place
            for line in board.lines
            for number, place in enumerate(self._around(line))
        }
        # Everything is moved to begin at 0, 0.
        every = [*self._places, *numbers.values()]
        left, top = (min(place[at] for place in every) for at in (0, 1))
        self._places = [(x - left, y - top) for x, y in self._places]
        self._cells: dict[int, list[int]] = defaultdict(list)
        for cell, (_, y) in enumerate(self._places):
            self._cells[y].append(cell)
        self._numbers: dict[int, list[tuple[int, Line, int]]] = defaultdict(list)
        for (line, number), (x, y) in numbers.items():
            self._numbers[y - top].append((x - left, line, number))
        self.high = max(y for _, y in every) - top + 1
        self.across = max(x for x, _ in every) - left + 2 * _HALF
        self._first_x = self._first_y = 0

    def _around(self, line: Line) -> list[tuple[int, int]]:
        """Where the numbers of a clue begin."""
        texts = [text for text, _ in self.numbers(line)]
        cells = self.board.cells(line)
        first = cells[-1 if line.axis == "C" else 0]
        x, y = self._places[first]
        if line.axis == "A":
            ends = [sum(len(text) + 1 for text in texts[at:]) + 1 for at in range(len(texts))]
            return [(x - end, y) for end in ends]
        # Lines leave triangles by their horizontal side, or by a slanted one.
        is_flat = self.ups is not None and self.ups[first] == (line.axis == "C")
        middle = x + (1 if is_flat else 2) * _HALF
        away = range(1, len(texts) + 1)
        if line.axis == "B":
            places = [(middle + _HALF * (far - 1), y - far) for far in reversed(away)]
        else:
            places = [(middle + _HALF * (far - 1), y + far) for far in away]
        return [
            (at - (len(text) + 1) // 2, row) for (at, row), text in zip(places, texts, strict=True)
        ]

    # The layout.

    @property
    def size_text(self) -> str:
        return f"{self.board.size} {'triangles' if self.ups else 'hexagons'}"

    @property
    def in_view(self) -> str:
        return (
            "" if self.high <= self._rows() and self.across <= self.size.width else "part of it  "
        )

    def _rows(self) -> int:
        return max(1, self.size.height - self.covered)

    def spot(self, cell: int) -> tuple[float, float]:
        x, y = self._places[cell]
        return x / _HALF, y * _HIGH

    def step(self, cell: int, down: int, right: int) -> int:
        row, column = self.board.place(cell)
        lengths = self.board.lengths("A")
        if not down:
            return self.board.number(row, min(lengths[row] - 1, max(0, column + right)))
        to = min(len(lengths) - 1, max(0, row + down))
        # Between two that are equally near, to the left and to the right in turn.
        x = self._places[cell][0] + (0.1 if row % 2 else -0.1)
        below = range(self.board.number(to, 0), self.board.number(to, lengths[to] - 1) + 1)
        return cell if to == row else min(below, key=lambda other: abs(self._places[other][0] - x))

    def bring_in(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        every = [*cells, *(cell for line in lines for cell in self.board.cells(line))]
        for x, y in sorted((self._places[cell] for cell in every), reverse=True):
            self._first_x = _scrolled(self._first_x, x, self.size.width, self.across, 4 * _HALF)
            self._first_y = _scrolled(self._first_y, y, self._rows(), self.high, 2)

    def cell_at(self, x: int, y: int) -> int | None:
        if y >= self._rows():
            return None
        x, y = x + self._first_x, y + self._first_y
        return next((c for c in self._cells[y] if 0 <= x - self._places[c][0] < self.wide), None)

    # Drawing.

    def render_line(self, y: int) -> Strip:
        ink = self.ink()
        paper = Style(color=ink["clue"], bgcolor=ink["paper"])
        y += self._first_y
        parts = [(self._places[cell][0], self._drawn(cell)) for cell in self._cells[y]]
        for x, line, number in self._numbers[y]:
            text, colour = self.numbers(line)[number]
            parts.append((x, Segment(text, self.clue_style(line, number, colour))))
        segments: list[Segment] = []
        at = 0
        for x, segment in sorted(parts, key=lambda part: part[0]):
            segments += [Segment(" " * max(0, x - at), paper), segment]
            at = max(at, x) + len(segment.text)
        end = self._first_x + self.size.width
        segments.append(Segment(" " * max(0, end - at), paper))
        return Strip(segments).crop(self._first_x, end)

    def _drawn(self, cell: int) -> Segment:
        text, style = self.cell_look(cell, self._places[cell][0] // self.wide % 2)
        if cell == self.cell:
            text = self.framed(text, self.wide)
        elif self.ups is None:
            text = text.center(self.wide - 1) + "│"
        elif not text and self.game.cells[cell] != 0:
            # The ground becomes the ink of a triangle.
            ink = Style(color=style.bgcolor, bgcolor=self.ink()["paper"])
            return Segment(_UP if self.ups[cell] else _DOWN, ink)
        return Segment(text.ljust(self.wide), style)


def _scrolled(first: int, cursor: int, room: int, number: int, beside: int) -> int:
    """The first visible place when ``room`` of ``number`` fit: scrolled as little as keeps the
    cursor visible, with some places beside it."""
    first = min(first, cursor - beside)
    first = max(first, cursor + 2 * beside - room)
    return max(0, min(first, number - room))
