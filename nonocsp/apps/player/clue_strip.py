"""The clues of the row and the column of the cursor, in full, below the board."""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text
from textual.geometry import Size
from textual.widget import Widget

from ...model.line import Line
from .board import Board

_GAP = "   "


class ClueStrip(Widget):
    """The chosen colour, and the clues of the row and the column of the cursor.

    The height is what the longest clues of the puzzle need, whatever the cursor and the state of
    the game, so that the board above stays where it is.
    """

    def __init__(self, board: Board, id: str) -> None:
        super().__init__(id=id)
        self.board = board
        self._heights: dict[int, tuple[int, int]] = {}

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return sum(self._needed(width))

    def render(self) -> Text:
        board = self.board
        lines = Line("row", board.row), Line("column", board.column)
        clues = [board.clue(line) for line in lines]
        beside = not self._needed(self.size.width)[1]
        return self._colour(board.colour) + Text(_GAP if beside else "\n").join(clues)

    def _colour(self, colour: int) -> Text:
        """The colour to fill in, where there are several."""
        if self.board.game.puzzle.has_one_colour:
            return Text()
        name = self.board.game.puzzle.colours[colour].name
        return Text.assemble((f" {colour} {name} ", self.board.style_of(colour)), _GAP)

    def _needed(self, width: int) -> tuple[int, int]:
        """The lines for a row's clue and for a column's; 1 and 0 if they fit beside each other."""
        if width not in self._heights:
            puzzle = self.board.game.puzzle
            numbers = range(len(puzzle.colours))
            colour = max((self._colour(number).plain for number in numbers), key=len)
            texts: dict[bool, list[str]] = {True: [], False: []}
            for line in puzzle.lines:
                before = colour if line.is_row else ""
                texts[line.is_row].append(before + self.board.clue(line, is_safe=True).plain)
            row, column = (max(map(len, texts[is_row])) for is_row in (True, False))
            heights = (1, 0)
            if row + len(_GAP) + column > width:
                row, column = (
                    max(len(wrap(text, max(8, width))) for text in texts[is_row])
                    for is_row in (True, False)
                )
                heights = row, column
            self._heights[width] = heights
        return self._heights[width]
