"""The clues of the lines through the cursor, in full, below the board."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from ...core import Axis
from .board import Board

_GAP = "   "


class ClueStrip(Widget):
    """The chosen colour, and the clues of the lines through the cursor.

    The height is what the longest clues of the puzzle need, whatever the cursor and the state of
    the game, so that the board above stays where it is.
    """

    def __init__(self, board: Board, id: str) -> None:
        super().__init__(id=id)
        self.board = board
        self._heights: dict[int, tuple[bool, int]] = {}

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self._needed(width)[1]

    def render(self) -> Text:
        board = self.board
        through = board.game.puzzle.lines_through(board.cell)
        takes_clue = board.game.puzzle.board.has_clue
        clues = [board.clue(line) for line, _ in through if takes_clue(line)]
        is_one_line, _ = self._needed(self.size.width)
        return self._colour(board.colour) + Text(_GAP if is_one_line else "\n").join(clues)

    def _colour(self, colour: int) -> Text:
        """The colour to fill in, where there are several."""
        if self.board.game.puzzle.has_one_colour:
            return Text()
        name = self.board.game.puzzle.colours[colour].name
        return Text.assemble((f" {colour} {name} ", self.board.style_of(colour)), _GAP)

    def _needed(self, width: int) -> tuple[bool, int]:
        """Whether the longest clues of all directions fit into one line, and the lines needed."""
        if width not in self._heights:
            puzzle = self.board.game.puzzle
            numbers = range(len(puzzle.colours))
            colour = max((self._colour(number).plain for number in numbers), key=len)
            texts: dict[Axis, list[str]] = {}
            for line in puzzle.board.clued:
                before = colour if line.axis == puzzle.board.axes[0] else ""
                texts.setdefault(line.axis, []).append(
                    before + self.board.clue(line, is_safe=True).plain
                )
            together = len(_GAP) * (len(texts) - 1) + sum(max(map(len, t)) for t in texts.values())
            height = 1
            if together > width:
                height = sum(
                    max(len(wrap(text, max(8, width))) for text in of_axis)
                    for of_axis in texts.values()
                )
            self._heights[width] = together <= width, height
        return self._heights[width]
