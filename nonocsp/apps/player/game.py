"""The state of a game: cells, strokes, undo and redo, blocks that are placed, whether it is solved.

No interface is needed; cells are given by their numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ...core import Grid, Line, Puzzle, full, has_star, satisfies
from ...core.kernel.interface import supports
from ...people.explanation.block_positions import BlockPositions

#: A cell that the player has not decided.
OPEN = -1

#: What a stroke does: fill in the chosen colour, mark as blank, or clear.
Tool = Literal["fill", "mark", "clear"]

#: The cells that one move changed: cell, before, after.
_Move = list[tuple[int, int, int]]


class Game:
    """The state of one game.

    Args:
        puzzle: the puzzle.
        cells: row by row, each `OPEN`, 0 for blank, or a colour; None is a new game.
        seconds: played so far.

    >>> game = Game(Puzzle([[3], [1]], [[1], [2], [1]]))
    >>> game.stroke([0, 1, 2], "fill", 1)
    >>> game.placed(Line("row", 0)), game.cells
    ((True,), [1, 1, 1, -1, -1, -1])
    >>> game.undo(), game.is_begun
    (True, False)
    """

    def __init__(
        self, puzzle: Puzzle, cells: Sequence[int] | None = None, seconds: float = 0
    ) -> None:
        self.puzzle = puzzle
        self.cells = [OPEN] * puzzle.board.size if cells is None else list(cells)
        self.seconds = seconds
        self.version = 0
        """Goes up with every change, so that an answer about older cells can be recognised."""
        self._done: list[_Move] = []
        self._undone: list[_Move] = []
        self._stroke: tuple[int, int, _Move] | None = None

    # Strokes.

    def begin(self, cell: int, tool: Tool, colour: int = 1) -> None:
        """Begin a stroke at a cell.

        A cell that already has the value is cleared. The stroke changes only cells that are what
        the first one was, so that it cannot overwrite others by accident.
        """
        before = self.cells[cell]
        wanted = {"fill": colour, "mark": 0, "clear": OPEN}[tool]
        self._stroke = (before, OPEN if before == wanted else wanted, [])
        self.extend([cell])

    def carry(self, source: int, target: int) -> None:
        """Copy the value of a cell to another one: a stroke with the keys."""
        self._stroke = (self.cells[target], self.cells[source], [])
        self.extend([target])
        self.end()

    def extend(self, cells: Iterable[int]) -> None:
        """Continue the stroke over some cells."""
        if self._stroke is None:
            return
        before, after, move = self._stroke
        for cell in cells:
            if self.cells[cell] == before != after:
                move.append((cell, before, after))
                self.cells[cell] = after
                self.version += 1

    def end(self) -> None:
        """End the stroke: from now on it is one move to undo."""
        if self._stroke and self._stroke[2]:
            self._done.append(self._stroke[2])
            self._undone.clear()
        self._stroke = None

    def stroke(self, cells: Sequence[int], tool: Tool, colour: int = 1) -> None:
        """A whole stroke over some cells."""
        self.begin(cells[0], tool, colour)
        self.extend(cells)
        self.end()

    def put(self, values: Iterable[tuple[int, int]]) -> None:
        """Set cells to values, as one move."""
        move = [(i, self.cells[i], value) for i, value in values if self.cells[i] != value]
        if move:
            self._done.append(move)
            self._undone.clear()
            self._set((cell, after) for cell, _, after in move)

    def restart(self) -> None:
        """Clear every cell, as one move."""
        self.put((cell, OPEN) for cell in range(len(self.cells)))
        self.seconds = 0

    def undo(self) -> bool:
        """Undo the last move; False if there is none."""
        if not self._done:
            return False
        self._undone.append(self._done.pop())
        self._set((cell, before) for cell, before, _ in self._undone[-1])
        return True

    def redo(self) -> bool:
        """Redo the last move that was undone; False if there is none."""
        if not self._undone:
            return False
        self._done.append(self._undone.pop())
        self._set((cell, after) for cell, _, after in self._done[-1])
        return True

    def _set(self, values: Iterable[tuple[int, int]]) -> None:
        for cell, value in values:
            self.cells[cell] = value
        self.version += 1

    # The state.

    def line(self, line: Line) -> list[int]:
        """The values of the cells of a line."""
        return [self.cells[cell] for cell in self.puzzle.cells(line)]

    def placed(self, line: Line) -> tuple[bool, ...]:
        """For every block of a line whether it is provably placed: it has the same position in all
        placements that agree with the cells, and all its cells are filled in. Anything less would
        give away what the player has not found out."""
        clue = self.puzzle.clue(line)
        if not clue:
            return ()
        cells = self.line(line)
        # Before the line is done, blocks of a clue with a star have no certain places; without the
        # kernel no places are known.
        if has_star(clue) or not supports(len(cells)):
            return (OPEN not in cells and satisfies(cells, clue),) * len(clue)
        masks = [self._mask(cell) for cell in cells]
        runs = BlockPositions(clue, masks, self.puzzle.block_colours).runs
        return tuple(
            len(of_block) == 1 and all(cell == block.colour for cell in cells[slice(*of_block[0])])
            for block, of_block in zip(clue, runs, strict=True)
        )

    def _mask(self, value: int) -> int:
        return full(self.puzzle.block_colours) if value == OPEN else 1 << value

    @property
    def is_solved(self) -> bool:
        """Whether the cells satisfy every clue, open ones as blanks: any solution counts."""
        return all(
            satisfies([max(cell, 0) for cell in self.line(line)], self.puzzle.clue(line))
            for line in self.puzzle.lines
        )

    @property
    def is_begun(self) -> bool:
        return any(cell != OPEN for cell in self.cells)

    @property
    def share_done(self) -> float:
        """The share of cells that are not open."""
        return sum(cell != OPEN for cell in self.cells) / len(self.cells)

    @property
    def grid(self) -> Grid:
        """What the player has decided."""
        return Grid.of_masks(self.puzzle, map(self._mask, self.cells))

    # Saving.

    def to_dict(self) -> dict[str, Any]:
        """The game as JSON values, without its moves."""
        return {"cells": self.cells, "seconds": round(self.seconds, 1)}

    @classmethod
    def of_dict(cls, puzzle: Puzzle, saved: Any) -> Game:
        """The saved game; a new one if the data is not a game of this puzzle."""
        data: dict[str, Any] = saved if isinstance(saved, dict) else {}
        cells, seconds = data.get("cells"), data.get("seconds", 0)
        if (
            not isinstance(cells, list)
            or len(cells) != puzzle.board.size
            or not all(type(c) is int and OPEN <= c <= puzzle.block_colours for c in cells)
        ):
            return cls(puzzle)
        if not isinstance(seconds, (int, float)) or not 0 <= seconds < 1e9:
            seconds = 0
        return cls(puzzle, cells, seconds)
