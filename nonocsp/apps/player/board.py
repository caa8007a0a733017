"""A game on the screen: the cursor, strokes with the mouse, and the styles of cells and clues.

Where cells and clues lie is up to `squares` and `slanted`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence, Set

from rich.style import Style
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from ...core import Block, Colour, Line
from ...files.render import Drawing
from ...files.render.as_text import triangle_look
from ...files.render.colour_vision import mixed
from ...files.render.theme import theme_colours
from .game import OPEN, Game, Tool


class Board(Widget):
    """Draws a game and turns the mouse into strokes. Cells are given by their numbers."""

    can_focus = True

    class Changed(Message):
        """The game or the cursor changed."""

    def __init__(self, game: Game, id: str = "board") -> None:
        super().__init__(id=id)
        self.game = game
        self.cell = 0
        """The cursor."""
        self.colour = 1
        self.safe = False
        self.concluded: Set[int] = frozenset()
        self.because: Set[int] = frozenset()
        self.hinted: Set[Line] = frozenset()
        self.covered = 0
        """Lines at the bottom that something else covers."""
        self._start: int | None = None
        self._along: Line | None = None
        self._placed = {line: game.placed(line) for line in game.puzzle.lines}
        self._inks: tuple[tuple[bool, bool], dict[str, str]] | None = None

    # What a layout says.

    @property
    @abstractmethod
    def size_text(self) -> str:
        """How large the board is."""

    @property
    @abstractmethod
    def in_view(self) -> str:
        """What is in view, if that is not all."""

    @abstractmethod
    def spot(self, cell: int) -> tuple[float, float]:
        """Where the middle of a cell lies, in lengths that are equal across and down."""

    @abstractmethod
    def step(self, cell: int, down: int, right: int) -> int:
        """The cell some rows and columns away, or the nearest one on the board."""

    @abstractmethod
    def bring_in(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        """Scroll to cells, and to the clues of lines; if not all fit, to the first of them."""

    @abstractmethod
    def cell_at(self, x: int, y: int) -> int | None:
        """The cell under a place of the widget."""

    # The cursor.

    def move_to(self, cell: int) -> None:
        """Move the cursor to a cell, and scroll to it."""
        self.cell = cell
        self._show([cell], ())

    def reveal(self, covered: int) -> None:
        """Scroll to what a hint is about, without one to the cursor.

        Args:
            covered: lines at the bottom that the text of the hint covers.
        """
        self.covered = covered
        if self.hinted:
            self._show(sorted(self.concluded | self.because), sorted(self.hinted))
        else:
            self._show([self.cell], ())

    def _show(self, cells: Iterable[int], lines: Iterable[Line]) -> None:
        self.bring_in(cells, lines)
        self.refresh()
        self.post_message(self.Changed())

    def on_resize(self) -> None:
        self.reveal(self.covered)

    def changed(self, cells: Iterable[int] | None = None) -> None:
        """Update which blocks are placed: in the lines of some cells, or in all."""
        puzzle = self.game.puzzle
        lines: Iterable[Line] = puzzle.lines
        if cells is not None:
            lines = {line for cell in cells for line, _ in puzzle.lines_through(cell)}
        self._placed |= {line: self.game.placed(line) for line in lines}
        self.refresh()
        self.post_message(self.Changed())

    # The mouse.

    def on_mouse_down(self, event: events.MouseDown) -> None:
        cell = self.cell_at(event.x, event.y)
        if cell is None or self._start is not None:
            return
        tools: dict[int, Tool] = {1: "fill", 2: "clear", 3: "mark"}
        tool = tools.get(event.button, "fill")
        self.game.begin(cell, "mark" if not self.colour else tool, self.colour)
        self._start, self._along = cell, None
        self.capture_mouse()
        self.move_to(cell)
        self.changed([cell])

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._start is None:
            return
        cell = self.cell_at(event.x, event.y)
        if cell is None or cell == self.cell:
            return
        passed = [cell]
        if self._along is None:
            self._along = self._towards(cell)
        if self._along is not None:
            cells = self.game.puzzle.cells(self._along)
            to = cells.index(self._nearest(cells, cell))
            last = cells.index(self.cell) if self.cell in cells else to
            passed = list(cells[min(to, last) : max(to, last) + 1])
            cell = cells[to]
        self.game.extend(passed)
        self.move_to(cell)
        self.changed(passed)

    def _towards(self, cell: int) -> Line | None:
        """The line of the first cell of the stroke that comes nearest to another cell, in which the
        stroke stays from then on; None while several lead there."""
        assert self._start is not None
        board = self.game.puzzle.board
        lines = [n for n, _ in board.lines_through(self._start) if board.has_clue(n)]
        common = [line for line in lines if cell in board.cells(line)]
        if common:
            return common[0] if len(common) == 1 else None
        return min(
            lines, key=lambda line: self._apart(self._nearest(board.cells(line), cell), cell)
        )

    def _nearest(self, cells: Iterable[int], to: int) -> int:
        return min(cells, key=lambda cell: self._apart(cell, to))

    def _apart(self, one: int, other: int) -> float:
        (x, y), (u, v) = self.spot(one), self.spot(other)
        return (x - u) ** 2 + (y - v) ** 2

    def on_mouse_up(self) -> None:
        if self._start is not None:
            self._start = None
            self.release_mouse()
            self.game.end()
            self.post_message(self.Changed())

    # What cells and clues look like.

    def numbers(self, line: Line) -> list[tuple[str, int]]:
        """The numbers of a clue, each with its colour."""
        clue = self.game.puzzle.clue(line)
        if clue is None:
            return [("*", 0)]
        palette = self.game.puzzle.colours
        return [(_number(block, palette), block.colour) for block in clue] or [("0", 0)]

    def clue(self, line: Line, is_safe: bool | None = None) -> Text:
        """The whole clue of a line.

        Args:
            line: the line.
            is_safe: whether numbers have the characters of their colours; by default the state
                of the board.
        """
        is_safe = self.safe if is_safe is None else is_safe
        puzzle, placed = self.game.puzzle, self._placed[line]
        text = Text(f"{line.axis} {line.index + 1}:")
        for number, (shown, colour) in enumerate(self.numbers(line)):
            style = Style(strike=number < len(placed) and placed[number])
            if colour and not puzzle.has_one_colour:
                style += self.style_of(colour)
                shown += puzzle.colours[colour].char if is_safe else ""
            text.append(" ").append(shown, style)
        return text

    def style_of(self, colour: int) -> Style:
        """Text on a colour."""
        ink = self.ink()
        if look := triangle_look(self.game.puzzle.colours[colour], ink["colour 0"]):
            return Style(color=look[2], bgcolor=look[1])
        return Style(color=ink[f"on {colour}"], bgcolor=ink[f"colour {colour}"])

    def ink(self) -> dict[str, str]:
        """The colours of the current theme and palette, by what they are for."""
        key = self.safe, self.app.current_theme.dark
        if self._inks is None or self._inks[0] != key:
            table = theme_colours(Drawing.of(self.game.puzzle, safe_colours=self.safe))
            ink = dict(table.dark if key[1] else table.light)
            # Of open cells, those of fields of five by five or neighbouring hexagons.
            for number, share in enumerate((0.08, 0.15, 0.22)):
                ink[f"field {number}"] = mixed(ink["colour 0"], ink["on 0"], share)
            ink["mark"] = mixed(ink["colour 0"], ink["on 0"], 0.7)
            self._inks = key, ink
        return self._inks[1]

    def clue_style(self, line: Line, number: int = -1, colour: int = 0) -> Style:
        """The style of a number of a clue, or of its ground."""
        ink, is_hinted = self.ink(), line in self.hinted
        is_current = self.cell in self.game.puzzle.cells(line)
        ground = ink["line"] if is_current or is_hinted else ink["paper"]
        placed = self._placed[line]
        is_placed = 0 <= number < len(placed) and placed[number]
        if colour and not self.game.puzzle.has_one_colour:
            state = Style(strike=is_placed, dim=is_placed, bold=is_hinted)
            return self.style_of(colour) + state
        text = mixed(ink["clue"], ground, 0.55) if is_placed else ink["clue"]
        return Style(color=text, bgcolor=ground, strike=is_placed, bold=is_hinted)

    def cell_look(self, cell: int, field: int) -> tuple[str, Style]:
        """What a cell says, and its style; an open one has a shade, 0 to 2."""
        ink = self.ink()
        value = self.game.cells[cell]
        if value > 0:
            ground, on = ink[f"colour {value}"], ink[f"on {value}"]
            colour = self.game.puzzle.colours[value]
            text = colour.char if self.safe else ""
            if look := triangle_look(colour, ink["colour 0"]):
                text, ground, on = look
        else:
            ground, on = ink[f"field {field}"], ink["mark"]
            text = "" if value == OPEN else "×"
        style = Style(color=on, bgcolor=ground)
        if cell in self.concluded:
            text, style = "?", Style(color=ink["paper"], bgcolor=ink["frame"], bold=True)
        elif cell in self.because:
            text = text or "•"
            style = Style(color=ink["paper"], bgcolor=ink["because"], bold=True)
        return text, style + Style(bold=True) if cell == self.cell else style

    def framed(self, text: str, wide: int) -> str:
        """The text of the cell at the cursor, between brackets as far as there is room."""
        opening = "[" if wide > 2 or not text else ""
        return f"{opening}{text}"[: wide - 1].ljust(wide - 1) + "]"


def _number(block: Block, palette: Sequence[Colour]) -> str:
    """The number of a block; triangles of a trianogram have their character, as they come in
    several kinds of one colour, and one of them has no number."""
    look = None if block.is_star else triangle_look(palette[block.colour], palette[0].rgb)
    return f"{'' if look and block.length == 1 else block}{look[0] if look else ''}"


def scrolled(shown: range, places: Iterable[int], every: range) -> range:
    """The part of a range that is shown, moved as little as brings places into view one after the
    other: the last one in any case."""
    room, first = len(shown), shown.start
    for place in places:
        first = max(min(first, place), place - room + 1)
    first = max(every.start, min(first, every.stop - room))
    return range(first, first + room)


def part_in_view(name: str, shown: range, number: int) -> str:
    """Which of some lines are shown; empty if all are."""
    return f"{name} {shown.start + 1}–{shown.stop} of {number}  " if len(shown) < number else ""
