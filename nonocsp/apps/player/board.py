"""The board in the terminal: drawing, scrolling, and strokes with the mouse."""

from __future__ import annotations

from collections.abc import Iterable

from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from ...model.line import Line
from ...render import Drawing
from ...render.colour_vision import mixed
from ...render.theme import theme_colours
from .game import OPEN, Game, Tool


class Board(Widget):
    """Draws a game and turns the mouse into strokes.

    A cell is one character wider than the longest number above. Fields of five by five cells have
    alternating shades. If there is not enough room, the cells scroll with the cursor while the
    clues stay in sight, and long clues are cut at the end farther from the cells: `clue` has them
    in full.
    """

    can_focus = True

    class Changed(Message):
        """The game or the cursor changed."""

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(id=id)
        self.game = game
        self.row = self.column = 0
        self.colour = 1
        self.safe = False
        self.concluded: frozenset[tuple[int, int]] = frozenset()
        self.because: frozenset[tuple[int, int]] = frozenset()
        self.hinted: frozenset[Line] = frozenset()
        self.covered = 0
        """Lines at the bottom that something else covers."""
        self._first_row = self._first_column = 0
        self._start: tuple[int, int] | None = None
        self._along: str | None = None
        puzzle = game.puzzle
        self._placed = {line: game.placed(line) for line in puzzle.lines}
        longest = max(
            (len(str(block)) for clue in puzzle.columns for block in clue or ()), default=1
        )
        self.wide = longest + 1
        numbers = {line: self._numbers(line) for line in puzzle.lines}
        self._widest = max(
            sum(len(text) + 1 for text, _ in numbers[line]) for line in numbers if line.is_row
        )
        self._deepest = max(len(numbers[line]) for line in numbers if not line.is_row)
        self._inks: tuple[tuple[bool, bool], dict[str, str]] | None = None

    # Layout.

    @property
    def left(self) -> int:
        """Characters for the clues of the rows: at most half of the board."""
        return min(self._widest + 1, max(6, int(self.size.width) // 2))

    @property
    def top(self) -> int:
        """Lines for the clues of the columns: at most half of the board."""
        return min(self._deepest, max(1, int(self.size.height) // 2))

    @property
    def in_view(self) -> str:
        """Which rows and columns are in view, if that is not all."""
        both = zip(
            ("rows", "columns"),
            self.game.puzzle.shape,
            (self._first_row, self._first_column),
            self._visible(),
            strict=True,
        )
        return "".join(
            f"{name} {first + 1}–{first + room} of {number}  "
            for name, number, first, room in both
            if room < number
        )

    def _visible(self) -> tuple[int, int]:
        """The number of rows and of columns that fit."""
        rows, columns = self.game.puzzle.shape
        return (
            max(1, min(rows, self.size.height - self.top - self.covered)),
            max(1, min(columns, (self.size.width - self.left) // self.wide)),
        )

    def move_to(self, row: int, column: int) -> None:
        """Move the cursor to a cell, or the nearest inside the board, and scroll to it."""
        rows, columns = self.game.puzzle.shape
        self.row = min(rows - 1, max(0, row))
        self.column = min(columns - 1, max(0, column))
        self._bring_in([self.row], [self.column])

    def reveal(self, covered: int) -> None:
        """Scroll to what a hint is about, without one to the cursor.

        Args:
            covered: lines at the bottom that the text of the hint covers.
        """
        self.covered = covered
        cells = self.concluded | self.because
        rows = {line.index for line in self.hinted if line.is_row} | {row for row, _ in cells}
        columns = {line.index for line in self.hinted if not line.is_row}
        columns |= {column for _, column in cells}
        if self.hinted:
            self._bring_in(rows, columns)
        else:
            self._bring_in([self.row], [self.column])

    def _bring_in(self, rows: Iterable[int], columns: Iterable[int]) -> None:
        """Scroll to cells; if not all fit, the first of them."""
        sizes, visible = self.game.puzzle.shape, self._visible()
        for row in sorted(rows, reverse=True):
            self._first_row = _scrolled(self._first_row, row, visible[0], sizes[0])
        for column in sorted(columns, reverse=True):
            self._first_column = _scrolled(self._first_column, column, visible[1], sizes[1])
        self.refresh()
        self.post_message(self.Changed())

    def on_resize(self) -> None:
        self.reveal(self.covered)

    def index(self, row: int, column: int) -> int:
        return row * self.game.puzzle.shape[1] + column

    def changed(self, cells: Iterable[tuple[int, int]] | None = None) -> None:
        """Update which blocks are placed: in the lines of some cells, or in all."""
        puzzle = self.game.puzzle
        lines: Iterable[Line] = puzzle.lines
        if cells is not None:
            lines = {line for cell in cells for line, _ in puzzle.lines_through(self.index(*cell))}
        self._placed |= {line: self.game.placed(line) for line in lines}
        self.refresh()
        self.post_message(self.Changed())

    # The mouse.

    def _cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        row, column = y - self.top, (x - self.left) // self.wide
        high, across = self._visible()
        if 0 <= row < high and x >= self.left and column < across:
            return row + self._first_row, column + self._first_column
        return None

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self._cell_at(event.x, event.y)
        if cell is None or self._start is not None:
            return
        tools: dict[int, Tool] = {1: "fill", 2: "clear", 3: "mark"}
        tool = tools.get(event.button, "fill")
        self.game.begin(self.index(*cell), "mark" if not self.colour else tool, self.colour)
        self._start, self._along = cell, None
        self.capture_mouse()
        self.move_to(*cell)
        self.changed([cell])

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._start is None:
            return
        cell = self._cell_at(event.x, event.y)
        if cell is None or cell == (self.row, self.column):
            return
        (row, column), (r0, c0) = cell, self._start
        if self._along is None:
            # A stroke stays in the row or column in which it starts to move.
            self._along = "row" if abs(column - c0) >= abs(row - r0) else "column"
        row, column = (r0, column) if self._along == "row" else (row, c0)
        passed = [
            (r, c)
            for r in range(min(row, self.row), max(row, self.row) + 1)
            for c in range(min(column, self.column), max(column, self.column) + 1)
        ]
        self.game.extend(self.index(*each) for each in passed)
        self.move_to(row, column)
        self.changed(passed)

    def on_mouse_up(self) -> None:
        if self._start is not None:
            self._start = None
            self.release_mouse()
            self.game.end()
            self.post_message(self.Changed())

    # Drawing.

    def _numbers(self, line: Line) -> list[tuple[str, int]]:
        """The numbers of a clue, each with its colour."""
        clue = self.game.puzzle.clue(line)
        if clue is None:
            return [("*", 0)]
        return [(str(block), block.colour) for block in clue] or [("0", 0)]

    def clue(self, line: Line, is_safe: bool | None = None) -> Text:
        """The whole clue of a line.

        Args:
            line: the line.
            is_safe: whether numbers have the characters of their colours; by default the state
                of the board.
        """
        is_safe = self.safe if is_safe is None else is_safe
        puzzle, placed = self.game.puzzle, self._placed[line]
        text = Text(f"{line}:")
        for number, (shown, colour) in enumerate(self._numbers(line)):
            style = Style(strike=number < len(placed) and placed[number])
            if colour and not puzzle.has_one_colour:
                style += self.style_of(colour)
                shown += puzzle.colours[colour].char if is_safe else ""
            text.append(" ").append(shown, style)
        return text

    def style_of(self, colour: int) -> Style:
        """Text on a colour."""
        ink = self._ink()
        return Style(color=ink[f"on {colour}"], bgcolor=ink[f"colour {colour}"])

    def _ink(self) -> dict[str, str]:
        """The colours of the current theme and palette, by what they are for."""
        key = self.safe, self.app.current_theme.dark
        if self._inks is None or self._inks[0] != key:
            table = theme_colours(Drawing.of(self.game.puzzle, safe_colours=self.safe))
            ink = dict(table.dark if key[1] else table.light)
            # The open cells of neighbouring fields of five by five differ in shade.
            for number, share in enumerate((0.08, 0.15)):
                ink[f"field {number}"] = mixed(ink["colour 0"], ink["on 0"], share)
            ink["mark"] = mixed(ink["colour 0"], ink["on 0"], 0.7)
            self._inks = key, ink
        return self._inks[1]

    def render_line(self, y: int) -> Strip:
        ink = self._ink()
        high, across = self._visible()
        columns = range(self._first_column, self._first_column + across)
        paper = Style(color=ink["clue"], bgcolor=ink["paper"])
        segments: list[Segment]
        if y < self.top:
            segments = [Segment(" " * self.left, paper)]
            for column in columns:
                segments += self._above(Line("column", column), y)
        elif y - self.top < high:
            row = y - self.top + self._first_row
            segments = self._beside(Line("row", row))
            segments += [self._cell(row, column) for column in columns]
        else:
            segments = []
        used = sum(len(segment.text) for segment in segments)
        return Strip([*segments, Segment(" " * max(0, self.size.width - used), paper)])

    def _above(self, line: Line, y: int) -> list[Segment]:
        """One number of a column's clue."""
        numbers = self._numbers(line)
        number = y - (self.top - len(numbers))
        if len(numbers) > self.top and y == 0:
            return [Segment("…".rjust(self.wide), self._clue_style(line))]
        text, colour = numbers[number] if number >= 0 else ("", 0)
        padding = Segment(" " * (self.wide - len(text)), self._clue_style(line))
        return [padding, Segment(text, self._clue_style(line, number, colour))]

    def _beside(self, line: Line) -> list[Segment]:
        """A row's clue, from its end to the left."""
        ground = self._clue_style(line)
        segments: list[Segment] = []
        room = self.left - 1
        for number, (text, colour) in reversed(list(enumerate(self._numbers(line)))):
            if len(text) + 1 > room:
                segments[-1:] = [Segment("… ", ground)]
                break
            style = self._clue_style(line, number, colour)
            segments += [Segment(" ", ground), Segment(text, style)]
            room -= len(text) + 1
        used = sum(len(segment.text) for segment in segments)
        padding = Segment(" " * (self.left - used - 1), ground)
        return [padding, *segments[::-1], Segment(" ", ground)]

    def _clue_style(self, line: Line, number: int = -1, colour: int = 0) -> Style:
        """The style of a number of a clue, or of its ground."""
        ink, is_hinted = self._ink(), line in self.hinted
        is_current = line.index == (self.row if line.is_row else self.column)
        ground = ink["line"] if is_current or is_hinted else ink["paper"]
        placed = self._placed[line]
        is_placed = 0 <= number < len(placed) and placed[number]
        if colour and not self.game.puzzle.has_one_colour:
            state = Style(strike=is_placed, dim=is_placed, bold=is_hinted)
            return self.style_of(colour) + state
        text = mixed(ink["clue"], ground, 0.55) if is_placed else ink["clue"]
        return Style(color=text, bgcolor=ground, strike=is_placed, bold=is_hinted)

    def _cell(self, row: int, column: int) -> Segment:
        ink = self._ink()
        value = self.game.cells[self.index(row, column)]
        if value > 0:
            ground, on = ink[f"colour {value}"], ink[f"on {value}"]
            text = self.game.puzzle.colours[value].char if self.safe else ""
        else:
            ground, on = ink[f"field {(row // 5 + column // 5) % 2}"], ink["mark"]
            text = "" if value == OPEN else "×"
        style = Style(color=on, bgcolor=ground)
        if (row, column) in self.concluded:
            text, style = "?", Style(color=ink["paper"], bgcolor=ink["frame"], bold=True)
        elif (row, column) in self.because:
            text = text or "•"
            style = Style(color=ink["paper"], bgcolor=ink["because"], bold=True)
        if (row, column) == (self.row, self.column):
            style += Style(bold=True)
            opening = "[" if self.wide > 2 or not text else ""
            text = f"{opening}{text}"[: self.wide - 1].ljust(self.wide - 1) + "]"
        return Segment(text.ljust(self.wide), style)


def _scrolled(first: int, cursor: int, room: int, number: int) -> int:
    """The first visible line when ``room`` of ``number`` lines fit: scrolled as little as keeps the
    cursor visible."""
    first = min(first, cursor)
    first = max(first, cursor - room + 1)
    return max(0, min(first, number - room))
