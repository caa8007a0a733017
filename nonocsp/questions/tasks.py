"""What is asked of a batch: one puzzle each, with what is known of it and a name for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ..common.errors import OptionError
from ..model.grid import Grid
from ..model.puzzle import Puzzle, check_fit


@dataclass(frozen=True, slots=True)
class Task:
    """One puzzle of a batch. Wherever a batch takes a puzzle it takes one of these too.

    Raises:
        PuzzleError: the grid does not fit the puzzle.

    >>> Task(Puzzle([[1]], [[1]]), name="dot.txt").name
    'dot.txt'
    """

    puzzle: Puzzle | None
    """None where there is no puzzle, such as for a file that cannot be read; see ``error``."""
    grid: Grid | None = None
    """Cells known beforehand, or None."""
    name: str | None = None
    """What the answer is to be called: a file's name, say. None for no name."""
    error: str = ""
    """Why there is no puzzle: it becomes the answer."""

    def __post_init__(self) -> None:
        if self.puzzle is not None:
            check_fit(self.puzzle, self.grid)


def tasks_of(puzzles: Iterable[Puzzle | Task]) -> Iterator[Task]:
    """The tasks of puzzles, taken one by one.

    Raises:
        OptionError: something is neither a puzzle nor a task.
    """
    for index, puzzle in enumerate(puzzles):
        if isinstance(puzzle, Puzzle):
            yield Task(puzzle)
        elif isinstance(puzzle, Task):
            yield puzzle
        else:
            kind = type(puzzle).__name__
            raise OptionError(f"a batch is made of puzzles, but number {index} is a {kind}")
