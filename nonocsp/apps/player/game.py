"""A game without a face: cells, strokes, undo and redo, what is placed, what is solved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from ...explanation.block_positions import BlockPositions
from ...model.clue import Line, satisfies
from ...model.grid import Grid
from ...model.puzzle import Puzzle

#: A cell of which the player has said nothing.
OPEN = -1

#: What a stroke does: fill in the chosen colour, mark as blank, or clear.
Tool = Literal["fill", "mark", "clear"]

#: The cells that one move changed: index, before, after.
_Step = list[tuple[int, int, int]]


class Game:
    """What a player does with a puzzle.

    Args:
        puzzle: the puzzle.
        cells: row by row, each `OPEN`, 0 for blank, or a colour; a new game unless told.
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
        rows, columns = puzzle.shape
        self.puzzle = puzzle
        self.cells = [OPEN] * (rows * columns) if cells is None else list(cells)
        self.seconds = seconds
        self.version = 0
        """Goes up with every change, so that an answer can be told to be about older cells."""
        self._done: list[_Step] = []
        self._undone: list[_Step] = []
        self._stroke: tuple[int, int, _Step] | None = None

    # What a player does.

    def begin(self, index: int, tool: Tool, colour: int = 1) -> None:
        """Begin a stroke. What its first cell turns into it paints over cells that are what the
        first one was, so that nothing that is filled in is lost by a slip; a cell that has the
        value already is cleared."""
        before = self.cells[index]
        wanted = {"fill": colour, "mark": 0, "clear": OPEN}[tool]
        self._stroke = (before, OPEN if before == wanted else wanted, [])
        self.extend([index])

    def carry(self, index: int, to: int) -> None:
        """Give a cell what another one has: a stroke with the keys."""
        self._stroke = (self.cells[to], self.cells[index], [])
        self.extend([to])
        self.end()

    def extend(self, indices: Iterable[int]) -> None:
        """Go on with the stroke over some cells."""
        if self._stroke is None:
            return
        before, after, step = self._stroke
        for index in indices:
            if self.cells[index] == before != after:
                step.append((index, before, after))
                self.cells[index] = after
                self.version += 1

    def end(self) -> None:
        """End the stroke: from here on it is one step to undo."""
        if self._stroke and self._stroke[2]:
            self._done.append(self._stroke[2])
            self._undone.clear()
        self._stroke = None

    def stroke(self, indices: Sequence[int], tool: Tool, colour: int = 1) -> None:
        """A whole stroke over some cells."""
        self.begin(indices[0], tool, colour)
        self.extend(indices)
        self.end()

    def put(self, values: Iterable[tuple[int, int]]) -> None:
        """Set cells to values, as one step."""
        step = [(i, self.cells[i], value) for i, value in values if self.cells[i] != value]
        if step:
            self._done.append(step)
            self._undone.clear()
            self._apply((i, after) for i, _, after in step)

    def restart(self) -> None:
        """Clear every cell, as one step."""
        self.put((index, OPEN) for index in range(len(self.cells)))
        self.seconds = 0

    def undo(self) -> bool:
        """Take the last step back; False if there is none."""
        if not self._done:
            return False
        self._undone.append(self._done.pop())
        self._apply((index, before) for index, before, _ in self._undone[-1])
        return True

    def redo(self) -> bool:
        """Do again what was taken back; False if there is nothing."""
        if not self._undone:
            return False
        self._done.append(self._undone.pop())
        self._apply((index, after) for index, _, after in self._done[-1])
        return True

    def _apply(self, values: Iterable[tuple[int, int]]) -> None:
        for index, value in values:
            self.cells[index] = value
        self.version += 1

    # What can be seen.

    def of(self, line: Line) -> list[int]:
        """The cells of a line."""
        columns = self.puzzle.shape[1]
        if line.is_row:
            return self.cells[line.index * columns : (line.index + 1) * columns]
        return self.cells[line.index :: columns]

    def placed(self, line: Line) -> tuple[bool, ...]:
        """For every block of a line whether it is provably placed: it is at the same place in all
        placements that agree with the cells, and all its cells are filled in. Anything less would
        give away what the player has not found out."""
        clue = self.puzzle.clue(line)
        if not clue:
            return ()
        cells = self.of(line)
        full = (1 << len(self.puzzle.colours)) - 1
        positions = BlockPositions(clue, [full if cell == OPEN else 1 << cell for cell in cells])
        return tuple(
            len(runs) == 1 and all(cell == block.colour for cell in cells[slice(*runs[0])])
            for block, runs in zip(clue, positions.runs, strict=True)
        )

    @property
    def is_solved(self) -> bool:
        """Whether the cells satisfy every clue, open ones as blanks: any solution counts."""
        return all(
            satisfies([max(cell, 0) for cell in self.of(line)], self.puzzle.clue(line))
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
        """What the player knows."""
        colours = self.puzzle.block_colours
        full = (1 << colours + 1) - 1
        masks = [full if cell == OPEN else 1 << cell for cell in self.cells]
        return Grid(masks, self.puzzle.shape[1], colours)

    # What is kept.

    def as_dict(self) -> dict[str, Any]:
        """The game as JSON values; the steps are not kept."""
        return {"cells": self.cells, "seconds": round(self.seconds, 1)}

    @classmethod
    def of_dict(cls, puzzle: Puzzle, kept: Any) -> Game:
        """The game that was kept; a new one where that is none of this puzzle."""
        rows, columns = puzzle.shape
        cells = kept.get("cells") if isinstance(kept, dict) else None
        seconds: Any = kept.get("seconds") if isinstance(kept, dict) else None
        if (
            not isinstance(cells, list)
            or len(cells) != rows * columns
            or not all(type(c) is int and OPEN <= c < len(puzzle.colours) for c in cells)
        ):
            return cls(puzzle)
        sound = isinstance(seconds, (int, float)) and 0 <= seconds < 1e9
        return cls(puzzle, cells, seconds if sound else 0)
