"""Boards that are no rectangles in the terminal: triangles, hexagons, and squares on a grid.

Everything lies on one canvas of characters, of which the widget shows a part. A hexagon is a bar
in one line of text, and half a bar further right in the next row, so that it touches its six
neighbours; a square is such a bar, too. A triangle takes several lines; the characters on its two
slanted sides are half of it and half of the neighbour. The clue of a line continues the line where
the board has room for it: on triangles and hexagons A to the left, B upwards to the right, C
downwards to the right.

Where not everything fits, the clues stay in sight: a window shows some rows and columns, and around
it stand the clues of the lines that end there or leave it on the left, above or below. Of a line of
B or C that leaves it on the right the strip below the board has the clue.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip

from ...core import Line, Outwards, PuzzleError
from .board import Board, part_in_view, scrolled
from .game import Game


class _Label(NamedTuple):
    """A number of a clue on the canvas, or the name of a direction."""

    x: int
    text: str
    line: Line
    number: int = -1
    colour: int = 0


class _Margins(NamedTuple):
    """The room around cells for clues: lines above and below, columns beside."""

    top: int
    right: int
    bottom: int
    left: int


_UNLIMITED = _Margins(*[1 << 20] * 4)


def _is_steep(way: Outwards) -> bool:
    """Whether a clue stands above or below the board."""
    return abs(way.down) > 0.5


class Slanted(Board):
    """Draws a game on triangles, on hexagons, or on squares that are no rectangle.

    Raises:
        PuzzleError: the board has other cells.

    Where there is not enough room, the cells scroll with the cursor, and long clues are cut at the
    end farther from the cells.
    """

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(game, id)
        board = game.puzzle.board
        if (places := board.places()) is None:
            raise PuzzleError(
                "the terminal shows squares on a grid, triangles and hexagons, but no other cells: "
                "see nonocsp serve"
            )
        self._board = board
        self._up = board.points_up if board.noun == "triangle" else None
        longest = max(len(text) for line in board.clued for text, _ in self.numbers(line))
        self._half = (longest + 2) // 2
        """Columns of half a hexagon, or of half the side of a triangle."""
        if self._up is not None:
            self._half = max(2, self._half)
        self._step = self._half if self._up is None else 1
        """Columns from a number of a slanted clue to the next."""
        self._tall = 1 if self._up is None else self._half
        """Lines of text of a cell."""
        self._tops, self._lefts = [row for row, _ in places], [left for _, left in places]
        self._in_row: list[list[int]] = [[] for _ in range(max(self._tops) + 1)]
        """The cells of each row of text, from the left."""
        for cell in sorted(range(board.size), key=self._lefts.__getitem__):
            self._in_row[self._tops[cell]].append(cell)
        self._rows, self._columns = range(len(self._in_row)), self._across
        """The rows, and the columns of text counted from the board, that are in view."""
        self._labels: dict[int, list[_Label]] = {}
        self._put_labels(_UNLIMITED)
        self._margins = self._needed()
        self._top, self._move = self._margins.top, self._margins.left - self._across.start
        self._laid_out = (0, 0)
        """The room that the layout is for."""

    @property
    def _across(self) -> range:
        """The columns of text that cells take."""
        return range(self._half * min(self._lefts), self._half * (max(self._lefts) + 2))

    def _needed(self) -> _Margins:
        """The room that all clues take around the board."""
        every = [label for labels in self._labels.values() for label in labels]
        left = min([self._across.start, *(label.x for label in every)])
        right = max([self._across.stop, *(label.x + len(label.text) for label in every)])
        high = len(self._in_row) * self._tall
        return _Margins(
            -min([0, *self._labels]),
            right - self._across.stop,
            max([high, *(y + 1 for y in self._labels)]) - high,
            self._across.start - left,
        )

    # Where things lie: places are counted from the board, and moved when they are drawn.

    def _put_labels(self, limits: _Margins) -> None:
        """Put the clues of all lines that end in view or leave it where clues have room."""
        self._labels = defaultdict(list)
        for line in self._board.clued:
            way = self._board.outwards(line)
            if way is not None and (end := self._end(line, way)) is not None:
                self._place(line, end, way, limits)

    def _end(self, line: Line, way: Outwards) -> int | None:
        """The cell in view at which the clue of a line stands, if it has a place."""
        cells = self._board.cells(line)[:: 1 if way.is_before else -1]
        at = next((at for at, cell in enumerate(cells) if self._is_in_view(cell)), None)
        if at is None or at == 0 or not _is_steep(way):
            return None if at is None else cells[at]
        row, before = self._tops[cells[at]], self._tops[cells[at - 1]]
        return cells[at] if row != before and before not in self._rows else None

    def _is_in_view(self, cell: int) -> bool:
        start = self._half * self._lefts[cell]
        is_across = self._columns.start <= start <= self._columns.stop - 2 * self._half
        return self._tops[cell] in self._rows and is_across

    def _place(self, line: Line, end: int, way: Outwards, limits: _Margins) -> None:
        """Put the clue of a line beyond a cell, as much of it as there is room for."""
        numbers = [(text, at, colour) for at, (text, colour) in enumerate(self.numbers(line))]
        if line.index == 0:
            numbers.insert(0 if way.is_before else len(numbers), (line.axis, -1, 0))
        row, x = self._tops[end], self._half * self._lefts[end]
        y = row * self._tall + self._tall // 2
        if not _is_steep(way) and way.right > 0:
            x += 2 * self._half
            for text, number, colour in numbers:
                self._labels[y].append(_Label(x + 1, text, line, number, colour))
                x += len(text) + 1
            return
        if not _is_steep(way):
            least = self._columns.start - limits.left
            for place, (text, number, colour) in reversed(list(enumerate(numbers))):
                # One number, or the sign that some are missing, needs two columns.
                if x - len(text) - 1 - 2 * (place > 0) < least:
                    self._labels[y].append(_Label(x - 2, "…", line))
                    break
                x -= len(text) + 1
                self._labels[y].append(_Label(x, text, line, number, colour))
            return
        # A hexagon on the outline is half a cell before the first number. So is a triangle with
        # its corner there; one with its side there is straight before it, and so is a square.
        is_above, step = way.down < 0, self._step if way.right > 0.1 else 0
        if step and (self._up is None or self._up(end) == is_above):
            x += self._half
        y, onwards = (row * self._tall - 1, -1) if is_above else ((row + 1) * self._tall, 1)
        numbers, rows = numbers[::onwards], self._rows
        least, beyond = rows.start * self._tall - limits.top, rows.stop * self._tall + limits.bottom
        most = y - least + 1 if is_above else beyond - y
        if step:
            most = min(most, (self._columns.stop + limits.right - x - 2 * self._half) // step + 1)
        if len(numbers) > most:
            numbers = [*numbers[: max(0, most - 1)], *[("…", -1, 0)] * (most > 0)]
        for away, (text, number, colour) in enumerate(numbers):
            start = x + away * step + 2 * self._half - len(text)
            self._labels[y + away * onwards].append(_Label(start, text, line, number, colour))

    def _lay_out(self) -> None:
        """Give the room of the widget to cells and clues, and keep the window in its bounds."""
        is_first, rows = self._laid_out == (0, 0), len(self._in_row)
        high, wide = self._laid_out = self._room()
        top, right, bottom, left = self._margins
        if top + rows * self._tall + bottom > high:
            top, bottom = (min(each, max(1, high // 4)) for each in (top, bottom))
        if left + len(self._across) + right > wide:
            left = min(left, max(6, wide // 3))
            right = min(right, self._step * max(top, bottom) + self._half, wide // 6)
        shown = min(rows, max(1, (high - top - bottom) // self._tall))
        columns = min(len(self._across), max(2 * self._half, wide - left - right))
        # What whole rows leave over goes to the clues.
        top = min(self._margins.top, max(top, high - shown * self._tall - bottom))
        bottom = min(self._margins.bottom, max(bottom, high - shown * self._tall - top))
        first = min(self._rows.start, rows - shown)
        start = self._columns.start
        if is_first:
            start = max(start, self._half * (self._lefts[self.cell] + 1) - columns // 2)
        start = min(start, self._across.stop - columns)
        self._rows = range(first, first + shown)
        self._columns = range(start, start + columns)
        self._top, self._move = top - first * self._tall, left - start
        self._put_labels(_Margins(top, right, bottom, left))

    def _origin(self, cell: int) -> tuple[int, int]:
        """The first line and the first column of a cell."""
        return self._top + self._tops[cell] * self._tall, self._move + self._half * self._lefts[
            cell
        ]

    # The cursor and the view.

    def _room(self) -> tuple[int, int]:
        high = max(1, self.size.height - self.covered)
        return high, max(1, self.size.width)

    @property
    def size_text(self) -> str:
        return f"{self._board.size} {self._board.noun}s"

    @property
    def in_view(self) -> str:
        if rows := part_in_view("rows", self._rows, len(self._in_row)):
            return rows
        return "part of the rows  " if len(self._columns) < len(self._across) else ""

    def spot(self, cell: int) -> tuple[float, float]:
        y, x = self._origin(cell)
        return x, 2 * y  # a character is twice as high as wide

    def step(self, cell: int, down: int, right: int) -> int:
        if right:
            cells = self._in_row[self._tops[cell]]
            return cells[min(len(cells) - 1, max(0, cells.index(cell) + right))]
        for _ in range(abs(down)):
            cell = self._beside(cell, 1 if down > 0 else -1)
        return cell

    def _beside(self, cell: int, down: int) -> int:
        """The nearest cell in the row above or below."""
        row = self._tops[cell]
        rows = range(row + down, len(self._in_row) if down > 0 else -1, down)
        other = next((self._in_row[at] for at in rows if self._in_row[at]), None)
        if other is None:
            return cell
        # Of two that are equally near, the one to the left and the one to the right in turn.
        left = self._lefts[cell] + (0.1 if row % 2 else -0.1)
        return min(other, key=lambda near: abs(self._lefts[near] - left))

    def bring_in(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        every = [*cells, *(cell for line in lines for cell in self._board.cells(line))]
        every.sort(reverse=True)
        self._lay_out()
        rows = (self._tops[cell] for cell in every)
        self._rows = scrolled(self._rows, rows, range(len(self._in_row)))
        columns = (
            self._half * self._lefts[cell] + far
            for cell in every
            for far in (2 * self._half - 1, 0)
        )
        self._columns = scrolled(self._columns, columns, self._across)
        self._lay_out()

    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a place of the widget."""
        column = x - self._move
        row, t = divmod(y - self._top, self._tall)
        if row not in self._rows:
            return None
        for cell in self._seen(row):
            start = self._half * self._lefts[cell]
            margin = self._margin(cell, t)
            if start + margin <= column < start + 2 * self._half - margin:
                return cell
        return None

    def _seen(self, row: int) -> list[int]:
        """The cells of a row that are in view."""
        return list(filter(self._is_in_view, self._in_row[row]))

    def _margin(self, cell: int, t: int) -> int:
        """The columns between the leftmost character of a cell and that in one of its lines."""
        if self._up is None:
            return 0
        return self._tall - 1 - t if self._up(cell) else t

    # Drawing.

    def render_line(self, y: int) -> Strip:
        ink = self.ink()
        paper = Style(color=ink["clue"], bgcolor=ink["paper"])
        if self._laid_out != self._room():
            self._lay_out()
        line = y - self._top
        marks: list[tuple[int, Segment]] = []
        for label in self._labels.get(line, ()):
            style = self.clue_style(label.line, label.number, label.colour)
            if label.number < 0:
                style = Style(color=ink["faint"], bgcolor=ink["paper"])
            marks.append((label.x, Segment(label.text, style)))
        if line // self._tall in self._rows:
            marks += self._cells(*divmod(line, self._tall))
        segments, used = [], -self._move
        for x, segment in sorted(marks, key=lambda mark: mark[0]):
            segments += [Segment(" " * (x - used), paper), segment]
            used = x + segment.cell_length
        strip = Strip(segments).crop(0, self.size.width)
        rest = self.size.width - strip.cell_length
        return Strip([*strip, Segment(" " * rest, paper)]) if rest > 0 else strip

    def _cells(self, row: int, t: int) -> Iterator[tuple[int, Segment]]:
        """A line of text of a row of cells."""
        cells = self._seen(row)
        if self._up is not None:
            if cells:
                yield from self._triangles(cells, t)
            return
        for cell in cells:
            # Neighbours differ in one of these sums.
            (a, _), (b, _), *_ = self._board.lines_through(cell)
            shade = (a.index + b.index) % 3
            if self._board.noun != "hexagon":
                shade = (self._tops[cell] // 5 + self._lefts[cell] // 10) % 2
            text, style = self.cell_look(cell, shade)
            yield self._half * self._lefts[cell], self._written(cell, text, 2 * self._half, style)

    def _triangles(self, cells: Sequence[int], t: int) -> Iterator[tuple[int, Segment]]:
        assert self._up is not None
        ups = [self._up(cell) for cell in cells]
        looks = [self.cell_look(cell, int(bool(up))) for cell, up in zip(cells, ups, strict=True)]
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
