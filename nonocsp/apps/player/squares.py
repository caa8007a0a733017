"""Squares in the terminal, with the clues of rows beside them and those of columns above."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ...core import Line
from .board import Board, part_in_view, scrolled
from .game import Game


class Squares(Board):
    """Draws a game on a rectangle.

    A cell is one character wider than the longest number above. Fields of five by five cells have
    alternating shades. If there is not enough room, the cells scroll with the cursor while the
    clues stay in sight, and long clues are cut at the end farther from the cells: `clue` has them
    in full.
    """

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(game, id)
        self._first_row = self._first_column = 0
        puzzle = game.puzzle
        self.shape = puzzle.board.shape
        numbers = {line: self.numbers(line) for line in puzzle.lines}
        above = (text for line in numbers if not line.is_row for text, _ in numbers[line])
        self.wide = max(map(len, above)) + 1
        self._widest = max(
            sum(len(text) + 1 for text, _ in numbers[line]) for line in numbers if line.is_row
        )
        self._deepest = max(len(numbers[line]) for line in numbers if not line.is_row)

    @property
    def left(self) -> int:
        """Characters for the clues of the rows: at most half of the board."""
        return min(self._widest + 1, max(6, int(self.size.width) // 2))

    @property
    def top(self) -> int:
        """Lines for the clues of the columns: at most half of the board."""
        return min(self._deepest, max(1, int(self.size.height) // 2))

    @property
    def size_text(self) -> str:
        rows, columns = self.shape
        return f"{rows}×{columns}"

    @property
    def in_view(self) -> str:
        return "".join(map(part_in_view, ("rows", "columns"), self._shown(), self.shape))

    def _shown(self) -> tuple[range, range]:
        """The rows and the columns that are in view."""
        rows, columns = self.shape
        high = max(1, min(rows, self.size.height - self.top - self.covered))
        across = max(1, min(columns, (self.size.width - self.left) // self.wide))
        first, left = self._first_row, self._first_column
        return range(first, first + high), range(left, left + across)

    def spot(self, cell: int) -> tuple[float, float]:
        row, column = divmod(cell, self.shape[1])
        return column, row

    def step(self, cell: int, down: int, right: int) -> int:
        row, column = divmod(cell, self.shape[1])
        rows, columns = self.shape
        row = min(rows - 1, max(0, row + down))
        return row * columns + min(columns - 1, max(0, column + right))

    def bring_in(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        places = [divmod(cell, self.shape[1]) for cell in cells]
        rows = {row for row, _ in places}
        columns = {column for _, column in places}
        for line in lines:
            (rows if line.is_row else columns).add(line.index)
        self._first_row, self._first_column = (
            scrolled(shown, sorted(wanted, reverse=True), range(number)).start
            for shown, wanted, number in zip(
                self._shown(), (rows, columns), self.shape, strict=True
            )
        )

    def cell_at(self, x: int, y: int) -> int | None:
        row = y - self.top + self._first_row
        column = (x - self.left) // self.wide + self._first_column
        rows, columns = self._shown()
        return row * self.shape[1] + column if row in rows and column in columns else None

    def render_line(self, y: int) -> Strip:
        ink = self.ink()
        rows, columns = self._shown()
        paper = Style(color=ink["clue"], bgcolor=ink["paper"])
        segments: list[Segment]
        if y < self.top:
            segments = [Segment(" " * self.left, paper)]
            for column in columns:
                segments += self._above(Line("column", column), y)
        elif (row := y - self.top + self._first_row) in rows:
            segments = self._beside(Line("row", row))
            segments += [self._cell(row, column) for column in columns]
        else:
            segments = []
        used = sum(len(segment.text) for segment in segments)
        return Strip([*segments, Segment(" " * max(0, self.size.width - used), paper)])

    def _above(self, line: Line, y: int) -> list[Segment]:
        """One number of a column's clue."""
        numbers = self.numbers(line)
        number = y - (self.top - len(numbers))
        if len(numbers) > self.top and y == 0:
            return [Segment("…".rjust(self.wide), self.clue_style(line))]
        text, colour = numbers[number] if number >= 0 else ("", 0)
        padding = Segment(" " * (self.wide - len(text)), self.clue_style(line))
        return [padding, Segment(text, self.clue_style(line, number, colour))]

    def _beside(self, line: Line) -> list[Segment]:
        """A row's clue, from its end to the left."""
        ground = self.clue_style(line)
        segments: list[Segment] = []
        room = self.left - 1
        for number, (text, colour) in reversed(list(enumerate(self.numbers(line)))):
            if len(text) + 1 > room:
                segments[-1:] = [Segment("… ", ground)]
                break
            style = self.clue_style(line, number, colour)
            segments += [Segment(" ", ground), Segment(text, style)]
            room -= len(text) + 1
        used = sum(len(segment.text) for segment in segments)
        padding = Segment(" " * (self.left - used - 1), ground)
        return [padding, *segments[::-1], Segment(" ", ground)]

    def _cell(self, row: int, column: int) -> Segment:
        cell = row * self.shape[1] + column
        text, style = self.cell_look(cell, (row // 5 + column // 5) % 2)
        if cell == self.cell:
            text = self.framed(text, self.wide)
        return Segment(_filled(text, self.wide), style)


def _filled(text: str, wide: int) -> str:
    """Text on a square; half a square that is a triangle fills its side of it."""
    if text and text in "◢◥":
        return text.ljust(wide, "█")
    return text.rjust(wide, "█") if text and text in "◣◤" else text.ljust(wide)
