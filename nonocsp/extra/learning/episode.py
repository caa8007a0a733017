"""A puzzle that is decided cell by cell, and what each cell earns.

What is right is decided by all solutions, not by a stored picture. The possible colours of every
cell, the backbone, are computed at the beginning; they change only after a guess among several
solutions. So a cell costs a look at a table, and for the reward ``"line"`` the tightening of one
line or two.
"""

from __future__ import annotations

from functools import lru_cache

from ...core import Grid, Limits, Puzzle, PuzzleError, backbone, full, is_single, line_domain
from ...people.explanation.hint import hint

#: What a right cell can earn. A whole puzzle earns 1 at most, by any of them.
REWARDS = {
    "clues": "a share for each line of which it is the last cell",
    "line": "its share of the puzzle if its row and its column leave it no other colour",
    "backbone": "the same if it has this colour in all solutions that agree with what is known",
    "step": "the same if it belongs to the next step that `nonocsp.hint` explains",
}


class Episode:
    """What is known of a puzzle; there is always a solution that agrees with it.

    Args:
        puzzle: a puzzle on a rectangle.
        reward: a name of `REWARDS`.
        limits: bounds for each question about the puzzle.

    Raises:
        PuzzleError: the puzzle has no solution.
        LimitReached: a limit was reached. So does `decide`, after a guess or a step.

    >>> episode = Episode(Puzzle([[1], [1]], [[1], [1]]), "backbone")
    >>> episode.decide(0, 0, 1), episode.decide(1, 1, 0), episode.decide(1, 1, 1), episode.open
    (0.0, None, 0.0, 2)
    >>> episode.decide(0, 1, 0)
    0.25
    """

    def __init__(self, puzzle: Puzzle, reward: str, limits: Limits | None = None) -> None:
        self.puzzle, self.reward, self.limits = puzzle, reward, limits
        height, width = self._shape = puzzle.shape
        colours = puzzle.block_colours
        self._possible = _possible(puzzle, limits)
        self._known = [full(colours)] * (height * width)
        self._mistaken: set[int] = set()
        self.open = height * width
        """The number of cells that are not decided."""
        self._open_in = [width] * height + [height] * width
        self._domains = [
            *(_domain(clue, width, colours) for clue in puzzle.rows),
            *(_domain(clue, height, colours) for clue in puzzle.columns),
        ]
        self.step: dict[tuple[int, int], int] = {}
        """For the reward ``"step"`` the open cells of the step, with their colours."""
        self._look_for_a_step()

    def grid(self) -> Grid:
        """What is known."""
        return Grid.of_masks(self.puzzle, self._known)

    def decide(self, row: int, column: int, colour: int) -> float | None:
        """Give an open cell a colour: what that earns, or None for a mistake.

        A mistake is a colour that the cell has in no solution that agrees with what is known. It
        changes nothing, but afterwards this cell earns nothing, since others taught its colour.
        """
        cell = row * self._shape[1] + column
        possible = self._possible[cell]
        if not possible >> colour & 1:
            self._mistaken.add(cell)
            return None
        earns = cell not in self._mistaken and self._follows(row, column, possible)
        self._known[cell] = 1 << colour
        self.open -= 1
        if not is_single(possible):  # a guess: fewer solutions are left
            self._possible = backbone(self.puzzle, grid=self.grid(), limits=self.limits).masks
        if self.reward == "clues":
            lines = row, self._shape[0] + column
            for line in lines:
                self._open_in[line] -= 1
            return sum(not self._open_in[line] for line in lines) / len(self._open_in)
        if self.reward == "step":
            self.step.pop((row, column), None)
            self._look_for_a_step()
        return 1 / len(self._known) if earns else 0.0

    def _follows(self, row: int, column: int, possible: int) -> bool:
        """Whether the colour of a cell follows, by the means of the reward."""
        if self.reward == "line":
            height, width = self._shape
            across = self._domains[row].tighten(self._known[row * width : (row + 1) * width])
            assert across is not None  # what is known has a solution
            if is_single(across[column]):
                return True
            down = self._domains[height + column].tighten(self._known[column::width])
            assert down is not None
            return is_single(across[column] & down[row])
        if self.reward == "step":
            return (row, column) in self.step
        return is_single(possible)

    def _look_for_a_step(self) -> None:
        """Ask for the next step as soon as the cells of the last one are decided."""
        if self.reward == "step" and not self.step and self.open:
            found = hint(self.puzzle, self.grid(), limits=self.limits)
            decided = found.steps[-1].decided if found.steps else ()
            self.step = {(row, at): colour for row, at, colour in decided if colour is not None}


@lru_cache(maxsize=1 << 14)
def _possible(puzzle: Puzzle, limits: Limits | None) -> tuple[int, ...]:
    """For every cell the colours that it has in some solution. Raises `PuzzleError`."""
    found = backbone(puzzle, limits=limits)
    if found.is_contradictory:
        raise PuzzleError(f"{puzzle!r} has no solution")
    return found.masks


#: Puzzles share lines: those of 10 cells have 144 clues in black and white.
_domain = lru_cache(maxsize=1 << 12)(line_domain)
